"""Python tracebacks in the shapes in which people paste them."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blocks import ANDROID, PYTHON, blocks_of, functions, only_block, readers_of
from crashkb.model import Block, Line
from crashkb.report import java
from crashkb.report.read import read_report

PLAIN = """\
Epoch 1/3
Traceback (most recent call last):
  File "train.py", line 40, in <module>
    main()
  File "train.py", line 31, in main
    loss = criterion(model(x), y)
           ^^^^^^^^^^^^^^^^^^^^^^
RuntimeError: CUDA error: device-side assert triggered
CUDA kernel errors might be asynchronously reported at some other API call, so the stacktrace below might be incorrect.
For debugging consider passing CUDA_LAUNCH_BLOCKING=1.
Compile with `TORCH_USE_CUDA_DSA` to enable device-side assertions.
"""


def details(block: Block) -> dict[str, str]:
    return dict(block.details)


# --- plain ------------------------------------------------------------------------------------------


def test_a_plain_traceback_gives_type_message_frames_and_echoed_lines() -> None:
    """The crashing frame first; source and markers are quoted; a hint of the message belongs to it."""
    block = only_block(PLAIN, *PYTHON)
    assert (block.kind, block.exception) == ("python-exception", "RuntimeError")

    assert block.message.startswith("CUDA error: device-side assert triggered\nCUDA kernel errors")
    assert block.message.endswith("device-side assertions.")
    assert (block.first, block.message_first, block.message_last, block.last) == (2, 8, 11, 11)

    assert [(frame.function, frame.file, frame.line) for frame in block.frames] == [
        ("main", "train.py", 31),
        ("<module>", "train.py", 40),
    ]
    assert block.quoted_lines == (4, 6, 7)
    assert block.fatal


@pytest.mark.parametrize(
    "after",
    [
        "2026-02-20 09:05:52,888 INFO saving",
        "[2026-02-20 09:05:52] iteration 10",
        "INFO:root:bye",
        "(base) me@host:~/x$ nvidia-smi",
        "me@host:~/x$ ls",
        ">>> import torch",
        "In [3]: x",
        "C:\\Users\\me>python train.py",
        "bash: line 1: 15487 Segmentation fault      python repro.py",
        "slurmstepd: error: *** STEP 1.0 CANCELLED ***",
        "Epoch 2/3",
        " 45%|####5     | 9/20",
        "Process finished with exit code 1",
        "wandb: Waiting for W&B process to finish",
        "Traceback (most recent call last):",
        "KeyError: 'another one'",
        "Exception ignored in: <function _releaseLock at 0x7f>",
        "/x/y.py:12: UserWarning: lr is zero",
    ],
)
def test_a_message_ends_where_something_else_begins(after: str) -> None:
    """Log records, prompts, other programs, progress, other errors."""
    text = 'Traceback (most recent call last):\n  File "a.py", line 1, in f\nValueError: bad shape\n' + after + "\n"
    assert blocks_of(text, *PYTHON)[0].message == "bad shape"


@pytest.mark.parametrize(
    "after",
    [
        "I tried a smaller batch and it still fails.",
        "Any idea?",
        "请问这是什么原因？",
        "Environment: Ubuntu 22.04",
        "How can I fix this?",
    ],
)
def test_a_message_ends_where_the_person_speaks(after: str) -> None:
    """Their words stand after an empty line."""
    text = 'Traceback (most recent call last):\n  File "a.py", line 1, in f\nValueError: bad shape\n\n' + after + "\n"
    assert only_block(text, *PYTHON).message == "bad shape"


def test_a_message_ends_where_the_program_prints_on() -> None:
    """A line like those before the traceback, with other figures, is the program's own output."""
    text = 'loss 2.31 at 10\nTraceback (most recent call last):\n  File "a.py", line 1, in f\nValueError: bad shape\nloss 2.25 at 11\n'
    assert only_block(text, *PYTHON).message == "bad shape"


def test_paragraphs_of_a_message_stay_together() -> None:
    """An empty line within a message does not end it."""
    text = (
        'Traceback (most recent call last):\n  File "a.py", line 1, in f\n'
        "TypeError: Descriptors cannot be created directly.\n"
        "If this call came from a _pb2.py file, your generated code is out of date.\n"
        " 1. Downgrade the protobuf package to 3.20.x or lower.\n\n"
        "More information: https://developers.google.com/protocol-buffers/docs/news\n"
    )
    block = only_block(text, *PYTHON)
    assert block.message.count("\n") == 3
    assert block.message_last == 7


