"""A place for each running chat."""

from pathlib import Path

from crashkb.tui.slot import take_slot


def test_two_chats_have_places_of_their_own(tmp_path: Path) -> None:
    """The third takes that of the first, once it is gone."""
    first, second = take_slot(tmp_path), take_slot(tmp_path)
    assert (first.path.name, second.path.name) == ("unsent.json", "unsent-2.json")
    first.release()
    third = take_slot(tmp_path)
    assert third.path == first.path
    for slot in (second, third):
        slot.release()


def test_what_a_dead_chat_left_is_taken_up_first(tmp_path: Path) -> None:
    """One start after the other, until nothing is left."""
    first, second = take_slot(tmp_path), take_slot(tmp_path)
    second.path.write_text("{}")
    first.release()
    second.release()
    third = take_slot(tmp_path)
    assert third.path == second.path
    fourth = take_slot(tmp_path)
    assert fourth.path == first.path
    for slot in (third, fourth):
        slot.release()


def test_a_folder_that_cannot_be_written_has_the_first_place() -> None:
    """Without a lock."""
    assert take_slot(Path("/proc/no/such")).path.name == "unsent.json"
