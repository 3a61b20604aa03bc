"""Which literals are looked for, and where they stand."""

import pytest

from crashkb.report import scanner
from crashkb.report.read import trigger_words
from crashkb.report.scanner import Wanted, choose, count_words

WANTED = Wanted(("fatal",), (("loss", "diverged"), ("显存", "不足")))


def found(engine: str, text: str, seen: dict[bytes, int]) -> list[tuple[str, int]]:
    chosen = choose(WANTED, seen, engine)
    return [(chosen.patterns[number].decode(), place) for number, place in chosen.find(text.encode())]


@pytest.mark.parametrize("engine", ["ahocorasick", "hyperscan", "auto"])
def test_places_are_offsets_of_the_first_byte_whatever_the_case(engine: str) -> None:
    """Both engines alike."""
    if engine == "hyperscan":
        pytest.importorskip("hyperscan")
    assert found(engine, "a FATAL loss 显存", {}) == [("fatal", 2), ("loss", 8), ("显存", 13)]


def test_of_a_message_the_rarest_word_is_looked_for() -> None:
    """In this text."""
    seen = count_words(WANTED, b"loss 1\nLoss 2\n")
    assert seen[b"loss"] == 2
    assert [name for name, _ in found("ahocorasick", "loss diverged", dict(seen))] == ["diverged"]


@pytest.mark.parametrize("engine", ["ahocorasick", "hyperscan"])
def test_nothing_is_found_where_nothing_is_wanted(engine: str) -> None:
    """An empty knowledge base."""
    chosen = choose(Wanted(()), {}, engine)
    assert list(chosen.find(b"anything")) == []


def test_letters_that_an_automaton_does_not_tell_apart_are_compared() -> None:
    """ "显" and its neighbours fold to the same bytes; only the wanted one is found."""
    chosen = choose(Wanted(("显存",)), {}, "ahocorasick")
    neighbour = bytes(byte ^ 0x20 if byte > 0xA0 and byte < 0xC0 else byte for byte in "显存".encode())

    assert neighbour != "显存".encode()
    assert list(chosen.find(neighbour + " error 显存".encode())) == [(0, len(neighbour) + 7)]


def test_a_block_is_searched_in_stretches_of_whole_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the same result; so nothing that is wanted may span two lines."""
    text = "a fatal one\n显存 x\nloss\n" * 50 + "FATAL"
    whole = found("ahocorasick", text, {})
    for stretch in (1, 40, 600):
        monkeypatch.setattr(scanner, "_STRETCH", stretch)
        assert found("ahocorasick", text, {}) == whole

    assert len(whole) == 151
    assert not any("\n" in word for word in trigger_words())
