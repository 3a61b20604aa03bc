"""The history survives kills, refuses newer files, and counts what helped."""

import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from crashkb.errors import HistoryError
from crashkb.history import VERSION, History

NOW = "2026-11-30T10:00:00Z"
ANSWER = {"verdict": "unsure", "causes": [{"id": "gpu-vram-exhausted", "confidence": 0.6}], "kb": "abc"}


@pytest.fixture
def history(tmp_path: Path) -> History:
    return History(tmp_path / "deep" / "history.sqlite")


def test_conversations_turns_and_ticks_are_there_after_reopening(history: History) -> None:
    """Nothing lives only in memory."""
    conversation = history.start(NOW, "CUDA out of memory")
    turn = history.add(conversation, NOW, "log text", ANSWER, ["python-exception"])
    history.tick(conversation, "gpu-vram-exhausted", "smaller-batch", True)
    history.close()
    again = History(history.path)

    assert [item.title for item in again.conversations()] == ["CUDA out of memory"]
    assert again.turn(turn) == again.turns(conversation)[0]
    assert again.turns(conversation)[0].answer == ANSWER
    assert again.ticked(conversation) == {("gpu-vram-exhausted", "smaller-batch")}


@pytest.mark.skipif(os.name == "nt", reason="POSIX permissions")
def test_only_its_owner_can_read_it(history: History) -> None:
    """Pasted logs are private on a shared server."""
    assert history.path.stat().st_mode & 0o777 == 0o600


def test_unticking_and_forgetting(history: History) -> None:
    """Boxes can be emptied, conversations removed."""
    conversation = history.start(NOW, "x")
    history.add(conversation, NOW, "secret", ANSWER, [])
    history.tick(conversation, "c", "s", True)
    history.tick(conversation, "c", "s", False)
    assert history.ticked(conversation) == frozenset()

    history.forget(conversation)
    assert history.conversations() == ()
    assert history.turns(conversation) == ()


def test_search_finds_words_of_inputs_and_titles(history: History) -> None:
    """A percent sign is no wildcard."""
    first = history.start(NOW, "显存不足")
    history.add(first, NOW, "CUDA out of memory", ANSWER, [])
    history.start(NOW, "other")

    assert [item.id for item in history.conversations("out of")] == [first]
    assert [item.id for item in history.conversations("显存")] == [first]
    assert history.conversations("zzz%") == ()


def test_unknowns_are_the_turns_without_a_known_cause(history: History) -> None:
    """Newest first."""
    conversation = history.start(NOW, "x")
    for verdict in ("known", "unknown", "unsure"):
        history.add(conversation, NOW, verdict, {**ANSWER, "verdict": verdict}, [])

    assert [turn.input for turn in history.unknowns()] == ["unsure", "unknown"]


def test_one_persons_repeated_clicks_count_once_and_the_newest_wins(history: History) -> None:
    """Per turn, cause and step."""
    for outcome in ("fixed", "fixed", "did-not-help"):
        history.record(NOW, 1, "c", "one", outcome)
    history.record(NOW, 2, "c", "one", "fixed")
    history.record(NOW, 2, "c", "", "right-answer")
    history.record(NOW, 3, "c", "", "wrong-answer")

    assert history.step_outcomes("c") == {"one": (1, 2)}
    assert history.cause_outcomes() == {"c": (1, 3)}


def test_a_conversation_counts_once_however_often_its_log_was_pasted(history: History) -> None:
    """What is shown often, or judged twice by one person, does not feed itself; forgetting takes no proof away."""
    for _ in range(2):
        talk = history.start(NOW, "x")
        for _ in range(3):
            history.record(NOW, history.add(talk, NOW, "log", ANSWER, []), "c", "one", "fixed")
    assert history.step_outcomes("c") == {"one": (2, 2)}
    assert history.cause_outcomes() == {"c": (2, 2)}

    history.forget(talk)
    again = history.start(NOW, "y")
    history.record(NOW, history.add(again, NOW, "log", ANSWER, []), "c", "one", "did-not-help")
    assert history.cause_outcomes()["c"] == (2, 3)


def test_answers_that_did_not_help_are_found(history: History) -> None:
    """Wrong, or tried in vain; not if something fixed it after all."""
    talk = history.start(NOW, "x")
    wrong, vain, fixed, silent = (history.add(talk, NOW, "log", ANSWER, []) for _ in range(4))
    history.record(NOW, wrong, "c", "", "wrong-answer")
    history.record(NOW, vain, "c", "one", "did-not-help")
    history.record(NOW, fixed, "c", "one", "did-not-help")
    history.record(NOW, fixed, "c", "two", "fixed")
    assert history.unhelped() == {wrong, vain}
    assert silent not in history.unhelped()


