"""Ways to break the small knowledge base, with the problem that each must give: one at least for every code."""

from typing import NamedTuple

from small_kb import (
    CASE,
    CASE_ZH,
    CUDA_OOM,
    ELASTIC,
    EXHAUSTED,
    EXHAUSTED_ZH,
    FRAGMENTED,
    FRAGMENTED_ZH,
    GUIDE,
    GUIDE_ZH,
    QA,
    QA_ZH,
    TFLITE,
    TORCH_OOM,
    Edit,
)


class Break(NamedTuple):
    """A change, and the one problem that it must give."""

    code: str
    path: str
    """File that the problem names."""
    at: str
    """What stands on the line that the problem names; '' where the whole file is meant."""
    words: str
    """Part of the message."""
    edits: tuple[Edit, ...]


def _break(code: str, path: str, old: str, new: str, at: str, words: str, *more: Edit, named: str = "") -> Break:
    """A change to `path` (and more); the problem names that file, or `named`."""
    return Break(code, named or path, at, words, (Edit(path, old, new), *more))


_RETIRED = """---
emitter: tflite
role: specific
causes:
  op-version-too-new: always
source: tflite/core/api/op_resolver.cc
means: An old page.
means_zh: 旧的页面。
status: retired
replaced_by: tflite-op-version
---

```template
Op builtin_code out of range
```
"""
_OLD = "kb/signatures/tflite/tflite-op-code.md"

FILES = (
    _break("K002", TORCH_OOM, "XPU out", "x" * 270_000 + " XPU out", "", "256 KB"),
    _break("K005", "kb/qa/notes.txt", "", "a note", "", "only pages"),
    _break("K005", "kb/causes/page.md", "", "---\n---\n", "", "kb/causes/<family>/"),
    _break("K006", "kb/qa/GPU_full.md", "", "---\n---\n", "", "`GPU_full` is no id"),
    _break("W801", GUIDE, "shows\n", "shows\r\n", "What the shell shows", "CRLF"),
    _break("W802", GUIDE, "---\ntitle", "\ufeff---\ntitle", "---", "byte-order mark"),
)

