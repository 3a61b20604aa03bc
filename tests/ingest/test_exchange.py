"""Pages written from the model, and to and from JSON lines, are the same pages."""

import json
from pathlib import Path

import pytest

from crashkb.errors import InputError
from crashkb.ingest.compose import write_files
from crashkb.ingest.exchange import export_rows, import_files
from crashkb.ingest.schema import row_schema, schema_text
from crashkb.ingest.writing import page_files, signature_files
from crashkb.kb.collection import Collection, read_collection
from crashkb.model import Page, Signature
from kbs import REPO
from small_kb import SMALL


def _same(one: Collection, two: Collection) -> None:
    def bare(item: Page | Signature) -> Page | Signature:
        return item._replace(samples=tuple(sample._replace(line=0) for sample in item.samples))

    assert {name: bare(page) for name, page in one.pages.items()} == {
        name: bare(page) for name, page in two.pages.items()
    }
    assert {name: bare(item) for name, item in one.signatures.items()} == {
        name: bare(item) for name, item in two.signatures.items()
    }


@pytest.mark.parametrize("root", [SMALL, REPO], ids=["small", "real"])
@pytest.mark.parametrize("by_rows", [False, True], ids=["files", "rows"])
def test_every_page_survives_the_round_trip(root: Path, by_rows: bool, tmp_path: Path) -> None:
    """Read, written (or exported and imported), read again: equal in every field."""
    before = read_collection([root])
    if by_rows:
        files = import_files(export_rows(before), "x.jsonl")
    else:
        files = {}
        for page in before.pages.values():
            files |= page_files(page)
        for signature in before.signatures.values():
            files |= signature_files(signature)
    write_files(tmp_path, files)
    _same(before, read_collection([tmp_path]))


def test_every_exported_field_is_in_the_schema() -> None:
    """And the schema file is the one that the model makes."""
    definitions = row_schema()["$defs"]
    for row in export_rows(read_collection([SMALL])):
        data = json.loads(row)
        noun = definitions["Signature" if data["kind"] == "signature" else "Page"]
        assert set(data["page"]) <= set(noun["properties"])
        assert set(noun["required"]) <= set(data["page"])
    assert (REPO / "docs" / "pages.schema.json").read_text(encoding="utf-8") == schema_text()


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("[]", "not a page"),
        ('{"schema": 2, "kind": "qa", "page": {}}', "schema should be 1"),
        ('{"schema": 1, "kind": "qa", "page": {"id": "../../x", "texts": {}}}', "is no id"),
        ('{"schema": 1, "kind": "cause", "page": {"id": "x", "family": "../y", "texts": {}}}', "is no id"),
        (
            '{"schema": 1, "kind": "qa", "page": {"id": "x", "texts": {"en": {"title": "t"}}, "odd": 1}}',
            "unknown fields odd",
        ),
    ],
)
def test_a_bad_row_is_refused_with_file_and_line(row: str, said: str) -> None:
    """A path trick never becomes a path."""
    with pytest.raises(InputError, match=said) as error:
        import_files(["", row], "pages.jsonl")
    assert "pages.jsonl:2" in str(error.value)
