"""The lines of Python tracebacks: frames, echoes, markers, exception lines.

Formats: CPython 2.7–3.14 `Lib/traceback.py`, IPython 5–9 `core/ultratb.py` (terminal, Jupyter, Colab, Kaggle),
pytest `--tb=short` and `--tb=long` (`_pytest/_code/code.py`), TensorFlow AutoGraph's "in user code" frames.
"""

import re

from crashkb.model import Frame
from crashkb.text.lazy import LazyPattern

HEADER = "Traceback (most recent call last)"

#   File "/usr/lib/python3.11/copy.py", line 172, in deepcopy
#   File "<stdin>", line 1
#     File "/app/repro.py", line 5, in step  *
_PLAIN_FRAME = LazyPattern(r'\s*+File "([^"\n]{1,4096}+)", line (\d{1,9}+)(?:, in (.{1,2000}))?$')
# File /opt/conda/lib/python3.10/site-packages/torch/nn/modules/module.py:1501, in Module._call_impl(self, *args)
# File ~/project/train.py:12
# File <timed exec>:9
# File /opt/conda/lib/python3.11/site-packages/IPython/core/interactiveshell.py:3508 in run_code
_NOTEBOOK_FILE = LazyPattern(
    r"\s*+File ((?:[A-Za-z]:)?[^\s\":][^\":\n]{0,4095}+):(\d{1,9}+)(?:,? in (.{1,4000})|, in)?:?$"
)
# Cell In[37], line 4
# Input In [6], in <cell line: 3>()
# Cell In [2], in f(x)
_NOTEBOOK_CELL = LazyPattern(r"\s*+((?:Cell|Input) In ?\[\d{1,9}+\])(?:, line (\d{1,9}+))?(?:, in (.{1,4000}))?$")
# <ipython-input-26-736aefc3d7aa> in <module>()
# ~/fastai/courses/dl1/fastai/metrics.py in accuracy(preds, targs)
# /tmp/ipykernel_23/803973775.py in <module>
# <__array_function__ internals> in dot(*args, **kwargs)
# pandas/_libs/parsers.pyx in pandas._libs.parsers.TextReader.__cinit__()
# c:\users\me\lib\site-packages\numpy\core\fromnumeric.py in sum(a, axis)
_NOTEBOOK_IN = LazyPattern(
    r"(<[^<>\n]{1,200}+>|(?:~|[A-Za-z]:\\|[\w.-]{0,120}+[/\\])[^\n]{0,2000}?\.(?:pyc?|pyx|so|pxi|pyd)) in (<?[A-Za-z_].{0,4000})$"
)
# test_model.py:12: in test_forward
_PYTEST_FRAME = LazyPattern(r"\s{0,8}+([^\s:][^:\n]{0,400}?\.pyx?):(\d{1,9}+): in (\S{1,400}+)$")
# test_model.py:12: ValueError
PYTEST_END = LazyPattern(r"\s{0,8}+([^\s:][^:\n]{0,400}?\.pyx?):(\d{1,9}+): ?([A-Za-z_][\w.]{0,200}+)?$")
# ----> 7     print(clf.score(x))
#       5 # comment
_NUMBERED = LazyPattern(r"\s{0,12}+(-{1,12}+> ?)?(\d{1,7}+)(?:\s|$)")
#     ^^^^^^^^^~~~~
_MARKER = LazyPattern(r"\s*+[\^~]{1,4000}+$")
#   [Previous line repeated 996 more times]
#     [... skipping hidden 1 frame]
#     ...<3 lines>...
#        ... More lines not shown. ...
#   ... 35 lines elided
_GAP = LazyPattern(
    r"\s*+(?:\[Previous line repeated \d|\[\.\.\. skipping |\.\.\.<\d{1,9}+ lines?>\.\.\.|\.\.\. .{0,80} \.\.\.|"
    r"\[\.\.\.\]$|\.\.\.$|\.\.\. \d{1,9}+ )"
)
# RuntimeError: CUDA error: out of memory
# pkg.mod.Outer.<locals>.MyError: x
# ray.exceptions.RayTaskError(ValueError): ray::f() (pid=1, ip=10.0.0.1)
# NotFoundError (see above for traceback): Unsuccessful TensorSliceReader constructor
_EXCEPTION = LazyPattern(
    r"([A-Za-z_](?:\w|\.(?:<locals>\.)?){0,250}+)(?:\(([A-Za-z_][\w.]{0,200}+)\))?"
    r"(?: \(see above for traceback\))?(?::[ \t]?(.*)|(?<=\w))$",
    re.DOTALL,
)
# ValueError, zlib.error, KeyboardInterrupt, queue.Empty, BdbQuit
_ERROR_NAME = LazyPattern(
    r"(?:[A-Za-z_]\w{0,120}+\.|<locals>\.){0,20}+[A-Za-z_]\w{0,120}?"
    r"(?:Errors?|Exceptions?|Exit|Interrupt|Iteration|Group|Failure|Failed|Timeout|Abort|Panic|Full|Empty|Quit|Unavailable|"
    r"NotFound|DoesNotExist|NotImplemented|Denied|Refused|Stop|Fault)$"
)
_PLAIN_NAMES = frozenset({
    "error", "timeout", "Error", "Exception", "Timeout", "Empty", "Full", "Exit", "socket.timeout", "zlib.error",
    "cv2.error", "struct.error", "re.error", "socket.error", "_pickle.PicklingError", "Failed", "Abort", "Skipped",
})  # fmt: skip
_NOT_NAMES = frozenset(
    {"Warning", "Note", "Hint", "Tip", "Usage", "Help", "Info", "Debug", "Node", "Process", "Thread"}
)