FRONT_MATTER = (
    _break("K101", QA, "---\nasks", "\n---\nasks", "", "the first line should be `---`"),
    _break("K101", QA, "30}\n---\n", "30}\n", "---", "the second `---` line is missing"),
    _break("K102", FRAGMENTED, "memory is free,", "memory: free,", "title:", "quote a value that holds `: `"),
    _break("K102", FRAGMENTED, "title: Enough", 'title: "Enough', "title:", "never closed"),
    _break("K103", FRAGMENTED, "locate: medium", "locate: &x medium", "locate:", "anchor"),
    _break("K103", FRAGMENTED, "locate: medium", "locate: !!str medium", "locate:", "tag"),
    _break(
        "K104",
        FRAGMENTED,
        "fix_cost: low",
        "fix_cost: low\nfix_cost: low",
        "fix_cost:",
        "keep one",
    ),
    _break("K105", FRAGMENTED, "fix_cost", "phases: []\nfix_cost", "phases:", "did you mean `phase`"),
    _break("K106", FRAGMENTED, "locate: medium\n", "", "---", "`locate` is missing"),
    _break("K107", FRAGMENTED, "locate: medium", "locate:", "locate:", "empty"),
    _break("K108", FRAGMENTED, "phase: [train, serve]", "phase: train", "phase:", "should be a list"),
    _break("K108", FRAGMENTED, "it still fails", "it: fails", "it: fails", "quote a text that holds `: `"),
    _break("K109", FRAGMENTED, "phase: [train, serve]", "phase: [training]", "phase:", "did you mean `train`"),
    _break("K110", QA, "checked: 2026-11-30\n", "checked: 2026-02-30\n", "checked:", "`2026-02-30` is no date"),
    _break("K111", TORCH_OOM, "means: The", "means: |\n  The", "means:", "one line"),
    _break("K111", TORCH_OOM, "means: The", "means: The " + "very " * 60, "means:", "300 are allowed"),
    _break("K112", FRAGMENTED, "but in pieces", "but in pieces" + " of many sizes" * 5, "title:", "columns wide"),
    _break("K112", FRAGMENTED_ZH, "切碎了", "切碎了" * 20, "title:", "columns wide"),
    _break("K113", FRAGMENTED, "family: memory", "family: operators", "family:", "the folder is `memory`"),
    _break("K113", TFLITE, "emitter: tflite", "emitter: tensorflow", "emitter:", "the folder is `tflite`"),
    _break("K114", FRAGMENTED, "{url:", "{link:", "{link:", "`link` is no key of a source"),
    _break("K114", FRAGMENTED, "https://docs", "docs", "{url:", "an http(s) address"),
    _break(
        "K115", _OLD, "", _RETIRED.replace("replaced_by: tflite-op-version\n", ""), "status:", "needs `replaced_by`"
    ),
    _break(
        "K115", TFLITE, "means_zh", "replaced_by: torch-cuda-out-of-memory\nmeans_zh", "replaced_by:", "only on a page"
    ),
    _break("K116", QA, "fragmented, gpu-vram-exhausted", "fragmented, gpu-vram-fragmented", "causes:", "twice"),
    _break("K117", QA, "[gpu-vram-fragmented,", "[GPU, gpu-vram-fragmented,", "causes:", "`GPU` is no id"),
    _break(
        "K118",
        QA,
        '"https://docs.pytorch.org/docs/stable/notes/cuda.html", checked: 2026-11-30',
        '"https://pytorch.org"',
        "{url:",
        "no date",
    ),
    _break("K118", TFLITE, "source: tflite/core/api/op_resolver.cc\n", "", "---", "no source"),
    _break("K118", "kb/qa/what-does-137-mean.md", "checked: 2026-11-30\n", "", "---", "no source"),
    _break("K119", GUIDE, "checked: 2026-11-30", "checked: 2026-12-31", "checked:", "yet to come"),
    _break("W701", GUIDE, "checked: 2026-11-30", "checked: 2025-11-01", "checked:", "look again"),
)

