"""The table of prefixes that loggers, containers and CI put before a line.

Ordered: for one first character the first pattern that matches is taken, specific shapes before
general ones. Groups named `level` and `tag` are what the prefix tells. Every pattern is anchored
at the start, and every quantifier is bounded, so that a line costs at most a constant times its
first few hundred characters. The patterns are compiled on first use: most pastes need few.
"""

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from crashkb.text.lazy import LazyPattern


class Prefix(NamedTuple):
    """One shape of prefix."""

    name: str
    starts: str
    """First characters at which it is tried."""
    pattern: str
    """Regular expression of the prefix, matched at the start of the text."""
    level: str = ""
    """Level that the mere presence of the prefix tells."""
    keep: bool = False
    """The text keeps the prefix; only level and tag are read."""
    dated: bool = False
    """The pattern is matched behind a date (`DATE`), not at the start."""


_DIGITS = "0123456789"
_LEVELS = "VDIWEF"
_WORD = "TRACE|DEBUG|INFO|NOTICE|WARNING|WARN|ERROR|ERR|CRITICAL|FATAL|SEVERE"
_CLOCK = r"\d\d:\d\d:\d\d"
# 2021-01-01 12:00:00.000123+08:00   ·   2021/01/01T12:00:00,123Z
_STAMP = rf"\d{{4}}[-/]\d\d[-/]\d\d[T _]{_CLOCK}(?:[.,:]\d{{1,9}})?(?: ?Z| ?[+-]\d\d:?\d\d| UTC)?"
# 01-29 17:23:43.694   ·   2021-01-29 17:23:43.694   (logcat)
_CAT = rf"(?:\d{{4}}-)?\d\d-\d\d {_CLOCK}\.\d{{3,9}}(?: [+-]\d{{4}})?"
_MONTH = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)"
_DAY = "(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)"
# An exception's own name is no tag: "E RuntimeError: CUDA error" keeps it.
_TYPE = r"[\w.$]{0,120}(?:Error|Exception|Warning|Interrupt|Exit):"
_NOT_TYPE = rf"(?!{_TYPE})"

