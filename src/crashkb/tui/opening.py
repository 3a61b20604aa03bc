"""The chat, put together and run: the one thing that other rooms call."""

import gc
import os
import signal
from collections.abc import Sequence
from pathlib import Path

from crashkb.errors import InputError
from crashkb.resources import data_dir, state_dir
from crashkb.tui import rough_input
from crashkb.tui.app import CrashkbApp
from crashkb.tui.engine import Engine
from crashkb.tui.record import Recorder


def open_chat(roots: Sequence[str], file: str = "", language: str = "", locale_language: str = "en") -> None:
    """Run the chat until it is left.

    Args:
        roots: `--kb` folders.
        file: a log to begin with, or ''.
        language: 'en', 'zh', or '' for what was chosen last, else the locale's.
        locale_language: the language of the user's locale.

    Raises:
        InputError: the file does not exist.
    """
    if file and not Path(file).is_file():
        raise InputError(f"there is no file {file}")
    recorder = Recorder(state_dir(os.environ))
    app = CrashkbApp(
        engine=Engine(roots),
        pages=Engine(roots),
        drafts=Engine(roots),
        recorder=recorder,
        language=language or recorder.setting("language") or locale_language,
        folder=Path.cwd(),
        example_log=data_dir() / "logs" / "examples" / "torch-cuda-oom.log",
        first=file,
    )
    if hasattr(signal, "SIGHUP"):
        # inherited as ignored (nohup, some CI runners), a closed window would leave Textual's reader spinning for ever
        signal.signal(signal.SIGHUP, signal.SIG_DFL)
    rough_input.install()
    gc.disable()  # until the first screen is painted (CrashkbApp enables it): there is nothing to collect yet
    try:
        app.run()
    finally:
        gc.enable()
