"""Answers for other programs."""

import json

from crashkb.ask import ask
from crashkb.render.json_answer import SCHEMA, as_dict, row_dict, to_json
from crashkb.render.view import view
from kbs import small_library

TEXT = "为什么会这样？\n\nRuntimeError: CUDA out of memory. Tried to allocate 2.00 GiB"


def test_the_contract_fields_are_there() -> None:
    """Verdict, causes with id, confidence and evidence, pages, question."""
    library = small_library()
    answer = ask(library, TEXT)
    data = json.loads(to_json(library, answer, view(library, answer)))

    assert data["schema"] == SCHEMA
    assert data["verdict"] == answer.verdict
    assert data["causes"][0]["id"] == "gpu-vram-exhausted"
    assert data["causes"][0]["evidence"][0]["line"] == 3
    assert data["causes"][0]["evidence"][0]["captures"] == {"requested": "2.00 GiB"}
    assert {"id", "kind", "score"} == set(data["pages"][0])


def test_the_trail_comes_only_on_request() -> None:
    """--explain."""
    library = small_library()
    answer = ask(library, TEXT)
    shown = view(library, answer)

    assert "trail" not in as_dict(library, answer, shown)["causes"][0]
    assert as_dict(library, answer, shown, explain=True)["causes"][0]["trail"]


def test_a_triage_row_is_the_short_form() -> None:
    """id, verdict, causes, pages."""
    row = row_dict(ask(small_library(), TEXT), "x/1")

    assert row["id"] == "x/1"
    assert row["causes"][0].keys() == {"id", "confidence"}
    assert json.dumps(row)
