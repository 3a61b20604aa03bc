"""Accepting is one step: nothing is lost, doubled or half done, whoever else writes and whenever it is killed."""

import multiprocessing
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from crashkb.errors import IngestError
from crashkb.ingest.accept import accept, file_digest, git_commit, with_final_ids
from crashkb.ingest.inbox import read_inbox
from crashkb.ingest.journal import settle
from crashkb.kb.check import check, is_warning
from crashkb.kb.collection import read_collection
from crashkb.kb.freshness import fingerprint
from ingest_roots import LOG, TODAY, drafted, small_root
from kbs import open_roots

_CAUSE = "kb/causes/memory/frobnet-lattice-nodes-collapsed-layer-tensor-failure.md"


def problems(root: Path) -> list[str]:
    collection = read_collection([root])
    return [
        f"{item.path}:{item.line} {item.code} {item.text}" for item in check(collection, TODAY) if not is_warning(item)
    ]


def nobody() -> set[str]:
    return set()


def test_an_accepted_draft_is_part_of_a_clean_knowledge_base(tmp_path: Path) -> None:
    """Pages in kb/, a line in the changelog, the draft gone."""
    root = small_root(tmp_path)
    draft = drafted(root)
    accepted = accept(root, draft, nobody, "Ada", fingerprint([root]))
    assert len(accepted.files) == 3
    assert problems(root) == []
    assert read_inbox(root) == ()
    assert accepted.line in (root / "CHANGELOG.md").read_text(encoding="utf-8")
    assert "(Ada, 2026-11-30)" in accepted.line


def test_an_id_that_was_taken_meanwhile_gets_a_number(tmp_path: Path) -> None:
    """All that names it is renamed with it."""
    root = small_root(tmp_path)
    draft = drafted(root)
    cause = next(path.stem for path in (draft.folder / "kb/causes").rglob("*.md") if ".zh" not in path.name)
    accepted = accept(root, draft, lambda: {cause}, "", fingerprint([root]))
    assert accepted.renamed == ((cause, f"{cause}-2"),)
    assert problems(root) == []
    signature = next(path for path in accepted.files if "/signatures/" in path)
    assert f"{cause}-2: always" in (root / signature).read_text(encoding="utf-8")


def test_renaming_keeps_words_that_look_like_the_id() -> None:
    """Only where an id is meant: keys, values, fences, links."""
    text = '---\ntitle: "fork bomb, fork"\ncauses:\n  fork: always\n---\n\nA fork is [a fork](fork).\n\n```sample fork\nfork\n```\n'
    files, renamed = with_final_ids({"kb/qa/fork.md": text}, {"fork"})
    assert renamed == (("fork", "fork-2"),)
    assert files["kb/qa/fork-2.md"] == (
        '---\ntitle: "fork bomb, fork"\ncauses:\n  fork-2: always\n---\n\nA fork is [a fork](fork-2).\n\n```sample fork-2\nfork\n```\n'
    )


def test_the_same_message_accepted_twice_is_refused(tmp_path: Path) -> None:
    """Two people ingest one incident: the second accept names the first one's page."""
    root = small_root(tmp_path)
    library = open_roots(root)
    first, second = drafted(root, library=library), drafted(root, library=library)
    checked = fingerprint([root])
    accept(root, first, nobody, "", checked)
    with pytest.raises(IngestError, match="has the same template"):
        accept(root, second, nobody, "", checked)
    assert problems(root) == []


def test_a_page_that_changed_since_is_not_overwritten(tmp_path: Path) -> None:
    """A draft that replaces a page remembers what it was made from."""
    root = small_root(tmp_path)
    draft = drafted(root)
    path = next(path for path in (draft.folder / "kb").rglob("*.md")).relative_to(draft.folder).as_posix()
    draft = draft._replace(base=((path, file_digest(root / path) or "0" * 64),))
    with pytest.raises(IngestError, match="has changed since"):
        accept(root, draft, nobody)


@pytest.mark.parametrize("trick", ["link", "latin1", "huge", "place"])
def test_bad_files_are_refused_with_file_and_reason(tmp_path: Path, trick: str) -> None:
    """Links out of the draft, other encodings, huge files, files in wrong places."""
    root = small_root(tmp_path)
    draft = drafted(root)
    page = next(path for path in (draft.folder / "kb/signatures").rglob("*.md"))
    if trick == "link":
        page.unlink()
        page.symlink_to("/etc/hostname")
    elif trick == "latin1":
        page.write_bytes("---\nemitter: é".encode("latin-1"))
    elif trick == "huge":
        page.write_text("x" * 300_000, encoding="utf-8")
    else:
        (draft.folder / "kb/signatures/../qa").mkdir(parents=True)
        page.rename(draft.folder / "kb/qa/UPPER Case.md")
    with pytest.raises(IngestError, match=r"kb/.*: K00\d "):
        accept(root, draft, nobody)
    assert problems(root) == []