BODY = (
    _break("K201", FRAGMENTED, "## Risks\n\nPadding costs compute.\n\n", "", "---", "`## Risks` is missing"),
    _break(
        "K202", FRAGMENTED, "## Prevent", "## Alternatives\n\nNone.\n\n## Prevent", "## Alternatives", "is no section"
    ),
    _break(
        "K203",
        FRAGMENTED,
        "## Risks\n\nPadding costs compute.\n\n## Prevent\n\nLog reserved minus allocated once an epoch.",
        "## Prevent\n\nLog reserved minus allocated once an epoch.\n\n## Risks\n\nPadding costs compute.",
        "## Risks",
        "`Risks` belongs before `Prevent`",
    ),
    _break("K204", GUIDE, "## What to do next", "## What the shell shows", "## What the shell shows", "stands twice"),
    _break("K205", FRAGMENTED, "Padding costs compute.\n", "", "## Risks", "is empty"),
    _break(
        "K205",
        "kb/signatures/tflite/blank.md",
        "",
        _RETIRED[: _RETIRED.index("```")],
        "",
        "no text",
    ),
    _break("K206", FRAGMENTED, "\n## Symptom", "\nIn short.\n\n## Symptom", "", "before the first section"),
    _break("K206", FRAGMENTED, "Padding costs compute.", "# Padding\n\nIt costs.", "# Padding", "use `##`"),
    _break("K206", GUIDE, "number of a signal.", "number of a signal.\n---", "A status above", "underlined"),
    _break("K207", FRAGMENTED, "- [ ] `fewer-sizes`", "- Pad.\n- [ ] `fewer-sizes`", "- Pad.", "a step is written"),
    _break("K207", FRAGMENTED, "## Fix\n", "## Fix\n\nTry this:\n", "Try this:", "not shown"),
    _break(
        "K209",
        FRAGMENTED,
        "Padding costs compute.",
        "- [ ] Padding costs compute.",
        "- [ ] Padding",
        "use a plain item",
    ),
    _break(
        "K211",
        GUIDE,
        "tail -50\n```\n",
        "tail -50\n",
        "```sh",
        "never closed",
        Edit(GUIDE_ZH, "tail -50\n```\n", "tail -50\n```\n"),
    ),
    _break(
        "K212",
        GUIDE,
        "## What to do next",
        "```template\nKilled by\n```\n\n## What to do next",
        "```template",
        "signature pages only",
        Edit(GUIDE_ZH, "## 接下来", "```template\nKilled by\n```\n\n## 接下来"),
    ),
    _break("K212", TFLITE, "```sample op-version-too-new", "```smaple op-version-too-new", "```smaple", "no fence"),
    _break("K213", TFLITE, "```template", "```template x", "```template x", "nothing stands behind"),
    _break("K213", TFLITE, "```sample op-version-too-new", "```sample", "```sample", "names the cause"),
    _break("K214", TORCH_OOM, "```not\n", "```not\n```\n\n```not\n", "```not", "the fence is empty"),
    _break("K215", GUIDE, "{{table:linux-signals}}", "{{table: linux-signals}}", "{{table:", "is not readable"),
    _break("K215", FRAGMENTED, "{{requested|the first figure}}", "{{requested}}", "{{requested}}", "fallback words"),
    _break(
        "K216",
        FRAGMENTED,
        "(gpu-vram-exhausted)",
        "(gpu-vram-exhausted.md)",
        "(gpu-vram-exhausted.md)",
        "write `gpu-vram-exhausted`",
    ),
    _break(
        "K217", GUIDE, "number of a signal.", "number of a signal:\n\n    echo $?", "    echo $?", "between ``` fences"
    ),
)


STEPS = (
    _break("K207", EXHAUSTED, "- [ ] `smaller-batch` Halve", "- [ ] Halve", "- [ ] Halve", "a step is written"),
    _break(
        "K208",
        EXHAUSTED,
        "- [ ] `mixed-precision`",
        "- [ ] `smaller-batch`",
        "- [ ] `smaller-batch` Run",
        "stands twice",
    ),
    _break(
        "K210",
        "kb/causes/operators/op-version-too-new.md",
        "- [ ] `newer-runtime` Raise the runtime dependency of the app to the converter's release.",
        "",
        "## Fix",
        "Fix has no step",
    ),
)

LANGUAGES = (
    _break("K302", "kb/qa/extra.zh.md", "", "---\nasks: [问]\n---\n答。\n", "", "no extra.md beside it"),
    _break("K303", QA_ZH, "asks:", "causes: [gpu-vram-exhausted]\nasks:", "causes:", "English file only"),
    _break("K304", FRAGMENTED_ZH, "asks:\n  - 保留的显存比已分配的多很多还是报错\n", "", "---", "`asks` is missing"),
    _break(
        "K305",
        EXHAUSTED_ZH,
        "gpu-vram-fragmented:",
        "op-version-too-new:",
        "op-version-too-new:",
        "the English file has not",
    ),
    _break("K306", GUIDE_ZH, "## 接下来做什么", "### 接下来做什么", "", "1 sections, but 2 in English"),
    _break(
        "K307", FRAGMENTED_ZH, "`fewer-sizes`", "`less-sizes`", "`less-sizes`", "lacks fewer-sizes and has less-sizes"
    ),
    _break("K308", FRAGMENTED_ZH, "segments:True", "segments:true", "```sh", "instead of"),
    _break("K308", GUIDE_ZH, "```sh\ndmesg | tail -50\n```", "看日志。", "", "0 fences, but 1 in English"),
    _break(
        "K309",
        QA_ZH,
        "看报错里的数：已保留未分配的比这次申请的多，就是空闲被切碎了；否则那一刻确实满了。",
        "Compare.",
        "---",
        "no Chinese",
    ),
    _break(
        "K309",
        CASE_ZH,
        "第一轮没事，第二轮爆显存",
        "Fine in the first iteration, out of memory in the second",
        "title:",
        "English one",
    ),
    _break("K310", TFLITE.replace(".md", ".zh.md"), "", "---\n---\n", "", "`means_zh`"),
)

