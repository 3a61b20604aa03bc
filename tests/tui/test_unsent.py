"""What was not sent, or not answered."""

import asyncio
from pathlib import Path
from typing import Any

from chat_driving import NOW
from crashkb.tui.attachment import Attachment
from crashkb.tui.engine import Engine, EngineError
from crashkb.tui.record import Recorder
from crashkb.tui.unsent import EMPTY, Draft, Unsent, restored

LOG = Attachment("a\nb\nc")


class Masking(Engine):
    """Masks slowly, or not at all."""

    def __init__(self, seconds: float = 0.0, fails: bool = False) -> None:
        super().__init__()
        self._seconds, self._fails = seconds, fails

    async def request(self, name: str, *arguments: object) -> Any:
        await asyncio.sleep(self._seconds)
        if self._fails:
            raise EngineError("gone")
        return str(arguments[0]).replace("secret", "***")


async def test_what_waits_for_its_answer_is_kept_with_the_box(tmp_path: Path) -> None:
    """In order, masked; nothing is left once all is answered."""
    recorder = Recorder(tmp_path, lambda: NOW)
    unsent = Unsent(Masking(), recorder)
    first = unsent.sent("first secret", [LOG])
    second = unsent.sent("first secret", [])
    unsent.keep("box", [Attachment("", "/x.log")])
    await unsent.save()
    kept = {"text": "first ***\nfirst ***\nbox", "logs": ["a\nb\nc"], "paths": ["/x.log"]}
    assert recorder.unsent() == kept
    assert restored(kept) == Draft(kept["text"], (LOG, Attachment("", "/x.log")))
    unsent.settled(second)
    assert unsent.waiting[0] is first
    unsent.settled(first)
    unsent.keep("", [])
    await unsent.save()
    assert recorder.unsent() == {}


async def test_a_slow_mask_is_not_broken_off_by_the_next_second(tmp_path: Path) -> None:
    """It is written in the end, though nothing changed meanwhile."""
    recorder = Recorder(tmp_path, lambda: NOW)
    unsent = Unsent(Masking(0.1), recorder)
    unsent.keep("long", [])
    await asyncio.gather(*(unsent.save() for _ in range(4)))
    assert recorder.unsent()["text"] == "long"


async def test_a_worker_that_dies_at_masking_ends_nothing(tmp_path: Path) -> None:
    """Nothing unmasked is written either."""
    recorder = Recorder(tmp_path, lambda: NOW)
    unsent = Unsent(Masking(fails=True), recorder)
    unsent.keep("secret", [])
    await unsent.save()
    assert recorder.unsent() == {}


def test_a_damaged_file_holds_nothing() -> None:
    """Whatever stands in it."""
    assert restored({"logs": 3}) == restored({}) == EMPTY