def test_a_newer_or_damaged_file_is_one_clear_error(tmp_path: Path) -> None:
    """Never overwritten."""
    newer, damaged = tmp_path / "newer.sqlite", tmp_path / "damaged.sqlite"
    connection = sqlite3.connect(newer)
    connection.execute(f"PRAGMA user_version = {VERSION + 1}")
    connection.close()
    damaged.write_bytes(b"not a database at all" * 100)

    with pytest.raises(HistoryError, match="newer crashkb"):
        History(newer)
    with pytest.raises(HistoryError, match="cannot be opened"):
        History(damaged)
    assert damaged.read_bytes().startswith(b"not a database")


def test_damage_behind_the_first_page_is_one_clear_error_too(history: History) -> None:
    """It opens, and every reading says so; nothing else is raised."""
    turn = history.add(history.start(NOW, "t"), NOW, "x" * 20_000, {}, ())
    history.record(NOW, turn, "c", "", "fixed")
    history.close()
    data = history.path.read_bytes()
    history.path.write_bytes(data[:4096] + bytes(byte ^ 0x5A for byte in data[4096:]))
    damaged = History(history.path)
    for read in (damaged.conversations, damaged.unknowns, damaged.cause_outcomes, damaged.unhelped):
        with pytest.raises(HistoryError, match="cannot be read"):
            read()
    with pytest.raises(HistoryError, match="cannot be read"):
        damaged.conversation(1)


def test_a_full_disk_is_named(history: History) -> None:
    """Not the transaction that SQLite has undone by itself."""
    history._connection.execute("PRAGMA max_page_count = 12")
    number = history.start(NOW, "t")
    with pytest.raises(HistoryError, match="full"):
        history.add(number, NOW, "x" * 200_000, {}, ())
    assert history.conversation(number) == (number, NOW, "t", 0)
    assert history.conversation(number + 1) is None


def test_signs_that_sql_knows_are_searched_as_they_stand(history: History) -> None:
    """Per cent, underscore, backslash."""
    for title in ("100% done", "a_b", "axb", "c:\\x"):
        history.start(NOW, title)
    found = {words: [item.title for item in history.conversations(words)] for words in ("0%", "a_b", ":\\", "%")}
    assert found == {"0%": ["100% done"], "a_b": ["a_b"], ":\\": ["c:\\x"], "%": ["100% done"]}


def test_processes_that_write_at_once_lose_nothing(tmp_path: Path) -> None:
    """Each waits for the other's transaction."""
    path = str(tmp_path / "history.sqlite")
    History(Path(path)).close()
    code = (
        "from pathlib import Path\nfrom crashkb.history import History\n"
        f"history = History(Path({path!r}))\n"
        "for number in range(20):\n"
        "    history.add(history.start('t', str(number)), 't', 'x', {}, [])\n"
    )
    workers = [subprocess.Popen([sys.executable, "-c", code]) for _ in range(3)]

    assert [worker.wait() for worker in workers] == [0, 0, 0]
    assert len(History(Path(path)).conversations()) == 60


def test_a_kill_in_the_middle_leaves_a_valid_file_with_all_that_was_confirmed(tmp_path: Path) -> None:
    """SIGKILL while it writes."""
    path = tmp_path / "history.sqlite"
    code = (
        "import sys\nfrom pathlib import Path\nfrom crashkb.history import History\n"
        f"history = History(Path({str(path)!r}))\n"
        "for number in range(100000):\n"
        "    conversation = history.start('t', str(number))\n"
        "    history.add(conversation, 't', 'x', {'verdict': 'known'}, [])\n"
        "    print(number, flush=True)\n"
    )
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    process.stdout.readline()
    time.sleep(0.2)
    os.kill(process.pid, signal.SIGKILL)
    confirmed = [int(line) for line in process.stdout.read().split()]
    process.stdout.close()
    process.wait()
    history = History(path)

    assert len(history.conversations(limit=10**6)) >= max(confirmed, default=0) + 1
    assert history._connection.execute("PRAGMA integrity_check").fetchone()[0] == "ok"


def test_appending_needs_no_sqlite_utils(history: History) -> None:
    """Only making or migrating the file does."""
    history.close()
    code = (
        "import sys\nfrom pathlib import Path\nfrom crashkb.history import History\n"
        f"history = History(Path({str(history.path)!r}))\n"
        "history.add(history.start('t', 'x'), 't', 'x', {}, [])\n"
        "assert 'sqlite_utils' not in sys.modules\n"
    )

    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