PREFIXES: tuple[Prefix, ...] = (
    # --- Android (logcat -v threadtime, time, brief, tag, long; Android Studio), AOSP liblog/logprint.cpp -----------
    # 01-29 17:23:43.694  1234  5678 E tflite  : Failed to apply delegate
    Prefix(
        "logcat threadtime",
        _DIGITS,
        rf"{_CAT} {{1,4}}(?:[a-z]\w{{0,20}} {{1,4}})?\d+ {{1,8}}\d+ (?P<level>[VDIWEFA]) (?P<tag>.{{0,80}}?) {{0,40}}:(?: |$)",
    ),
    # 01-29 17:23:43.694 15962-15962/org.tensorflow.demo E/AndroidRuntime: FATAL EXCEPTION: main
    Prefix(
        "Android Studio, old",
        _DIGITS,
        rf"{_CAT}:? {{1,4}}\d+-[\d?]+/\S{{1,160}} (?P<level>[VDIWEFA])/(?P<tag>.{{1,80}}?) {{0,40}}:(?: |$)",
    ),
    # 2021-01-01 12:00:00.000  1234-1234  AndroidRuntime          com.example.app                 E  FATAL EXCEPTION: main
    Prefix(
        "Android Studio, new",
        _DIGITS,
        rf"{_CAT} {{1,4}}\d+-[\d?]+ {{1,8}}(?P<tag>\S{{1,80}}(?: \S{{1,40}}){{0,3}}?) {{1,40}}(?:\S{{1,160}} {{1,60}})?(?P<level>[VDIWEFA])(?:  |$)",
    ),
    # 01-29 17:23:43.694 E/AndroidRuntime( 1234): FATAL EXCEPTION: main
    Prefix(
        "logcat time",
        _DIGITS,
        rf"{_CAT}:? {{1,4}}(?P<level>[VDIWEFA])/(?P<tag>.{{1,80}}?) {{0,40}}(?:\( {{0,6}}\d+\))?:(?: |$)",
    ),
    # --- Python's loggers, first of those that begin with a date because nothing is printed as often -----------------------
    # 2024-01-01 00:00:00,123 - torch.trainer - ERROR - CUDA out of memory
    Prefix("Python logging", _DIGITS, rf" - (?P<tag>[\w.$:<>-]{{1,120}}) - (?P<level>{_WORD}) - ", dated=True),
    # --- Containers and CI ------------------------------------------------------------------------------------------
    # 2024-01-01T00:00:00.123456789Z stderr F Traceback (most recent call last):
    Prefix("Kubernetes CRI", _DIGITS, r" (?:stdout|stderr) [FP] ?", dated=True),
    # 2024-01-01T00:00:00.123456Z 00O Running with gitlab-runner   (GitLab job log)
    Prefix("GitLab", _DIGITS, r" \d\d[OE][ +]", dated=True),
    # --- Frameworks and loggers that begin with a date --------------------------------------------------------------
    # 2021-01-01 00:00:00.000000: E tensorflow/stream_executor/cuda/cuda_driver.cc:123] failed call to cuInit
    Prefix("TensorFlow", _DIGITS, r": (?P<level>[VIWEF]) \S{1,200}:\d+\] ?", dated=True),
    # 2024-01-01 00:00:00.123 | ERROR    | app.train:main:12 - CUDA out of memory   (loguru)
    Prefix("loguru", _DIGITS, r" \| (?P<level>[A-Z]{4,8}) {0,8}\| (?P<tag>\S{1,160}) - ", dated=True),
    # 2020-11-18 16:08:54.145490-0800 DemoCV[13328:3534503] Initialized TensorFlow Lite runtime.   (Xcode console)
    Prefix("Xcode", _DIGITS, r" (?P<tag>[\w.-]{1,40}(?: [\w.-]{1,40}){0,2})\[\d{1,9}:[\da-f]{1,9}\] ?", dated=True),
    # 2024-01-01T00:00:00.123456+08:00 host1 kernel: Out of memory   (rsyslog; journalctl -o short-iso)
    Prefix(
        "syslog, ISO date",
        _DIGITS,
        r" [\w.-]{1,64} (?:(?P<tag>[\w./@-]{1,64})\[\d{1,9}\]|kernel): ",
        dated=True,
    ),
    # 2024-01-01 00:00:00,123 [ERROR] …   ·   2024-01-01 00:00:00 - INFO - …   ·   2024-01-01 00:00:00,1:INFO:…
    Prefix(
        "date and level",
        _DIGITS,
        rf"(?: - |[ \t:|]{{1,3}})\[? ?(?P<level>{_WORD})(?=[\] \t:|])(?: ?\]?:?[ \t]{{1,4}}(?:[-|] )?|[:|])",
        dated=True,
    ),
    # 04/01 12:00:00 - mmengine - ERROR - …   (MMEngine)
    Prefix(
        "MMEngine", _DIGITS, rf"\d\d/\d\d {_CLOCK} - (?P<tag>[\w.]{{1,60}}) - .{{0,12}}?(?P<level>{_WORD}).{{0,8}}? - "
    ),
    # 21/04/01 12:00:00 ERROR Executor: Exception in task 0.0   (Spark)
    Prefix("Spark", _DIGITS, rf"\d\d/\d\d/\d\d {_CLOCK} (?P<level>{_WORD}) (?P<tag>[\w.$]{{1,80}}): "),
    # 0:00:01.123456789  1234 0x55d8a0 ERROR   nvinfer gstnvinfer.cpp:632:gst_nvinfer_logger:<pgie> NvDsInfer…   (GStreamer)
    Prefix(
        "GStreamer",
        _DIGITS,
        rf"\d{_CLOCK[2:]}\.\d{{9}} {{1,6}}\d+ {{1,4}}(?:0x)?[\da-f]{{1,16}} (?P<level>[A-Z]{{3,7}}) {{1,6}}"
        r"(?P<tag>\S{1,40}) {1,20}\S{1,80}:\d+:\S{1,160} ",
    ),
    # 2024-01-01 00:00:00.123   (Jenkins, docker logs -t, GitHub Actions)
    Prefix("date", _DIGITS, r"(?:: | - |[ \t]|$)", dated=True),
    # 16:08:54.123 Epoch 3
    Prefix("clock", _DIGITS, rf"{_CLOCK}(?:[.,]\d{{1,9}})?:? {{1,2}}(?=[\[(A-Za-z])"),
    # 7: [rank7]: Traceback (most recent call last):   (srun --label)
    Prefix("Slurm rank", _DIGITS, r"\d{1,6}: {0,2}(?=\[rank\d)"),
    # --- Brackets ---------------------------------------------------------------------------------------------------
    # [rank0]: RuntimeError: …   ·   [rank0]:[E224 19:02:08.0 ProcessGroupNCCL.cpp:697] …   ·   [default0]:…
    Prefix("rank", "[", r"\[(?P<tag>(?:rank|default|worker)_?\d{1,6})\]:? ?"),
    # [1,0]<stderr>:Traceback (most recent call last):   (mpirun --tag-output)
    Prefix("MPI", "[", r"\[\d{1,6},(?P<tag>\d{1,6})\]<std(?:out|err|diag)>: ?"),
    # [E224 19:02:08.000000000 ProcessGroupNCCL.cpp:697] …   ·   [W NNPACK.cpp:79] …   (c10 logging)
    Prefix("c10", "[", rf"\[(?P<level>[VIWEF])(?:\d{{3,4}} {_CLOCK}\.\d{{1,9}})? [\w./-]{{1,200}}\.\w{{1,4}}:\d+\] ?"),
    # [ 01-29 17:23:43.694  1234: 5678 E/tflite ]   (logcat -v long; the message stands on the next lines)
    Prefix(
        "logcat long", "[", rf"\[ {_CAT} {{1,4}}\d+: {{0,6}}\d+ (?P<level>[VDIWEFA])/(?P<tag>.{{1,80}}?) {{1,40}}\]$"
    ),
    # [WARNING|trainer.py:598] 2024-01-01 00:00:00,123 >> …   (transformers)
    Prefix("transformers", "[", rf"\[(?P<level>{_WORD})\|[\w./-]{{1,120}}:\d+\] (?:{_STAMP} )?>> "),
    # [2024-01-01 00:00:00,123] [INFO] [real_accelerator.py:123:get_accelerator] …   (DeepSpeed)
    Prefix("DeepSpeed", "[", rf"\[{_STAMP}\] \[(?P<level>{_WORD})\] \[[\w./-]{{1,120}}:\d+:[\w<>]{{1,80}}\] "),
    # [2024-01-01T00:00:00.123Z] …   ·   [03/11/2022-14:57:03] [E] …   ·   [14:34:00.922] …   ·   [2024-01-01 00:00:00,1] INFO …
    Prefix("bracketed date and level", "[", rf"\[{_STAMP}\]:? {{1,2}}\[?(?P<level>{_WORD})\]?:?[ \t]{{1,4}}"),
    Prefix("bracketed date", "[", rf"\[{_STAMP}\]:? {{0,2}}"),
    Prefix("bracketed American date", "[", rf"\[\d\d/\d\d/\d{{4}}[- ]{_CLOCK}(?:[.,]\d{{1,9}})?\] ?"),
    Prefix("bracketed clock", "[", rf"\[(?:\d\d/\d\d )?{_CLOCK}(?:[.,]\d{{1,9}})?\] ?"),
    # [  123.456789] NVRM: Xid   ·   [  +0.000316] pcieport   (dmesg)
    Prefix("dmesg", "[", r"\[ {0,8}\+?\d{1,10}\.\d{3,6}\] ?(?=\D|$)"),
    # [Sun Feb 23 16:24:18 2025] NVRM: Xid   (dmesg -T)
    Prefix("dmesg -T", "[", rf"\[{_DAY} {_MONTH} {{1,2}}\d{{1,2}} {_CLOCK} \d{{4}}\] ?"),
    # [E:onnxruntime:Default, provider_bridge_ort.cc:1862 onnxruntime::TryGetProviderInfo_CUDA] …
    Prefix("onnxruntime", "[", r"\[(?:0;\d\dm)?(?P<level>[VIWEF]):onnxruntime", keep=True),
    # [E] [TRT] …   ·   [TensorRT] ERROR: …   ·   [TRT] [E] …
    Prefix("TensorRT", "[", r"(?:\[TRT\] ?)?\[(?P<level>[VIWEF])\] ", keep=True),
    # [ERROR] …   ·   [ WARN:0@0.008] global onnx_importer2.cpp:729   (OpenCV)
    Prefix("bracketed level", "[", rf"\[ ?(?P<level>{_WORD})(?::\d|\])", keep=True),
    # --- Letters ----------------------------------------------------------------------------------------------------
    # I0215 02:09:14.236638 1 x.cc:358] …   ·   E0000 00:00:1796053464.629390   20227 file.cc:1858] …   (glog, absl)
    Prefix("glog", _LEVELS, r"(?P<level>[VIWEF])\d{4} \d\d:\d\d:\d{2,12}\.\d{1,9} {1,8}\d+ \S{1,200}:\d+\] ?"),
    # I gpu_model_info_generator.cc:51] Fast Tuning
    Prefix("absl without time", _LEVELS, r"(?P<level>[VIWEF]) \S{1,200}:\d+\] ?"),
    # E/tflite  ( 7414): Node number 31 failed to invoke.   ·   E/AndroidRuntime: FATAL EXCEPTION: main
    Prefix(
        "logcat brief",
        _LEVELS + "A",
        rf"(?!A/\S{{1,60}} {{1,4}}[^( ])(?P<level>[VDIWEFA])/(?!O\b|{_TYPE})(?P<tag>[^/:]{{1,60}}?(?:::[^:]{{1,40}})?) {{0,40}}(?:\( {{0,6}}\d+\))?:(?: |$)",
    ),
    # E  FATAL EXCEPTION: pool-2-thread-1 (Android Studio without its columns)   ·   E   RuntimeError: … (pytest)
    Prefix("level column", _LEVELS, r"(?P<level>[VDIWEF])(?: {12,200}|  (?: |(?=\S)))"),
    # E tflite  : Failed   ·   E RKNN: [14:34:00.922] 6, 1   ·   E/… without pid
    Prefix("logcat tag", "VDWEF", rf"(?P<level>[VDWEF]) {_NOT_TYPE}(?P<tag>[A-Za-z][\w.+-]{{1,60}}) {{0,40}}:(?: |$)"),
    Prefix("logcat tag, info", "I", rf"I {_NOT_TYPE}(?P<tag>[A-Z][\w.+-]{{1,60}}) {{0,40}}:(?: |$)", level="I"),
    # E Catch exception when init runtime!   (rknn-toolkit)
    Prefix("level letter", "EW", r"(?P<level>[EW]) (?=[A-Za-z\[])"),
    # DEBUG   : *** *** *** *** ***   (tombstone copied out of logcat)
    Prefix("tombstone tag", "D", r"(?P<tag>DEBUG) {1,8}: ?", level="F"),
    # INFO 01-01 00:00:00 engine.py:123] …   ·   ERROR 01-01 00:00:00 [core.py:586] …   (vLLM)
    Prefix("vLLM", "DIWEC", rf"(?P<level>{_WORD}) \d\d-\d\d {_CLOCK}(?:\.\d+)? \[?[\w./<>-]{{1,160}}:\d+\] ?"),
    # INFO 2021-04-01 12:00:00,123 launch.py:348] …   (PaddlePaddle launch)
    Prefix("Paddle launch", "DIWEC", rf"(?P<level>{_WORD}) {_STAMP} [\w./<>-]{{1,160}}:\d+\] ?"),
    # ERROR:root:msg   ·   WARNING:tensorflow:Your input ran out of data   (logging.basicConfig, absl)
    Prefix("Python level:name", "DIWEC", r"(?P<level>DEBUG|INFO|WARNING|ERROR|CRITICAL):(?P<tag>[\w.]{1,120}):"),
    # ERROR:    Exception in ASGI application   (uvicorn pads to nine columns)
    Prefix("uvicorn", "DIWEC", r"(?P<level>DEBUG|INFO|WARNING|ERROR|CRITICAL): {2,5}(?=\S)"),
    # Jan 01 00:00:00 host1 kernel: …   ·   Jan  1 00:00:00 host1 python[123]: …   (journalctl, syslog)
    # Jan  1 00:00:00 iPhone Demo(CoreML)[123] <Error>: …   (idevicesyslog)
    Prefix(
        "syslog",
        "JFMASOND",
        rf"{_MONTH} {{1,2}}\d{{1,2}} {_CLOCK}(?:\.\d{{1,9}})? [\w.-]{{1,64}} (?P<tag>[\w./@-]{{1,64}})"
        r"(?:\([\w.]{1,60}\))?(?:\[\d{1,9}\])?(?: <\w{1,10}>)?: ",
    ),
    # kern  :warn  : 2025-01-21T04:41:44,283302+00:00 NVRM: Xid   (dmesg -x)
    Prefix("dmesg -x", "kudsal", r"(?P<tag>kern|user|daemon|syslog|auth|local\d) {0,6}:(?P<level>[a-z]{2,6}) {0,3}: "),
    # --- Other signs ------------------------------------------------------------------------------------------------
    # (RayWorkerWrapper pid=123, ip=10.0.0.1) …   ·   (EngineCore_0 pid=123) …   (Ray, vLLM)
    Prefix("Ray", "(", r"\((?P<tag>[\w .-]{0,60})[ (]{0,2}[^()\n]{0,40}\bpid=\d{1,9}[^()\n]{0,60}\) ?"),
    # ##[error]Process completed with exit code 137.   (GitHub Actions, Azure Pipelines)
    Prefix("Actions command", "#", r"##\[(?P<level>error|warning|debug|notice)\]"),
    Prefix("Actions command", "#", r"##\[(?:group|endgroup|section|command)\]"),
    # <3>[  123.456] Out of memory   (kernel priority)
    Prefix("kernel priority", "<", r"<\d{1,3}>(?=\[)"),
    # section_start:1700000000:build_script   (GitLab folding marks)
    Prefix("GitLab section", "s", r"section_(?:start|end):\d{1,12}:[\w.-]{1,80}(?:\[[^\]]{0,80}\])?"),
)

