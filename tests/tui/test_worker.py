"""What the worker process can do, and that it ends with its chat."""

import io
import os
import pickle
import subprocess
import sys
from pathlib import Path

from chat_driving import OOM
from crashkb.tui.wire import lines_of
from crashkb.tui.worker import LENGTH, Desk, receive, send, serve
from kbs import small_library


def desk() -> Desk:
    return Desk(small_library)


def test_a_diagnosis_is_in_both_languages_and_without_the_reports_lines() -> None:
    """So that the screen can be switched, and the pipe carries no log twice."""
    found = desk().diagnose(OOM + "\n为什么", (), "en", {}, {})
    assert found.answer.language == "zh"
    assert found.answer.report.lines == ()
    assert found.views["en"].causes[0].id == found.views["zh"].causes[0].id == "gpu-vram-exhausted"
    assert found.views["en"].causes[0].title != found.views["zh"].causes[0].title
    assert len(pickle.dumps(found)) < 200_000


def test_outcomes_break_ties_and_change_no_confidence() -> None:
    """Only where it is unsure."""
    text = "RuntimeError: CUDA error: out of memory"
    plain = desk().diagnose(text, (), "en", {}, {})
    judged = desk().diagnose(text, (), "en", {}, {plain.answer.causes[1].id: (9, 9)})
    assert plain.answer.verdict == "unsure"
    assert {c.id: c.confidence for c in plain.answer.causes} == {c.id: c.confidence for c in judged.answer.causes}


def test_a_glance_tells_lines_and_kind() -> None:
    """Of a paste and of a file."""
    seen = desk().glance(OOM, ())
    assert (seen.lines, seen.kind) == (5, "python-exception")
    assert lines_of("") == 0 and lines_of("a") == 1 and lines_of("a\nb\n") == 2


def test_a_huge_file_is_counted_while_it_is_read(tmp_path: Path) -> None:
    """It is never held whole."""
    path = tmp_path / "huge.log"
    path.write_text("step 1 loss 0.3\n" * 400_000 + OOM)
    seen = desk().glance("", (str(path),))
    assert seen.lines == 400_005
    assert seen.kind == "python-exception"
    found = desk().diagnose("why?", (str(path),), "en", {}, {})
    assert found.answer.causes[0].evidence[0].first == 400_005


def test_what_is_stored_is_masked() -> None:
    """Also what the answer quotes."""
    secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    found = desk().diagnose(OOM.replace("epoch 1", secret), (), "en", {}, {})
    assert secret not in repr(found.stored)
    assert secret not in desk().mask(f"token {secret}")


def test_the_catalog_has_every_page_and_signature() -> None:
    """With titles in both languages."""
    catalog = desk().catalog()
    kinds = {entry.kind for entry in catalog.entries}
    assert kinds == {"cause", "qa", "case", "guide", "signature"}
    assert catalog.families["memory"]["zh"]


def test_requests_are_answered_until_they_end() -> None:
    """Each reply after its length."""
    requests, replies = io.BytesIO(), io.BytesIO()
    send(requests, ("mask", ("a",)))
    send(requests, ("diagnose", ("", ("/no/such",), "en", {}, {})))
    requests.write(LENGTH.pack(99)[:4])
    requests.seek(0)
    serve(desk(), requests, replies)
    replies.seek(0)
    assert receive(replies) == ("ok", "a")
    assert receive(replies)[0] == "refused"
    assert receive(replies) is None


def test_the_process_ends_when_its_chat_is_killed() -> None:
    """The end of its input is the sign."""
    process = subprocess.Popen(
        [sys.executable, "-m", "crashkb.tui.worker"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert process.stdin is not None and process.stdout is not None
    process.stdin.close()
    assert process.wait(timeout=30) == 0
    process.stdout.close()
    assert os.path.exists(f"/proc/{process.pid}") is False
