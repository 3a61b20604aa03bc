"""`crashkb ingest LOG…`: read, mask, mine, write a draft."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import click

from crashkb.cli.ingest_common import TODAY, opened, say
from crashkb.errors import IngestError, InputError
from crashkb.ingest.compose import Composed, compose, with_question
from crashkb.ingest.corpus import Corpus
from crashkb.ingest.drafting import keep
from crashkb.ingest.gaps import choose_gap, find_gaps, gap_incident, unanswered_rows
from crashkb.ingest.inbox import drafts_ids, fingerprint, rejected
from crashkb.ingest.incident import MOST_BYTES, Incident, from_csv, from_files, from_issue, from_texts
from crashkb.ingest.plan import Study, propose, study, title_zh
from crashkb.ingest.skeleton import Plan
from crashkb.ingest.words import file_lines, masked_lines, review_lines, study_lines
from crashkb.ingest.workspace import Workspace, history_gaps, turn_incident
from crashkb.kb.files import is_id
from crashkb.report.decode import decode


@click.command("new")
@click.argument("logs", nargs=-1, metavar="[LOG|-]...")
@click.option("--issue", type=click.Path(path_type=Path), help="An issue: Markdown, or JSON as GitHub gives it.")
@click.option("--csv", "table", type=click.Path(path_type=Path), help="A table with a column text: one incident a row.")
@click.option("--from-history", "turn", type=int, help="An earlier question of the local history, by its number.")
@click.option(
    "--from-gap", "gap", default="", metavar="ID|N", help="All logs of a cluster that `crashkb kb gaps` lists."
)
@click.option(
    "--triaged",
    multiple=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="With --from-gap: a triage output whose clusters count too.",
)
@click.option("--as", "action", type=click.Choice(["cause", "case", "signature"]), help="What to write.")
@click.option("--cause", default="", help="Id of the known cause to which the incident belongs.")
@click.option("--id", "page_id", default="", help="Id of the new cause or case.")
@click.option("--title", default="")
@click.option("--title-zh", default="")
@click.option("--family", default="")
@click.option("--emitter", default="", help="Who prints the message.")
@click.option("--template", default="", help="The template, instead of the mined one.")
@click.option("--question", is_flag=True, help="Write a question page too.")
@click.option("--dry-run", is_flag=True, help="Show the files and their effect, write nothing.")
@click.option("--yes", is_flag=True, help="Take every default; ask nothing.")
@click.option("--again", is_flag=True, help="Also what was rejected before.")
@TODAY
@click.pass_context
def new_command(
    context: click.Context,
    /,
    logs: tuple[str, ...],
    issue: Path | None,
    table: Path | None,
    turn: int | None,
    gap: str,
    triaged: tuple[Path, ...],
    today: object,
    **options: object,
) -> None:
    """Turn an incident into a draft in ingest/inbox/ of the writable root.

    Several LOGs are several prints of the same incident; their template holds what they have in common.
    Exit status 1 if nothing was written because it was rejected before.
    """
    if sum(bool(given) for given in (logs, issue, table, turn is not None, gap)) != 1:
        raise click.UsageError(
            "give a log, '-' for standard input, or one of --issue, --csv, --from-history, --from-gap"
        )
    if triaged and not gap:
        raise click.UsageError("--triaged goes with --from-gap")
    workspace = opened(context, today)
    corpus = workspace.corpus()
    given = _Given(logs, issue, table, turn, gap, triaged)
    written = [_one(workspace, corpus, incident, options) for incident in _incidents(workspace, given)]
    context.exit(0 if any(written) else 1)


class _Given(NamedTuple):
    """Where the incident comes from; one of these is given."""

    logs: tuple[str, ...]
    issue: Path | None
    table: Path | None
    turn: int | None
    gap: str
    triaged: tuple[Path, ...]
    """Belongs to `gap`."""


def _incidents(workspace: Workspace, given: _Given) -> Iterator[Incident]:
    if given.issue is not None:
        yield from_issue(given.issue)
    elif given.table is not None:
        yield from from_csv(given.table)
    elif given.turn is not None:
        yield turn_incident(workspace.history, given.turn)
    elif given.gap:
        yield _from_gap(workspace, given.gap, given.triaged)
    elif list(given.logs) == ["-"]:
        data = sys.stdin.buffer.read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            raise InputError(f"standard input is larger than {MOST_BYTES >> 20} MB: cut out the telling part")
        yield from_texts([("standard-input", decode(data))])
    else:
        yield from_files([Path(log) for log in given.logs])


def _from_gap(workspace: Workspace, wanted: str, triaged: tuple[Path, ...]) -> Incident:
    inputs = history_gaps(workspace.history)
    for path in triaged:
        inputs += unanswered_rows(path)[0]
    gap = choose_gap(find_gaps(workspace.library, inputs), wanted)
    say([f"gap {gap.id}: {gap.times}× {gap.line[:160]}, {len(gap.texts)} different logs"])
    return gap_incident(gap)


def _one(workspace: Workspace, corpus: Corpus, incident: Incident, options: dict[str, object]) -> bool:
    """One incident; whether a draft was (or, with --dry-run, would be) written."""
    cause = str(options["cause"] or "")
    if cause:
        page = workspace.library.page(cause)
        if page is None or page.kind != "cause":
            raise IngestError(
                f"there is no cause {cause!r}; nearest: {', '.join(workspace.library.nearest_ids(cause)) or 'none'}"
            )
        cause = page.id
    found = study(workspace.library, incident, corpus, cause)
    say(masked_lines(incident.found))
    say(study_lines(found))
    plan = _plan(workspace, found, cause, options)
    known = rejected(workspace.root).get(fingerprint(plan))
    if known is not None and not options["again"]:
        say([f"rejected before ({known}); `--again` writes it nevertheless"])
        return False
    fixed = bool(options["template"])
    composed = compose(workspace.library, found, plan, corpus, workspace.today, workspace.root, fixed)
    if options["dry_run"]:
        say(file_lines(composed))
        say(review_lines(composed.review))
        return True
    _write(workspace, composed, incident)
    return True


def _write(workspace: Workspace, composed: Composed, incident: Incident) -> None:
    draft = keep(workspace, composed, incident)
    say(review_lines(composed.review))
    say([f"draft: {draft.name}", *(f"  {draft.folder / path}" for path in composed.files)])
    say([f"next: edit the files (or `crashkb ingest edit {draft.name}`), then `crashkb ingest accept {draft.name}`"])


def _plan(workspace: Workspace, found: Study, cause: str, options: dict[str, object]) -> Plan:
    action = str(options["action"] or ("signature" if cause else ""))
    asks = not options["yes"] and not options["dry_run"] and sys.stdin.isatty() and sys.stdout.isatty()
    if asks and not action:
        default = "case" if found.knows else "cause"
        action = click.prompt(
            "write a new cause, a case or a signature?",
            type=click.Choice(["cause", "case", "signature"]),
            default=default,
        )
    taken = drafts_ids(workspace.root)
    plan = propose(workspace.library, found, tuple(taken), action=action, cause=cause)
    if action in ("case", "signature") and not plan.cause:
        raise IngestError(f"`--as {action}` needs `--cause ID`: nothing like it is known")
    plan = _replaced(plan, options)
    if asks:
        plan = _asked(plan)
    families = workspace.library.families
    if plan.action == "cause" and plan.family not in families:
        raise IngestError(f"there is no family {plan.family!r}; there are {', '.join(families)}")
    return with_question(workspace.library, plan, taken) if options["question"] else plan


def _replaced(plan: Plan, options: dict[str, object]) -> Plan:
    """The plan with the values that options give."""
    given = {
        name: str(options[name]) for name in ("title", "title_zh", "family", "emitter", "template") if options[name]
    }
    page_id = str(options["page_id"] or "")
    for name in filter(None, (page_id, given.get("family"), given.get("emitter"))):
        if not is_id(name):
            raise IngestError(f"{name!r} is no id: lower-case words joined by `-`")
    if page_id:
        given["case" if plan.action == "case" else "cause" if plan.action == "cause" else "signature"] = page_id
    if "template" in given and not plan.signature:
        given["signature"] = f"{plan.cause}-message"[:80].strip("-")
    if given.keys() & {"title", "title_zh"}:
        plan = plan._replace(asks=(), asks_zh=())
    if "title" in given:
        given.setdefault("title_zh", title_zh(given["title"]))
    return plan._replace(**given)  # type: ignore[arg-type]


def _asked(plan: Plan) -> Plan:
    """The plan with what a person answers; return keeps the default."""
    fields = {"cause": ("cause", "title", "title_zh", "family", "emitter"), "case": ("case", "title", "title_zh")}
    answers: dict[str, str] = {}
    for name in (*fields.get(plan.action, ("signature", "emitter")), *(("template",) if plan.template else ())):
        default = title_zh(answers["title"]) if name == "title_zh" else getattr(plan, name)
        answers[name] = click.prompt(name.replace("_", " "), default=default)
    for name in ("cause", "case", "signature", "family", "emitter"):
        if name in answers and not is_id(answers[name]):
            raise IngestError(f"{answers[name]!r} is no id: lower-case words joined by `-`")
    return plan._replace(**answers)  # type: ignore[arg-type]