CHAINS = (
    "During handling of the above exception, another exception occurred",
    "The above exception was the direct cause of the following exception",
)


def read_frame(text: str) -> Frame | None:
    """The frame that a traceback line names, or None; its line is 0 where IPython tells it by an arrow below."""
    stripped = text.lstrip()
    if stripped.startswith("File "):
        return _file_frame(text)
    if stripped.startswith(("Cell In", "Input In")):
        cell = _NOTEBOOK_CELL.match(text)
        return Frame(_function(cell[3]), cell[1], int(cell[2] or 0)) if cell else None
    if " in " not in text:
        return None
    if ": in " in text and (short := _PYTEST_FRAME.match(text)):
        return Frame(short[3], short[1], int(short[2]))
    named = _NOTEBOOK_IN.match(text)
    return Frame(_function(named[2]), named[1]) if named else None


def _file_frame(text: str) -> Frame | None:
    """The frame of a line that begins with `File`."""
    found = _PLAIN_FRAME.match(text) or _NOTEBOOK_FILE.match(text)
    return Frame(_function(found[3]), found[1], int(found[2])) if found else None


def _function(text: str | None) -> str:
    """The bare function: `accuracy(preds, targs)` gives `accuracy`, `step  *` gives `step`, none gives ''."""
    if not text:
        return ""
    name = text.rstrip(" *:")
    if name.startswith("<"):
        return name.partition(">")[0] + ">"
    return name.partition("(")[0].strip()


def arrow_line(text: str) -> int:
    """The line number of an IPython arrow line (`----> 7 …`), else 0."""
    found = _NUMBERED.match(text)
    return int(found[2]) if found and found[1] else 0


def is_numbered(text: str) -> bool:
    """Whether the line is source that IPython echoes with its line number."""
    return _NUMBERED.match(text) is not None


def is_marker(text: str) -> bool:
    """Whether the line only points at a part of the echoed line above."""
    return _MARKER.match(text) is not None


def is_gap(text: str) -> bool:
    """Whether the line stands for frames or source lines that were left out."""
    return _GAP.match(text) is not None


def is_chain(text: str) -> bool:
    """Whether the line joins two tracebacks of one chain."""
    return text.strip(" |").startswith(CHAINS)


def split_exception(text: str) -> tuple[str, str, str] | None:
    """(type, inner type in parentheses or '', message) of a line of the form `Type: message`, without judging the name."""
    found = _EXCEPTION.match(text)
    return (found[1], found[2] or "", (found[3] or "").strip(" \t")) if found else None


def is_error_name(name: str) -> bool:
    """Whether the name, seen alone, is that of an exception class."""
    return name in _PLAIN_NAMES or _ERROR_NAME.match(name) is not None


def may_be_error_name(name: str, has_message: bool) -> bool:
    """Whether the name can be an exception class, given that it stands where a traceback prints one."""
    if is_error_name(name):
        return True
    last = name.rpartition(".")[2]
    if name in _NOT_NAMES or name.isupper() or last in ("py", "pyc", "so", "exe") or not last:
        return False
    return last[0].isupper() or ("." in name and has_message and not name.startswith("www."))


def indent(text: str) -> int:
    """How many white-space characters the line begins with."""
    return len(text) - len(text.lstrip())
