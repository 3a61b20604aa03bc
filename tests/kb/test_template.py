"""Templates: the documented language, real messages, linear time."""

import json
import re
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crashkb.errors import TemplateError
from crashkb.kb.holes import TYPES, value_of
from crashkb.kb.template import Match, find, fold, parse_template
from crashkb.text.fold import lower
from crashkb.text.mask import MARK

OOM_TF = "OOM when allocating tensor with shape{shape:shape} and type {dtype:word} on {device:path} by allocator {allocator:word}"

TF_LINE = (
    "ResourceExhaustedError: OOM when allocating tensor with shape[16,64,224,224] and type float on "
    "/job:localhost/replica:0/task:0/device:GPU:0 by allocator GPU_0_bfc [Op:Conv2D]"
)
TORCH_LINE = (
    "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 1.00 GiB. GPU 0 has a total capacity of 23.68 GiB of "
    "which 310.00 MiB is free. Of the allocated memory 17.10 GiB is allocated by PyTorch, and 5.80 GiB is reserved by "
    "PyTorch but unallocated."
)


def _find(template: str, text: str, *, fragment: bool = False, whole_line: bool = False) -> Match | None:
    return find(parse_template(template, fragment=fragment), fold(text), whole_line=whole_line)


def _texts(template: str, text: str, *, fragment: bool = False) -> dict[str, str]:
    match = _find(template, text, fragment=fragment)
    assert match is not None
    return match.texts


# --- real messages --------------------------------------------------------------------------------


def test_the_tensorflow_oom_line_gives_its_four_captures() -> None:
    """The example of docs/format.md on the line it is made for."""
    match = _find(OOM_TF, TF_LINE)
    assert match is not None
    assert match.captures == {
        "shape": "[16,64,224,224]",
        "dtype": "float",
        "device": "/job:localhost/replica:0/task:0/device:GPU:0",
        "allocator": "GPU_0_bfc",
    }

    assert TF_LINE[match.start : match.end].startswith("OOM when")
    assert TF_LINE[match.start : match.end].endswith("GPU_0_bfc")


@pytest.mark.parametrize(
    ("template", "text", "captures"),
    [
        ("CUDA out of memory. Tried to allocate {r:bytes}", TORCH_LINE, {"r": 2.0**30}),
        ("you tried to allocate {n:bytes} bytes", "you tried to allocate 268435456 bytes. Error", {"n": 268435456.0}),
        ("Allocation of {n:int} exceeds {p:num}% of", "Allocation of 512 exceeds 10% of free", {"n": 512.0, "p": 10.0}),
        ("No module named {m:quoted}", "ModuleNotFoundError: No module named 'torch._C'", {"m": "torch._C"}),
        ("undefined reference to {s:quoted}", "a.o: undefined reference to `foo(int)'", {"s": "foo(int)"}),
        ("KeyError: {k:quoted}", """KeyError: "['a', 'b'] not in index\"""", {"k": "['a', 'b'] not in index"}),
        ("NameError: {m:quoted}", "NameError: 'it can't be'", {"m": "it can't be"}),
        (
            "Xid (PCI:{bus:word}): {xid:int},",
            "NVRM: Xid (PCI:0000:65:00): 79, pid=1",
            {"bus": "0000:65:00", "xid": 79.0},
        ),
        ("{m:shape} and {n:shape}", "cannot be multiplied (2x3 and 4x5)", {"m": "2x3", "n": "4x5"}),
        ("segfault at {a:hex} ip {i:hex}", "python[9]: segfault at 1c ip 00007f3c5a", {"a": 28.0, "i": 8338522.0}),
        ("Signal (code {c:int}), fault addr {a:hex}", "signal (code 1), fault addr 0x1c", {"c": 1.0, "a": 28.0}),
        (
            "Node number {n:int} ({op:op}) failed",
            "Node number 3 (Conv2D(1)) failed to prepare.",
            {"n": 3.0, "op": "Conv2D(1)"},
        ),
        (
            "Could not run {op:quoted} with arguments from the {b:quoted} backend",
            "Could not run 'torchvision::nms' with arguments from the 'CUDA' backend.",
            {"op": "torchvision::nms", "b": "CUDA"},
        ),
        ("load {lib:path}: cannot open", "load C:\\cuda\\a.dll: cannot open", {"lib": "C:\\cuda\\a.dll"}),
        ("requires numpy{op:any} but", "requires numpy<2,>=1.2 but you", {"op": "<2,>=1.2"}),
        ("compiled using NumPy {v:version} cannot", "compiled using NumPy 1.26.4 cannot be run", {"v": "1.26.4"}),
        ("tensors on {d:device} and {e:device}!", "found tensors on cuda:0 and cpu!", {"d": "cuda:0", "e": "cpu"}),
    ],
)
def test_real_messages_give_their_values(template: str, text: str, captures: dict[str, float | str]) -> None:
    """One wording of each kind that the knowledge base holds."""
    match = _find(template, text, fragment=template.startswith("{"))
    assert match is not None
    assert match.captures == captures


