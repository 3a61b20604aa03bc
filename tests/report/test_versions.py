"""Versions as tools and people write them."""

import pytest

from crashkb.report.scrub import scrub
from crashkb.report.versions import read_versions
from crashkb.report.words import find_mentions

_COLLECT_ENV = """\
PyTorch version: 2.1.0+cu118
Is debug build: False
CUDA used to build PyTorch: 11.8
OS: Ubuntu 20.04.6 LTS (x86_64)
GCC version: (Ubuntu 9.4.0-1ubuntu1~20.04.2) 9.4.0
Libc version: glibc-2.31
Python version: 3.10.12 (main, Nov 20 2023, 15:14:05) [GCC 11.4.0] (64-bit runtime)
CUDA runtime version: 11.8.89
GPU 0: NVIDIA GeForce RTX 3090
Nvidia driver version: 535.54.03
cuDNN version: 8902
[pip3] numpy==1.26.4
[pip3] triton==2.1.0
"""
_NVIDIA_SMI = "| NVIDIA-SMI 535.54.03    Driver Version: 535.54.03    CUDA Version: 12.2     |"


def _versions(text: str) -> dict[str, str]:
    return {fact.name: fact.value for fact in read_versions(find_mentions(scrub(text)))}


@pytest.mark.parametrize(
    ("text", "name", "value"),
    [
        ("torch==2.1.0", "torch", "2.1.0"),
        ("torch 2.1.0", "torch", "2.1.0"),
        ("torch: 2.1.0+cu118", "torch", "2.1.0+cu118"),
        ("PyTorch version: 2.1.0", "torch", "2.1.0"),
        ("TF 2.3", "tensorflow", "2.3"),
        ("tensorflow-gpu 1.15", "tensorflow", "1.15"),
        ("TensorFlow version (use command below): v2.3.0-54-gfcc4b966f1 2.3.1", "tensorflow", "2.3.0"),
        ("tensorflow        2.15.0", "tensorflow", "2.15.0"),
        ("Python 3.11", "python", "3.11"),
        ('File "/usr/lib/python3.10/site-packages/x.py", line 1', "python", "3.10"),
        (r"C:\Python37\lib\site-packages\x.py", "python", "3.7"),
        ("flash_attn_2_cuda.cpython-310-x86_64-linux-gnu.so", "python", "3.10"),
        ("CUDA Version: 12.2", "cuda", "12.2"),
        ("cuda 11", "cuda", "11"),
        ("/usr/local/cuda-11.8/lib64/libcudart.so", "cuda", "11.8"),
        ("cuDNN version: 8902", "cudnn", "8.9.2"),
        ("cudnn 90100", "cudnn", "9.1.0"),
        ("Driver Version: 535.54", "driver", "535.54"),
        ("Driver Version 535", "driver", "535"),
        ("NVRM: API mismatch: client version 570.133.07, kernel module version 570.124.06", "driver", "570.133.07"),
        ("onnxruntime-gpu==1.17.1", "onnxruntime", "1.17.1"),
        ("onnx 1.14.0", "onnx", "1.14.0"),
        ("Android 13", "android", "13"),
        ("安卓13", "android", "13"),
        ("iOS 17.2", "ios", "17.2"),
        ("OS Version:          iPhone OS 13.3.1 (17D50)", "ios", "13.3.1"),
        ("Build fingerprint: 'google/bluejay/bluejay:15/BP1A.250505.005/2025052000:user/release-keys'", "android", "15"),
        ("paddlepaddle 2.4.1 requires protobuf<=3.20.0, but you have protobuf 3.20.3 which is incompatible.", "protobuf", "3.20.3"),
        ("用的 torch 2.1的环境", "torch", "2.1"),
        ("librknnrt version: 1.4.0 (a10f100eb@2022-09-09)", "librknnrt", "1.4.0"),
        ("glibc-2.31", "glibc", "2.31"),
    ],
)  # fmt: skip
def test_a_version_is_read_in_its_writing(text: str, name: str, value: str) -> None:
    assert _versions(text)[name] == value


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("numpy<2", "numpy"),
        ("requires protobuf<=3.20.0,>=3.1.0", "protobuf"),
        ("ERROR: Could not find a version that satisfies the requirement tensorflow==2.13.0", "tensorflow"),
        ("No matching distribution found for torch==1.13.1+cu117", "torch"),
        ("version `GLIBC_2.34' not found", "glibc"),
        ("tensor on cuda:0", "cuda"),
        ("torch.cuda.OutOfMemoryError: 2.5 GiB", "torch"),
        ("onnx opset 17", "onnx"),
        ("the android robot", "android"),
        ("opencv-python 4.8.0", "python"),
        ("pytorch 2", "torch"),
    ],
)
def test_a_bound_a_wish_or_another_number_is_no_version(text: str, name: str) -> None:
    assert name not in _versions(text)


def test_collect_env_and_nvidia_smi_are_read_whole() -> None:
    found = _versions(_COLLECT_ENV)

    assert found["torch"] == "2.1.0+cu118"
    assert (found["python"], found["driver"], found["cudnn"], found["numpy"]) == (
        "3.10.12",
        "535.54.03",
        "8.9.2",
        "1.26.4",
    )
    assert (found["cuda"], found["glibc"], found["ubuntu"]) == ("11.8", "2.31", "20.04.6")
    assert _versions(_NVIDIA_SMI) == {"driver": "535.54.03", "cuda": "12.2"}


def test_the_first_mention_wins() -> None:
    facts = list(read_versions(find_mentions(scrub("torch 2.1.0\nsaved with\ntorch 1.13.0"))))

    assert [(fact.name, fact.value, fact.line) for fact in facts] == [("torch", "2.1.0", 1)]


def test_a_wheel_tells_its_cuda() -> None:
    facts = list(read_versions(find_mentions(scrub("torch 2.4.0+cu121"))))

    assert [(fact.name, fact.value) for fact in facts] == [("torch", "2.4.0+cu121"), ("cuda", "12.1")]
