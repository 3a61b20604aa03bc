"""The JSON Schema of a row of `crashkb kb export`, made from the model: a field added there appears here.

`python -m crashkb.ingest.schema > docs/pages.schema.json` renews the file; a test holds it to this.
"""

import json
import typing
from typing import Any

from crashkb.ingest.exchange import SCHEMA
from crashkb.kb.vocabulary import CHOICES
from crashkb.model import LANGUAGES, PAGE_KINDS, Link, Page, Sample, Section, Signature, Source

_ID = "^[a-z0-9]+(-[a-z0-9]+)*$"
_REQUIRED = {
    "Page": ["id", "texts"],
    "Signature": ["id", "emitter", "role", "templates", "means", "means_zh"],
    "Source": ["kind", "ref", "checked"],
    "Sample": ["cause", "text"],
    "Link": ["cause"],
    "Section": ["heading", "text"],
}
_LEFT_OUT = {"Page": {"kind", "path"}, "Signature": {"path"}, "Sample": {"line"}}
_CHOSEN = {**CHOICES, "places": CHOICES["in"]}
_IDS = {"id", "family", "emitter", "cause", "replaced_by"}


def row_schema() -> dict[str, Any]:
    """The schema of one row."""
    definitions = {noun.__name__: _object(noun) for noun in (Page, Signature, Section, Link, Sample, Source)}
    definitions["Page"]["properties"]["texts"] = {
        "type": "object",
        "properties": {language: {"$ref": "#/$defs/PageText"} for language in LANGUAGES},
        "additionalProperties": False,
        "minProperties": 1,
    }
    definitions["Page"]["properties"]["limits"] = {"type": "object", "additionalProperties": {"type": "string"}}
    definitions["PageText"] = {
        "type": "object",
        "required": ["title"],
        "additionalProperties": False,
        "properties": {
            "title": {"type": "string"},
            "asks": _list({"type": "string"}),
            "questions": {"type": "object", "additionalProperties": {"type": "string"}},
            "sections": _list({"$ref": "#/$defs/Section"}),
        },
    }
    pages = {"enum": [kind for kind in PAGE_KINDS if kind != "signature"]}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A page of a crashkb knowledge base",
        "oneOf": [_row(pages, "Page"), _row({"const": "signature"}, "Signature")],
        "$defs": definitions,
    }


def _row(kind: dict[str, Any], noun: str) -> dict[str, Any]:
    properties = {"schema": {"const": SCHEMA}, "kind": kind, "page": {"$ref": f"#/$defs/{noun}"}}
    return {"type": "object", "required": list(properties), "additionalProperties": False, "properties": properties}


def _object(noun: Any) -> dict[str, Any]:
    """The schema of one noun of the model."""
    hints = typing.get_type_hints(noun)
    left_out = _LEFT_OUT.get(noun.__name__, set())
    return {
        "type": "object",
        "description": (noun.__doc__ or "").splitlines()[0],
        "required": _REQUIRED[noun.__name__],
        "additionalProperties": False,
        "properties": {name: _field(name, hint) for name, hint in hints.items() if name not in left_out},
    }


def _field(name: str, hint: Any) -> dict[str, Any]:
    if hint is bool:
        return {"type": "boolean"}
    if hint is str:
        found: dict[str, Any] = {"type": "string"}
        if name in _CHOSEN:
            found["enum"] = list(_CHOSEN[name])
        elif name in _IDS and name != "cause":
            found["pattern"] = _ID
        return found
    inner = typing.get_args(hint)[0] if typing.get_args(hint) else str
    if hasattr(inner, "_fields"):
        return _list({"$ref": f"#/$defs/{inner.__name__}"})
    return _list({"type": "string", **({"enum": list(_CHOSEN[name])} if name in _CHOSEN else {})})


def _list(items: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": items}


def schema_text() -> str:
    """The schema as the file holds it."""
    return json.dumps(row_schema(), indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    print(schema_text(), end="")
