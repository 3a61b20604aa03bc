"""Work in a second process."""

import os
import threading
import time

import pytest

from crashkb.kb.aside import begin


def test_the_result_comes_from_another_process() -> None:
    """Where processes can be forked."""
    result = begin(lambda: str(os.getpid()))()

    assert (result != str(os.getpid())) == hasattr(os, "fork")


def test_it_goes_on_meanwhile() -> None:
    """The parent need not wait before it asks."""

    def slow() -> str:
        time.sleep(0.2)
        return "done"

    started = time.monotonic()
    result = begin(slow)
    begun = time.monotonic() - started

    assert result() == "done"
    assert begun < 0.15


def test_a_child_that_dies_costs_only_time() -> None:
    """Its work is done here."""
    own = os.getpid()

    def dies() -> str:
        if os.getpid() != own:
            os.kill(os.getpid(), 9)
        return "done here"

    assert begin(dies)() == "done here"


def test_a_failure_comes_where_the_result_is_asked_for() -> None:
    """As if there had been no second process."""

    def fails() -> str:
        raise OSError("no")

    with pytest.raises(OSError, match="no"):
        begin(fails)()


def test_a_process_with_threads_is_not_forked() -> None:
    """A lock that another thread holds would stay locked in the child for ever."""
    goes_on = threading.Event()
    other = threading.Thread(target=goes_on.wait)
    other.start()
    try:
        assert begin(lambda: str(os.getpid()))() == str(os.getpid())
    finally:
        goes_on.set()
        other.join()
