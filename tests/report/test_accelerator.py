"""The accelerator that a report tells of."""

import pytest

from crashkb.report.read import read_report


def accelerator(text: str) -> str:
    return next((fact.value for fact in read_report(text).facts if fact.name == "accelerator"), "")


@pytest.mark.parametrize(
    ("expected", "text"),
    [
        ("rocm", "RuntimeError: HIP error: invalid device function\nCompile with `TORCH_USE_HIP_DSA`"),
        ("rocm", "torch.OutOfMemoryError: HIP out of memory. Tried to allocate 2.00 GiB. GPU 0 has a total capacity"),
        ("rocm", "我的 A卡 7900xt 训练就崩"),
        ("mps", "RuntimeError: MPS backend out of memory (MPS allocated: 14.29 GiB, max allowed: 20.13 GiB)"),
        ("mps", "NotImplementedError: Could not run 'aten::x' with arguments from the 'MPS' backend."),
        ("xpu", "RuntimeError: level_zero backend failed with error: 20 (UR_RESULT_ERROR_DEVICE_LOST)"),
        ("xpu", "PyTorch version: 2.14.0+xpu\nROCM used to build PyTorch: N/A\nHIP runtime version: N/A"),
        ("npu", "RuntimeError: NPU out of memory. Tried to allocate 52.00 MiB (NPU 0; 60.96 GiB total capacity"),
        ("npu", "[ERROR] 2025-11-19-11:14:58 (PID:356, Device:0, RankID:-1) ERR00100 PTA call acl api failed"),
        ("npu", "昇腾 910B 上训练报错"),
        ("jetson", "NvMapMemAllocInternalTagged: 1075072515 error 12\nnvidia driver, cuda 12.6"),
        ("jetson", "Linux nano 5.15.148-tegra aarch64"),
        ("musa", "torch.OutOfMemoryError: MUSA out of memory. Tried to allocate 896.00 MiB."),
        ("mlu", "RuntimeError: MLU out of memory. Tried to allocate 1.00 GiB (MLU 0; 32.00 GiB total capacity"),
    ],
)
def test_what_one_accelerator_alone_prints(expected: str, text: str) -> None:
    """Messages of the frameworks, and what people write."""
    assert accelerator(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "RuntimeError: CUDA out of memory. Tried to allocate 2.00 GiB",
        "NVIDIA GeForce RTX 3090\nnvidia-smi says 24 GB\nROCM used to build PyTorch: N/A\nIs XPU available: False",
        "RuntimeError: Expected one of cpu, cuda, ipu, xpu, mkldnn, opengl, hip, ve, fpga, mps, meta, 'mps' device type",
        "'aten::x' is only available for these backends: [CPU, CUDA, HIP, 'MPS', 'XPU']",
        "sorted in ascending order, it cannot be integral",  # ascend, cann, tegra
        "implementation 'androidx.compose:jetpack compose 1.0'",
        "Number of eligible GPUs: 0 (Note: TensorFlow was not compiled with CUDA or ROCm support)",
    ],
)
def test_lists_of_device_types_and_look_alikes_tell_nothing(text: str) -> None:
    """Only what one kind alone brings along counts."""
    assert accelerator(text) == ""
