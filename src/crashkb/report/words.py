"""Words that tell framework, package or platform, and where they stand in a report.

One automaton finds them all in one pass; at one place the longest word wins ("onnxruntime" is not
"onnx", "tensorflow lite" is not "tensorflow").
"""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import accumulate
from typing import NamedTuple

from ahocorasick_rs import AhoCorasick, MatchKind

from crashkb.model import Line

_MOST_HITS = 300
"""Mentions of one word that are looked at."""


class Meaning(NamedTuple):
    """What a word tells."""

    package: str = ""
    """Name of the version fact that may stand behind it."""
    framework: str = ""
    platform: str = ""
    weight: int = 2
    """How much one mention tells about platform or framework; 1 is a hint."""


class Mention(NamedTuple):
    """A word of the table at its place."""

    word: str
    meaning: Meaning
    start: int
    """Offset in the joined text."""
    end: int
    number: int
    """Raw line number."""


class Mentions(NamedTuple):
    """All mentions and the text in which their offsets hold."""

    text: str
    """The clean lines with their tags, joined by line feeds."""
    found: tuple[Mention, ...]


_PACKAGES = """
    torch: torch pytorch | pytorch: torch pytorch | libtorch: torch pytorch | torchvision: torchvision pytorch
    torchaudio: torchaudio pytorch | torch_npu: torch_npu pytorch | torch-npu: torch_npu pytorch | torch_musa: - pytorch | torch_mlu: - pytorch | rocm: rocm - | cann: cann - | pytorch-lightning: lightning pytorch | pytorch_lightning: lightning pytorch
    tensorflow: tensorflow tensorflow | tensorflow-gpu: tensorflow tensorflow | tensorflow-cpu: tensorflow tensorflow
    tensorflow_gpu: tensorflow tensorflow | tensorflow-macos: tensorflow tensorflow | tensorflow-intel: tensorflow tensorflow
    tensor flow: tensorflow tensorflow | tf: tensorflow tensorflow | tf-gpu: tensorflow tensorflow | tensorflow_core: - tensorflow
    keras: keras keras | tf.keras: - keras | tf_keras: tf-keras keras | tf-keras: tf-keras keras | jax: jax jax | jaxlib: jaxlib jax
    flax: flax jax | numpy: numpy numpy | protobuf: protobuf - | protoc: protobuf - | python: python - | cpython: python -
    onnx: onnx onnx | onnxruntime: onnxruntime onnxruntime | onnxruntime-gpu: onnxruntime onnxruntime
    onnx runtime: onnxruntime onnxruntime | onnxruntime-directml: onnxruntime onnxruntime | ort: onnxruntime onnxruntime
    tensorrt: tensorrt tensorrt | trt: tensorrt tensorrt | trtexec: - tensorrt | torch_tensorrt: torch-tensorrt tensorrt
    transformers: transformers transformers | accelerate: accelerate - | deepspeed: deepspeed pytorch | vllm: vllm pytorch
    xformers: xformers pytorch | flash-attn: flash-attn pytorch | flash_attn: flash-attn pytorch | bitsandbytes: bitsandbytes pytorch
    huggingface: - transformers | hugging face: - transformers | 抱脸: - transformers | huggingface_hub: huggingface-hub transformers | safetensors: safetensors transformers | ultralytics: ultralytics pytorch
    tflite: tflite tflite | tflite-runtime: tflite tflite | tflite_runtime: tflite tflite | tensorflow lite: tflite tflite
    tensorflow-lite: tflite tflite | tensorflow/lite: - tflite | tensorflow.lite: - tflite | tensorflowlite: - tflite
    tensorflowlitec: tflite tflite | tf.lite: - tflite | tf lite: tflite tflite | litert: tflite tflite | ai-edge-litert: tflite tflite
    ai_edge_litert: - tflite | mediapipe: mediapipe mediapipe | ncnn: ncnn ncnn | mnn: mnn mnn | libmnn: - mnn
    paddle: paddle paddle | paddlepaddle: paddle paddle | paddlepaddle-gpu: paddle paddle | paddleocr: paddleocr paddle
    paddle2onnx: paddle2onnx paddle | paddle-lite: paddle-lite paddle-lite | paddlelite: paddle-lite paddle-lite
    paddle_lite: paddle-lite paddle-lite | paddle.lite: - paddle-lite | openvino: openvino openvino | opencv: opencv opencv
    opencv-python: opencv opencv | opencv-python-headless: opencv opencv | opencv-contrib-python: opencv opencv | cv2: opencv opencv
    nccl: nccl nccl | cuda: cuda cuda | cuda toolkit: cuda cuda | cudatoolkit: cuda cuda | cudnn: cudnn cuda | nvcc: - cuda
    cudart: - cuda | cuda used to build pytorch: cuda cuda |     nvidia-smi: - cuda | cublas: - cuda | nvidia driver: driver cuda | driver version: driver cuda | nvidia-driver: driver cuda
    client version: driver - | kernel module: driver - | coreml: - coreml | core ml: - coreml | coremltools: coremltools coreml
    appleneuralengine: - coreml | executorch: executorch executorch | rknn: rknn rknn | rknn-toolkit2: rknn rknn
    rknn-toolkit: rknn rknn | rknn-toolkit-lite2: rknn rknn | librknnrt: librknnrt rknn | rknnlite: - rknn | rknn_toolkit2: rknn rknn
    qnn: qnn qnn | snpe: snpe qnn | triton: triton triton | tritonserver: tritonserver triton-server
    triton inference server: tritonserver triton-server | tf serving: tf-serving tf-serving | tf-serving: tf-serving tf-serving
    tensorflow serving: tf-serving tf-serving | tensorflow_serving: - tf-serving | servable: - tf-serving
    scikit-learn: sklearn sklearn | sklearn: sklearn sklearn | pandas: pandas - | scipy: scipy - | pillow: pillow - | h5py: h5py -
    glibc: glibc - | gnu libc: glibc - | gcc: gcc - | cmake: cmake - | nnapi: - tflite | grpc: grpc - | grpcio: grpc -
"""
"""`word: package framework`, a dash where there is none; separated by bars and line ends."""


