"""Crashes of other languages."""

import pytest

from blocks import FOREIGN, blocks_of, functions, only_block

SAMPLES = {
    "node": (
        "ReferenceError: myArray is not defined\n  at next (/app/router/index.js:256:14)\n  at /app/app.js:52:3\n",
        "ReferenceError",
        "next",
    ),
    "browser": (
        "Uncaught TypeError: x is not a function\n    at Object.<anonymous> (http://a/b.js?c=d:875:140)\n    at a_name\n    at new Foo (native)\n",
        "TypeError",
        "Object.<anonymous>",
    ),
    "dotnet": (
        "Unhandled exception. System.InvalidOperationException: No\n   at Demo.App.Main(String[] args) in c:/Demo/Program.cs:line 11\n",
        "System.InvalidOperationException",
        "Demo.App.Main",
    ),
    "mono": (
        "System.ArgumentException: bad\n  at Demo.App.F (System.Int32 a) [0x0000f] in /home/x/App.cs:28\n  --- End of inner exception stack trace ---\n",
        "System.ArgumentException",
        "Demo.App.F",
    ),
    "php": (
        "PHP Fatal error:  Uncaught exception 'Exception' with message 'no' in /srv/a.php:60\nStack trace:\n#0 /srv/b.php(20): run(Object)\n"
        "#1 {main}\n  thrown in /srv/a.php on line 60\n",
        "Exception",
        "run",
    ),
    "ruby": (
        "app.rb:3:in 'Array#fetch': index 9 outside of array bounds (IndexError)\n\tfrom app.rb:7:in '<main>'\n",
        "IndexError",
        "Array#fetch",
    ),
    "rails": (
        " NoMethodError (undefined method `f' for #<C:0x007f>):\n app/controllers/c.rb:69:in `load'\n rack (2.0.3) lib/rack/head.rb:22:in `call'\n",
        "NoMethodError",
        "load",
    ),
    "dart": (
        "Unhandled exception:\nFormatException: bad data\n#0      main.<anonymous closure> (file:///a/b.dart:24:20)\n#1      _start (dart:isolate-patch/isolate_patch.dart:265)\n",
        "FormatException",
        "main.<anonymous closure>",
    ),
    "swift": (
        "Swift/ContiguousArrayBuffer.swift:600: Fatal error: Index out of range\n",
        "Fatal error",
        "",
    ),
}


@pytest.mark.parametrize("name", SAMPLES)
def test_each_language_is_recognised_as_foreign_in_one_block(name: str) -> None:
    """With its exception and first frame."""
    text, exception, function = SAMPLES[name]
    block = only_block(text, *FOREIGN)

    assert (block.kind, block.exception) == ("foreign-exception", exception)
    assert functions(block)[0] == function
    assert (block.first, block.last) == (1, text.count("\n"))


def test_node_out_of_heap_is_recognised() -> None:
    """It has no JavaScript stack."""
    line = "FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory"
    assert only_block(line, *FOREIGN).message == "Reached heap limit Allocation failed - JavaScript heap out of memory"


@pytest.mark.parametrize(
    "text",
    [
        "java.lang.RuntimeException: x\n\tat a.b.C.run(C.java:10)\n\tat a.b.C.main(Native Method)\n",
        "RuntimeError: CUDA error: out of memory\nCUDA kernel errors might be reported at some other call\n",
        "error: something (failed)\nlook at (file.js:1)\n",
        "fatal error: cuda_runtime.h: No such file or directory\n",
        "Unhandled exception:\nnothing more\n",
    ],
)
def test_java_python_and_plain_errors_are_not_foreign(text: str) -> None:
    """They have readers of their own, or none."""
    assert blocks_of(text, *FOREIGN) == []