def test_fragments_read_further_values_of_the_same_message() -> None:
    """A `reads` fragment may start with a hole; the size begins at its first digit, not inside 310.00."""
    assert _texts("{free:bytes} is free", TORCH_LINE, fragment=True) == {"free": "310.00 MiB"}
    assert _texts("of which {free:bytes} is free", TORCH_LINE, fragment=True) == {"free": "310.00 MiB"}
    assert _texts("{u:bytes} is reserved by PyTorch but unallocated", TORCH_LINE, fragment=True) == {"u": "5.80 GiB"}


def test_values_between_start_and_end_only() -> None:
    """A signature is searched within one message of a longer text."""
    template = parse_template("exit code {n:int}")
    text = "exit code 1\nexit code 137\nexit code 9"
    match = find(template, text, start=12, end=25)
    assert match is not None and match.texts == {"n": "137"} and match.start == 12

    assert find(template, text, start=12, end=20) is None


def test_a_match_may_not_start_in_a_word_that_began_before_start() -> None:
    """The word boundary looks at the text before `start` too."""
    assert find(parse_template("killed by signal"), "OOMkilled by signal", start=3) is None


# --- rules of the language ------------------------------------------------------------------------


def test_other_braces_brackets_percents_and_stars_are_literal() -> None:
    """Rule 1: only {lower_name:type} is a hole."""
    for literal in (
        "node {{node x}} [a-z]* 50% (b|c)+ \\d ^$ ?.",
        "use {Name:word} or {a-b:int} here",
        "{ x:int } and {x} and {:int} done",
    ):
        text = literal if not literal.startswith("{") else f"see {literal}"
        assert _find(text, f"... {text} ...") is not None
        assert parse_template(text).holes == ()


def test_a_hole_may_stand_inside_literal_braces() -> None:
    """{{ … }} of TensorFlow stays literal around a hole."""
    assert _texts("node {{node {name:word}}} failed", "node {{node conv1}} failed") == {"name": "conv1"}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Tried to allocate {n:byte}", "unknown hole type 'byte'"),
        ("error {n:int} and {n:int} again", "stands twice"),
        ("{n:int} is too much memory", "does not start with a literal"),
        ("RC {n:int}", "no literal run"),
        ("a b c d {n:int} e", "no literal run"),
        ("", "literal"),
        ("   ", "literal"),
    ],
)
def test_what_is_not_of_the_documented_form_is_an_error_that_says_so(text: str, said: str) -> None:
    """One clear line each, for `kb check`."""
    with pytest.raises(TemplateError, match=said):
        parse_template(text)


def test_fragments_may_start_with_a_hole_and_be_short_but_hold_some_literal() -> None:
    """Fragments are tried only inside a message that a template matched."""
    assert parse_template("{n:int} MB", fragment=True).holes == (("n", "int"),)

    with pytest.raises(TemplateError, match="no literal"):
        parse_template("{n:int} {m:word}", fragment=True)


def test_a_cjk_letter_counts_as_two_characters_of_the_literal() -> None:
    """已杀死 is what a Chinese shell prints for Killed."""
    assert _find("已杀死", "[1]  已杀死     python train.py") is not None
    assert _find("段错误 (核心已转储)", "段错误（核心已转储）") is None  # the space is part of the wording
    assert _find("段错误 (核心已转储)", "段错误 （核心已转储）") is not None


def test_a_space_matches_white_space_with_at_most_one_line_break() -> None:
    """Rule 2, as consoles and mail programs wrap lines."""
    for gap in (" ", "   ", "\t", "\n", " \n    ", "\n\t"):
        assert _texts("out of memory: {n:int} left", f"out{gap}of memory:{gap}3{gap}left") == {"n": "3"}
    for gap in ("", "\n\n", " \n \n ", " " * 200):
        assert _find("out of memory", f"out{gap}of memory") is None


def test_holes_never_cross_lines() -> None:
    """A line break ends the longest `any`."""
    assert _find("failed: {why:any} (code", "failed: first\nsecond (code") is None
    assert _texts("failed: {why:any}", "failed: first  \nsecond") == {"why": "first"}