def test_a_very_long_message_is_cut() -> None:
    """A log that follows without any sign of an end is not swallowed whole."""
    text = 'Traceback (most recent call last):\n  File "a.py", line 1, in f\nValueError: x\n' + "word salad\n" * 2000
    assert only_block(text, *PYTHON).message.count("\n") < 400


# --- chains -------------------------------------------------------------------------------------------

CHAIN = """\
Traceback (most recent call last):
  File "hub.py", line 398, in cached_file
    resolved_file = hf_hub_download(
huggingface_hub.errors.GatedRepoError: 401 Client Error.

Cannot access gated repo for url https://huggingface.co/meta-llama/Llama-2-7b/resolve/main/config.json.

The above exception was the direct cause of the following exception:

Traceback (most recent call last):
  File "run.py", line 3, in <module>
    m = AutoModel.from_pretrained("meta-llama/Llama-2-7b")
OSError: You are trying to access a gated repo.
Make sure to have access to it at https://huggingface.co/meta-llama/Llama-2-7b.
"""


def test_a_chain_is_one_block_with_the_last_exception_and_the_first_as_cause() -> None:
    """The last one ended the program; the message's lines are those of the last."""
    block = only_block(CHAIN, *PYTHON)
    assert block.exception == "OSError"
    assert block.message.startswith("You are trying") and block.message.endswith("Llama-2-7b.")
    assert (block.message_first, block.last) == (13, 14)

    assert details(block)["cause_exception"] == "huggingface_hub.errors.GatedRepoError"
    assert "Cannot access gated repo" in details(block)["cause_message"]
    assert functions(block) == ["<module>", "cached_file"]


def test_a_chain_whose_end_was_cut_off_keeps_what_was_told() -> None:
    """The first exception then is the block's."""
    text = CHAIN[: CHAIN.index("OSError")]
    block = only_block(text, *PYTHON)
    assert block.exception == "huggingface_hub.errors.GatedRepoError"
    assert details(block) == {}


def test_c_code_chains_an_exception_without_a_traceback() -> None:
    """NumPy's import machinery sets the second exception without frames of its own."""
    text = (
        'Traceback (most recent call last):  File "r.py", line 1, in <module>\n    import onnxruntime\n'
        "AttributeError: _ARRAY_API not found\n\n"
        "The above exception was the direct cause of the following exception:\n\n"
        "SystemError: <built-in function __import__> returned a result with an exception set\n"
    )
    block = only_block(text, *PYTHON)
    assert (block.exception, details(block)["cause_message"]) == ("SystemError", "_ARRAY_API not found")


def test_two_tracebacks_without_a_chain_are_two_blocks() -> None:
    one = 'Traceback (most recent call last):\n  File "a.py", line 1, in f\nOSError: [Errno 24] Too many open files\n'
    assert [block.exception for block in blocks_of(one + one.replace("OSError", "EOFError"), *PYTHON)] == [
        "OSError",
        "EOFError",
    ]


# --- embedded tracebacks ----------------------------------------------------------------------------------


def test_a_data_loader_worker_gives_its_own_exception_as_the_cause() -> None:
    """torch prints the worker's traceback inside the message; its frames are the innermost."""
    text = """\
Traceback (most recent call last):
  File "train.py", line 9, in <module>
    for batch in loader:
ValueError: Caught ValueError in DataLoader worker process 0.
Original Traceback (most recent call last):
  File "/x/torch/utils/data/_utils/worker.py", line 351, in _worker_loop
    data = fetcher.fetch(index)
  File "data.py", line 6, in __getitem__
    raise ValueError("no label")
ValueError: no label
"""
    block = only_block(text, *PYTHON)
    assert block.message == "Caught ValueError in DataLoader worker process 0.\nValueError: no label"
    assert details(block) == {"cause_exception": "ValueError", "cause_message": "no label"}

    assert functions(block) == ["__getitem__", "_worker_loop", "<module>"]
    assert block.quoted_lines == (3, 7, 9)
    assert (block.message_first, block.message_last) == (4, 10)