LINKS = (
    _break(
        "K401",
        "kb/guides/oom-though-memory-free.md",
        "",
        "---\ntitle: Copy\nchecked: 2026-11-30\n---\nText.\n",
        "",
        "is that of",
    ),
    _break("K402", QA, "gpu-vram-exhausted]", "gpu-vram-exhaust]", "causes:", "did you mean `gpu-vram-exhausted`?"),
    _break(
        "K402", CUDA_OOM, "[torch-cuda-out-of-memory]", "[torch-cuda-oom]", "without:", "no signature `torch-cuda-oom`"
    ),
    _break("K402", FRAGMENTED, "(gpu-vram-exhausted)", "(gpu-vram-leak)", "(gpu-vram-leak)", "no page `gpu-vram-leak`"),
    _break("K403", QA, "gpu-vram-exhausted]", "exit-statuses]", "causes:", "is a guide, not a cause"),
    _break(
        "K404",
        FRAGMENTED,
        "limits:",
        "confused_with:\n  gpu-vram-exhausted: Is it in pieces?\nlimits:",
        "gpu-vram-exhausted:",
        "keep one of the two",
        Edit(FRAGMENTED_ZH, "asks:", "confused_with:\n  gpu-vram-exhausted: 碎了吗？\nasks:"),
    ),
    _break("K405", CUDA_OOM, "[torch-cuda-out-of-memory]", "[cuda-error-out-of-memory]", "without:", "this very page"),
    _break(
        "K406",
        FRAGMENTED,
        "expandable-segments: platform",
        "expandable-segment: platform",
        "expandable-segment:",
        "did you mean `expandable-segments`?",
    ),
    _break(
        "K407", GUIDE, "{{table:linux-signals}}", "{{table:linux-signal}}", "{{table:", "did you mean `linux-signals`?"
    ),
    _break(
        "K408",
        CUDA_OOM,
        "[torch-cuda-out-of-memory]",
        "[tflite-op-code]",
        "without:",
        "is retired",
        Edit(_OLD, "", _RETIRED),
    ),
    _break(
        "K409",
        TFLITE,
        "means_zh",
        "status: retired\nreplaced_by: tflite-op-code\nmeans_zh",
        "replaced_by:",
        "leads back here",
        Edit(_OLD, "", _RETIRED),
    ),
    _break("K410", FRAGMENTED, "{{requested|", "{{wanted|", "{{wanted|", "they capture allocated, free, requested"),
    _break(
        "K411", FRAGMENTED, "and torch >= 2.1", "and tortch >= 2.1", "expandable-segments:", "did you mean `torch`?"
    ),
)