def _many(root: Path, worker: int, count: int) -> None:
    """Ingest and accept that many different incidents."""
    library = open_roots(root)
    words = "amber birch cedar delta ember fjord grove heath inlet jetty knoll larch maple north ocean prism quartz ridge spire".split()
    rng = random.Random(worker)
    for number in range(count):
        pair = rng.sample(words, 3)
        log = LOG.replace(
            "lattice of",
            f"{pair[0]} {pair[1]} {pair[2]} worker{'abcdefgh'[worker]} case{'abcdefghijklmnopqrstuvwxyz'[number]} lattice of",
        )
        draft = drafted(root, log, library)
        accept(root, draft, nobody, "", "")


def test_many_processes_ingest_at_once(tmp_path: Path) -> None:
    """Eight processes, twenty-five incidents each: two hundred pages, no id twice, every rule kept."""
    root = small_root(tmp_path)
    before = len(read_collection([root]).pages)
    context = multiprocessing.get_context("fork")
    workers = [context.Process(target=_many, args=(root, number, 25)) for number in range(8)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(300)
    assert [worker.exitcode for worker in workers] == [0] * 8
    collection = read_collection([root])
    assert len(collection.pages) == before + 200
    assert len({name for name in collection.signatures if name.startswith("frobnet")}) == 200
    assert problems(root) == []
    assert (root / "CHANGELOG.md").read_text(encoding="utf-8").count("\n- New ") == 200
    assert read_inbox(root) == ()


_ACCEPT_ALL = """
import sys
from pathlib import Path
from crashkb.ingest.accept import accept
from crashkb.ingest.inbox import read_inbox
root = Path(sys.argv[1])
print("ready", flush=True)
for draft in read_inbox(root):
    accept(root, draft, set, "", "")
    print(draft.name, flush=True)
"""


def test_a_kill_at_any_moment_leaves_a_valid_knowledge_base(tmp_path: Path) -> None:
    """Killed a hundred times at random moments of accepting: valid after each start, nothing accepted is lost."""
    root = small_root(tmp_path)
    library = open_roots(root)
    words = "amber birch cedar delta ember fjord grove heath inlet jetty".split()
    drafts = []
    for one in words:
        for two in words[:4]:
            log = LOG.replace("lattice of", f"{one} against {two}ine lattice of")
            drafts.append(drafted(root, log, library))
    rng = random.Random(5)
    kills = halfway = 0
    said: set[str] = set()
    while kills < 100:
        process = subprocess.Popen([sys.executable, "-c", _ACCEPT_ALL, str(root)], stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(rng.random() * 0.03)
        process.send_signal(signal.SIGKILL)
        said |= {line.strip() for line in process.stdout if line.strip()}
        process.stdout.close()
        process.wait()
        kills += 1
        halfway += settle(root)
        waiting = {draft.name for draft in read_inbox(root)}
        assert not said & waiting
        pages = {name for name in read_collection([root]).signatures if name.startswith("frobnet")}
        assert len(pages) + len(waiting) == len(drafts)
        if kills % 10 == 0:
            assert problems(root) == []
    assert problems(root) == []
    assert halfway >= 5, "the kills never met an accept at work"
    print(f"{kills} kills, {halfway} of them in the middle of an accept, {len(waiting)} drafts left")


def test_the_accepted_files_and_nothing_else_are_committed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Other changes in the work tree stay as they are."""
    for name in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{name}_NAME", "Ada")
        monkeypatch.setenv(f"GIT_{name}_EMAIL", "ada@example.com")
    root = small_root(tmp_path)
    git = ["git", "-C", str(root)]
    subprocess.run([*git, "init", "-q"], check=True)
    subprocess.run([*git, "add", "kb"], check=True)
    subprocess.run([*git, "commit", "-q", "-m", "start"], check=True)
    (root / "notes.txt").write_text("mine", encoding="utf-8")
    accepted = accept(root, drafted(root), nobody, "Ada", "")
    assert len(git_commit(root, accepted)) >= 7
    shown = subprocess.run(
        [*git, "show", "--name-only", "--format=%s"], capture_output=True, text=True, check=True
    ).stdout
    assert sorted(shown.split("\n\n")[1].split()) == sorted([*accepted.files, "CHANGELOG.md"])
    assert os.path.exists(root / "notes.txt")
