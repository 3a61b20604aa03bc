"""Cause, qa, case and guide pages: both language files → Page."""

from collections.abc import Sequence
from pathlib import Path

from crashkb.errors import ConditionError
from crashkb.kb.body import read_body
from crashkb.kb.condition import parse_condition
from crashkb.kb.fields import Fields
from crashkb.kb.files import is_id
from crashkb.kb.languages import Half, compare
from crashkb.kb.reading import Marks, Opened, Reading, open_page, places
from crashkb.kb.vocabulary import headings
from crashkb.model import LANGUAGES, Page, PageText, Problem, Sample

_ALWAYS = ("frameworks", "platforms", "sources", "status", "replaced_by")

_KEYS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "cause": (
        ("title", "family", "phase", "locate", "fix_cost", "priority", "caught_by", "sources"),
        (*_ALWAYS, "symptom", "confused_with", "limits", "asks"),
    ),
    "qa": (("asks",), (*_ALWAYS, "title", "causes", "checked")),
    "case": (("title", "cause", "sources"), (*_ALWAYS, "versions")),
    "guide": (("title",), (*_ALWAYS, "asks", "causes", "checked")),
}
"""Kind → (required keys, optional keys)."""

_ZH_KEYS = ("title", "asks", "confused_with")

FENCE_WORDS = ("template", "reads", "with", "without", "sample", "not")
"""Fences that have a meaning on signature pages."""


def read_page_files(
    path: Path, zh: Path | None, kind: str, root: Path, languages: Sequence[str] = LANGUAGES
) -> tuple[Page | None, tuple[Problem, ...]]:
    """Read one page.

    Args:
        path: the `<id>.md` file.
        zh: the `<id>.zh.md` file, None if there is none.
        kind: 'cause', 'qa', 'case' or 'guide'.
        root: the folder that holds kb/; files that resolve to a place outside are refused.
        languages: languages of the root; the first is that of `path`.

    Returns:
        The page as far as it could be read, or None; and all its problems.
    """
    reading = read_page(path, zh, kind, root, root.resolve(), languages)
    return reading.page, reading.problems


def read_page(
    path: Path, zh: Path | None, kind: str, root: Path, top: Path, languages: Sequence[str], folder: str = ""
) -> Reading:
    """Like `read_page_files`, with the lines that later checks need.

    Args:
        path, zh, kind, root, languages: see `read_page_files`.
        top: the resolved root.
        folder: the family folder of a cause; not compared where empty.
    """
    opened, problems = open_page(path, top)
    if opened is None:
        return Reading(None, None, Marks(path.as_posix()), problems)
    required, optional = _KEYS[kind]
    opened.fields.keys((*required, *optional), required, kind)
    halves = [_half(opened, kind, languages[0])]
    if zh is not None and languages[0] == "en":
        opened_zh, found = open_page(zh, top)
        problems += found
        if opened_zh is not None:
            _refuse_keys(opened_zh.fields)
            halves.append(_half(opened_zh, kind, "zh"))
            halves[1] = halves[1]._replace(text=_named_alike(halves[0].text, halves[1].text))
            problems += compare(halves[0], halves[1])
    elif zh is None and "zh" in languages[1:]:
        problems += (Problem("K301", path.as_posix(), 0, f"there is no {path.stem}.zh.md beside it"),)
    page = _page(path, kind, root, halves, languages)
    _check_fields(page, opened.fields, folder)
    for half in halves:
        _check_fences(page, half)
        problems += (*half.fields.problems, *half.body.problems)
    return Reading(page, None, _marks(halves), problems)


def _half(opened: Opened, kind: str, language: str) -> Half:
    fields = opened.fields
    body = read_body(opened.body, fields.path, opened.body_line, headings(kind, language))
    for section, line in zip(body.sections, body.section_lines, strict=True):
        if section.name == "fix" and kind == "cause" and not body.steps:
            fields.add("K210", line, "Fix has no step: - [ ] `step-id` One action.")
    asks = fields.texts("asks")
    title = fields.title("title") or next(iter(asks), "")
    text = PageText(title, asks, fields.pairs("confused_with"), body.sections, body.steps)
    return Half(fields.path, fields, body, text)


def _named_alike(en: PageText, zh: PageText) -> PageText:
    """The Chinese text with its free sections named as the English ones, place by place."""
    if len(en.sections) != len(zh.sections):
        return zh
    pairs = zip(en.sections, zh.sections, strict=True)
    return zh._replace(sections=tuple(theirs._replace(name=ours.name) for ours, theirs in pairs))