LEVEL_LETTERS: Mapping[str, str] = {
    "trace": "V", "v": "V", "debug": "D", "d": "D", "info": "I", "i": "I", "notice": "I", "warn": "W", "w": "W",
    "warning": "W", "error": "E", "e": "E", "err": "E", "severe": "E", "critical": "F", "crit": "F", "alert": "F",
    "emerg": "F", "fatal": "F", "f": "F", "a": "F", "success": "I",
}  # fmt: skip
"""Level words of all loggers → the letter of `Line.level`."""


DATE = LazyPattern(_STAMP)
"""The date behind which `dated` prefixes stand."""

LOGCAT_DATE = LazyPattern(_CAT)
"""The date with which `catted` prefixes begin."""


class Compiled(NamedTuple):
    """A prefix, ready to match."""

    prefix: Prefix
    pattern: LazyPattern
    has_level: bool
    has_tag: bool
    dated: bool
    catted: bool
    """The pattern begins with logcat's date, so that one look rules all of them out."""


@cache
def prefixes_at(first: str) -> tuple[Compiled, ...]:
    """Prefixes that may stand before a text whose first character is `first`, in table order."""
    return tuple(_compile(prefix) for prefix in PREFIXES if first in prefix.starts)


@cache
def _compile(prefix: Prefix) -> Compiled:
    has_level, has_tag = "(?P<level>" in prefix.pattern, "(?P<tag>" in prefix.pattern
    pattern = LazyPattern(prefix.pattern)
    return Compiled(prefix, pattern, has_level, has_tag, prefix.dated, prefix.pattern.startswith(_CAT))
