"""Which kind of accelerator a report is about, where that is no graphics card of NVIDIA's in a PC or server.

Advice for NVIDIA cards (nvidia-smi, CUDA wheels) is wrong elsewhere, so pages have steps for each kind. Only words that
one kind alone brings along count: PyTorch lists every device type in some messages, and `collect_env` prints a line
for each, mostly "N/A".
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache

from ahocorasick_rs import AhoCorasick

from crashkb.model import Fact, Line
from crashkb.report.prefilter import lines_with

_SIGNS = {
    # RuntimeError: HIP out of memory. · HIP error: invalid device function · torch 2.9.1+rocm6.4 · gfx1036 · AMD Radeon RX 7900 XTX
    "rocm": (
        "hip out of memory", "hip error", "hiperror", "no hip gpus", "+rocm", "rocm", "amdgpu", "gfx90", "gfx10", "gfx11", "gfx12", "gfx94", "gfx95",
        "hsa_override", "hsa_status", "miopen", "rocblas", "hipblas", "radeon rx", "amd instinct", "mi250", "mi300", "7900 xt", "6700 xt", "6600 xt",
        "rccl", "pytorch_hip_alloc", "/dev/kfd", "a卡", "amd显卡", "amd 显卡", "radeon",
    ),
    # RuntimeError: MPS backend out of memory · device='mps' · with arguments from the 'MPS' backend · Apple M2 Max
    "mps": (
        "mps backend", "mps device", "the mps framework", "mps tensor", "torch.mps", "backends.mps", "'mps'", '"mps"', "mps:0", "pytorch_mps", "pytorch_enable_mps",
        "mpsndarray", "mpsgraph", "mtlcommandbuffer", "apple m1", "apple m2", "apple m3", "apple m4", "apple m5", "apple silicon", "m1 max", "m1 pro",
        "m2 max", "m2 pro", "m3 max", "m3 pro", "m4 max", "m4 pro", "m1 ultra", "m2 ultra", "m3 ultra", "m1芯片", "m2芯片", "m3芯片", "m4芯片", "苹果芯片", "on mps", "用mps", "用 mps", "mps 报错", "mps报错",
    ),
    # torch.OutOfMemoryError: XPU out of memory · level_zero backend failed with error: 20 (UR_RESULT_ERROR_DEVICE_LOST) · torch 2.9.0+xpu · Intel Arc A770
    "xpu": (
        "xpu out of memory", "xpu device", "torch.xpu", "'xpu'", '"xpu"', "xpu:0", "+xpu", "level_zero", "level zero", "level-zero", "ur_result_error", "ze_result_error",
        "sycl-ls", "devices in devs", "intel arc", "arc a770", "arc a750", "arc b580", "arc b60", "intel_extension_for_pytorch", "ipex", "arc显卡", "arc 显卡", "xpu enabled",
    ),
    # RuntimeError: NPU out of memory. · ERR00100 PTA call acl api failed. · EZ9999: Inner Error! · libascend_hal.so · 昇腾 910B
    "npu": (
        "npu out of memory", "npu function error", "torch_npu", "torch-npu", "torch.npu", "on the npu backend", "'npu'", '"npu"', "npu:0", "npu-smi", "ascend ", "/ascend/", "ascend-", "ascend_", "ascend9", "ascend3", "昇腾", "err00100", "err01100",
        "pta call acl", "aicpu", "aicore", "acl error", "aclinit", "aclrt", "aclnn", "ez9999", "ee9999", "ei9999", "ei0006", "hccl", "libascend", "pytorch_npu_alloc", "cann 7", "cann 8", "cann 9", "cann版本", "cann version", "cann toolkit", "/cann/", "910b", "310p", "atlas 800", "atlas 300",
    ),
    # NvMapMemAllocInternalTagged: 1075072515 error 12 · Jetson Orin Nano · 5.15.148-tegra · JetPack 6.1 · R36 (release)
    "jetson": (
        "nvmap", "jetson", "-tegra", "tegrastats", "nvidia tegra", "jetpack 4", "jetpack 5", "jetpack 6", "jetpack 7", "jetpack-", "l4t", "orin nano", "orin nx", "agx orin", "xavier nx", "nvgpu",
    ),
    # MUSA out of memory. · torch_musa · mthreads-gmi · 摩尔线程 MTT S4000
    "musa": (
        "musa out of memory", "musa error", "torch_musa", "torch.musa", "'musa'", '"musa"', "musa:0", "mthreads", "moore threads", "摩尔线程", "mtt s",
    ),
    # MLU out of memory. · torch_mlu · cnrt error · 寒武纪 MLU370
    "mlu": (
        "mlu out of memory", "torch_mlu", "torch.mlu", "'mlu'", '"mlu"', "mlu:0", "cambricon", "寒武纪", "cnmon", "cnrt", "cnnl", "mlu370", "mlu590",
    ),
    # what tells of an NVIDIA card in a PC or server
    "cuda": ("nvidia-smi", "geforce", "rtx ", "gtx ", "nvidia driver", "nvidia a100", "nvidia h100", "tesla "),
}  # fmt: skip
"""Lower-case words by accelerator."""

_ABSENT = (
    "was not compiled with",
    ": n/a",
    ": none",
    ": false",
    "not set",
    "could not collect",
    "not available:",
    "registered at",
    "only available for these backends",
    "expected one of",
)
"""A line with one of these lists what there might be."""

_MOST_COUNTED = 4
_MOST_CHARACTERS = 2000


def read_accelerator(lines: Sequence[Line]) -> Iterator[Fact]:
    """Yield the accelerator that most speaks for, unless that is an ordinary NVIDIA card."""
    automaton, kinds = _signs()
    weights: dict[str, int] = defaultdict(int)
    first: dict[str, int] = {}
    counted: dict[int, int] = defaultdict(int)
    for index, signs in lines_with(automaton, lines):
        text = lines[index].text[:_MOST_CHARACTERS].lower()
        if any(word in text for word in _ABSENT):
            continue
        for sign in signs:
            if counted[sign] < _MOST_COUNTED:
                counted[sign] += 1
                weights[kinds[sign]] += 1
                first.setdefault(kinds[sign], lines[index].number)
    if not weights:
        return
    weights["jetson"] *= 3  # what it prints is otherwise NVIDIA's
    best = max(weights, key=lambda kind: (weights[kind], -first.get(kind, 0)))
    if best != "cuda" and weights[best]:
        yield Fact("accelerator", best, first[best])


@cache
def _signs() -> tuple[AhoCorasick, tuple[str, ...]]:
    entries = [(word, kind) for kind, words in _SIGNS.items() for word in words]
    return AhoCorasick([word for word, _ in entries]), tuple(kind for _, kind in entries)
