"""YAML is read as text with lines; every problem is found at once."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crashkb.kb.yaml_nodes import Entry, Items, Mapping, Scalar, kind_of, read_nodes


def _codes(text: str) -> list[tuple[str, int]]:
    return [(problem.code, problem.line) for problem in read_nodes(text, "p.md")[1]]


@pytest.mark.parametrize("value", ["1.10", "no", "012", "12:30:45", "2026-11-30", "null", "1e3", "~", "0x1c"])
def test_values_stay_the_text_that_was_written(value: str) -> None:
    """1.10 is not 1.1, no is not False, 012 is not 10."""
    nodes, problems = read_nodes(f"key: {value}\n", "p.md")

    assert problems == ()
    assert nodes is not None
    assert nodes.entries == (Entry("key", 1, Scalar(value, 1)),)


def test_each_node_carries_its_line_in_the_file() -> None:
    nodes, _ = read_nodes("a: 1\nb:\n  - x\n  - y\nc:\n  d: z\n", "p.md", first_line=2)

    assert nodes is not None
    assert nodes.get("b") == Entry("b", 3, Items((Scalar("x", 4), Scalar("y", 5)), 4))
    assert nodes.get("c") == Entry("c", 6, Mapping((Entry("d", 7, Scalar("z", 7)),), 7))
    assert nodes.get("e") is None


def test_a_key_that_stands_twice_is_found_and_the_first_counts() -> None:
    nodes, problems = read_nodes("a: 1\nb:\n  x: 1\n  x: 2\na: 3\n", "p.md")

    assert [(problem.code, problem.line) for problem in problems] == [("K104", 4), ("K104", 5)]
    assert nodes is not None
    assert nodes.get("a") == Entry("a", 1, Scalar("1", 1))


@pytest.mark.parametrize(
    "text",
    ["a: &x 1\n", "a: *x\n", "a: !!int 3\n", "a: !python/object:os.system x\n", "a: 1\n<<: b\n"],
)
def test_anchors_aliases_tags_and_merge_keys_are_refused(text: str) -> None:
    assert [code for code, _ in _codes(text)] == ["K103"]


def test_a_document_cannot_grow_by_aliases() -> None:
    """The 'billion laughs': each line would be nine times the one before."""
    lines = ["a: &a [lol, lol, lol]"]
    lines += [
        f"{name}: &{name} [{', '.join(['*' + before] * 9)}]"
        for before, name in zip("abcdefgh", "bcdefghi", strict=True)
    ]

    nodes, problems = read_nodes("\n".join(lines) + "\n", "p.md")

    assert nodes is not None
    assert {problem.code for problem in problems} == {"K103"}
    assert len(problems) == 9 + 8 * 9


def test_one_broken_value_hides_neither_the_other_keys_nor_their_problems() -> None:
    text = "a: b: c\nd: `x`\ne: fine\nf: 'open\ng:\n  - 1\ng: 2\n"

    nodes, problems = read_nodes(text, "p.md")

    assert [(problem.code, problem.line) for problem in problems] == [
        ("K102", 1),
        ("K102", 2),
        ("K102", 4),
        ("K104", 7),
    ]
    assert nodes is not None
    assert [entry.key for entry in nodes.entries] == ["e", "g"]
    assert nodes.broken == ("a", "d", "f")


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        ("means: Fails: badly\n", "quote a value that holds `: `"),
        ("means: `x` fails\n", "quote a value that begins with a sign"),
        ("means: @x\n", "quote a value that begins with a sign"),
        ('source: "c:\\d"\n', "use single quotes around a backslash"),
        ("in: [a, b\n", "quote values that hold brackets"),
        ("means: 'open\n", "quote or bracket that opens here is never closed"),
        ("a: 1\nmeans\nb: 2\n", "a key lacks its colon"),
        ("a:\n  - b\n c: d\n", "check the indentation"),
    ],
)
def test_messages_say_what_to_do(text: str, advice: str) -> None:
    _, problems = read_nodes(text, "p.md")

    assert advice in problems[0].text


def test_a_list_or_a_lone_text_is_no_front_matter() -> None:
    assert _codes("- a\n- b\n") == [("K108", 1)]
    assert _codes("just words\n") == [("K108", 1)]


def test_a_second_document_is_refused() -> None:
    assert _codes("a: 1\n---\nb: 2\n") == [("K102", 2)]


def test_deep_nesting_is_refused() -> None:
    assert _codes("a: " + "[" * 40 + "]" * 40 + "\n") == [("K102", 1)]


def test_nothing_is_an_empty_mapping() -> None:
    assert read_nodes("", "p.md") == (Mapping((), 1), ())
    assert read_nodes("# only a remark\n", "p.md") == (Mapping((), 1), ())


def test_kinds_are_named_in_words() -> None:
    assert [kind_of(node) for node in (Scalar("", 1), Items((), 1), Mapping((), 1))] == ["text", "a list", "a mapping"]


@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=200))
def test_any_text_gives_nodes_or_problems_and_never_an_error(text: str) -> None:
    nodes, problems = read_nodes(text, "p.md")

    assert nodes is not None or problems


@given(st.text(alphabet="ab:- \n[]{}'\"&*!|>#,\t?%@`", max_size=60))
def test_signs_of_yaml_in_any_order_never_raise(text: str) -> None:
    nodes, problems = read_nodes(text, "p.md")

    assert nodes is not None or problems