SIGNATURES = (
    _break("K501", TFLITE, "{op:quoted}", "{op:string}", "Didn't find", "unknown hole type"),
    _break(
        "K501",
        TFLITE,
        "Didn't find op for builtin opcode {op:quoted} version",
        "{op:quoted} version",
        "{op:quoted}",
        "does not start with a literal",
    ),
    _break(
        "K502",
        TORCH_OOM,
        "- unallocated > 2 * requested and",
        "- unallocated >> requested and",
        "gpu-vram-fragmented:",
        "side op side",
    ),
    _break("K502", FRAGMENTED, "platform = linux and", "platform linux and", "expandable-segments:", "side op side"),
    _break(
        "K503",
        TORCH_OOM,
        "- unallocated > 2 * requested",
        "- unallocated > 2 * asked",
        "gpu-vram-fragmented:",
        "`asked` is neither",
    ),
    _break(
        "K504",
        ELASTIC,
        "```template\ntorch.distributed.elastic.multiprocessing.errors.ChildFailedError\n```",
        "Text.",
        "",
        "no ```template",
    ),
    _break(
        "K505",
        CUDA_OOM,
        "```sample gpu-vram-exhausted\nRuntimeError: CUDA error: out of memory\nCUDA kernel errors might be asynchronously reported at some other API call, so the stacktrace below might be incorrect.\n```",
        "",
        "",
        "no ```sample",
    ),
    _break(
        "K506", TFLITE, "opcode 'FULLY_CONNECTED'", "code 'FULLY_CONNECTED'", "```sample", "no template of this page"
    ),
    _break(
        "K507",
        TORCH_OOM,
        "XPU out of",
        "CUDA out of",
        "CUDA out of memory. Tried to allocate 2.00",
        "matched by the template",
    ),
    _break(
        "K508",
        TFLITE,
        "```sample op-version-too-new",
        "```sample gpu-vram-exhausted",
        "```sample",
        "`causes` of this page has no",
    ),
    _break(
        "K509",
        CUDA_OOM,
        "```template\n",
        "```template\nCUDA out of memory. Tried to allocate {size:bytes}\n",
        "CUDA out of memory. Tried to allocate {requested:bytes}",
        "the same template stands on `cuda-error-out-of-memory`",
        named=TORCH_OOM,
    ),
    _break("K510", ELASTIC, "role: echo", "role: generic", "causes:", "leads to a cause"),
    _break("K510", CUDA_OOM, "role: generic", "role: benign", "causes:", "write `causes: {}`"),
    _break(
        "K511",
        CUDA_OOM,
        "CUDA error: out of memory\n",
        "CUDA error: out of memory\nCUDA error: out of memory\n",
        "CUDA error: out of memory",
        "the same stands on line",
    ),
    _break(
        "K512",
        TORCH_OOM,
        "of which {free:bytes} is free",
        "of which {free:num} GiB is free\n{free:bytes} bytes free",
        "{free:bytes} bytes free",
        "`free` is captured as bytes here and as num elsewhere",
    ),
    _break("K513", TFLITE, "```sample op-version-too-new", "```sample -", "```sample", "the page is specific"),
    _break(
        "K212",
        TFLITE,
        "```sample",
        "```with\nAborted\n```\n\n```with\nKilled\n```\n\n```sample",
        "```with",
        "a second `with`",
    ),
)

CASES = (
    _break(
        "K218",
        CASE,
        "```log gpu-vram-fragmented",
        "```log gpu-vram-exhausted",
        "",
        "no fence",
        Edit(CASE_ZH, "```log gpu-vram-fragmented", "```log gpu-vram-exhausted"),
    ),
)

OTHERS = (
    _break("K601", "kb/families.yaml", "memory:", "memories:", "family:", "did you mean `memories`?", named=EXHAUSTED),
    _break(
        "K602",
        "kb/glossary.yaml",
        "operator, 算子]",
        "operator, 算子, oom]",
        "operator:",
        "in `out-of-memory`: keep one",
    ),
    _break("K107", "kb/glossary.yaml", "[VRAM, GPU memory, 显存]", "[]", "vram:", "has no words"),
    _break(
        "K603",
        "data/compat/linux-signals.tsv",
        "SIGKILL\t9\t137",
        "SIGKILL\t137",
        "SIGKILL",
        "3 columns, but the first line names 4",
    ),
    _break("K604", "data/compat/linux-signals.tsv", "# checked: 2026-11-30\n", "", "", "# checked: YYYY-MM-DD"),
    _break("K605", "kb/root.yaml", "", "languages: [en, fr]\n", "languages:", "[en, zh], [en] or [zh]"),
)

BROKEN = (*FILES, *FRONT_MATTER, *BODY, *STEPS, *LANGUAGES, *LINKS, *SIGNATURES, *CASES, *OTHERS)