def test_case_and_full_width_forms_do_not_count() -> None:
    """Rule 2: case is folded, ：（） are : ( )."""
    assert _texts("CUDA Out of memory: {n:int} (mb)", "cuda OUT OF Memory： 12 （MB）") == {"n": "12"}
    assert _texts("错误：显存不足 {n:bytes}", "错误:显存不足 2 GB") == {"n": "2 GB"}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Killed", True),
        ("(Killed)", True),
        ("进程Killed了", True),
        ("OOMKilled", False),
        ("Killed_by", False),
        ("Killed2", False),
        ("killed.", True),
    ],
)
def test_a_template_begins_and_ends_at_a_word_boundary(text: str, found: bool) -> None:
    """Rule 3; CJK letters beside a Latin word do not join it."""
    assert (_find("Killed", text) is not None) == found


def test_a_number_at_the_end_is_taken_whole_or_not_at_all() -> None:
    """The 2 of 2.1 and the 12 of 12abc are no int."""
    assert _find("exit code {n:int}", "exit code 12abc") is None
    assert _find("opset version {n:int}", "opset version 2.1") is None
    assert _texts("opset version {n:int}", "opset version 2.") == {"n": "2"}


def test_a_trailing_word_or_path_leaves_the_sentence_mark_outside() -> None:
    """ "... by allocator GPU_0_bfc." captures no full stop."""
    assert _texts("by allocator {a:word}", "by allocator GPU_0_bfc.") == {"a": "GPU_0_bfc"}
    assert _texts("cannot open {p:path}", "(cannot open /tmp/a.bin), then") == {"p": "/tmp/a.bin"}


def test_whole_line_wants_nothing_else_on_the_line() -> None:
    """`Killed` alone is the shell's word; inside a sentence it says nothing."""
    for text in ("Killed", "step 1\n  Killed  \nnext", "\nKilled"):
        assert _find("Killed", text, whole_line=True) is not None
    for text in ("Killed by me", "was Killed", "12 Killed python"):
        assert _find("Killed", text, whole_line=True) is None
    match = _find("exit {n:int}", "has exit 3\nexit 4", whole_line=True)
    assert match is not None and match.texts == {"n": "4"}


def test_any_is_lazy_inside_and_greedy_at_the_end() -> None:
    """Rule 4: up to the next literal, or to the end of the line or 256 characters."""
    assert _texts("open {a:any}: No such", "open x: y: No such: No such") == {"a": "x: y"}
    assert _texts("reason: {a:any}", "reason: x: y: z") == {"a": "x: y: z"}
    assert len(_texts("reason: {a:any}", "reason: " + "x" * 300)["a"]) == 256
    assert _find("open {a:any}: No such", f"open {'x' * 300}: No such") is None


def test_adjacent_holes_divide_the_text_at_the_first_character_that_fits_the_second() -> None:
    """`any` up to the next hole is one group too."""
    assert _texts("value {a:any}{n:int} end", "value abc12 end") == {"a": "abc", "n": "12"}
    assert _texts("file {f:path}:{n:int}: error", "file C:\\a.cc:12: error") == {"f": "C:\\a.cc", "n": "12"}


# --- what the compiler makes ----------------------------------------------------------------------


def test_anchors_are_single_lower_case_words_longest_first() -> None:
    """The prefilter scans lower-case text whose lines are joined, so no anchor holds white space."""
    assert parse_template(OOM_TF).anchors[:4] == ("allocating", "allocator", "tensor", "shape")
    assert parse_template("Ｅrror：No GPU {n:int} of {m:int}").anchors == ("error:no", "gpu")
    assert parse_template("显存 不足: {n:int}").anchors == ("不足:", "显存")


def test_the_skeleton_has_one_mark_per_hole_and_masks_literal_numbers() -> None:
    """So that it can be compared with the mask of a line."""
    assert (
        parse_template("Failed on {d:device}: {n:int} of 4096 bytes").skeleton == f"Failed on {MARK}: {MARK} of {MARK}"
    )
    assert parse_template("CUDA error 700: {m:any}").skeleton == f"CUDA error 700: {MARK}"


def test_a_template_survives_json() -> None:
    """The index stores compiled templates."""
    template = parse_template(OOM_TF)
    stored = json.loads(json.dumps(template))
    assert stored == [
        template.text,
        template.pattern,
        [list(hole) for hole in template.holes],
        list(template.anchors),
        template.skeleton,
    ]


# --- properties -----------------------------------------------------------------------------------

