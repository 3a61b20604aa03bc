"""Errors that come in one line, without a traceback."""

import pytest

from crashkb.model import Block
from crashkb.report.read import read_report


def _blocks(text: str) -> tuple[Block, ...]:
    return read_report(text).blocks


@pytest.mark.parametrize(
    ("text", "exception", "message"),
    [
        ("RuntimeError: CUDA out of memory.", "RuntimeError", "CUDA out of memory."),
        ("torch.cuda.OutOfMemoryError: CUDA out of memory.", "torch.cuda.OutOfMemoryError", "CUDA out of memory."),
        ("ImportError:\ndlopen(/a/b.so, 2): Symbol not found", "ImportError", "dlopen(/a/b.so, 2): Symbol not found"),
        ("ERROR RuntimeError: boom", "RuntimeError", "boom"),
        ("2024-01-01 00:00:00,1 - a - ERROR - ValueError: bad shape", "ValueError", "bad shape"),
        ("KeyboardInterrupt", "KeyboardInterrupt", ""),
        ("MemoryError", "MemoryError", ""),
        ("ExternalError: Cudnn error, CUDNN_STATUS_BAD_PARAM", "ExternalError", "Cudnn error, CUDNN_STATUS_BAD_PARAM"),
    ],
)
def test_a_bare_python_exception_is_a_block(text: str, exception: str, message: str) -> None:
    (block,) = _blocks(text)

    assert (block.kind, block.exception, block.message) == ("python-exception", exception, message)
    assert block.fatal
    assert (block.message_first, block.message_last) == (block.first, block.last) == (1, len(text.split("\n")))


def test_the_message_goes_on_below_and_ends_where_the_person_speaks() -> None:
    text = (
        "here is all it prints\n"
        "RuntimeError: CUDA error: device-side assert triggered\n"
        "CUDA kernel errors might be asynchronously reported at some other API call.\n"
        "\n"
        "how do i find the line that does it?"
    )
    report = read_report(text)
    (block,) = report.blocks

    assert (block.first, block.last) == (2, 3)
    assert block.message.startswith("CUDA error: device-side assert triggered\nCUDA kernel errors")
    assert report.prose_lines == {1, 5}


@pytest.mark.parametrize(
    "text",
    [
        "UserWarning: masked_fill_ received a mask with dtype torch.uint8",
        "I get RuntimeError: CUDA error when I start the training, what is that?",
        "NoMethodError: undefined method `each' for nil:NilClass",
        "Error",
        "Exception",
        "class MyError(Exception):",
    ],
)
def test_what_is_no_bare_exception_is_none(text: str) -> None:
    assert not [block for block in _blocks(text) if block.kind == "python-exception"]


@pytest.mark.parametrize(
    "line",
    [
        "2021-05-18 17:54:31.6196261 [E:onnxruntime:Default, provider_bridge_ort.cc:1862 onnxruntime::TryGetProviderInfo_CUDA] Failed to load library",
        "ERROR: Didn't find op for builtin opcode 'CONV_2D' version '5'.",
        "[03/11/2022-14:57:03] [E] [TRT] 4: [network.cpp::validate::2411] Error Code 4: Internal Error (Network must have at least one output)",
        "6: The engine plan file is not compatible with this version of TensorRT, expecting library version 8.0.0 got 8.0.1, please rebuild.",
        "./trainer: error while loading shared libraries: libcudart.so.12: cannot open shared object file: No such file or directory",
        "./app: symbol lookup error: ./app: undefined symbol: TfLiteInterpreterCancel",
        "./infer: /lib/x86_64-linux-gnu/libm.so.6: version `GLIBC_2.99' not found (required by ./infer)",
        "dyld[123]: Library not loaded: @rpath/libonnxruntime.1.dylib",
        "host:3171:3171 [0] misc/ibvwrap.cu:61 NCCL WARN Failed to open libibverbs.so[.1]",
        "NCCL failure common.cu:874 'unhandled system error'",
        "CUDA error: the launch timed out and was terminated",
        "layer TFReshape not exists or registered",
        "vkCreateInstance failed -9",
        "OMP: Error #15: Initializing libiomp5md.dll, but found libiomp5md.dll already initialized.",
        "libgomp: Thread creation failed: Resource temporarily unavailable",
        "Failed to initialize NVML: Driver/library version mismatch",
        "E/tflite: NN API returned error ANEURALNETWORKS_DEAD_OBJECT at line 4662 while completing NNAPI compilation.",
        "E0215 02:09:14.236638 1 manager.cc:358] Servable {name: a version: 1} cannot be loaded: Invalid argument",
        "2021-01-01 00:00:00.000000: E tensorflow/stream_executor/cuda/cuda_driver.cc:123] failed call to cuInit: CUDA_ERROR_NO_DEVICE",
        "module 'tensorflow' has no attribute 'Session'",
        'docker: Error response from daemon: could not select device driver "" with capabilities: [[gpu]].',
        "E RKNN: [14:34:00.922] rknn_init, load model failed!",
        "qnn_open 0x80000406",
        "E5RT: ANE inference operation failed",
    ],
)
def test_one_line_of_a_runtime_or_tool_is_an_error_line(line: str) -> None:
    (block,) = _blocks("starting\n" + line)

    assert (block.kind, block.first, block.last) == ("error-line", 2, 2)
    assert block.message
    assert block.message in line


@pytest.mark.parametrize(
    "line",
    [
        "I0215 02:09:14.236638 1 x.cc:358] 0 errors found",
        "2021-05-18 17:54:31.6 [W:onnxruntime:Default, conv.cc:436 f] OP Conv running in fallback mode",
        "why does it say CUDA out of memory when nvidia-smi shows 8GB free",
        "E/CameraActivity: FPS: 0.92",
        "PHP Fatal error: Uncaught Error: Call to a member function on null",
        "test error handling ... ok",
    ],
)
def test_what_is_harmless_or_a_question_is_no_error_line(line: str) -> None:
    assert not [block for block in _blocks(line) if block.kind == "error-line"]


def test_a_repeated_error_gives_one_block() -> None:
    line = "E/tflite: Op failed to prepare\n"

    (block,) = _blocks(line * 3 + "D/x: between\n" + line)

    assert block.first == 1


def test_indented_lines_below_belong_to_the_message() -> None:
    (block,) = _blocks(
        "E/tensorflow: Exception while preparing!\n    Following operations are not supported:\n    ADD: not supported\nD/x: done"
    )

    assert block.message.split("\n") == [
        "Exception while preparing!",
        "Following operations are not supported:",
        "ADD: not supported",
    ]
    assert (block.first, block.last) == (1, 3)


def test_logged_errors_are_not_fatal_but_the_loaders_are() -> None:
    assert not _blocks("E/tflite: failed to invoke")[0].fatal
    assert _blocks("F/tflite: failed to invoke")[0].fatal
    assert _blocks("./a: error while loading shared libraries: x.so: cannot open shared object file")[0].fatal
