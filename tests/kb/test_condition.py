"""Conditions: three-valued truth over captures and facts."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crashkb.errors import ConditionError
from crashkb.kb.condition import evaluate, names_of, parse_condition, unknown_names

GIB = 2.0**30


def _holds(text: str, **names: Any) -> bool | None:
    result: bool | None = evaluate(parse_condition(text), names)
    return result


# --- numbers --------------------------------------------------------------------------------------


def test_sums_differences_and_factors_compare_as_numbers() -> None:
    """The conditions of the CUDA out-of-memory signature on the figures of a real message."""
    names = {
        "total": 23.68 * GIB,
        "free": 0.3 * GIB,
        "allocated": 17.1 * GIB,
        "unallocated": 5.8 * GIB,
        "requested": GIB,
    }
    assert _holds("unallocated > 2 * requested and unallocated > 0.1 * total", **names) is True
    assert _holds("total - free - allocated - unallocated > 0.5 * total", **names) is False
    assert _holds("allocated + unallocated < total", **names) is True
    assert _holds("requested > total", **names) is False


@pytest.mark.parametrize(
    ("text", "value", "expected"),
    [
        ("n > 4 GiB", 4 * GIB, False),
        ("n >= 4 GiB", 4 * GIB, True),
        ("n < 4096 MB", 4 * GIB - 1, True),
        ("n = 137", 137.0, True),
        ("n = 137", "137", True),
        ("n != 137", "139", True),
        ("n = -9", "-9", True),
        ("n = 0xC0000005", "0xc0000005", True),
        ("n = 0xC0000005", "0xc0000006", False),
        ("n = 0x1c", 28.0, True),
        ("n < 8 GiB", "6144 MB", True),
        ("n < 8.6", 7.5, True),
        ("n > 0", 1, True),
        ("n > 1", float("nan"), False),
    ],
)
def test_numbers_compare_with_units_and_whatever_way_the_fact_is_written(text: str, value: Any, expected: bool) -> None:
    """Facts come as text, captures as numbers; sizes are bytes."""
    assert _holds(text, n=value) is expected


@given(st.floats(-1e9, 1e9), st.floats(-1e9, 1e9), st.sampled_from(["=", "!=", "<", "<=", ">", ">="]))
def test_two_known_numbers_compare_as_python_does(left: float, right: float, op: str) -> None:
    """And a condition with known names is never unknown."""
    expected = {"=": left == right, "!=": left != right, "<": left < right, "<=": left <= right, ">": left > right}
    assert _holds(f"a {op} 1 * b", a=left, b=right) is expected.get(op, left >= right)


# --- versions -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "version", "expected"),
    [
        ("torch >= 2.1", "2.1.0+cu118", True),
        ("torch >= 2.1", "2.0.1", False),
        ("torch > 2.9", "2.10.0", True),
        ("torch < 2.9", "2.10", False),
        ("torch = 2.1", "2.1.0", True),
        ("torch = 2.1.0", "2.1.0+cu118", True),
        ("torch != 2.1", "2.1.2", True),
        ("torch >= 2.1", "2.1.0a0+git1234", True),
        ("torch < 3", "2.10.0rc1", True),
        ("torch >= v2.1", "v2.1", True),
        ("torch < 535.129.03", "535.54.03", True),
        ("torch <= 5.15", "5.15.0-91-generic", True),
    ],
)
def test_versions_compare_part_by_part_without_local_parts(text: str, version: str, expected: bool) -> None:
    """2.10 is newer than 2.9, and 2.1 is 2.1.0."""
    assert _holds(text, torch=version) is expected


def test_two_captured_versions_compare_as_versions() -> None:
    """`loaded runtime 8.9.2 but source was compiled with 8.10.0`."""
    assert _holds("loaded < compiled", loaded="8.9.2", compiled="8.10.0") is True
    assert _holds("loaded = compiled", loaded="8.9", compiled="8.9.0") is True


def test_a_number_meets_a_version_literal_part_by_part() -> None:
    """A `num` hole reads 2.1 as a number."""
    assert _holds("found < 2.1.3", found=2.1) is True


@given(st.lists(st.integers(0, 99), min_size=2, max_size=4), st.lists(st.integers(0, 99), min_size=2, max_size=4))
def test_version_order_is_the_order_of_the_parts(left: list[int], right: list[int]) -> None:
    """Zeros at the end do not count."""
    width = max(len(left), len(right))
    padded = [parts + [0] * (width - len(parts)) for parts in (left, right)]
    text = f"torch < {'.'.join(map(str, right))}"
    assert _holds(text, torch=".".join(map(str, left))) is (padded[0] < padded[1])


# --- words ----------------------------------------------------------------------------------------


def test_words_compare_without_case_by_equality_only() -> None:
    """`Linux` and linux are one platform; neither is less than the other."""
    assert _holds("platform = linux", platform="Linux") is True
    assert _holds("platform != linux", platform="android") is True
    assert _holds("abi = arm64-v8a", abi="arm64-v8a") is True
    assert _holds("device = cuda:0", device="CUDA:0") is True
    assert _holds("platform < 3", platform="linux") is None


def test_a_framework_word_is_a_word_although_a_fact_has_that_name() -> None:
    """`tensorflow` is a framework and the name of its version."""
    assert _holds("framework = tensorflow", framework="tensorflow", tensorflow="2.15.0") is True
    assert _holds("framework = jax", framework="pytorch", jax="0.4.30") is False
    assert _holds("framework != jax", framework="pytorch", jax="0.4.30") is True


def test_a_word_on_the_right_counts_with_its_value_too_where_it_is_known() -> None:
    """`expected = found` compares two captures."""
    assert _holds("expected = found", expected=3.0, found=3.0) is True
    assert _holds("expected != found", expected="float", found="double") is True
    assert _holds("expected != found", expected="float", found="FLOAT") is False


# --- what is not known ----------------------------------------------------------------------------


def test_a_name_that_is_not_known_makes_the_condition_unknown_and_is_asked_for() -> None:
    """That name is what would change the verdict."""
    condition = parse_condition("platform = linux and torch >= 2.1 and total > free")
    names = {"platform": "linux", "free": 1.0}
    assert evaluate(condition, names) is None
    assert unknown_names(condition, names) == ("torch", "total")


def test_one_false_clause_decides_whatever_is_unknown() -> None:
    """False and unknown is False, and nothing needs to be asked."""
    condition = parse_condition("platform = linux and torch >= 2.1")
    assert evaluate(condition, {"platform": "android"}) is False
    assert unknown_names(condition, {"platform": "android"}) == ()


def test_a_number_against_a_bare_word_asks_for_that_name() -> None:
    """A number can equal no word, so the word must be a name."""
    condition = parse_condition("expected = found")
    assert evaluate(condition, {"expected": 3.0}) is None
    assert unknown_names(condition, {"expected": 3.0}) == ("found",)
    assert unknown_names(condition, {}) == ("expected",)


def test_a_sum_with_a_text_that_is_no_number_is_unknown() -> None:
    """It is not false: the page meant a figure that the report does not give."""
    assert _holds("total - free > 0", total="much", free=1.0) is None


def test_several_values_of_a_fact_mean_any_of_them() -> None:
    """A report may name two platforms; no value at all is as good as not known."""
    assert _holds("platform = linux", platform=("windows", "linux")) is True
    assert _holds("platform = linux", platform=("windows", "android")) is False
    assert _holds("torch >= 2.1", torch=("1.13", "2.2")) is True
    assert _holds("platform = linux", platform=()) is None


@given(st.dictionaries(st.sampled_from(["a", "b", "c"]), st.floats(allow_nan=False)))
def test_names_that_are_asked_for_are_names_of_the_condition_and_not_known(names: dict[str, float]) -> None:
    """unknown_names is empty exactly where the condition is decided."""
    condition = parse_condition("a - b > 2 * c and b < 5")
    asked = unknown_names(condition, names)
    assert set(asked) <= set(names_of(condition)) - names.keys()
    assert (asked == ()) == (evaluate(condition, names) is not None)


# --- the language ---------------------------------------------------------------------------------


def test_names_are_listed_once_in_order_without_words() -> None:
    """What `kb check` compares with captures and facts."""
    condition = parse_condition("platform = linux and total - free > 0.5 * total and torch >= 2.1")
    assert condition.names == names_of(condition) == ("platform", "total", "free", "torch")


def test_a_comma_joins_clauses_as_and_does() -> None:
    """`limits` may be written `platform = linux, torch >= 2.1`."""
    assert (
        parse_condition("platform = linux, torch >= 2.1").clauses
        == parse_condition("platform = linux and torch >= 2.1").clauses
    )


@pytest.mark.parametrize(
    "text",
    [
        "",
        "torch",
        "torch >",
        "> 2",
        "a < b < c",
        "torch > 2.1 or jax > 1",
        "a ~ b",
        "1 < 2",
        "linux = 2.1 GB more",
        "gpu = Adreno 640",
        "2 * 3 > a",
        "a > 2 *",
        "a > (b + c)",
        "a > b and",
    ],
)
def test_what_is_not_of_the_documented_form_is_an_error(text: str) -> None:
    """One clear line that quotes the part."""
    with pytest.raises(ConditionError):
        parse_condition(text)


@given(st.text(max_size=200))
def test_any_text_gives_a_condition_or_a_condition_error(text: str) -> None:
    """Nothing else may come out of a page."""
    try:
        condition = parse_condition(text)
    except ConditionError:
        return
    assert evaluate(condition, {}) in (None, True, False)
    assert condition.names