def _packages() -> dict[str, Meaning]:
    """Meanings of the words that carry versions."""
    found = {}
    for entry in _PACKAGES.replace("\n", "|").split("|"):
        word, colon, rest = entry.strip().rpartition(": ")
        if colon:
            package, framework = (part.removeprefix("-") for part in rest.split(" "))
            found[word] = Meaning(package, framework)
    return found


_HINTS = {
    "android": Meaning("android", "", "android", 3), "安卓": Meaning("android", "", "android", 3), "鸿蒙": Meaning("", "", "android"),
    "logcat": Meaning("", "", "android"), "androidruntime": Meaning("", "", "android", 4), "build fingerprint": Meaning("", "", "android", 5),
    "dalvik": Meaning("", "", "android"), "/data/app/": Meaning("", "", "android", 4), "/data/user/0/": Meaning("", "", "android", 4),
    "libart.so": Meaning("", "", "android", 4), "kotlin": Meaning("", "", "android", 1), "gradle": Meaning("", "", "android", 1),
    "apk": Meaning("", "", "android"), "libc.so (abort": Meaning("", "", "android"), "/apex/com.android": Meaning("", "", "android", 4),
    "ios": Meaning("ios", "", "ios", 3), "iphone os": Meaning("ios", "", "ios", 4), "ipados": Meaning("ios", "", "ios", 3),
    "iphone": Meaning("", "", "ios", 3), "ipad": Meaning("", "", "ios", 3), "苹果手机": Meaning("", "", "ios", 3), "jetsam": Meaning("", "", "ios"),
    "macos": Meaning("macos", "", "macos", 3), "mac os x": Meaning("macos", "", "macos", 3), "mac os": Meaning("macos", "", "macos", 3),
    "macbook": Meaning("", "", "macos"), "/users/": Meaning("", "", "macos"), ".dylib": Meaning("", "", "macos"), "darwin": Meaning("", "", "macos"),
    "/opt/homebrew/": Meaning("", "", "macos", 3), "苹果电脑": Meaning("", "", "macos", 3), "dyld": Meaning("", "", "macos"),
    "windows": Meaning("windows", "", "windows", 3), "win10": Meaning("", "", "windows", 3), "win11": Meaning("", "", "windows", 3),
    "win7": Meaning("", "", "windows", 3), "winerror": Meaning("", "", "windows", 5), ".dll": Meaning("", "", "windows"),
    ":\\": Meaning("", "", "windows", 3), ".exe": Meaning("", "", "windows", 1), "dll load failed": Meaning("", "", "windows", 5),
    "ubuntu": Meaning("ubuntu", "", "linux", 3), "centos": Meaning("centos", "", "linux", 3), "debian": Meaning("debian", "", "linux", 3),
    "linux": Meaning("", "", "linux"), "/usr/": Meaning("", "", "linux", 1), "/home/": Meaning("", "", "linux"), "/opt/": Meaning("", "", "linux", 1),
    "/root/": Meaning("", "", "linux"), "colab": Meaning("", "", "linux"), "docker": Meaning("", "", "linux", 1), "wsl": Meaning("", "", "linux"), "mac": Meaning("", "", "macos"),
    "mps backend": Meaning("", "", "macos", 3), "mps device": Meaning("", "", "macos"), "mps framework": Meaning("", "", "macos", 3), "pytorch_enable_mps_fallback": Meaning("", "", "macos"),
    "nvrm": Meaning("", "", "linux"), "core dumped": Meaning("", "", "linux", 1), "slurm": Meaning("", "", "linux", 1),
    "release-keys": Meaning("", "", "android", 4), "zygote": Meaning("", "", "android", 4), "zygote64": Meaning("", "", "android", 4),
    "adreno-gsl": Meaning("", "", "android", 4), "adreno": Meaning("", "", "android", 1),
    "activitymanager": Meaning("", "", "android", 4), "system.err": Meaning("", "", "android", 3), "neuralnetworks": Meaning("", "tflite", "android"),
    "executionplan": Meaning("", "tflite", "android", 3), "libegl": Meaning("", "", "android"), "choreographer": Meaning("", "", "android", 4),
    "openglrenderer": Meaning("", "", "android", 4), "e/flutter": Meaning("", "", "android"), "android studio": Meaning("", "", "android", 3),
    "raspberry": Meaning("", "", "embedded", 3), "树莓派": Meaning("", "", "embedded", 3), "jetson": Meaning("", "", "embedded", 3),
    "rk35": Meaning("", "", "embedded", 3), "rk33": Meaning("", "", "embedded", 3), "rv11": Meaning("", "", "embedded", 3),
    "rk18": Meaning("", "", "embedded", 3), "开发板": Meaning("", "", "embedded"), "edgetpu": Meaning("", "tflite", "embedded"),
    "edge tpu": Meaning("", "tflite", "embedded"), "orange pi": Meaning("", "", "embedded", 3), "esp32": Meaning("", "tflite", "embedded", 3),
}  # fmt: skip

