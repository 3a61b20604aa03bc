"""Errors of one line: a bare Python exception without its traceback, and what runtimes and tools say in one line.

The shapes stand in a table, each with the source that prints it; what stands at level E or F
before a telling word counts too. A line that a person wrote is left to the prose.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from crashkb.model import Block, Line
from crashkb.report import python_lines as grammar
from crashkb.report.prose import is_written
from crashkb.report.python_message import read_message
from crashkb.text.lazy import LazyPattern

_MOST_LINES = 100
"""Lines of one message that are read."""

# ERROR RuntimeError: … · [ERROR] ValueError: … · Error: TypeError: … · ! RuntimeError: …
_LEAD = LazyPattern(
    r"\s{0,12}(?:\[?(?:ERROR|FATAL|CRITICAL|Error|Exception)\]?\s?[:|-]?\s{1,4}|! |\* |\w{0,40}StackTrace: )?"
)
# java.lang.OutOfMemoryError · kotlin.UninitializedPropertyAccessException · org.tensorflow.lite…: other readers know them
_NOT_PYTHON = LazyPattern(
    r"(?:NoMethodError|ReferenceError|NullReferenceException|(?:java|javax|kotlin|kotlinx|android|androidx|dalvik|org|com|net|io|sun|System|Microsoft)\.)"
)


def read_exception_line(lines: Sequence[Line], start: int) -> tuple[Block, int] | None:
    """A bare `some.module.SomeError: message` with the continuation lines of the message."""
    line = lines[start]
    if len(line.text) > 20_000 or (line.tag and line.tag.startswith(("AndroidRuntime", "System.err", "flutter"))):
        return None
    lead = _LEAD.match(line.text)
    base = lead.end() if lead else 0
    found = grammar.split_exception(line.text[base:])
    if found is None and base:  # "Error: something" is no lead but the exception itself
        base = len(line.text) - len(line.text.lstrip())
        found = grammar.split_exception(line.text[base:])
    if found is None or not _is_python(found[0], found[2]):
        return None
    name, inner, first = found
    window = lines[start : _person_speaks(lines, start)]
    message = read_message(window, 0, first, len(line.text) - len(line.text.lstrip()))
    end = start + max(message.end, 1)
    return (
        Block(
            kind="python-exception",
            first=line.number,
            last=lines[end - 1].number,
            exception=name,
            message=message.text,
            message_first=line.number,
            message_last=lines[end - 1].number,
            fatal=line.level not in ("W", "I", "D", "V"),
            quoted_lines=message.quoted,
            details=(("inner_exception", inner),) if inner else (),
        ),
        end,
    )


def _person_speaks(lines: Sequence[Line], start: int) -> int:
    """The index of the line below a message where, after a gap, a person goes on; the end of the window if none does."""
    end = min(len(lines), start + _MOST_LINES)
    for index in range(start + 1, end):
        if lines[index].number - lines[index - 1].number > 1 and is_written(lines[index]):
            return index
    return end


def _is_python(name: str, message: str) -> bool:
    """Whether a name that stands without a traceback is surely a Python exception."""
    if not grammar.is_error_name(name) or _NOT_PYTHON.match(name):
        return False
    last = name.rpartition(".")[2]
    if message:
        return name != "error" and (last != "Error" or "." in name)
    return last not in (
        "Error",
        "Exception",
        "Exit",
        "Abort",
        "Failed",
        "Timeout",
        "Skipped",
        "Full",
        "Empty",
    ) and last.endswith(("Error", "Exception", "Interrupt"))


class _Shape(NamedTuple):
    """One way of saying that something failed."""

    triggers: tuple[str, ...]
    pattern: str
    """Matched at the start of the line; '' where the trigger alone is telling."""
    fatal: bool = True


_PATH = r"(?:\S{1,300}: )?"
_SHAPES = (
    # 2021-… [E:onnxruntime:Default, provider_bridge_ort.cc:1862 onnxruntime::TryGetProviderInfo_CUDA] …   (onnxruntime)
    _Shape(("[e:onnxruntime", "[f:onnxruntime"), r"\[[EF]:onnxruntime", fatal=False),
    # ERROR: Didn't find op for builtin opcode 'CONV_2D' version '5'.   (TFLite's StderrReporter and many tools)
    _Shape(("error: ", "error] ", "error|"), r"\s{0,8}(?:\[?ERROR\]?[:|]? |Error: |Error\] )\S", fatal=False),
    # [E] [TRT] … · [TRT] [E] … · [TensorRT] ERROR: … · 4: [runtime.cpp::deserializeCudaEngine::74] Error Code 4: Internal Error (…)
    _Shape(("[e] ", "[tensorrt] ", "error code ", "engine plan file"), r"(?:\[TRT\] ?)?\[E\] |\[TensorRT\] (?:INTERNAL )?ERROR|.{0,120}\bError Code \d|(?:\d{1,2}: )?The engine plan file", fatal=False),
    # ./app: fatal error: … · FATAL: kernel too old · [FATAL] …
    _Shape(("fatal error", "fatal: ", "[fatal]"), r".{0,120}?\b(?:fatal error|FATAL ERROR|Fatal error)\b(?!: Uncaught)|(?:\S{1,60} )?(?:FATAL|fatal): |\[FATAL\]"),
    # ./trainer: error while loading shared libraries: libcudart.so.12: cannot open … · ./app: symbol lookup error: …   (glibc ld.so)
    # dyld[123]: Library not loaded: @rpath/x.dylib · dyld: Symbol not found · Library not loaded   (Apple dyld)
    _Shape(
        ("error while loading shared", "symbol lookup error", "not found (required by", "cannot open shared object", "library not loaded", "symbol not found", "undefined symbol", "dlopen failed", "dlopen("),
        rf"{_PATH}(?:\S{{1,200}}: )?(?:error while loading|symbol lookup error|version [`'\"]|cannot open shared|undefined symbol|dlopen)|\S{{0,300}}\.so\S{{0,40}}: |dyld\S{{0,12}}: |Library not loaded|Symbol not found|dlopen|.{{0,200}}dlopen failed",
    ),
    # host:3171:3171 [0] misc/ibvwrap.cu:61 NCCL WARN Failed to open libibverbs.so[.1] · NCCL failure common.cu:874 '…'   (NCCL, nccl-tests)
    _Shape(("nccl warn", " warn ", "nccl error", "nccl failure", "watchdog caught"), r"[\w.-]{1,80}:\d{1,9}:\d{1,9} \[\d{1,3}\] .{0,120}\bWARN |.{0,120}NCCL (?:error|failure|WARN)|.{0,160}Watchdog caught", fatal=False),
    # [../third_party/gloo/gloo/transport/tcp/unbound_buffer.cc:81] Timed out waiting 1800000ms for recv operation   (Gloo)
    _Shape(("gloo/",), r"\[.{0,160}\bgloo/.{0,120}:\d+\] \S"),
    # module 'tensorflow' has no attribute 'Session' · No module named 'torch' · DLL load failed   (the message without its type)
    _Shape(
        ("has no attribute '", "no module named", "cannot import name", "dll load failed"),
        r"module '.{1,120}' has no attribute|No module named '?\w|cannot import name '|DLL load failed",
    ),
    # CUDA error: an illegal memory access was encountered · CUDA error 700 at a.cu:12 · CUDNN_STATUS_INTERNAL_ERROR · CUDA out of memory
    _Shape(("cuda error", "cuda failure", "cuda out of memory", "cudnn error", "cudnn_status_", "cublas_status_", "cuda_error_", "cudaerror", "hip error", "no kernel image"), ""),
    # layer TFReshape not exists or registered · find_blob_index_by_name output failed · vkQueueSubmit failed -4   (ncnn)
    _Shape(
        ("not exists or registered", "_by_name", "layer load_", "modelbin read", "vk", "load_param", "param is too old", "fopen "),
        r"layer \S{1,160} not exists|layer load_\w{1,20} .{1,160} failed|find_\w{1,20}_by_name \S{1,160} failed|ModelBin read|vk[A-Z]\w{3,40} failed -?\d|param is too old|fopen .{1,300} failed|.{0,40}load_param failed",
    ),
    # OMP: Error #15: Initializing libiomp5md.dll, but found libiomp5md.dll already initialized. · libgomp: Thread creation failed
    _Shape(("omp: error", "libgomp: ", "intel mkl fatal", "openblas blas_thread"), r"OMP: Error|libgomp: |Intel (?:MKL|oneMKL) FATAL|OpenBLAS blas_thread"),
    # Failed to initialize NVML: Driver/library version mismatch · NVIDIA-SMI has failed because … · Unable to determine the device handle
    _Shape(("initialize nvml", "nvidia-smi has failed", "device handle for gpu", "no devices were found", "error response from daemon"), ""),
    # NN API returned error ANEURALNETWORKS_DEAD_OBJECT at line … · Failed to apply delegate: …   (TFLite delegates)
    # Regular TensorFlow ops are not supported by this interpreter. · Node number 31 (TfLiteGpuDelegateV2) failed to invoke.
    _Shape(("aneuralnetworks_", "failed to apply delegate", "are not supported by this interpreter", "failed to invoke", "failed to prepare", "didn't find op for", "encountered unresolved custom op", "op builtin_code out of range"), "", fatal=False),
    # OOM when allocating tensor with shape[…] · std::bad_alloc · Cannot allocate memory · DefaultCPUAllocator   (outside any traceback)
    _Shape(("oom when allocating", "bad_alloc", "cannot allocate memory", "can't allocate memory", "not enough memory"), ""),
    # E5RT: ANE inference operation failed · com.apple.appleneuralengine Code=8 · [espresso] … · Error Domain=com.apple.CoreML Code=0   (Core ML)
    _Shape(("e5rt", "appleneuralengine", "[espresso]", "error domain=", "[coreml] "), r".{0,80}(?:E5RT|appleneuralengine|Error Domain=|\[espresso\]|\[coreml\])", fatal=False),
    # qnn_open 0x80000406 · QNN_… error · RKNN_ERR_FAIL · rknn_init, load model failed!
    _Shape(("qnn_", "rknn_"), r".{0,80}(?:qnn_\w{1,40} 0x[0-9a-f]{4,8}|QNN_\w{1,60}ERROR|RKNN_ERR_|rknn_\w{1,30}.{0,40}(?:fail|error))", fatal=False),
)  # fmt: skip

_TELLING = (
    "error", "fail", "unable to", "cannot", "can't", "can not", "not found", "out of memory", "invalid", "unsupport", "not support",
    "could not", "couldn't", "denied", "timed out", "timeout", "died", "dead", "missing", "no such", "exceed", "insufficient",
    "mismatch", "illegal", "didn't", "doesn't", "not implemented", "crash", "abort", "exception", "incompatible", "corrupt", "fatal", "unknown",
)  # fmt: skip
"""Words that make a line of level E or F an error of its own."""


def read_error_line(lines: Sequence[Line], start: int) -> tuple[Block, int] | None:
    """One line by which a runtime, framework or tool reports an error, with its indented continuation."""
    line = lines[start]
    text = line.text
    if len(text) > 20_000:
        return None
    lowered = text.lower()
    shape = next((shape for shape in _SHAPES if _is_shape(shape, text, lowered)), None)
    is_logged = line.level in ("E", "F") and any(word in lowered for word in _TELLING)
    if (shape is None and not is_logged) or line.level in ("V", "D", "I"):
        return None
    if (shape is None or not shape.pattern) and is_written(line):
        return None
    end = _end(lines, start)
    block = Block(
        kind="error-line",
        first=line.number,
        last=lines[end - 1].number,
        message="\n".join(each.text.strip() for each in lines[start:end]),
        message_first=line.number,
        message_last=lines[end - 1].number,
        fatal=line.level == "F" or (shape is not None and shape.fatal and not line.level),
        details=(("tag", line.tag),) if line.tag else (),
    )
    return block, end


def _is_shape(shape: _Shape, text: str, lowered: str) -> bool:
    if not any(trigger in lowered for trigger in shape.triggers):
        return False
    return not shape.pattern or re.match(shape.pattern, text) is not None


def _end(lines: Sequence[Line], start: int) -> int:
    """The index behind the continuation lines: directly below, deeper indented, of the same level and tag."""
    head = lines[start]
    base = grammar.indent(head.text)
    end = start + 1
    while end < len(lines) and end - start < _MOST_LINES:
        line = lines[end]
        if line.number - lines[end - 1].number > 1 or grammar.indent(line.text) <= base:
            break
        if (line.level or line.tag) and (line.level, line.tag) != (head.level, head.tag):
            break
        if grammar.HEADER in line.text or line.text.lstrip().startswith(("at ", "File ", "#0", "#1 ")):
            break
        end += 1
    return end


TRIGGERS = tuple(dict.fromkeys((*(trigger for shape in _SHAPES for trigger in shape.triggers), *_TELLING)))
"""What stands on a line that `read_error_line` may recognise, in lower case."""
