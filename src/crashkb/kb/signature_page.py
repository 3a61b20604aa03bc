"""Signature pages: one file → Signature.

What comes out can be compiled: templates, fragments and conditions that are not of the documented form are reported
and left out.
"""

from collections.abc import Iterator
from pathlib import Path

from crashkb.errors import ConditionError, TemplateError
from crashkb.kb.body import Body, Fence, read_body
from crashkb.kb.condition import parse_condition
from crashkb.kb.fields import Fields
from crashkb.kb.files import is_id
from crashkb.kb.page import FENCE_WORDS, check_status
from crashkb.kb.reading import Marks, Reading, open_page, places
from crashkb.kb.template import parse_template
from crashkb.model import MAYBE, Link, Problem, Sample, Signature

_REQUIRED = ("emitter", "role", "causes", "means", "means_zh")
_OPTIONAL = ("in", "with", "without", "whole_line", "source", "versions", "sources", "status", "replaced_by")


def read_signature_file(path: Path, root: Path) -> tuple[Signature | None, tuple[Problem, ...]]:
    """Read one signature page.

    Args:
        path: the file.
        root: the folder that holds kb/; a file that resolves to a place outside is refused.

    Returns:
        The signature as far as it could be read, or None; and all its problems.
    """
    reading = read_signature(path, root, root.resolve())
    return reading.signature, reading.problems


def read_signature(path: Path, root: Path, top: Path, folder: str = "") -> Reading:
    """Like `read_signature_file`, with the lines that later checks need.

    Args:
        path, root: see `read_signature_file`.
        top: the resolved root.
        folder: the emitter's folder; not compared where empty.
    """
    opened, problems = open_page(path, top)
    if opened is None:
        return Reading(None, None, Marks(path.as_posix()), problems)
    fields = opened.fields
    fields.keys((*_REQUIRED, *_OPTIONAL), _REQUIRED, "signature")
    body = read_body(opened.body, fields.path, opened.body_line)
    lines: dict[tuple[str, str], int] = {}
    signature = _signature(path, root, fields, _Fences(body, fields, lines))
    _check_fields(signature, fields, folder)
    bodies = [(fields.path, body)]
    marks = Marks(
        fields.path, fields.lines, places(bodies, "links"), places(bodies, "captured"), places(bodies, "tables"), lines
    )
    return Reading(None, signature, marks, (*problems, *fields.problems, *body.problems))


def _signature(path: Path, root: Path, fields: Fields, fences: "_Fences") -> Signature:
    return Signature(
        id=path.stem,
        path=path.relative_to(root).as_posix(),
        emitter=fields.identifier("emitter"),
        role=fields.choice("role", "generic"),
        templates=fences.compiled("template", fragment=False),
        links=_links(fields),
        places=fields.choices("in"),
        with_signatures=fields.identifiers("with"),
        without_signatures=fields.identifiers("without"),
        with_fragments=fences.compiled("with", fragment=True),
        without_fragments=fences.compiled("without", fragment=True),
        reads=fences.compiled("reads", fragment=True),
        whole_line=fields.flag("whole_line"),
        means=fields.text("means"),
        means_zh=fields.text("means_zh"),
        source=fields.text("source"),
        versions=fields.text("versions"),
        sources=fields.sources(),
        status=fields.choice("status", "active"),
        replaced_by=fields.identifier("replaced_by"),
        samples=fences.samples(),
        near_misses=tuple(text for text, _ in fences.rows("not")),
    )


def _links(fields: Fields) -> tuple[Link, ...]:
    """The causes with their conditions; a link whose conditions cannot be read is left out."""
    links = []
    for cause, conditions in fields.conditions("causes"):
        readable = []
        for condition in conditions:
            try:
                if condition != MAYBE:
                    parse_condition(condition)
            except ConditionError as error:
                fields.add("K502", fields.line("causes", cause), f"`{cause}`: {error}")
            else:
                readable.append(condition)
        if readable or not conditions:
            links.append(Link(cause, tuple(readable)))
    return tuple(links)


class _Fences:
    """The fences of a signature page, by their word."""

    def __init__(self, body: Body, fields: Fields, lines: dict[tuple[str, str], int]) -> None:
        self.fields = fields
        self.lines = lines
        self.by_word: dict[str, list[Fence]] = {word: [] for word in FENCE_WORDS}
        for fence in body.fences:
            if fence.word not in self.by_word:
                said = f"`{fence.word}` is no fence" if fence.word else "the fence has no word"
                fields.add("K212", fence.line, f"{said} of a signature page: {', '.join(FENCE_WORDS)}")
            elif not fence.content.strip():
                fields.add("K214", fence.line, "the fence is empty")
            else:
                self.by_word[fence.word].append(fence)
            if fence.word != "sample" and fence.argument:
                fields.add(
                    "K213", fence.line, f"nothing stands behind `{fence.word}`, but here `{fence.argument}` does"
                )
        for fence in self.by_word["with"][1:]:
            fields.add("K212", fence.line, "a second `with` fence: write all its lines into one, any of them counts")

    def rows(self, word: str) -> Iterator[tuple[str, int]]:
        """(text, line) of each line of these fences that is not blank."""
        for fence in self.by_word[word]:
            for number, row in enumerate(fence.content.split("\n"), fence.line + 1):
                if text := row.strip():
                    self.lines[word, text] = number
                    yield text, number

    def compiled(self, word: str, fragment: bool) -> tuple[str, ...]:
        """The lines of these fences that are templates (or fragments) of the documented form."""
        found: dict[str, int] = {}
        for text, line in self.rows(word):
            if text in found:
                self.fields.add("K511", line, f"the same stands on line {found[text]}")
                continue
            try:
                parse_template(text, fragment=fragment)
            except TemplateError as error:
                self.fields.add("K501", line, str(error))
            else:
                found[text] = line
        return tuple(found)

    def samples(self) -> tuple[Sample, ...]:
        found = []
        for fence in self.by_word["sample"]:
            if fence.argument != "-" and not is_id(fence.argument):
                self.fields.add(
                    "K213", fence.line, "a sample names the cause that it must give: ```sample <cause-id>, or `-`"
                )
            else:
                found.append(Sample(fence.argument, fence.content.rstrip("\n"), fence.line))
        return tuple(found)


def _check_fields(signature: Signature, fields: Fields, folder: str) -> None:
    """Rules between keys of one page."""
    if folder and signature.emitter and signature.emitter != folder:
        fields.add("K113", fields.line("emitter"), f"`emitter` is `{signature.emitter}`, but the folder is `{folder}`")
    if not fields.has("source") and not signature.sources:
        fields.add("K118", fields.line("sources"), "no source: say in `source` which file prints it, or give `sources`")
    named = bool(fields.mapping("causes"))
    if signature.role == "benign" and named:
        fields.add("K510", fields.line("causes"), "a benign message has no cause: write `causes: {}`")
    elif signature.role in ("specific", "generic") and fields.has("causes") and not named:
        fields.add("K510", fields.line("causes"), f"a {signature.role} signature leads to a cause: name it")
    check_status(signature.status, signature.replaced_by, fields)
