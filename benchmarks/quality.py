"""Retrieval quality and warm latency: crashkb against libraries that search the same pages.

The pages and queries go to the peers (another environment) as JSON.
"""

import json
import subprocess
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from common import PEERS_PYTHON, PYTHON, ROOT, SHARED, WORK, Figure, cpu_ms, environment, peak_mib

from crashkb.ask import OpenLibrary, ask
from crashkb.evaluate.rows import Row, read_rows
from crashkb.kb.collection import Collection, read_collection
from crashkb.kb.documents import SEARCHED_KINDS, Wording, document_tokens
from crashkb.match.by_words import find_pages, word_scores
from crashkb.match.query import make_query
from crashkb.report.read import read_report
from crashkb.text.concepts import Concepts
from crashkb.text.tokens import tokens

GROUP = "Retrieval: the same pages, labelled reports of both languages"


def export(
    roots: list[Path], queries: list[dict[str, object]], path: Path, kinds: Sequence[str] = SEARCHED_KINDS
) -> list[list[str]]:
    """Write pages (as text and as crashkb's tokens) and queries for the peers; returns the tokens."""
    every: list[list[str]] = []
    collection = read_collection(roots)
    wording = Wording(Concepts(collection.concepts))
    pages = [page for _, page in sorted(collection.pages.items()) if page.kind in kinds]
    leading: dict[str, list[object]] = {}
    for signature in collection.signatures.values():
        for link in signature.links:
            leading.setdefault(link.cause, []).append(signature)
    documents = []
    for page in pages:
        signatures = leading.get(page.id, [])
        text = "\n".join(
            [
                *(part for _, written in page.texts for part in (written.title, *written.asks)),
                *(section.text for _, written in page.texts for section in written.sections),
                *(template for signature in signatures for template in signature.templates),  # type: ignore[attr-defined]
            ]
        )
        head = [" ".join((written.title, *written.asks[:8])) for _, written in page.texts]
        every.append(document_tokens(page, signatures, wording))  # type: ignore[arg-type]
        documents.append({"id": page.id, "text": text, "heads": head, "tokens": every[-1]})
    path.write_text(json.dumps({"documents": documents, "queries": queries}, ensure_ascii=False), encoding="utf-8")
    return every


def labelled() -> list[Row]:
    """The labelled reports that have a cause; none where the folder is absent."""
    path = SHARED / "eval" / "dev.jsonl"
    return [row for row in read_rows([path]) if row.accepted] if path.exists() else []


def as_query(library: OpenLibrary, row: Row) -> dict[str, object]:
    """A report as the peers get it: its text, its tokens, and what crashkb itself would search for."""
    resolved = sorted({page.id if (page := library.page(cause)) else cause for cause in row.accepted})
    picked = list(make_query(library, read_report(row.text)).terms)
    return {"accepted": resolved, "text": row.text, "tokens": tokens(row.text), "picked": picked}


def measure_quality(library: OpenLibrary, root: Path) -> list[Figure]:
    """First hits of crashkb and of each peer."""
    rows = labelled()
    if not rows:
        return [Figure(GROUP, "labelled reports", "not available here")]
    queries = [as_query(library, row) for row in rows]
    export([root], queries, WORK / "quality.json", ["cause"])
    right = {1: 0, 3: 0}
    words = {1: 0, 3: 0}
    for row, query in zip(rows, queries, strict=True):
        accepted = set(query["accepted"])  # type: ignore[call-overload]
        found = [cause.id for cause in ask(library, row.text).causes]
        by_words = [
            hit.id for hit in find_pages(library, make_query(library, read_report(row.text))) if hit.kind == "cause"
        ]
        for count in right:
            right[count] += bool(accepted & set(found[:count]))
            words[count] += bool(accepted & set(by_words[:count]))
    result = subprocess.run(
        [PEERS_PYTHON, str(Path(__file__).parent / "peers.py"), "quality", str(WORK / "quality.json")],
        capture_output=True,
        text=True,
        env=environment(),
        check=False,
    )
    if result.returncode:
        raise SystemExit(result.stderr)
    peers: dict[str, list[float]] = json.loads(result.stdout.splitlines()[-1])
    plain = {name: scores for name, scores in peers.items() if "crashkb's" not in name}
    best = max(plain, key=lambda name: plain[name][0])
    lent = max(peers, key=lambda name: peers[name][0])
    ahead = 100 * (right[1] / len(rows) - plain[best][0])
    beyond = 100 * (right[1] / len(rows) - peers[lent][0])
    return [
        Figure(
            GROUP, f"crashkb, top 1 / top 3 of {len(rows)}", f"{right[1] / len(rows):.1%} / {right[3] / len(rows):.1%}"
        ),
        Figure(GROUP, "its word search alone", f"{words[1] / len(rows):.1%} / {words[3] / len(rows):.1%}"),
        *(Figure(GROUP, name, f"{scores[0]:.1%} / {scores[1]:.1%}") for name, scores in peers.items()),
        Figure(
            GROUP,
            "ahead of the best peer, points",
            f"{ahead:.1f}",
            "≥ 15",
            ahead >= 15,
            f"best: {best}; {beyond:.1f} ahead of {lent}, which crashkb's own tokeniser or query lifts",
        ),
    ]


