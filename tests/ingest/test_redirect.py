"""Pages leave with a redirect, and all that named them names what serves instead."""

from pathlib import Path

import pytest

from crashkb.errors import IngestError
from crashkb.ingest.redirect import merge, rename, retire
from crashkb.ingest.renaming import names, rename_in
from crashkb.ingest.team import init_root
from crashkb.kb.check import check, is_warning
from crashkb.kb.collection import read_collection
from ingest_roots import TODAY, small_root
from kbs import open_roots

FRAGMENTED, EXHAUSTED = "gpu-vram-fragmented", "gpu-vram-exhausted"


def problems(*roots: Path) -> list[str]:
    return [
        f"{item.path}:{item.line} {item.code} {item.text}"
        for item in check(read_collection(roots), TODAY)
        if not is_warning(item)
    ]


def test_a_retired_cause_leads_to_the_one_that_serves_instead(tmp_path: Path) -> None:
    """Signatures, questions and links name the other; every rule holds."""
    root = small_root(tmp_path)
    changed = retire(root, FRAGMENTED, EXHAUSTED, "same thing", "Ada")
    assert any("/signatures/" in path for path in changed)
    assert problems(root) == []
    page = open_roots(root).page(FRAGMENTED)
    assert page is not None and page.id == EXHAUSTED
    assert f"- Retired `{FRAGMENTED}`; `{EXHAUSTED}` serves instead: same thing (Ada)." in (
        root / "CHANGELOG.md"
    ).read_text(encoding="utf-8")


def test_a_renamed_page_is_found_by_both_ids(tmp_path: Path) -> None:
    """The old id stays as a redirect."""
    root = small_root(tmp_path)
    rename(root, EXHAUSTED, "gpu-memory-too-small")
    assert problems(root) == []
    library = open_roots(root)
    assert {getattr(library.page(name), "id", "") for name in (EXHAUSTED, "gpu-memory-too-small")} == {
        "gpu-memory-too-small"
    }


def test_merged_signatures_keep_wordings_and_samples(tmp_path: Path) -> None:
    """Nothing that matched before is lost."""
    root = small_root(tmp_path)
    before = read_collection([root]).signatures
    one, two = "cuda-error-out-of-memory", "torch-cuda-out-of-memory"
    merge(root, one, two)
    after = read_collection([root]).signatures
    assert set(before[one].templates) <= set(after[two].templates)
    assert after[one].replaced_by == two
    assert problems(root) == []


def test_a_page_below_is_retired_by_a_copy_that_lies_over_it(tmp_path: Path) -> None:
    """A team need not write into the built-in pages."""
    below = small_root(tmp_path)
    team = tmp_path / "team"
    init_root(team, "Team")
    retire(team, FRAGMENTED, EXHAUSTED, below=[below])
    assert problems(below) == []
    assert problems(below, team) == []
    assert read_collection([below]).pages[FRAGMENTED].status == "active"
    assert read_collection([below, team]).pages[FRAGMENTED].status == "retired"


def test_what_cannot_be_is_refused(tmp_path: Path) -> None:
    """Unknown pages, other kinds, taken ids, itself; the root stays as it was."""
    root = small_root(tmp_path)
    for old, new, said in (
        ("nothing", EXHAUSTED, "no page"),
        (EXHAUSTED, "exit-statuses", "is a guide"),
        (EXHAUSTED, EXHAUSTED, "itself"),
    ):
        with pytest.raises(IngestError, match=said):
            retire(root, old, new)
    with pytest.raises(IngestError, match="taken"):
        rename(root, EXHAUSTED, FRAGMENTED)
    with pytest.raises(IngestError, match="no id"):
        rename(root, EXHAUSTED, "../x")
    assert problems(root) == []


def test_an_id_is_renamed_only_where_it_is_meant() -> None:
    """A source that ends like the id, and text in quotation marks, stay."""
    text = '---\ncause: oom\ntitle: "oom again"\nwith: [a, oom]\nsources:\n  - {repro: oom, checked: 2026-11-30}\n---\n\n[oom](oom) oom\n'
    assert rename_in(text, "oom", "new") == text.replace("cause: oom", "cause: new").replace(
        "[a, oom]", "[a, new]"
    ).replace("](oom)", "](new)")
    assert names(text, "oom") and not names(text, "again")
