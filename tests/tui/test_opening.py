"""Opening the chat: what is refused, and what is always put back."""

import gc
from pathlib import Path

import pytest

from crashkb.errors import InputError
from crashkb.tui import opening
from crashkb.tui.app import CrashkbApp


def test_a_log_that_is_not_there_is_said_before_the_screen_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(CrashkbApp, "run", lambda self: pytest.fail("the screen was taken"))
    with pytest.raises(InputError, match=r"there is no file .*absent\.log"):
        opening.open_chat([], file=str(tmp_path / "absent.log"))


def test_garbage_collection_is_on_again_after_a_chat_that_breaks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(self: CrashkbApp) -> None:
        assert not gc.isenabled()
        raise RuntimeError("no terminal")

    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr(CrashkbApp, "run", broken)
    with pytest.raises(RuntimeError, match="no terminal"):
        opening.open_chat([])
    assert gc.isenabled()
