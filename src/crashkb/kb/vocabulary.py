"""The closed lists of the page format (docs/format.md): sections, choices, and the names that facts have."""

from crashkb.model import PLACES, ROLES

FRAMEWORKS = tuple(
    "tensorflow keras pytorch jax onnx onnxruntime tflite mediapipe ncnn mnn paddle paddle-lite openvino tensorrt cuda"
    " nccl coreml executorch rknn qnn transformers triton tf-serving triton-server opencv numpy sklearn".split()
)
PLATFORMS = ("linux", "windows", "macos", "android", "ios", "embedded")
PHASES = ("install", "import", "load", "convert", "first-run", "steady", "train", "serve")
LEVELS = ("low", "medium", "high")
CAUGHT_BY = ("review", "conversion-check", "device-matrix", "load-test", "canary", "monitoring")
STATUSES = ("active", "retired")
FLAGS = ("true", "false")

CHOICES: dict[str, tuple[str, ...]] = {
    "frameworks": FRAMEWORKS,
    "platforms": PLATFORMS,
    "phase": PHASES,
    "locate": LEVELS,
    "fix_cost": LEVELS,
    "priority": LEVELS,
    "caught_by": CAUGHT_BY,
    "status": STATUSES,
    "symptom": FLAGS,
    "whole_line": FLAGS,
    "role": ROLES,
    "in": PLACES,
}
"""Front matter key → the values it may have."""

FACT_NAMES = frozenset(
    "platform framework accelerator device soc gpu exit_status path_letters pool_room android_api"
    " torch torchvision torchaudio tensorflow tf_keras keras jax jaxlib flax numpy scipy pandas scikit_learn sklearn python"
    " cuda cudnn nccl driver onnx onnxruntime onnxruntime_gpu tf2onnx protobuf tensorrt openvino transformers accelerate"
    " diffusers vllm xformers flash_attn triton bitsandbytes safetensors opencv coremltools executorch litert"
    " ai_edge_litert tflite_runtime tflite mediapipe ncnn mnn paddle paddlepaddle paddle_lite rknn qnn gcc glibc cmake"
    " gradle ndk pip conda android ios macos windows torch_npu rocm cann".split()
)
"""What a report may tell about a machine, hence what a condition or `{{name|…}}` may name beside captures."""

SECTIONS: dict[str, tuple[tuple[str, str, str], ...]] = {
    "cause": (
        ("symptom", "Symptom", "症状"),
        ("why", "Why it happens", "原因"),
        ("confirm", "How to confirm", "如何确认"),
        ("fix", "Fix", "修复"),
        ("verify", "Check that it is fixed", "确认已修复"),
        ("risks", "Risks", "风险"),
        ("prevent", "Prevent", "预防"),
    ),
    "case": (
        ("background", "Background", "背景"),
        ("first-signs", "First signs", "最初迹象"),
        ("key-log", "Key log", "关键日志"),
        ("analysis", "Analysis", "分析"),
        ("actions", "Actions", "处理"),
        ("before-after", "Before and after", "前后对比"),
        ("lesson", "Lesson", "教训"),
        ("risks", "Risks", "风险"),
    ),
}
"""Page kind → (name, English heading, Chinese heading), in their order; a kind that is absent has free sections."""


def headings(kind: str, language: str) -> tuple[tuple[str, str], ...]:
    """(heading, section name) in their order, for kinds with set sections; empty for the others."""
    column = 2 if language == "zh" else 1
    return tuple((row[column], row[0]) for row in SECTIONS.get(kind, ()))


SYSTEM_EMITTERS = frozenset(
    "android android-linker art bash browser conda dask docker dyld eigen git git-lfs glibc gradle grpc gunicorn ios java"
    " jupyter kubernetes ld libstdcxx linux-kernel lsf nvcc openmp openmpi pandas pip pyarrow python ray sanitizer scipy slurm"
    " valgrind windows windows-loader".split()
)
"""Emitters that other programs share with AI frameworks: alone, they never make a cause *known*."""
