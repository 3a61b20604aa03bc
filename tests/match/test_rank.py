"""Each weight does what it is for; ties break by id; every contribution is kept."""

import pytest

from crashkb.match.by_words import WordHit
from crashkb.match.rank import WEIGHTS, Scored, rank
from crashkb.model import Block, Hit, HitLink, Report
from kbs import real_library, small_library

EXHAUSTED, FRAGMENTED, OPERATOR = "gpu-vram-exhausted", "gpu-vram-fragmented", "op-version-too-new"


def report(*blocks: Block) -> Report:
    return Report((), blocks, "", frozenset(), (), "")


def hit(
    cause: str, *, role: str = "specific", strong: bool = True, block: int = -1, name: str = "", first: int = 1
) -> Hit:
    return Hit(name or f"s-{cause}-{role}", role, first, first, "text", (), (HitLink(cause, strong),), block)


def ranked(hits: list[Hit], pages: list[WordHit] | None = None, given: Report | None = None) -> tuple[Scored, ...]:
    return rank(small_library(), given or report(), hits, pages or [])


def test_specific_beats_generic_beats_echo_beats_benign() -> None:
    """At equal place and link."""
    roles = ("specific", "generic", "echo", "benign")
    scores = [sum(item.score for item in ranked([hit(EXHAUSTED, role=role)])) for role in roles]

    assert scores == sorted(scores, reverse=True)
    assert len(set(scores)) == 4


def test_weak_a_strong_link_beats_a_weak_one() -> None:
    """The weak one is still a candidate."""
    first, second = ranked([hit(EXHAUSTED, strong=False), hit(FRAGMENTED)])

    assert (first.id, second.id) == (FRAGMENTED, EXHAUSTED)


def test_elsewhere_a_hit_in_the_first_fatal_block_beats_one_outside() -> None:
    """A later failure is another one."""
    given = report(Block("python-exception", 1, 5), Block("python-exception", 10, 15))
    for place in (-1, 1):
        assert (
            ranked([hit(EXHAUSTED, block=place, first=11), hit(FRAGMENTED, block=0)], given=given)[0].id == FRAGMENTED
        )


def test_words_order_what_signatures_leave_open() -> None:
    """Two causes of one message."""
    hits = [hit(EXHAUSTED, name="s"), hit(FRAGMENTED, name="s")]
    words = [WordHit(FRAGMENTED, "cause", 0.2)]

    assert ranked(hits)[0].id == EXHAUSTED  # by id
    assert ranked(hits, words)[0].id == FRAGMENTED


def test_words_do_not_beat_a_strong_specific_signature() -> None:
    """A likely cosine is far below what a telling line weighs."""
    assert ranked([hit(EXHAUSTED)], [WordHit(OPERATOR, "cause", 0.5)])[0].id == EXHAUSTED


def test_asks_a_known_way_of_asking_beats_words_alone() -> None:
    """The nearer to a page's own question, the better."""
    pages = [WordHit(EXHAUSTED, "cause", 0.3), WordHit(OPERATOR, "cause", 0.2, ask=0.9, ask_text="?")]

    assert ranked([], pages)[0].id == OPERATOR


def test_a_question_page_speaks_for_its_causes_in_their_order() -> None:
    """oom-though-memory-free names fragmentation first."""
    first, second = ranked([], [WordHit("oom-though-memory-free", "qa", 0.4, ask=0.9)])

    assert (first.id, second.id) == (FRAGMENTED, EXHAUSTED)


def test_a_prior_is_an_argument_and_shows_in_the_trail() -> None:
    """Never hidden state."""
    hits = [hit(EXHAUSTED, name="s"), hit(FRAGMENTED, name="s")]
    first = rank(small_library(), report(), hits, [], {FRAGMENTED: 0.5})[0]

    assert first.id == FRAGMENTED
    assert [item.amount for item in first.trail if item.weight == "prior"] == [0.5]


def test_the_trail_adds_up_to_the_score() -> None:
    """--explain shows everything."""
    given = report(Block("python-exception", 1, 5))
    hits = [hit(EXHAUSTED, block=0), hit(EXHAUSTED, role="generic", name="g"), hit(FRAGMENTED, strong=False)]
    for item in ranked(hits, [WordHit(EXHAUSTED, "cause", 0.3, ask=0.4)], given):
        assert item.score == pytest.approx(sum(part.amount for part in item.trail))


def test_further_messages_of_one_failure_add_little() -> None:
    """They are not independent."""
    one = ranked([hit(EXHAUSTED)])[0].score
    many = ranked([hit(EXHAUSTED, name=f"s{number}") for number in range(9)])[0].score

    assert one < many < 2 * one


def test_at_most_eight_weights() -> None:
    """Hand-set weights stay few enough to understand."""
    assert len(WEIGHTS) <= 8


def test_ties_break_by_id() -> None:
    """The same report always gives the same order."""
    assert [item.id for item in ranked([hit(FRAGMENTED, name="s"), hit(EXHAUSTED, name="s")])] == [
        EXHAUSTED,
        FRAGMENTED,
    ]


def test_phrasing_the_profile_orders_what_words_leave_open() -> None:
    """Two causes with equal words."""
    pages = [WordHit(EXHAUSTED, "cause", 0.2, profile=0.1), WordHit(FRAGMENTED, "cause", 0.2, profile=0.3)]

    assert ranked([], pages)[0].id == FRAGMENTED
    assert {item.weight for item in ranked([], pages)[0].trail} >= {"words", "phrasing"}


def test_phrasing_never_outweighs_a_specific_message() -> None:
    """A page of a few lines that repeats a message is very like it."""
    pages = [WordHit(FRAGMENTED, "cause", 0.1, profile=0.9)]

    assert ranked([hit(EXHAUSTED)], pages)[0].id == EXHAUSTED


def test_a_bare_symptom_ranks_behind_a_message_that_names_the_cause() -> None:
    """The shell's last line is in the fatal block, the message that tells the reason above it."""
    library = real_library()
    given = report(Block("exit-status", 5, 5))
    hits = [hit("segfault-unspecified", role="generic", block=0, first=5), hit("tensorrt-engine-mismatch", first=3)]
    pages = [WordHit("segfault-unspecified", "cause", 0.4, profile=0.3)]

    assert rank(library, given, hits, pages)[0].id == "tensorrt-engine-mismatch"
    assert rank(library, given, hits[:1], pages)[0].trail[-1].weight == "phrasing"