def measure_latency(library: OpenLibrary, roots: list[Path], label: str, limit: float, base: float) -> list[Figure]:
    """CPU time of the word search against tantivy's bare query, and of a whole answer against bare Python.

    Args:
        library: opened over the roots.
        roots: whose pages are searched.
        label: how large it is.
        limit: goal as a multiple of tantivy's time.
        base: milliseconds of bare `python -c pass`.
    """
    group = f"Warm, in one process: {label}"
    collection = read_collection(roots)
    queries = _sentences(library, collection)
    path = WORK / "latency.json"
    asked = [{"accepted": [], "text": text, "tokens": terms, "picked": terms} for text, terms in queries]
    pages = export(roots, asked, path)
    ours, tail = cpu_ms(lambda terms: _word_search(library, terms), [terms for _, terms in queries])
    result = subprocess.run(
        [PEERS_PYTHON, str(Path(__file__).parent / "peers.py"), "latency", str(path)],
        capture_output=True,
        text=True,
        env=environment(),
        check=False,
    )
    if result.returncode:
        raise SystemExit(result.stderr)
    peers = json.loads(result.stdout.splitlines()[-1])
    theirs, their_tail = peers.pop("tantivy")
    exact = peers.pop("exact")
    same = sum(_word_search(library, terms)[:1] == [first] for (_, terms), first in zip(queries, exact, strict=True))
    texts = [text for text, _ in queries[:60]] + _logs(queries)
    answers, slow = cpu_ms(lambda text: ask(library, text), texts)
    peak = _warm_peak(roots, texts)
    kinds = {frozenset(page) for page in pages}
    return [
        Figure(
            group,
            "pages, distinct ones, different words, median words of a page",
            f"{len(pages):,}, {len(kinds):,}, {len(frozenset().union(*kinds)):,}, {median(map(len, kinds)):.0f}",
            "all distinct",
            len(kinds) == len(pages),
        ),
        Figure(group, "word search, p50 / p95 CPU ms", f"{ours:.2f} / {tail:.2f}"),
        Figure(group, "tantivy, bare query", f"{theirs:.2f} / {their_tail:.2f}"),
        *(Figure(group, name, f"{value[0]:.2f} / {value[1]:.2f}") for name, value in peers.items()),
        Figure(group, "word search against tantivy", f"{ours / theirs:.1f}x", f"≤ {limit:g}x", ours <= limit * theirs),
        Figure(
            group,
            "same first page as scikit-learn's exact cosine",
            f"{same / len(queries):.1%}",
            "≥ 99 %",
            same >= 0.99 * len(queries),
        ),
        Figure(
            group,
            "whole answer, p50 / p95 CPU ms",
            f"{answers:.2f} / {slow:.2f}",
            f"p95 ≤ {2 * base:.1f} (2x bare Python)",
            slow <= 2 * base,
        ),
        Figure(group, f"memory after {len(texts)} answers, MiB", f"{peak:.0f}", "< 80", peak < 80),
    ]


def _warm_peak(roots: list[Path], texts: list[str]) -> float:
    """Peak MiB of a process that opens the roots and answers these texts one after the other."""
    path = WORK / "texts.json"
    path.write_text(json.dumps(texts), encoding="utf-8")
    code = (
        "import json\nfrom pathlib import Path\nfrom crashkb.ask import OpenLibrary, ask\n"
        "from crashkb.kb.store import open_index\nfrom crashkb.match.confidence import read_calibration\n"
        f"roots = [Path(name) for name in {[str(root) for root in roots]!r}]\n"
        f"connection, _ = open_index(roots, Path({str(WORK / 'cache' / 'crashkb')!r}), None)\n"
        "library = OpenLibrary(connection)\n"
        f"library.calibration = read_calibration(Path({str(ROOT / 'data' / 'calibration.json')!r}))\n"
        f"for text in json.loads(Path({str(path)!r}).read_text()):\n    ask(library, text)\n"
    )
    return peak_mib([PYTHON, "-c", code])


def _word_search(library: OpenLibrary, terms: list[str]) -> list[str]:
    """Ids of the cause pages nearest to the terms: the stage alone, without the rest of an answer."""
    best = word_scores(library, terms).leading(40)
    names = library.documents(best)
    return [names[document][0] for document in best]


def _sentences(library: OpenLibrary, collection: Collection) -> list[tuple[str, list[str]]]:
    """Two hundred queries of about twelve words, taken from pages in turn, with their tokens."""
    texts = [
        " ".join(section.text.split()[:14]) if language == "en" else section.text[:40]
        for _, page in sorted(collection.pages.items())
        if page.kind == "cause"
        for language, written in page.texts
        for section in written.sections[:2]
    ]
    step = max(1, len(texts) // 200)
    return [(text, tokens(text)) for text in texts[::step][:200]]


def _logs(queries: list[tuple[str, list[str]]]) -> list[str]:
    """Logs of a hundred lines that end in an error."""
    filler = "".join(f"2026-11-30 10:00:{number % 60:02d} INFO step {number} loss 0.{number}\n" for number in range(99))
    return [f"{filler}RuntimeError: {text}\n" for text, _ in queries[60:90]]
