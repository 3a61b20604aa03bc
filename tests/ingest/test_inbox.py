"""Drafts on disk: found by name, rejected for good, readable whatever somebody wrote into them."""

from pathlib import Path

import pytest

from crashkb.errors import IngestError
from crashkb.ingest.corpus import read_corpus
from crashkb.ingest.inbox import drafts_ids, find_draft, fingerprint, read_inbox, reject, rejected
from crashkb.ingest.incident import from_texts
from crashkb.ingest.plan import propose, study
from crashkb.ingest.skeleton import pages_of
from ingest_roots import LOG, TODAY, composed, drafted, small_root
from kbs import open_roots


def test_drafts_of_the_same_incident_never_share_a_folder(tmp_path: Path) -> None:
    """The second gets a number."""
    root = small_root(tmp_path)
    library = open_roots(root)
    names = {drafted(root, library=library).name for _ in range(3)}
    assert len(names) == 3
    assert {draft.name for draft in read_inbox(root)} == names
    assert any(name.endswith("tensor-failure") for name in drafts_ids(root))
    assert (read_inbox(root)[0].folder / "incident-1.log").read_text(encoding="utf-8") == LOG


def test_a_draft_is_found_by_part_of_its_name(tmp_path: Path) -> None:
    """Path tricks are no names."""
    root = small_root(tmp_path)
    draft = drafted(root)
    assert find_draft(root, "lattice") == draft
    for wrong in ("../../etc", "nothing", "a/b"):
        with pytest.raises(IngestError, match="draft"):
            find_draft(root, wrong)


def test_a_rejected_message_is_remembered_whatever_its_figures(tmp_path: Path) -> None:
    """Its fingerprint is that of every print."""
    root = small_root(tmp_path)
    draft = drafted(root)
    reject(root, draft, TODAY, "not ours")
    assert read_inbox(root) == ()
    other = composed(root, LOG.replace("12 nodes", "77 nodes"))[0].plan
    assert rejected(root) == {fingerprint(other): "not ours"}


def test_a_draft_with_a_broken_description_still_is_one(tmp_path: Path) -> None:
    """Somebody edited draft.json badly, or a merge left marks in it."""
    root = small_root(tmp_path)
    draft = drafted(root)
    (draft.folder / "draft.json").write_text("<<<<<<< HEAD\n", encoding="utf-8")
    assert [item.name for item in read_inbox(root)] == [draft.name]


def test_a_known_cause_gets_a_case(tmp_path: Path) -> None:
    """By default, with the key log; and a message of a named cause gets a signature only."""
    root = small_root(tmp_path)
    library = open_roots(root)
    corpus = read_corpus(library, [])
    log = "RuntimeError: CUDA out of memory. Tried to allocate 20.00 MiB (GPU 0; 7.78 GiB total capacity; 7.00 GiB already allocated; 10.00 MiB free; 7.10 GiB reserved in total by PyTorch)\n"
    plan = propose(library, study(library, from_texts([("a.log", log)]), corpus))
    assert (plan.action, bool(plan.case), plan.signature) == ("case", True, "")
    found = study(library, from_texts([("a.log", LOG)]), corpus, "gpu-vram-exhausted")
    pages, signatures = pages_of(propose(library, found, action="signature", cause="gpu-vram-exhausted"), TODAY)
    assert pages == () and signatures[0].links[0].cause == "gpu-vram-exhausted"


def test_a_linked_folder_is_no_draft(tmp_path: Path) -> None:
    """It might lead anywhere."""
    root = small_root(tmp_path)
    draft = drafted(root)
    (root / "ingest/inbox/linked").symlink_to(draft.folder, target_is_directory=True)
    assert [item.name for item in read_inbox(root)] == [draft.name]