def test_user_code_frames_of_tensorflow_belong_to_the_message() -> None:
    """AutoGraph repeats type and message below frames marked with stars."""
    text = """\
Traceback (most recent call last):
  File "run.py", line 9, in <module>
    load("x")
AttributeError: in user code:

    File "run.py", line 4, in load  *
        name = path.numpy().decode()

    AttributeError: 'SymbolicTensor' object has no attribute 'numpy'

"""
    block = only_block(text, *PYTHON)
    assert details(block)["cause_message"] == "'SymbolicTensor' object has no attribute 'numpy'"
    assert block.frames[0].function == "load"
    assert block.quoted_lines == (3, 7)


def test_where_tensorflow_found_a_node_belongs_to_the_message() -> None:
    """Graph execution errors tell the message after the frames of the node."""
    text = """\
Traceback (most recent call last):
  File "run.py", line 9, in <module>
    model.fit(x)
tensorflow.python.framework.errors_impl.InvalidArgumentError: Graph execution error:

Detected at node 'dense/Relu' defined at (most recent call last):
    File "run.py", line 9, in <module>
      model.fit(x)
Node: 'dense/Relu'
Matrix size-incompatible: In[0]: [30,387200], In[1]: [76832,16]
\t [[{{node dense/Relu}}]] [Op:__inference_train_function_5471]
"""
    block = only_block(text, *PYTHON)
    assert "Matrix size-incompatible: In[0]: [30,387200]" in block.message
    assert "model.fit" not in block.message
    assert block.last == 11


def test_a_pool_worker_s_traceback_is_the_start_of_the_chain() -> None:
    """multiprocessing quotes it between triple quotes."""
    text = '''\
multiprocessing.pool.RemoteTraceback: 
"""
Traceback (most recent call last):
  File "m.py", line 2, in f
    raise ValueError("bad %d" % x)
ValueError: bad 1
"""

The above exception was the direct cause of the following exception:

Traceback (most recent call last):
  File "m.py", line 4, in <module>
    p.map(f, [1, 2])
ValueError: bad 1
'''
    block = only_block(text, *PYTHON)
    assert (block.first, block.last, block.message) == (1, 14, "bad 1")
    assert functions(block) == ["<module>", "f"]


def test_a_spawned_process_and_a_ray_task_name_their_inner_exception() -> None:
    """Both print the worker's traceback inside the message, ray without a header."""
    spawn = """\
Traceback (most recent call last):
  File "t.py", line 9, in <module>
    mp.spawn(f, nprocs=2)
torch.multiprocessing.spawn.ProcessRaisedException: 

-- Process 1 terminated with the following error:
Traceback (most recent call last):
  File "t.py", line 5, in f
    raise RuntimeError("inner")
RuntimeError: inner
"""
    block = only_block(spawn, *PYTHON)
    assert block.exception == "torch.multiprocessing.spawn.ProcessRaisedException"
    assert details(block) == {"cause_exception": "RuntimeError", "cause_message": "inner"}

    ray = """\
Traceback (most recent call last):
  File "t.py", line 3, in <module>
    ray.get(f.remote())
ray.exceptions.RayTaskError(ValueError): ray::f() (pid=123, ip=10.0.0.1)
  File "t.py", line 12, in f
    g()
ValueError: no label
"""
    block = only_block(ray, *PYTHON)
    assert (block.exception, details(block)["cause_message"]) == ("ray.exceptions.RayTaskError", "no label")


# --- exception groups ----------------------------------------------------------------------------------------

GROUP = """\
  + Exception Group Traceback (most recent call last):
  |   File "x.py", line 14, in <module>
  |     main()
  | ExceptionGroup: workers failed (2 sub-exceptions)
  +-+---------------- 1 ----------------
    | Traceback (most recent call last):
    |   File "x.py", line 3, in work
    |     raise ValueError("bad batch")
    | ValueError: bad batch
    +---------------- 2 ----------------
    | TypeError: no loss
    +------------------------------------
after
"""


def test_a_group_is_one_block_whose_first_leaf_is_the_cause() -> None:
    """Message and quoted lines cover the whole tree."""
    block = only_block(GROUP, *PYTHON)
    assert block.exception == "ExceptionGroup"
    assert block.message == "workers failed (2 sub-exceptions)\nValueError: bad batch\nTypeError: no loss"

    assert details(block) == {"cause_exception": "ValueError", "cause_message": "bad batch"}
    assert functions(block) == ["work", "<module>"]
    assert block.quoted_lines == (3, 8)
    assert (block.first, block.last, block.message_first, block.message_last) == (1, 12, 4, 11)


