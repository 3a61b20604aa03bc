"""Nouns to page files: the way back from `crashkb.kb.page` and `crashkb.kb.signature_page`.

Keys stand in one order and lists one item a line, so that two people's changes seldom touch the same line.
"""

import json
import re
from collections.abc import Iterable, Sequence

from crashkb.kb.files import FOLDERS
from crashkb.kb.vocabulary import headings
from crashkb.model import LANGUAGES, Page, PageText, Signature, Source

_FOLDER_OF = {kind: folder for folder, kind in FOLDERS.items()}
# ids, versions without a special character: need no quotes
_PLAIN = re.compile(r"[A-Za-z][\w-]*(?:\.[\w-]+)*")
_RESERVED = frozenset("true false yes no on off null none y n ~".split())


def page_path(kind: str, page_id: str, group: str = "") -> str:
    """Path of the main file below a root: kb/causes/<family>/<id>.md.

    Args:
        kind: kind of page.
        page_id: its id.
        group: family of a cause, emitter of a signature.
    """
    parts = ["kb", _FOLDER_OF[kind], *([group] if kind in ("cause", "signature") else []), f"{page_id}.md"]
    return "/".join(parts)


def page_files(page: Page, languages: Sequence[str] = LANGUAGES) -> dict[str, str]:
    """Path → text of a page's files.

    Args:
        page: a cause, qa, case or guide page with a text in each language.
        languages: languages of the root; the first is that of `<id>.md`.
    """
    path = page_path(page.kind, page.id, page.family)
    files = {path: _main(page, page.text(languages[0]))}
    if "zh" in languages[1:]:
        text = page.text("zh")
        keys = [("title", text.title)] if _has_title(page, text) else []
        front = [*_scalars(keys), *_list("asks", text.asks), *_pairs("confused_with", text.questions)]
        files[path.removesuffix(".md") + ".zh.md"] = _file(front, _body(text))
    return files


def signature_files(signature: Signature) -> dict[str, str]:
    """Path → text of a signature's file."""
    front = _scalars((("emitter", signature.emitter), ("role", signature.role)))
    front += _flow("in", signature.places)
    front += _links(signature)
    front += _flow("with", signature.with_signatures) + _flow("without", signature.without_signatures)
    front += ["whole_line: true"] if signature.whole_line else []
    front += _scalars(
        (
            ("source", signature.source),
            ("versions", signature.versions),
            ("means", signature.means),
            ("means_zh", signature.means_zh),
        )
    )
    front += _sources(signature.sources) + _status(signature.status, signature.replaced_by)
    fences = [("template", signature.templates), ("reads", signature.reads), ("with", signature.with_fragments)]
    fences += [("without", signature.without_fragments)]
    parts = [fence(word, "\n".join(lines)) for word, lines in fences if lines]
    parts += [fence(f"sample {sample.cause}", sample.text) for sample in signature.samples]
    parts += [fence("not", "\n".join(signature.near_misses))] if signature.near_misses else []
    return {page_path("signature", signature.id, signature.emitter): _file(front, "\n\n".join(parts))}


def fence(words: str, content: str) -> str:
    """A fenced block, its marks longer than any that its content holds."""
    longest = max((len(run) for run in re.findall(r"`{3,}", content)), default=2)
    marks = "`" * max(3, longest + 1)
    return f"{marks}{words}\n{content}\n{marks}"


def scalar(text: str) -> str:
    """A text as a YAML value on one line."""
    if _PLAIN.fullmatch(text) and text.lower() not in _RESERVED and len(text) < 80:
        return text
    return json.dumps(text, ensure_ascii=False)


def _main(page: Page, text: PageText) -> str:
    front = _scalars([("title", text.title)]) if _has_title(page, text) else []
    front += _scalars((("family", page.family),))
    front += _scalars([("cause", cause) for cause in page.causes[:1]]) if page.kind == "case" else []
    front += _flow("frameworks", page.frameworks) + _flow("platforms", page.platforms) + _flow("phase", page.phase)
    front += _scalars((("locate", page.locate), ("fix_cost", page.fix_cost), ("priority", page.priority)))
    front += _flow("caught_by", page.caught_by)
    front += ["symptom: true"] if page.symptom else []
    front += _list("causes", page.causes) if page.kind in ("qa", "guide") else []
    front += (
        _pairs("confused_with", text.questions)
        + _pairs("limits", page.limits)
        + _scalars((("versions", page.versions),))
    )
    front += _list("asks", text.asks)
    front += _scalars((("checked", page.checked),)) if page.checked and not page.sources else []
    front += _sources(page.sources) + _status(page.status, page.replaced_by)
    return _file(front, _body(text))


def _has_title(page: Page, text: PageText) -> bool:
    """A question page without a title serves its first way of asking as one."""
    return not (page.kind == "qa" and text.asks and text.title == text.asks[0])


def _body(text: PageText) -> str:
    parts = []
    for section in text.sections:
        parts.append(f"## {section.heading}\n\n{section.text.strip()}" if section.heading else section.text.strip())
    return "\n\n".join(parts)


def _file(front: Sequence[str], body: str) -> str:
    return "---\n" + "\n".join(front) + "\n---\n\n" + body.strip("\n") + "\n"


# --- YAML ---------------------------------------------------------------------------------------


def _scalars(pairs: Iterable[tuple[str, str]]) -> list[str]:
    return [f"{key}: {scalar(value)}" for key, value in pairs if value]


def _flow(key: str, items: Sequence[str]) -> list[str]:
    return [f"{key}: [{', '.join(items)}]"] if items else []


def _list(key: str, items: Sequence[str]) -> list[str]:
    return [f"{key}:", *(f"  - {json.dumps(item, ensure_ascii=False)}" for item in items)] if items else []


def _pairs(key: str, pairs: Sequence[tuple[str, str]]) -> list[str]:
    return (
        [f"{key}:", *(f"  {name}: {json.dumps(value, ensure_ascii=False)}" for name, value in pairs)] if pairs else []
    )


def _links(signature: Signature) -> list[str]:
    if not signature.links:
        return ["causes: {}"]
    lines = ["causes:"]
    for link in signature.links:
        if not link.conditions:
            lines.append(f"  {link.cause}: always")
        elif len(link.conditions) == 1:
            lines.append(f"  {link.cause}: {json.dumps(link.conditions[0], ensure_ascii=False)}")
        else:
            lines.append(f"  {link.cause}:")
            lines += [f"    - {json.dumps(condition, ensure_ascii=False)}" for condition in link.conditions]
    return lines


def _sources(sources: Sequence[Source]) -> list[str]:
    if not sources:
        return []
    rows = [
        f"  - {{{item.kind}: {json.dumps(item.ref, ensure_ascii=False)}, checked: {item.checked}}}" for item in sources
    ]
    return ["sources:", *rows]


def _status(status: str, replaced_by: str) -> list[str]:
    return _scalars((("status", status if status != "active" else ""), ("replaced_by", replaced_by)))


def heading_of(kind: str, section: str, language: str) -> str:
    """The heading of a section of that name."""
    return next(heading for heading, name in headings(kind, language) if name == section)