def _page(path: Path, kind: str, root: Path, halves: Sequence[Half], languages: Sequence[str]) -> Page:
    fields, body = halves[0].fields, halves[0].body
    sources = fields.sources()
    dates = [source.checked for source in sources] + [fields.day("checked")]
    causes = (fields.identifier("cause"),) if kind == "case" else fields.identifiers("causes")
    return Page(
        id=path.stem,
        kind=kind,
        path=path.relative_to(root).as_posix(),
        family=fields.identifier("family"),
        frameworks=fields.choices("frameworks"),
        platforms=fields.choices("platforms"),
        phase=fields.choices("phase"),
        locate=fields.choice("locate"),
        fix_cost=fields.choice("fix_cost"),
        priority=fields.choice("priority"),
        caught_by=fields.choices("caught_by"),
        symptom=fields.flag("symptom"),
        status=fields.choice("status", "active"),
        replaced_by=fields.identifier("replaced_by"),
        causes=tuple(cause for cause in causes if cause),
        limits=_limits(fields),
        versions=fields.text("versions"),
        sources=sources,
        checked=max(dates),
        samples=tuple(Sample(f.argument, f.content.rstrip("\n"), f.line) for f in body.fences if f.word == "log"),
        texts=tuple((name, half.text) for name, half in zip(languages, halves, strict=False)),
    )


def _limits(fields: Fields) -> tuple[tuple[str, str], ...]:
    """The conditions of steps, without those that cannot be read."""
    found = []
    for step, condition in fields.pairs("limits"):
        try:
            parse_condition(condition)
        except ConditionError as error:
            fields.add("K502", fields.line("limits", step), f"`limits`, `{step}`: {error}")
        else:
            found.append((step, condition))
    return tuple(found)


# --- what a page must and must not hold ---------------------------------------------------------


def _refuse_keys(fields: Fields) -> None:
    every = {key for required, optional in _KEYS.values() for key in (*required, *optional)}
    for key, inner in tuple(fields.lines):
        if key and not inner and key not in _ZH_KEYS:
            code, text = ("K303", "belongs into the English file only") if key in every else ("K105", "is no known key")
            fields.add(code, fields.line(key), f"`{key}` {text}; a .zh.md has {', '.join(_ZH_KEYS)}")


def _check_fields(page: Page, fields: Fields, folder: str) -> None:
    """Rules between keys of one page."""
    if page.kind == "cause" and folder and page.family and page.family != folder:
        fields.add("K113", fields.line("family"), f"`family` is `{page.family}`, but the folder is `{folder}`")
    if not page.sources and not page.checked and (fields.has("sources") or page.kind in ("qa", "guide")):
        fields.add(
            "K118", fields.line("sources"), 'no source: add `sources: [{url: "https://…", checked: YYYY-MM-DD}]`'
        )
    check_status(page.status, page.replaced_by, fields)


def check_status(status: str, replaced_by: str, fields: Fields) -> None:
    """`retired` and `replaced_by` come together."""
    if status == "retired" and not fields.has("replaced_by"):
        fields.add("K115", fields.line("status"), "a retired page needs `replaced_by`: the id that serves instead")
    elif replaced_by and status != "retired":
        fields.add("K115", fields.line("replaced_by"), "`replaced_by` stands only on a page with `status: retired`")


def _check_fences(page: Page, half: Half) -> None:
    """Fences with a meaning: `log <cause-id>` on cases, none on other pages."""
    logs = 0
    for fence in half.body.fences:
        if fence.word in FENCE_WORDS:
            half.fields.add("K212", fence.line, f"`{fence.word}` fences stand on signature pages only")
        elif fence.word == "log" and page.kind == "case":
            if not is_id(fence.argument):
                half.fields.add("K213", fence.line, "a key log names the cause that it gives: ```log <cause-id>")
            logs += fence.section == "key-log" and fence.argument in page.causes
        elif fence.word == "log" and fence.argument:
            half.fields.add("K212", fence.line, "`log <cause-id>` fences stand on case pages only")
        if not fence.content.strip():
            half.fields.add("K214", fence.line, "the fence is empty")
    if page.kind == "case" and page.causes and not logs:
        half.fields.add("K218", 0, f"the key log has no fence ```log {page.causes[0]}")


def _marks(halves: Sequence[Half]) -> Marks:
    bodies = [(half.path, half.body) for half in halves]
    return Marks(
        halves[0].path,
        halves[0].fields.lines,
        links=places(bodies, "links"),
        captured=places(bodies, "captured"),
        tables=places(bodies, "tables"),
    )