_digits = st.integers(0, 10**12).map(str)
_word = st.text("abcXYZ019_:=-+/\\é算", min_size=1, max_size=40).filter(lambda text: text[-1] not in ":!?.")
_quotes = "'\"`‘’“”"
_ascii_name = st.text("abcXYZ019_", min_size=1, max_size=20)
_dimension = st.one_of(st.integers(-1, 4096).map(str), st.sampled_from(["?", "None"]))

FILLINGS = {
    "int": st.integers(-(10**18), 10**18).map(str),
    "hex": st.integers(0, 2**64 - 1).map(hex),
    "num": st.one_of(
        st.floats(allow_nan=False, allow_infinity=False, width=32).map(repr), st.sampled_from(["nan", "inf"]), _digits
    ),
    "bytes": st.builds(
        lambda number, unit: f"{number}{unit}",
        st.one_of(_digits, st.floats(0, 10**6).map(lambda value: f"{value:.2f}")),
        st.sampled_from(["", " KiB", " MiB", " GiB", "MB", "kB", " bytes", "G"]),
    ),
    "version": st.builds(
        lambda parts, tail: ".".join(map(str, parts)) + tail,
        st.lists(st.integers(0, 999), min_size=1, max_size=4),
        st.sampled_from(["", "+cu118", "rc1", "a0+git12ab", ".dev20240101", ".post1"]),
    ),
    "shape": st.one_of(
        st.lists(_dimension, max_size=6).map(lambda dims: f"[{','.join(dims)}]"),
        st.lists(_dimension, min_size=2, max_size=6).map(lambda dims: f"({', '.join(dims)})"),
        st.lists(st.integers(0, 9999).map(str), min_size=2, max_size=5).map("x".join),
        st.lists(st.integers(0, 9999).map(str), max_size=4).map(lambda dims: f"torch.Size([{', '.join(dims)}])"),
    ),
    "word": _word,
    "quoted": st.builds(
        lambda left, text, right: f"{left}{text}{right}",
        st.sampled_from(_quotes),
        st.text("abc XYZ019_.:()[]{}<>算", max_size=60),
        st.sampled_from(_quotes),
    ),
    "path": st.text("abcXYZ019_-/\\.:+=", min_size=1, max_size=100).map(lambda text: f"{text}z"),
    "device": st.one_of(
        st.integers(0, 15).map("cuda:{}".format), st.integers(0, 15).map("/device:GPU:{}".format), _ascii_name
    ),
    "op": st.builds(
        lambda space, name, number: f"{space}{name}{number}",
        st.sampled_from(["aten::", "", "ai.onnx.", "/model/"]),
        st.text("abcXYZ_", min_size=1, max_size=20),
        st.sampled_from(["", "(1)", "_out", ".out"]),
    ),
    "any": st.text("abc XYZ019_.:,;()[]{}'\"算", min_size=1, max_size=200).map(str.strip).filter(bool),
}


def test_every_hole_type_has_fillings() -> None:
    """A new type must come with its strategy."""
    assert FILLINGS.keys() == TYPES.keys()


@pytest.mark.parametrize("first", sorted(TYPES))
@given(data=st.data())
@settings(max_examples=25, deadline=None)
def test_a_template_matches_what_it_prints_and_gives_back_what_went_in(first: str, data: st.DataObject) -> None:
    """Two holes, any types, printed into a line among other text, wrapped or not, in any case of its literals."""
    second = data.draw(st.sampled_from(sorted(TYPES)))
    filled = {"one": data.draw(FILLINGS[first]), "two": data.draw(FILLINGS[second])}
    gap = data.draw(st.sampled_from([" ", "  ", "\n", " \n  "]))
    literals = data.draw(st.sampled_from([("Quux", "WHEREAS", "PLOVER"), ("QUUX", "whereas", "plover")]))
    template = parse_template(f"quux {{one:{first}}} whereas {{two:{second}}} plover")
    line = gap.join([literals[0], filled["one"], literals[1], filled["two"], literals[2]])
    text = f"before, {line}. after"
    match = find(template, text)

    assert match is not None
    assert text[match.start : match.end] == line
    kinds = {"one": first, "two": second}
    for name, kind in kinds.items():
        expected = filled[name][1:-1] if kind == "quoted" else filled[name]
        assert match.texts[name] == expected.rstrip()
        assert match.captures[name] == pytest.approx(value_of(kind, expected.rstrip()), nan_ok=True)
    assert all(anchor in lower(text) for anchor in template.anchors)


@pytest.mark.parametrize("kind", sorted(TYPES))
@given(data=st.data())
@settings(max_examples=25, deadline=None)
def test_a_last_hole_takes_its_whole_filling(kind: str, data: st.DataObject) -> None:
    """At the end of the line nothing tells the hole where to stop but its own type."""
    filling = data.draw(FILLINGS[kind])
    match = find(parse_template(f"quux {{x:{kind}}}"), f"a quux {filling}")
    assert match is not None
    assert match.texts["x"] == (filling[1:-1] if kind == "quoted" else filling).rstrip()


