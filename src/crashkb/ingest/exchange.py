"""A page set as JSON lines, so that other tools can read and write pages: one page a row, as the model has it.

    {"schema": 1, "kind": "cause", "page": {"id": "…", "family": "…", "texts": {"en": {…}, "zh": {…}}, …}}

`docs/pages.schema.json` is the JSON Schema of a row (`crashkb.ingest.schema` makes it); docs/pages-jsonl.md tells it in words.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from crashkb.errors import InputError
from crashkb.ingest.writing import page_files, signature_files
from crashkb.kb.collection import Collection
from crashkb.kb.files import is_id
from crashkb.model import LANGUAGES, PAGE_KINDS, Link, Page, PageText, Sample, Section, Signature, Source, Step

SCHEMA = 1

_DERIVED = ("path", "checked")
"""Fields that follow from the others or from where the page lies."""


def export_rows(collection: Collection) -> Iterator[str]:
    """One JSON line for each page and signature, in order of id."""
    items: list[Page | Signature] = [*collection.pages.values(), *collection.signatures.values()]
    for item in sorted(items, key=lambda item: item.id):
        kind = item.kind if isinstance(item, Page) else "signature"
        row = {"schema": SCHEMA, "kind": kind, "page": _as_json(item)}
        yield json.dumps(row, ensure_ascii=False, separators=(",", ":"))


def _as_json(item: Page | Signature) -> dict[str, Any]:
    """The noun as an object; what is empty or derived is left out."""
    data = {
        name: _value(value)
        for name, value in item._asdict().items()
        if name not in (*_DERIVED, "kind", "texts", "limits")
    }
    if isinstance(item, Page):
        data["checked"] = "" if item.sources else item.checked
        data["limits"] = dict(item.limits)
        data["texts"] = {language: _text(text) for language, text in item.texts}
    return {name: value for name, value in data.items() if value not in ("", [], {}, False)}


def _text(text: PageText) -> dict[str, Any]:
    data = {
        "title": text.title,
        "asks": list(text.asks),
        "questions": dict(text.questions),
        "sections": [section._asdict() for section in text.sections],
    }
    return {name: value for name, value in data.items() if value}


def _value(value: Any) -> Any:
    if hasattr(value, "_asdict"):
        return {
            name: _value(inner) for name, inner in value._asdict().items() if name != "line" and inner not in ("", ())
        }
    if isinstance(value, tuple):
        return [_value(inner) for inner in value]
    return value


def import_files(rows: Iterable[str], name: str, languages: tuple[str, ...] = LANGUAGES) -> dict[str, str]:
    """Path → text of the page files that JSON lines describe.

    Args:
        rows: lines; empty ones are skipped.
        name: the file, for messages.
        languages: languages of the root.

    Raises:
        InputError: a line is no row; the message names file and line.
    """
    files: dict[str, str] = {}
    for number, row in enumerate(rows, 1):
        if not row.strip():
            continue
        try:
            item = _from_json(json.loads(row))
            files |= signature_files(item) if isinstance(item, Signature) else page_files(item, languages)
        except (ValueError, KeyError, TypeError, AttributeError, IndexError) as error:
            said = f"no {error}" if isinstance(error, KeyError) else str(error)
            raise InputError(f"{name}:{number}: not a page ({said}); docs/pages.schema.json has the form") from error
    return files


def _from_json(row: Mapping[str, Any]) -> Page | Signature:
    if row.get("schema") != SCHEMA:
        raise ValueError(f"schema should be {SCHEMA}, not {row.get('schema')!r}")
    kind, data = row["kind"], dict(row["page"])
    if kind not in PAGE_KINDS:
        raise ValueError(f"kind {kind!r} is none of {', '.join(PAGE_KINDS)}")
    for key in ("id", *({"cause": ("family",), "signature": ("emitter",)}.get(kind, ()))):
        if not isinstance(data[key], str) or not is_id(data[key]):
            raise ValueError(f"{key} {data[key]!r} is no id")  # an id becomes a path: `../../x` must never be one
    return _signature(data) if kind == "signature" else _page(kind, data)


def _page(kind: str, data: dict[str, Any]) -> Page:
    texts = tuple(
        (language, _page_text(data["texts"][language])) for language in LANGUAGES if language in data["texts"]
    )
    if not texts:
        raise ValueError("texts has no language")
    plain = {key: _frozen(value) for key, value in data.items() if key not in ("texts", "limits", "sources", "samples")}
    sources = _sources(data)
    _known(Page, data)
    return Page(
        **{
            **plain,
            "kind": kind,
            "path": "",
            "limits": tuple((data.get("limits") or {}).items()),
            "sources": sources,
            "samples": _samples(data),
            "texts": texts,
        }
    )


def _page_text(data: Mapping[str, Any]) -> PageText:
    sections = tuple(
        Section(item.get("name", ""), item.get("heading", ""), item["text"]) for item in data.get("sections", ())
    )
    return PageText(data["title"], tuple(data.get("asks", ())), tuple((data.get("questions") or {}).items()), sections)


def _signature(data: dict[str, Any]) -> Signature:
    _known(Signature, data)
    plain = {key: _frozen(value) for key, value in data.items() if key not in ("links", "sources", "samples")}
    links = tuple(Link(item["cause"], tuple(item.get("conditions", ()))) for item in data.get("links", ()))
    return Signature(**{**plain, "path": "", "links": links, "sources": _sources(data), "samples": _samples(data)})


def _sources(data: Mapping[str, Any]) -> tuple[Source, ...]:
    return tuple(Source(item["kind"], item["ref"], item["checked"]) for item in data.get("sources", ()))


def _samples(data: Mapping[str, Any]) -> tuple[Sample, ...]:
    return tuple(Sample(item["cause"], item["text"]) for item in data.get("samples", ()))


def _known(noun: Any, data: Mapping[str, Any]) -> None:
    unknown = sorted(set(data) - set(noun._fields))
    if unknown:
        raise ValueError(f"unknown fields {', '.join(unknown)}")


def _frozen(value: Any) -> Any:
    return tuple(_frozen(item) for item in value) if isinstance(value, list) else value


NOUNS = (Page, PageText, Section, Step, Signature, Link, Sample, Source)
"""What rows are made of."""
