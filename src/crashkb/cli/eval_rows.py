"""`crashkb eval`: score the answers against labelled reports."""

import json
from pathlib import Path

import click

from crashkb.ask import ask
from crashkb.cli.opening import opened_library
from crashkb.evaluate.rows import read_rows
from crashkb.evaluate.score import Outcome, Score, by_group, outcome, score


@click.command("eval")
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--misses", type=click.Path(dir_okay=False, path_type=Path), help="Write rows answered wrong, as JSONL.")
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON.")
@click.pass_context
def command(context: click.Context, files: tuple[Path, ...], misses: Path | None, as_json: bool) -> None:
    """Score the answers on labelled reports (JSONL rows with id, text, cause, also_ok, lang, kind).

    A row without a cause is a negative: nothing may be known about it.
    """
    if misses is not None and not misses.parent.is_dir():
        raise click.UsageError(f"there is no folder {misses.parent} for the misses")
    library = opened_library(context.obj)

    def resolve(cause: str) -> str:
        page = library.page(cause)
        return page.id if page is not None else ""

    outcomes = [outcome(row, ask(library, row.text), resolve) for row in read_rows(files)]
    total, groups = score(outcomes), by_group(outcomes)
    if misses is not None:
        wrong = [item for item in outcomes if (item.covered and not item.right) or _falsely_known(item)]
        misses.write_text("".join(json.dumps(_miss(item), ensure_ascii=False) + "\n" for item in wrong), "utf-8")
    if as_json:
        everything = {"all": total, **groups}
        click.echo(json.dumps({name: _figures(item) for name, item in everything.items()}, indent=2))
        return
    _print("all", total)
    for name, item in groups.items():
        _print(name, item)
    click.echo("\nconfidence  rows  stated  right  95 % interval")
    for row in total.reliability:
        interval = f"{row.interval[0]:.2f}–{row.interval[1]:.2f}"
        click.echo(
            f"{row.low:.1f}–{row.high:.1f}     {row.rows:5d}  {row.confidence:.2f}    {row.right:.2f}   {interval}"
        )


def _falsely_known(item: Outcome) -> bool:
    return item.verdict == "known" and not item.right


def _miss(item: Outcome) -> dict[str, object]:
    return {
        "id": item.row.id,
        "accepted": sorted(item.row.accepted),
        "covered": item.covered,
        "verdict": item.verdict,
        "confidence": item.confidence,
        "causes": item.causes[:5],
        "text": item.row.text[:400],
    }


def _figures(item: Score) -> dict[str, object]:
    return {**item._asdict(), "reliability": [row._asdict() for row in item.reliability]}


def _print(name: str, item: Score) -> None:
    verdicts = " ".join(f"{verdict} {count}" for verdict, count in item.verdicts.items())
    click.echo(f"{name}: {item.rows} rows, {item.covered} with a page, {verdicts}")
    if item.covered:
        click.echo(f"  top-1 {item.top1:.3f}  top-3 {item.top3:.3f}  MRR {item.mrr:.3f}")
    click.echo(
        f"  precision of known {item.known_precision:.3f}  known without a page {item.uncovered_known}/{item.uncovered}"
        f"  negatives known {item.negatives_known}/{item.negatives}  Brier {item.brier:.3f}"
    )