@given(st.text())
@settings(max_examples=200, deadline=None)
def test_any_text_without_holes_is_a_template_that_finds_itself_or_is_refused_for_a_documented_reason(
    text: str,
) -> None:
    """No text can make a broken pattern."""
    try:
        template = parse_template(f"quux{text}")
    except TemplateError as error:
        assert re.search("unknown hole type|stands twice", str(error))
        return
    if not template.holes:
        match = find(template, template.text)
        doubled = re.search(r"\s{65}|\n\s*\n|[^\S \t\r\f\v\n]", template.text)
        assert doubled or match is not None


# --- linear time ----------------------------------------------------------------------------------

ADVERSARIAL = [
    ("aaaa {x:any} bbbb {y:any} cccc", "aaaa "),
    ("aaaa {x:any} bbbb {y:any} cccc", "aaaa bbbb "),
    ("aaaa {x:any}, {y:any}; {z:any}!", "aaaa , ;"),
    ("aaaa {x:word} {y:word} {z:word} cccc", "aaaa "),
    ("aaaa{x:path}:{y:path}:{z:path}!", "aaaa:b"),
    ("aaaa{x:word}-{y:word}-{z:word}!", "aaaa-"),
    ("aaaa{x:op}.{y:op}.{z:op}!", "aaaa.a(a)"),
    ("aaaa{x:quoted}bbbb", "aaaa'"),
    ("aaaa {x:shape} {y:shape}!", "aaaa [1,1,1,1,1,1,1,1,1,1,1,1] "),
    ("aaaa {x:bytes} {y:bytes} bbbb", "aaaa 1 1 1 "),
    ("aaaa {x:version} b", "aaaa 1.1rc1rc1rc1+a.a.a.a "),
    ("aaaa bbbb cccc", "aaaa" + " " * 60 + "\n" + " " * 60 + "bbbb"),
    ("word word word word {x:int}", "word "),
    ("aaaa {x:any} bbbb", "aaaa" + " " * 5000),
    ("{x:any} cccc", "a "),
    ("{x:path} cccc", "a/"),
    ("{x:hex} cccc", "ab"),
]


def _cpu_seconds(template: str, text: str) -> float:
    parsed = parse_template(template, fragment=template.startswith("{"))
    best = 9.0
    for _ in range(3):
        begun = time.process_time()
        assert find(parsed, text) is None
        best = min(best, time.process_time() - begun)
    return best


@pytest.mark.parametrize(("template", "unit"), ADVERSARIAL)
def test_matching_time_grows_linearly_on_adversarial_text(template: str, unit: str) -> None:
    """Twice the text costs about twice the time; a product of two hole bounds or of text lengths would show."""
    text = (unit * 40_000)[:40_000]
    half = _cpu_seconds(template, text[:20_000])
    whole = _cpu_seconds(template, text)

    assert whole < 3.2 * half + 0.03
    assert whole < 40_000 * 20e-6


def test_the_longest_run_of_holes_costs_their_sum() -> None:
    """Six words of 128 letters with the literal missing behind the last: 128 ** 6 tries would never end."""
    template = " ".join(["quux", *(f"{{h{i}:word}}x" for i in range(6)), "end"])
    assert _cpu_seconds(template, "quux " + " ".join(["x" * 128] * 6) + " enx") < 0.5


def test_real_crash_logs_are_matched_exactly_where_their_text_says_so() -> None:
    """On the logs that lie beside this checkout each template fires where its words stand, and nowhere else."""
    logs = sorted((Path(__file__).resolve().parents[3] / "shared" / "repros").glob("*/captured.log"))
    if not logs:
        pytest.skip("repros are not beside this checkout")
    texts = [fold(log.read_text(encoding="utf-8", errors="replace")) for log in logs]
    for template, words in (
        ("No module named {module:quoted}", "No module named '"),
        ("Encountered unresolved custom op: {op:op}.", "Encountered unresolved custom op: "),
        ("cannot open shared object file", "cannot open shared object file"),
        ("AddressSanitizer: {kind:word} on address {address:hex}", "AddressSanitizer: "),
    ):
        parsed = parse_template(template)
        fired = [number for number, text in enumerate(texts) if find(parsed, text)]
        spoken = [number for number, text in enumerate(texts) if words in text]
        assert set(fired) <= set(spoken)
        assert fired or not spoken
