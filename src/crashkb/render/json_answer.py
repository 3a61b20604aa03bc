"""An answer as JSON for other programs; `docs/answer-json.md` describes the fields."""

import json
from typing import Any

from crashkb.kb.library import Library
from crashkb.model import Answer, Block, Evidence, RankedCause
from crashkb.render.fill import plain
from crashkb.render.view import CauseView, View

SCHEMA = 1
"""Raised when a field changes its meaning or goes away; new fields may come without."""


def to_json(library: Library, answer: Answer, shown: View, *, explain: bool = False) -> str:
    """The whole answer, indented, ASCII only where the text is."""
    return json.dumps(as_dict(library, answer, shown, explain=explain), ensure_ascii=False, indent=2)


def as_dict(library: Library, answer: Answer, shown: View, *, explain: bool = False) -> dict[str, Any]:
    """The answer as plain values."""
    return {
        "schema": SCHEMA,
        "verdict": answer.verdict,
        "language": answer.language,
        "causes": [_cause(library, answer, cause, explain) for cause in answer.causes],
        "pages": [{"id": page.id, "kind": page.kind, "score": page.score} for page in answer.pages],
        "page": answer.page or None,
        "question": _question(answer),
        "details": [_details(cause) for cause in shown.causes],
        "why_not": list(shown.why_not),
        "would_change": list(shown.would_change),
        "others": [{"line": line, "cause": title, "text": text} for line, title, text in shown.others],
        "benign": [{"line": line, "means": means} for line, means in shown.benign],
        "related": [item._asdict() for item in shown.related],
        "nearest": [item._asdict() for item in shown.nearest],
        "collect": shown.collect,
        "search_terms": list(shown.search_terms),
        "facts": [fact._asdict() for fact in answer.report.facts],
        "blocks": [_block(block) for block in answer.report.blocks[:50]],
        "notes": list(answer.notes),
        "incomplete": answer.report.incomplete or None,
        "kb": answer.version,
    }


def row_dict(answer: Answer, row_id: str) -> dict[str, Any]:
    """The short form of an answer: one row of `triage`."""
    return {
        "id": row_id,
        "verdict": answer.verdict,
        "causes": [{"id": cause.id, "confidence": cause.confidence} for cause in answer.causes],
        "pages": [{"id": page.id, "kind": page.kind, "score": page.score} for page in answer.pages],
        "page": answer.page or None,
        "kinds": list(dict.fromkeys(block.kind for block in answer.report.blocks)),
        "kb": answer.version,
    }


def _cause(library: Library, answer: Answer, cause: RankedCause, explain: bool) -> dict[str, Any]:
    page = library.page(cause.id)
    data: dict[str, Any] = {
        "id": cause.id,
        "title": page.text(answer.language).title if page else cause.id,
        "confidence": cause.confidence,
        "evidence": [_evidence(item) for item in cause.evidence],
    }
    if explain:
        data["score"] = cause.score
        data["trail"] = [item._asdict() for item in cause.trail]
    return data


def _evidence(item: Evidence) -> dict[str, Any]:
    return {
        "kind": item.kind,
        "line": item.first,
        "last_line": item.last,
        "text": plain(item.text),
        "signature": item.signature or None,
        "strong": item.strong,
        "condition": item.condition or None,
        "times": item.times,
        "doubt": item.doubt or None,
        "captures": {capture.name: plain(capture.text) for capture in item.captures},
    }


def _question(answer: Answer) -> dict[str, Any] | None:
    if answer.question is None:
        return None
    return {
        "text": answer.question.text,
        "options": [option._asdict() for option in answer.question.options],
        "names": list(answer.question.names),
    }


def _details(cause: CauseView) -> dict[str, Any]:
    data = cause._asdict()
    data["steps"] = [step._asdict() for step in cause.steps]
    data["reasons"] = [reason._asdict() for reason in cause.reasons]
    return data


def _block(block: Block) -> dict[str, Any]:
    return {
        "kind": block.kind,
        "first": block.first,
        "last": block.last,
        "exception": plain(block.exception),
        "message": plain(block.message[:2000]),
        "fatal": block.fatal,
        "frames": [plain(frame.function or frame.file) for frame in block.frames[:10]],
    }
