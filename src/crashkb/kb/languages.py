"""The two languages of a page, held against each other."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from crashkb.kb.body import Body
from crashkb.kb.fields import Fields
from crashkb.model import PageText, Problem

# 显存总量够
_CHINESE = re.compile(r"[\u4e00-\u9fff]")


class Half(NamedTuple):
    """One language file of a page, read."""

    path: str
    """The file, root included."""
    fields: Fields
    body: Body
    text: PageText


def compare(en: Half, zh: Half) -> tuple[Problem, ...]:
    """What differs between the languages and should not (K304 to K309)."""
    return (*_keys(en, zh), *_sections(en, zh), *_steps(en, zh), *_code(en, zh), *_untranslated(en, zh))


def _keys(en: Half, zh: Half) -> Iterator[Problem]:
    for key in ("title", "asks", "confused_with"):
        if en.fields.has(key) and not zh.fields.has(key):
            yield Problem("K304", zh.path, zh.fields.line(key), f"`{key}` is missing: the English file has it")
        elif zh.fields.has(key) and not en.fields.has(key):
            yield Problem("K304", zh.path, zh.fields.line(key), f"`{key}` stands in the Chinese file only")
    ours, theirs = dict(en.text.questions), dict(zh.text.questions)
    if ours and theirs:
        for key in ours.keys() - theirs.keys():
            yield Problem("K305", zh.path, zh.fields.line("confused_with"), f"`confused_with` lacks `{key}`")
        for key in theirs.keys() - ours.keys():
            line = zh.fields.line("confused_with", key)
            yield Problem("K305", zh.path, line, f"`confused_with` has `{key}`, the English file has not")


def _sections(en: Half, zh: Half) -> Iterator[Problem]:
    ours, theirs = len(en.text.sections), len(zh.text.sections)
    if ours != theirs:
        yield Problem("K306", zh.path, 0, f"{theirs} sections, but {ours} in English")


def _steps(en: Half, zh: Half) -> Iterator[Problem]:
    ours = [step.id for step in en.text.steps]
    theirs = [step.id for step in zh.text.steps]
    if ours == theirs:
        return
    missing = [step for step in ours if step not in theirs]
    extra = [step for step in theirs if step not in ours]
    said = [f"lacks {', '.join(missing)}"] if missing else []
    said += [f"has {', '.join(extra)}, which English has not"] if extra else []
    if not said:
        said = [f"has another order; English: {', '.join(ours)}"]
    yield Problem("K307", zh.path, next(iter(zh.body.step_lines), 0), f"Fix {' and '.join(said)}")


def _code(en: Half, zh: Half) -> Iterator[Problem]:
    ours, theirs = en.body.fences, zh.body.fences
    for mine, other in zip(ours, theirs, strict=False):
        if (mine.word, mine.argument, mine.content) != (other.word, other.argument, other.content):
            said = f"the fence differs from that on line {mine.line} of the English file{_first(mine.content, other.content)}"
            yield Problem("K308", zh.path, other.line, said)
            if len(ours) != len(theirs):
                break  # the ones behind it are shifted against each other and would all be named
    if len(ours) != len(theirs):
        yield Problem("K308", zh.path, 0, f"{len(theirs)} fences, but {len(ours)} in English")


def _first(ours: str, theirs: str) -> str:
    """The first pair of lines that differ, in words."""
    for mine, other in zip(ours.split("\n"), theirs.split("\n"), strict=False):
        if mine != other:
            return f": `{other.strip()[:60]}` instead of `{mine.strip()[:60]}`"
    return ""


def _untranslated(en: Half, zh: Half) -> Iterator[Problem]:
    if not _CHINESE.search("".join(section.text for section in zh.text.sections)):
        yield Problem("K309", zh.path, zh.fields.line("title"), "the text holds no Chinese: translate it")
    elif zh.fields.has("title") and en.text.title == zh.text.title:
        yield Problem("K309", zh.path, zh.fields.line("title"), "the title is the English one: translate it")
