"""The Markdown body of a page: sections, steps, fences, links and captured values, each with its line.

markdown-it-py reads the blocks (token.map gives the lines); the texts of sections and steps are cut from the source
as it stands, so that rendering sees what the writer wrote.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token

from crashkb.kb.files import is_id
from crashkb.kb.inline import CAPTURED, Mention, read_inline
from crashkb.model import Problem, Section, Step

# [ ] `smaller-batch` Halve the batch.
_STEP = re.compile(r"\[ \] `([^`\n]{1,100})`[ \n]\s*(\S.*)", re.DOTALL)

# [ ] anything, [x] anything
_TASK = re.compile(r"\[[ xX]?\](?!\()")


class Fence(NamedTuple):
    """A block of fenced code."""

    word: str
    """First word behind the opening fence: a language, or 'template', 'sample', …"""
    argument: str
    """The rest behind it."""
    content: str
    """The lines, each with its line end."""
    line: int
    """Line of the opening fence."""
    section: str
    """Name of the section it stands in."""


class Body(NamedTuple):
    """A body, read."""

    sections: tuple[Section, ...]
    steps: tuple[Step, ...]
    fences: tuple[Fence, ...]
    links: tuple[Mention, ...]
    """Links to pages of the knowledge base."""
    captured: tuple[Mention, ...]
    tables: tuple[Mention, ...]
    section_lines: tuple[int, ...]
    """Line of each section's heading, or of the text before the first heading."""
    step_lines: tuple[int, ...]
    """Line of each step."""
    problems: tuple[Problem, ...]


def _parser() -> MarkdownIt:
    """Blocks only, with tables; HTML is not read as such, so `<pad>` is a word."""
    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    parser.core.ruler.enableOnly(["normalize", "block"])
    return parser


_PARSER = _parser()


def read_body(text: str, path: str, first_line: int, known: Sequence[tuple[str, str]] = ()) -> Body:
    """Read a body.

    Args:
        text: Markdown with LF line ends.
        path: the file as problems shall name it.
        first_line: line of the file on which `text` begins.
        known: (heading, section name) in their order where the kind of page has set sections; else headings are free
            and the name of a section is its heading in lower-case words joined by `-`.

    Returns:
        The body; its problems have codes K201 to K217 (those that concern fences with a meaning come from the pages).
    """
    reader = _Reader(text, path, first_line, known)
    reader.read()
    return reader.body()


