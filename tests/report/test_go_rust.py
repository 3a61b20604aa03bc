"""Panics of Go and Rust."""

from blocks import blocks_of, functions, only_block
from crashkb.report import go_rust

GO = """\
2019/01/15 07:48:05 starting
panic: runtime error: invalid memory address or nil pointer dereference
[signal SIGSEGV: segmentation violation code=0x1 addr=0x0 pc=0x7fd34f]

goroutine 5 [running]:
panic(0x45cb40, 0x47ad70)
\t/usr/local/go/src/runtime/panic.go:542 +0x46c
net/http.(*conn).serve.func1(0xc420115a40)
\t/usr/local/go/src/net/http/server.go:1726 +0xd0
created by main.main
\tserver.go:20 +0x91

goroutine 1 [chan receive]:
main.main()
\tserver.go:9 +0x5
exit status 2
"""


def test_a_go_panic_takes_all_goroutines_and_the_first_ones_frames() -> None:
    """The runtime's panic is dropped; the place stands below each function."""
    block = only_block(GO, go_rust)

    assert (block.kind, block.exception) == ("go-panic", "panic")
    assert block.message == "runtime error: invalid memory address or nil pointer dereference"
    assert (block.first, block.last) == (2, 16)
    assert functions(block) == ["net/http.(*conn).serve.func1", "main.main"]
    assert block.frames[0].line == 1726


def test_gos_fatal_errors_and_lonely_goroutines_are_panics_too() -> None:
    """The words may be lost."""
    text = "fatal error: all goroutines are asleep - deadlock!\n\ngoroutine 1 [select (no cases)]:\nmain.main()\n\tx.go:3 +0x1\n"
    assert only_block(text, go_rust).exception == "fatal error"
    assert functions(only_block("goroutine 1 [running]:\nmain.main()\n\tx.go:3 +0x1\n", go_rust)) == ["main.main"]


def test_a_rust_panic_in_the_new_form_has_its_message_below() -> None:
    """The place stands in the first line; the panic's machinery is dropped."""
    block = only_block(
        "thread 'main' panicked at src/main.rs:2:5:\nindex out of bounds: the len is 3\nstack backtrace:\n"
        "   0: rust_begin_unwind\n             at /rustc/9fc6/library/std/src/panicking.rs:645:5\n"
        "   1: core::panicking::panic_bounds_check\n   2: app::load\n             at ./src/main.rs:2:5\n"
        "note: Some details are omitted, run with `RUST_BACKTRACE=full` for a verbose backtrace.\n",
        go_rust,
    )
    assert (block.kind, block.message, block.last) == ("rust-panic", "index out of bounds: the len is 3", 9)
    assert functions(block) == ["app::load"]
    assert (block.frames[0].file, block.frames[0].line) == ("./src/main.rs", 2)


def test_a_rust_panic_in_the_old_form_has_message_and_place_in_quotes() -> None:
    """The message may go over lines."""
    block = only_block(
        "thread '<unnamed>' panicked at 'assertion failed: `(left == right)`\n  left: `1`,\n right: `2`', src/style.rs:352:8\n"
        "stack backtrace:\n   0:     0x7f7a3a170663 - app::adjust::h8ed7485deb8ab958\n",
        go_rust,
    )
    assert block.message == "assertion failed: `(left == right)`\nleft: `1`,\nright: `2`"
    assert (functions(block), block.details) == (["app::adjust"], (("thread", "<unnamed>"),))


def test_words_of_panic_are_no_panic() -> None:
    """A goroutine or a thread must be named."""
    assert (
        blocks_of(
            "panic: do not\nDon't panic: it is only a test\nfatal error: a.h: No such file or directory\n", go_rust
        )
        == []
    )