# --- notebooks -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "frames"),
    [
        (
            "---------------------------------------------------------------------------\n"
            "ValueError                                Traceback (most recent call last)\n"
            "<ipython-input-26-736aefc3d7aa> in <module>()\n"
            "      5 # comment\n"
            "----> 7     print(clf.score(x))\n"
            "      8 \n\n"
            "~/sklearn/base.py in score(self, X, y)\n"
            '    297         """\n'
            "--> 298         return accuracy(y)\n\n"
            "ValueError: bad input\n",
            [("score", "~/sklearn/base.py", 298), ("<module>", "<ipython-input-26-736aefc3d7aa>", 7)],
        ),
        (
            "ValueError                                Traceback (most recent call last)\n"
            "Cell In[6], line 1\n"
            "----> 1 fit(x)\n\n"
            "File /opt/conda/lib/python3.10/site-packages/torch/nn/modules/module.py:1501, in Module._call_impl(self, *args)\n"
            "   1499 if not x:\n"
            "-> 1501     return forward(*args)\n"
            "   1502 # Do not call\n\n"
            "    [... skipping hidden 1 frame]\n\n"
            "ValueError: bad input\n",
            [
                ("Module._call_impl", "/opt/conda/lib/python3.10/site-packages/torch/nn/modules/module.py", 1501),
                ("", "Cell In[6]", 1),
            ],
        ),
        (
            "ValueErrorTraceback (most recent call last)\n"
            "/tmp/ipykernel_23/803973775.py in <module>\n"
            "----> 1 fit(x)\n"
            "pandas/_libs/parsers.pyx in pandas._libs.parsers.TextReader.__cinit__()\n"
            "ValueError: bad input\n",
            [
                ("pandas._libs.parsers.TextReader.__cinit__", "pandas/_libs/parsers.pyx", 0),
                ("<module>", "/tmp/ipykernel_23/803973775.py", 1),
            ],
        ),
    ],
)
def test_notebook_tracebacks_of_all_ages_are_read(text: str, frames: list[tuple[str, str, int]]) -> None:
    """Numbered source is quoted, the arrow tells the line of the frame above it."""
    block = only_block(text, *PYTHON)
    assert (block.exception, block.message) == ("ValueError", "bad input")

    assert [(frame.function, frame.file, frame.line) for frame in block.frames] == frames
    last = text.rstrip().count("\n") + 1
    assert (block.message_first, block.last) == (last, last)


def test_a_chain_in_a_notebook_keeps_both_exceptions() -> None:
    """Between the two stands a ruler."""
    text = (
        "KeyError                                  Traceback (most recent call last)\n"
        "Cell In[1], line 2\n      1 try:\n----> 2     d['a']\n\nKeyError: 'a'\n\n"
        "During handling of the above exception, another exception occurred:\n\n"
        "ValueError                                Traceback (most recent call last)\n"
        "Cell In[1], line 4\n----> 4     raise ValueError('b')\n\nValueError: b\n"
    )
    block = only_block(text, *PYTHON)
    assert (block.exception, details(block)["cause_exception"]) == ("ValueError", "KeyError")


# --- syntax errors and cut-off tracebacks ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "place", ['  File "train.py", line 3', "  Cell In[3], line 3", '  File "<ipython-input-3-abc>", line 3']
)
def test_a_syntax_error_needs_no_header(place: str) -> None:
    """The parser prints file, line, source and a caret."""
    block = only_block(f"{place}\n    print 'x'\n    ^\nSyntaxError: Missing parentheses in call to 'print'\n", *PYTHON)
    assert block.exception == "SyntaxError"
    assert block.frames[0].line == 3
    assert block.quoted_lines == (2, 3)


def test_a_traceback_without_its_beginning_is_read_from_its_first_whole_frame() -> None:
    """Here the header and half a frame line were lost."""
    text = '2.py", line 42, in <module>\n  File "b.py", line 560, in __new__\n    check()\nTypeError: x\n'
    block = only_block(text, *PYTHON)
    assert (block.first, block.exception, functions(block)) == (2, "TypeError", ["__new__"])


def test_a_traceback_with_lines_cut_out_of_its_middle_is_one_block() -> None:
    """Whatever stands for the gap."""
    for gap in (
        "...",
        "[... skipping similar frames: f at line 1 (2 times)]",
        "  [Previous line repeated 996 more times]",
        "(cut)",
    ):
        text = f'Traceback (most recent call last):\n  File "a.py", line 1, in f\n    f()\n{gap}\n  File "b.py", line 2, in g\nRecursionError: x\n'
        assert functions(only_block(text, *PYTHON)) == ["g", "f"]


