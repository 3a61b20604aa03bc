"""YAML text → nodes that know their line, with every problem at once.

Read from parser events instead of a loader: all scalars stay text (1.10 is not 1.1, no is not False), each node
carries its line, a key that stands twice is found, and anchors, aliases, merge keys and tags are refused rather
than resolved, so no document can expand beyond its own size.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import yaml

from crashkb.model import Problem

_LOADER: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)

_MAX_DEPTH = 6


class Scalar(NamedTuple):
    """A value as text."""

    text: str
    line: int
    """1-based line in the file."""
    block: bool = False
    """Written as a `|` or `>` block."""


class Items(NamedTuple):
    """A list."""

    nodes: "tuple[Node, ...]"
    line: int


class Entry(NamedTuple):
    """One key of a mapping with its value."""

    key: str
    line: int
    node: "Node"


class Mapping(NamedTuple):
    """A mapping in the order of the file, without repeated keys."""

    entries: tuple[Entry, ...]
    line: int
    broken: tuple[str, ...] = ()
    """Keys whose value is not valid YAML; they are reported, and neither missing nor readable."""

    def get(self, key: str) -> "Entry | None":
        """The entry of that key, if there is one."""
        for entry in self.entries:
            if entry.key == key:
                return entry
        return None


Node = Scalar | Items | Mapping


def kind_of(node: Node) -> str:
    """What a node is, in words for a message."""
    return {Scalar: "text", Items: "a list", Mapping: "a mapping"}[type(node)]


def read_nodes(text: str, path: str, first_line: int = 1) -> tuple[Mapping | None, tuple[Problem, ...]]:
    """The mapping that a YAML text holds, with all its problems.

    Args:
        text: YAML with LF line ends.
        path: the file as problems shall name it.
        first_line: line of the file on which `text` begins.

    Returns:
        The mapping (None if the text is not valid YAML or no mapping), and the problems (K102 to K104, K108).
    """
    reader = _Reader(path, first_line)
    try:
        node = reader.document(iter(yaml.parse(text, Loader=_LOADER)))
    except yaml.YAMLError as error:
        return _read_by_key(text, path, first_line, error)
    if node is None:
        return Mapping((), first_line), tuple(reader.problems)
    if not isinstance(node, Mapping):
        reader.add("K108", node.line, f"this should be `key: value` lines, but is {kind_of(node)}")
        return None, tuple(reader.problems)
    return node, tuple(reader.problems)


def _read_by_key(
    text: str, path: str, first_line: int, error: yaml.YAMLError
) -> tuple[Mapping | None, tuple[Problem, ...]]:
    """Read each top-level key by itself, so that one broken value hides neither the others nor their problems."""
    reader = _Reader(path, first_line)
    entries: dict[str, Entry] = {}
    broken: list[str] = []
    for key, start, chunk in _chunks(text):
        part = _Reader(path, first_line + start)
        try:
            node = part.document(iter(yaml.parse(chunk, Loader=_LOADER)))
        except yaml.YAMLError as chunk_error:
            part.syntax(chunk_error)
            broken.append(key)
        else:
            if isinstance(node, Scalar):
                part.add("K102", node.line, f"`{node.text[:40]}` is no `key: value`: a key lacks its colon")
                broken.append(key)
            for entry in node.entries if isinstance(node, Mapping) else ():
                if entry.key in entries:
                    part.twice(entry.key, entry.line, entries[entry.key].line)
                entries.setdefault(entry.key, entry)
        reader.problems += part.problems
    if not broken:  # only the whole is broken, not a part: say what the parser said
        reader.problems.clear()
        reader.syntax(error)
        return None, tuple(reader.problems)
    return Mapping(tuple(entries.values()), first_line, tuple(broken)), tuple(reader.problems)


def _chunks(text: str) -> Iterator[tuple[str, int, str]]:
    """(key, 0-based first line, text) of each stretch that begins with a letter in the first column."""
    key, start, lines = "", 0, list[str]()
    for number, line in enumerate(text.split("\n")):
        if line[:1].isalpha():
            if lines:
                yield key, start, "\n".join(lines)
            key, start, lines = line.partition(":")[0].strip(), number, []
        lines.append(line)
    yield key, start, "\n".join(lines)


class _Reader:
    """Builds nodes from parser events and gathers problems on the way."""

    def __init__(self, path: str, first_line: int) -> None:
        self.path = path
        self.first_line = first_line
        self.problems: list[Problem] = []

    def add(self, code: str, line: int, text: str) -> None:
        self.problems.append(Problem(code, self.path, line, text))

    def line(self, event: Any) -> int:
        return int(event.start_mark.line) + self.first_line

    def document(self, events: Iterator[Any]) -> Node | None:
        node: Node | None = None
        for event in events:
            if isinstance(event, yaml.DocumentStartEvent) and node is not None:
                self.add("K102", self.line(event), "a second YAML document begins here; one is allowed")
                return node
            if isinstance(event, yaml.NodeEvent):
                node = self.node(event, events, 0)
        return node

    def node(self, event: Any, events: Iterator[Any], depth: int) -> Node:
        line = self.line(event)
        self.refuse(event, line)
        if isinstance(event, yaml.AliasEvent):
            return Scalar("", line)
        if depth > _MAX_DEPTH:
            raise yaml.MarkedYAMLError(problem=f"nested deeper than {_MAX_DEPTH} levels", problem_mark=event.start_mark)
        if isinstance(event, yaml.SequenceStartEvent):
            return self.items(events, line, depth)
        if isinstance(event, yaml.MappingStartEvent):
            return self.mapping(events, line, depth)
        return Scalar(event.value, line, event.style in ("|", ">"))

    def items(self, events: Iterator[Any], line: int, depth: int) -> Items:
        nodes: list[Node] = []
        for event in events:
            if isinstance(event, yaml.SequenceEndEvent):
                break
            nodes.append(self.node(event, events, depth + 1))
        return Items(tuple(nodes), line)

    def mapping(self, events: Iterator[Any], line: int, depth: int) -> Mapping:
        entries: dict[str, Entry] = {}
        for event in events:
            if isinstance(event, yaml.MappingEndEvent):
                break
            key = self.node(event, events, depth + 1)
            value = self.node(next(events), events, depth + 1)
            if not isinstance(key, Scalar):
                self.add(
                    "K108", key.line, f"a key should be text, but is {kind_of(key)}; quote what begins with [ or {{"
                )
            elif key.text == "<<":
                self.add("K103", key.line, "merge keys (`<<`) are not allowed: write the values out")
            elif key.text in entries:
                self.twice(key.text, key.line, entries[key.text].line)
            else:
                entries[key.text] = Entry(key.text, key.line, value)
        return Mapping(tuple(entries.values()), line)

    def refuse(self, event: Any, line: int) -> None:
        """Report anchors, aliases and tags; a value that begins with & * or ! needs quotes."""
        if isinstance(event, yaml.AliasEvent):
            self.add("K103", line, f"`*{event.anchor}` is an alias: write the value out, or quote what begins with `*`")
            return
        if event.anchor is not None:
            self.add("K103", line, f"`&{event.anchor}` is an anchor: remove it, or quote what begins with `&`")
        if event.tag is not None:
            self.add("K103", line, f"`{event.tag}` is a tag: remove it, or quote what begins with `!`")

    def twice(self, key: str, line: int, first: int) -> None:
        self.add("K104", line, f"`{key}` stands here and on line {first}; keep one")

    def syntax(self, error: yaml.YAMLError) -> None:
        problem = str(getattr(error, "problem", None) or error).splitlines()[0]
        mark = getattr(error, "problem_mark", None)
        if (
            "end of stream" in problem or "expected ',' or" in problem
        ):  # an open quote or bracket: where it opened says more than where the text ends
            mark = getattr(error, "context_mark", None) or mark
        line = (mark.line if mark is not None else 0) + self.first_line
        self.add("K102", line, problem + _advice(problem))


_ADVICE = (
    ("mapping values are not allowed", "quote a value that holds `: `"),
    ("cannot start any token", "quote a value that begins with a sign"),
    ("unknown escape", "use single quotes around a backslash"),
    ("expected <block end>", "check the indentation and the quotes above"),
    ("could not find expected ':'", "a key lacks its colon"),
    ("end of stream", "a quote or bracket that opens here is never closed"),
    ("undefined alias", "quote a value that begins with `*`"),
    ("did not find expected ',' or", "quote values that hold brackets, commas or colons"),
    ("did not find expected key", "check the indentation and the quotes above"),
)


def _advice(problem: str) -> str:
    for words, advice in _ADVICE:
        if words in problem:
            return f": {advice}"
    return ""