class _Reader:
    """Walks over the block tokens once."""

    def __init__(self, text: str, path: str, first_line: int, known: Sequence[tuple[str, str]]) -> None:
        self.lines = text.split("\n")
        self.tokens = _PARSER.parse(text)
        self.path = path
        self.first_line = first_line
        self.known = known
        self.names = dict(known)
        self.problems: list[Problem] = []
        self.starts: list[tuple[int, str, str]] = []
        """(0-based line of the heading, heading, section name)"""
        self.steps: list[Step] = []
        self.step_lines: list[int] = []
        self.fences: list[Fence] = []
        self.links: list[Mention] = []
        self.captured: list[Mention] = []
        self.tables: list[Mention] = []

    def add(self, code: str, line: int, text: str) -> None:
        """Note a problem at a 0-based line of the body."""
        self.problems.append(Problem(code, self.path, line + self.first_line, text))

    def read(self) -> None:
        for number, token in enumerate(self.tokens):
            if token.type == "heading_open":
                self.heading(token, self.tokens[number + 1])
            elif token.type == "fence":
                self.fence(token)
            elif token.type == "code_block":
                self.add("K217", _first(token), "code is indented: put it between ``` fences")
            elif token.type == "list_item_open":
                self.item(token, self.tokens[number + 1 : number + 3])
            elif token.type == "inline":
                self.inline(token)
            if token.level == 0 and token.nesting >= 0:
                self.outside_steps(token)
        self.check_sections()

    def body(self) -> Body:
        cut = list(self.cut_sections())
        return Body(
            sections=tuple(section for section, _ in cut),
            steps=tuple(self.steps),
            fences=tuple(self.fences),
            links=tuple(self.links),
            captured=tuple(self.captured),
            tables=tuple(self.tables),
            section_lines=tuple(line + self.first_line for _, line in cut),
            step_lines=tuple(self.step_lines),
            problems=tuple(self.problems),
        )

    @property
    def section(self) -> str:
        """Name of the section that is being read; '' before the first heading."""
        return self.starts[-1][2] if self.starts else ""

    # --- sections -----------------------------------------------------------------------------

    def heading(self, token: Token, inline: Token) -> None:
        line = _first(token)
        if token.level > 0:
            return
        if not token.markup.startswith("#"):
            said = f"this is read as a heading because it is underlined with {token.markup * 3}: leave a blank line"
            self.add("K206", line, said)
        elif token.tag == "h1":
            self.add("K206", line, "`#` is the title, which stands in the front matter: use `##`")
        elif token.tag == "h2":
            title = inline.content.strip()
            name = self.names.get(title, "") if self.known else _slug(title)
            if self.known and not name:
                expected = ", ".join(heading for heading, _ in self.known)
                self.add("K202", line, f"`{title[:60]}` is no section of this page; the sections are: {expected}")
            self.starts.append((line, title, name))

    def check_sections(self) -> None:
        found = [name for _, _, name in self.starts if name]
        for number, (line, title, name) in enumerate(self.starts):
            if name and name in [earlier for _, _, earlier in self.starts[:number]]:
                self.add("K204", line, f"section `{title}` stands twice")
        if not self.known:
            return
        for heading, name in self.known:
            if name not in found:
                self.add("K201", -1, f"section `## {heading}` is missing")
        order = [name for _, name in self.known]
        places = [order.index(name) for name in dict.fromkeys(found)]
        for earlier, later in pairwise(places):
            if later < earlier:
                line = next(line for line, _, name in self.starts if name == order[later])
                self.add("K203", line, f"`{self.known[later][0]}` belongs before `{self.known[earlier][0]}`")

    def cut_sections(self) -> Iterator[tuple[Section, int]]:
        """The sections, each with the 0-based line on which it begins."""
        first = self.starts[0][0] if self.starts else len(self.lines)
        before = "\n".join(self.lines[:first]).strip("\n")
        if before.strip():
            if self.known:
                self.add("K206", 0, f"text stands before the first section, `## {self.known[0][0]}`")
            yield Section("", "", before), 0
        elif not self.starts and not self.known:
            self.add("K205", 0, "the page has no text")
        ends = [line for line, _, _ in self.starts[1:]] + [len(self.lines)]
        for (line, title, name), end in zip(self.starts, ends, strict=False):
            text = "\n".join(self.lines[line + 1 : end]).strip("\n")
            if not text.strip():
                self.add("K205", line, f"section `{title}` is empty")
            yield Section(name, title, text), line

    # --- fences and steps ---------------------------------------------------------------------

    def fence(self, token: Token) -> None:
        first, last = token.map or [0, 0]
        closing = self.lines[last - 1].strip(" >\t") if last <= len(self.lines) else ""
        if last - first < 2 or not (closing.startswith(token.markup) and set(closing) == {token.markup[0]}):
            self.add("K211", first, f"the fence {token.markup} is never closed")
        word, _, argument = token.info.strip().partition(" ")
        for match in CAPTURED.finditer(token.content):
            line = first + 1 + token.content.count("\n", 0, match.start())
            self.captured.append(Mention(match[1], line + self.first_line))
        self.fences.append(Fence(word, argument.strip(), token.content, first + self.first_line, self.section))

    def item(self, token: Token, following: Sequence[Token]) -> None:
        """One list item: a step of Fix, or an item that must not look like one."""
        first, last = token.map or [0, 0]
        content = following[1].content if len(following) > 1 and following[1].type == "inline" else ""
        is_task = _TASK.match(content) is not None
        if self.section != "fix" or not self.known or token.level != 1:
            if is_task:
                self.add("K209", first, "task items (`- [ ]`) are the steps of Fix, at its top level: use a plain item")
            return
        match = _STEP.match(content)
        if match is None or token.markup not in ("-", "*", "+"):
            self.add("K207", first, "a step is written: - [ ] `step-id` One action.")
            return
        step_id = match[1]
        if not is_id(step_id):
            self.add("K207", first, f"step id `{step_id}` is not lower-case words joined by `-`")
        if step_id in [step.id for step in self.steps]:
            self.add("K208", first, f"step `{step_id}` stands twice")
        self.steps.append(Step(step_id, self.step_text(first, last)))
        self.step_lines.append(first + self.first_line)

    def outside_steps(self, token: Token) -> None:
        """In Fix only the steps are shown, so nothing may stand between them."""
        lists = ("heading_open", "bullet_list_open", "ordered_list_open")
        if self.known and self.section == "fix" and token.type not in lists:
            self.add("K207", _first(token), "this stands in Fix but in no step, so it is not shown: put it into one")

    def step_text(self, first: int, last: int) -> str:
        """The item's source without marker, box and id, and without the indentation of the item."""
        head = self.lines[first]
        indent = head.index("[ ]")
        rest = [line[min(indent, len(line) - len(line.lstrip(" "))) :] for line in self.lines[first + 1 : last]]
        return "\n".join([head[indent:].split("`", 2)[2].strip(), *rest]).strip("\n")

    def inline(self, token: Token) -> None:
        """Gather what a run of text uses: links, captured values, tables."""
        if not any(sign in token.content for sign in ("](", "{{", "}}")):
            return
        found = read_inline(token.content, _first(token) + self.first_line, self.path, alone=token.level == 1)
        self.links += found.links
        self.captured += found.captured
        self.tables += found.tables
        self.problems += found.problems


def _first(token: Token) -> int:
    return token.map[0] if token.map else 0


def _slug(heading: str) -> str:
    return "-".join(re.findall(r"\w+", heading.lower()))