def test_a_paste_that_lost_its_indentation_is_read() -> None:
    """Some forums strip leading spaces."""
    text = 'Traceback (most recent call last):\nFile "a.py", line 1, in f\nmain()\nFile "a.py", line 7, in main\nx = model(y)\nValueError: bad\n'
    block = only_block(text, *PYTHON)
    assert (block.message, functions(block), block.quoted_lines) == ("bad", ["main", "f"], (3, 5))


def test_a_header_without_anything_is_no_block() -> None:
    assert blocks_of("Traceback (most recent call last):\nbye bye now\n", *PYTHON) == []


def test_a_file_and_line_in_a_sentence_is_no_block() -> None:
    """Nor is a lone frame line, or another language's."""
    assert blocks_of('It fails in File "a.py", line 3, in f of my code.\n', *PYTHON) == []
    assert blocks_of('  File "a.py", line 3, in f\nand so on\n', *PYTHON) == []
    assert blocks_of('File "x.ml", line 3, characters 4-6:\nError: Unbound value\n', *PYTHON) == []


# --- prefixes, threads, escapes --------------------------------------------------------------------------------------


def test_a_prefix_of_a_logger_is_taken_off_every_line() -> None:
    """Even one that nobody knows."""
    lines = PLAIN.split("\n")[1:8]
    text = "\n".join(f"<trainer 3> {line}" for line in lines)
    block = only_block(text, *PYTHON)
    assert (block.exception, functions(block)) == ("RuntimeError", ["main", "<module>"])


def test_interleaved_ranks_do_not_mix_their_frames() -> None:
    """The first rank's traceback is read, the other's lines between are stepped over."""
    pairs = zip(PLAIN.split("\n")[1:8], PLAIN.split("\n")[1:8], strict=True)
    text = "\n".join(f"[rank0]: {one}\n[rank1]: {two}" for one, two in pairs)
    assert functions(blocks_of(text, *PYTHON)[0]) == ["main", "<module>"]


def test_a_traceback_on_one_line_of_json_is_read() -> None:
    """Structured logs escape the line breaks."""
    text = (
        '{"level": "error", "exc": "Traceback (most recent call last):\\n  File \\"a.py\\", line 7, in main\\n'
        '    x[\\"loss\\"]\\nKeyError: \'loss\'", "ts": 1}\n'
    )
    block = only_block(text, *PYTHON)
    assert (block.exception, block.message, functions(block)) == ("KeyError", "'loss'", ["main"])
    assert block.quoted_lines == ()


def test_ignored_exceptions_are_not_fatal_and_threads_are_named() -> None:
    body = 'Traceback (most recent call last):\n  File "a.py", line 1, in f\nKeyError: 1\n'
    assert not only_block("Exception ignored in: <function f at 0x7f>\n" + body, *PYTHON).fatal

    block = only_block("Exception in thread Thread-1 (worker):\n" + body, *PYTHON)
    assert (block.fatal, details(block)["thread"]) == (True, "Thread-1 (worker)")

    assert details(only_block("Process SpawnProcess-2:\n" + body, *PYTHON))["process"] == "SpawnProcess-2"


# --- pytest -----------------------------------------------------------------------------------------------------------

PYTEST = """\
=================================== FAILURES ===================================
_________________________________ test_forward _________________________________

    def test_forward():
        a = 1
>       load(a)

test_x.py:9: 
_ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ 

    def load(x):
>       raise ValueError("shapes (2,3) and (4,5)")
E       ValueError: shapes (2,3) and (4,5)
E       not aligned: 3 != 4

test_x.py:6: ValueError
"""


def test_a_failure_of_pytest_is_read_with_its_frames() -> None:
    """Functions come from the shown source, message from the E column; the rest is quoted."""
    block = only_block(PYTEST, *PYTHON)
    assert (block.exception, block.message) == ("ValueError", "shapes (2,3) and (4,5)\nnot aligned: 3 != 4")
    assert [(frame.function, frame.line) for frame in block.frames] == [("load", 6), ("test_forward", 9)]

    assert (block.message_first, block.message_last) == (13, 14)
    assert 12 in block.quoted_lines and 13 not in block.quoted_lines
    assert details(block)["test"] == "test_forward"