WORDS: Mapping[str, Meaning] = {**_packages(), **_HINTS}
"""Lower-case word → what it tells."""


def find_mentions(lines: Sequence[Line]) -> Mentions:
    """All words of the table that stand in the lines as words, ascending."""
    parts = [f"{line.tag}: {line.text}" if line.tag else line.text for line in lines]
    text = "\n".join(parts)
    lowered = text.lower()
    if len(lowered) != len(text):  # a capital whose small form is longer ("İ") would shift the offsets
        lowered = "".join(char.lower() if len(char.lower()) == 1 else char for char in text)
    ends = list(accumulate(len(part) + 1 for part in parts))
    automaton, words = _automaton()
    left = [_MOST_HITS] * len(words)
    found: list[Mention] = []
    for which, start, end in automaton.find_matches_as_indexes(lowered):
        if left[which] and _stands_alone(text, start, end):
            left[which] -= 1
            word, meaning = words[which]
            found.append(Mention(word, meaning, start, end, lines[bisect_right(ends, start)].number))
    return Mentions(text, tuple(found))


def _stands_alone(text: str, start: int, end: int) -> bool:
    """Whether text[start:end] is no part of a longer word.

    Digits, `lib` and the "2" of converters may stand before or behind a name (`libncnn`,
    `onnx2ncnn`, `python3`), and a capital may follow it (`PytorchStreamReader`). Chinese and
    Latin letters side by side are two words (`安卓app`).
    """
    first, last = text[start], text[end - 1]
    before, after = text[start - 1 : start] if start else "", text[end : end + 1]
    if first == ":":  # a drive letter: C:\\
        return before.isalpha() and not text[max(start - 2, 0) : start - 1].isalnum()
    if (
        first.isascii()
        and first.isalnum()
        and before.isascii()
        and before.isalnum()
        and before != "2"
        and text[max(start - 3, 0) : start] != "lib"
    ):
        return False
    joined = last.isascii() and last.isalnum() and after.isascii() and after.isalpha()
    return not joined or (last.islower() and after.isupper())


@cache
def _automaton() -> tuple[AhoCorasick, tuple[tuple[str, Meaning], ...]]:
    words = tuple(WORDS.items())
    return AhoCorasick([word for word, _ in words], matchkind=MatchKind.LeftmostLongest), words