def test_a_rewritten_assertion_of_pytest_is_its_message() -> None:
    """Older releases print no `AssertionError:` before it."""
    text = "____________ test_a ____________\n\n    def test_a():\n>       assert f() == 4\nE       assert 3 == 4\n\ntest_x.py:3: AssertionError\n"
    assert only_block(text, *PYTHON).message == "assert 3 == 4"


def test_the_short_form_of_pytest_is_a_traceback() -> None:
    text = "test_x.py:9: in test_forward\n    load(a)\ntest_x.py:6: in load\n    raise ValueError('x')\nE   ValueError: x\n"
    block = only_block(text, *PYTHON)
    assert (block.exception, functions(block)) == ("ValueError", ["load", "test_forward"])


# --- every text ---------------------------------------------------------------------------------------------------------


class CountingLines(list[Line]):
    """Lines that count how often they are looked at."""

    looks = 0

    def __getitem__(self, index):  # type: ignore[no-untyped-def, override]
        found = super().__getitem__(index)
        self.looks += len(found) if isinstance(index, slice) else 1
        return found


HOSTILE = (
    "Traceback (most recent call last):\n",
    "foo: Traceback (most recent call last):\nfoo: During handling of the above exception, another exception occurred:\n",
    '  File "a.py", line 3, in f\n',
    '  File "a.py", line 3, in f\nword salad\n',
    "  + Exception Group Traceback (most recent call last):\n  | x\n",
    "____ test_x ____\nword\n",
    "Thread 0x00 (most recent call first):\n",
    "Fatal Python error: Aborted\n",
    "ValueError     Traceback (most recent call last)\n----> 1 x\n",
    "org.x.FooException: bar\n",
    "java.lang.FooException: bar\nCaused by: a.b.CException\n",
    "*** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***\n",
    "----- pid 1 at 2012-05-02 16:43:41 -----\nword\n",
    "Subject: Input dispatching timed out\nword\n",
    '"main" prio=5 tid=1 Blocked\nword\n',
    "Fatal signal 11 (SIGSEGV), code 1, fault addr 0x0 in tid 1\n",
)


@pytest.mark.parametrize("pattern", HOSTILE)
def test_readers_look_at_each_line_a_bounded_number_of_times(pattern: str) -> None:
    """However often a beginning is repeated that leads nowhere, the work grows with the text and not with its square."""

    def looks(repeats: int) -> int:
        lines = CountingLines(Line(number, text) for number, text in enumerate((pattern * repeats).splitlines(), 1))
        index = 0
        while index < len(lines):
            reads = (reader.read(lines, index) for reader in readers_of(*ANDROID, java, *PYTHON))
            found = next((found for found in reads if found), None)
            index = found[1] if found else index + 1
        return lines.looks

    assert looks(2000) < 2.3 * looks(1000)


WORDS = st.sampled_from(
    [
        *PLAIN.splitlines(),
        *CHAIN.splitlines(),
        *GROUP.splitlines(),
        *PYTEST.splitlines(),
        *"".join(HOSTILE).splitlines(),
        "\tat com.x.Main.run(Main.java:12)",
        "    #00 pc 0001a43c  /system/lib/libc.so (abort+12)",
        "signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x0",
        "Abort message: 'x",
        "ANR in com.x.y",
    ]
)


@settings(max_examples=150, deadline=None)
@given(st.lists(WORDS, max_size=25))
def test_any_mixture_of_lines_gives_blocks_that_lie_within_it(lines: list[str]) -> None:
    """In order, without overlap, with message and quoted lines inside."""
    last = 0
    for block in blocks_of("\n".join(lines), *ANDROID, java, *PYTHON):
        assert last < block.first <= block.last <= len(lines)
        assert block.message_first == 0 or block.first <= block.message_first <= block.message_last <= block.last
        assert all(block.first <= number <= block.last for number in block.quoted_lines)
        last = block.last


def test_an_exception_that_was_indented_anew_is_read() -> None:
    """As forums and mails show it: all lines indented, each differently."""
    text = (
        "    Traceback (most recent call last):\n"
        '     File "train.py", line 564, in <module>\n'
        "      main()\n"
        '     File "/home/user/lib/numpy/lib/function_base.py", line 4431, in   insert\n'
        "    new = empty(newshape, arr.dtype, arrorder)\n"
        "      MemoryError \n"
    )
    (block,) = read_report(text).blocks

    assert (block.exception, block.message_first, len(block.frames)) == ("MemoryError", 6, 2)
    assert 6 not in block.quoted_lines
