"""Front matter: typed values out of YAML nodes, every deviation noted with its line."""

import difflib
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from datetime import date

from crashkb.kb import yaml_nodes
from crashkb.kb.files import is_id
from crashkb.kb.vocabulary import CHOICES
from crashkb.model import Problem, Source

MAX_LINE = 300
"""Longest value, in characters."""

MAX_TITLE_COLUMNS = 100

# 2026-11-30
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")

# pytorch/pytorch#167244
_THREAD = re.compile(r"[\w.-]{1,100}/[\w.-]{1,100}#\d{1,9}")

# https://docs.pytorch.org/docs/stable/notes/cuda.html
_URL = re.compile(r"https?://[^\s/]{3,200}(?:/\S*)?")

# pytorch/pytorch c10/cuda/CUDACachingAllocator.cpp
_CODE = re.compile(r"[\w.-]{1,100}/[\w.-]{1,100}\s\S{1,250}")

SOURCE_FORMS = {
    "url": (_URL, "an http(s) address"),
    "thread": (_THREAD, "owner/repository#number"),
    "code": (_CODE, "owner/repository path/of/file"),
    "repro": (re.compile(r"[\w.-]{1,100}"), "the name of a repro"),
}
"""Kind of source → the form of its value, and that form in words."""


def suggestion(word: str, choices: Iterable[str]) -> str:
    """'; did you mean `…`?' where one of the choices is close, else nothing."""
    close = difflib.get_close_matches(word, list(choices), n=1, cutoff=0.7)
    return f"; did you mean `{close[0]}`?" if close else ""


def columns(text: str) -> int:
    """How wide a text is shown: two columns for wide East Asian characters, else one."""
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in text)


class Fields:
    """The keys of one front matter, read once each; problems and lines gather on the way."""

    def __init__(self, nodes: yaml_nodes.Mapping, path: str) -> None:
        self.path = path
        self.problems: list[Problem] = []
        self.lines: dict[tuple[str, str], int] = {("", ""): nodes.line}
        """(key, '' or list item or inner key) → 1-based line."""
        self._nodes = nodes
        for entry in nodes.entries:
            self.lines[entry.key, ""] = entry.line

    def add(self, code: str, line: int, text: str) -> None:
        """Note a problem."""
        self.problems.append(Problem(code, self.path, line, text))

    def has(self, key: str) -> bool:
        """Whether the key stands there, readable or not."""
        return self._nodes.get(key) is not None or key in self._nodes.broken

    def line(self, key: str, inner: str = "") -> int:
        """Line of a key, or of what stands in it; of the front matter where the key is absent."""
        return self.lines.get((key, inner)) or self.lines.get((key, "")) or self.lines["", ""]

    def keys(self, known: Sequence[str], required: Sequence[str], kind: str) -> None:
        """Note unknown (K105) and missing (K106) keys."""
        for entry in self._nodes.entries:
            if entry.key not in known:
                self.add("K105", entry.line, f"`{entry.key}` is no key of a {kind} page{suggestion(entry.key, known)}")
        for key in required:
            if not self.has(key):
                self.add("K106", self.lines["", ""], f"`{key}` is missing: a {kind} page needs it")

    # --- values -------------------------------------------------------------------------------

    def text(self, key: str) -> str:
        """One line of text; empty where absent."""
        entry = self._nodes.get(key)
        return "" if entry is None else self._scalar(entry.node, key)

    def title(self, key: str) -> str:
        """One line of text, at most MAX_TITLE_COLUMNS wide."""
        text = self.text(key)
        if (width := columns(text)) > MAX_TITLE_COLUMNS:
            self.add("K112", self.line(key), f"`{key}` is {width} columns wide, {MAX_TITLE_COLUMNS} are allowed")
        return text

    def identifier(self, key: str) -> str:
        """One id; empty where absent or malformed."""
        text = self.text(key)
        return text if text and self._is_id(text, key, self.line(key)) else ""

    def choice(self, key: str, default: str = "") -> str:
        """One of the allowed values of that key; the default where absent or not allowed."""
        text = self.text(key)
        return text if text and self._allowed(text, key, self.line(key)) else default

    def flag(self, key: str) -> bool:
        """Whether the key says `true`."""
        return self.choice(key) == "true"

    def day(self, key: str) -> str:
        """An ISO date; empty where absent or malformed."""
        text = self.text(key)
        return text if text and self._is_day(text, key, self.line(key)) else ""

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of lines."""
        return tuple(text for text, _ in self._items(key))

    def identifiers(self, key: str) -> tuple[str, ...]:
        """A list of ids."""
        return tuple(text for text, line in self._items(key) if self._is_id(text, key, line))

    def choices(self, key: str) -> tuple[str, ...]:
        """A list of allowed values of that key."""
        return tuple(text for text, line in self._items(key) if self._allowed(text, key, line))

    def pairs(self, key: str) -> tuple[tuple[str, str], ...]:
        """A mapping from ids to lines of text, in its order."""
        entries = self.mapping(key)
        return tuple((entry.key, text) for entry in entries if (text := self._scalar(entry.node, entry.key)))

    def conditions(self, key: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """A mapping from ids to `always` (no conditions), `maybe`, a condition, or a list of conditions."""
        found = []
        for entry in self.mapping(key):
            if isinstance(entry.node, yaml_nodes.Items):
                texts = tuple(text for node in entry.node.nodes if (text := self._scalar(node, entry.key)))
                if "always" in texts:
                    texts = ()
                elif not texts:
                    self.add("K107", entry.line, f"`{entry.key}` is an empty list: write `always` or a condition")
            else:
                text = self._scalar(entry.node, entry.key)
                texts = () if text in ("always", "") else (text,)
            found.append((entry.key, texts))
        return tuple(found)

    def mapping(self, key: str) -> tuple[yaml_nodes.Entry, ...]:
        """The entries of a mapping whose keys are ids; `key:` with nothing behind it counts as empty."""
        entry = self._nodes.get(key)
        if entry is None or _is_blank(entry.node):
            return ()
        if not isinstance(entry.node, yaml_nodes.Mapping):
            self._wrong(key, "a mapping (`id: value` lines)", entry.node)
            return ()
        for inner in entry.node.entries:
            self.lines[key, inner.key] = inner.line
        return tuple(inner for inner in entry.node.entries if self._is_id(inner.key, key, inner.line))

    def sources(self, key: str = "sources") -> tuple[Source, ...]:
        """Where the page's statements come from."""
        entry = self._nodes.get(key)
        if entry is None or _is_blank(entry.node):
            return ()
        if not isinstance(entry.node, yaml_nodes.Items):
            self._wrong(key, "a list of `{url: …, checked: …}`", entry.node)
            return ()
        found = (self._source(node) for node in entry.node.nodes)
        return tuple(source for source in found if source is not None)

    # --- parts --------------------------------------------------------------------------------

    def _source(self, node: yaml_nodes.Node) -> Source | None:
        if not isinstance(node, yaml_nodes.Mapping):
            self.add("K114", node.line, 'a source is a mapping such as {url: "https://…", checked: 2026-11-30}')
            return None
        values: dict[str, str] = {}
        for entry in node.entries:
            if entry.key != "checked" and entry.key not in SOURCE_FORMS:
                known = ("checked", *SOURCE_FORMS)
                self.add("K114", entry.line, f"`{entry.key}` is no key of a source{suggestion(entry.key, known)}")
            else:
                values[entry.key] = self._scalar(entry.node, entry.key)
        checked = values.pop("checked", "")
        if not checked:
            self.add("K118", node.line, "the source has no date: add `checked: YYYY-MM-DD`")
        elif not self._is_day(checked, "checked", node.line):
            checked = ""
        if len(values) != 1:
            self.add("K114", node.line, f"a source has one of {', '.join(SOURCE_FORMS)}; this one has {len(values)}")
            return None
        ((kind, ref),) = values.items()
        form, words = SOURCE_FORMS[kind]
        if ref and form.fullmatch(ref) is None:
            self.add("K114", node.line, f"`{kind}` should be {words}, not `{ref[:80]}`")
        self.lines["sources", ref] = node.line
        return Source(kind, ref, checked)

    def _items(self, key: str) -> list[tuple[str, int]]:
        """(text, line) of each item of a list; a single text counts as a list of one, with a problem."""
        entry = self._nodes.get(key)
        if entry is None or _is_blank(entry.node):
            return []
        nodes: tuple[yaml_nodes.Node, ...] = (entry.node,)
        if isinstance(entry.node, yaml_nodes.Items):
            nodes = entry.node.nodes
        else:
            self._wrong(key, "a list (`[a, b]`, or a `- ` line each)", entry.node)
            if isinstance(entry.node, yaml_nodes.Mapping):
                return []
        found: list[tuple[str, int]] = []
        seen: set[str] = set()
        for node in nodes:
            text = self._scalar(node, key)
            if text in seen:
                self.add("K116", node.line, f"`{key}` names `{text}` twice")
            elif text:
                found.append((text, node.line))
                self.lines[key, text] = node.line
            seen.add(text)
        return found

    def _scalar(self, node: yaml_nodes.Node, key: str) -> str:
        if not isinstance(node, yaml_nodes.Scalar):
            self._wrong(key, "text", node)
            return ""
        text = " ".join(node.text.split())
        if not text:
            self.add("K107", node.line, f"`{key}` has an empty value: fill it in or leave it out")
        elif node.block or "\n" in node.text.strip():
            self.add("K111", node.line, f"`{key}` should be one line; long text belongs into the body")
        elif len(text) > MAX_LINE:
            self.add("K111", node.line, f"`{key}` has {len(text)} characters, {MAX_LINE} are allowed")
        return text

    def _wrong(self, key: str, wanted: str, node: yaml_nodes.Node) -> None:
        advice = "; quote a text that holds `: `" if wanted == "text" and isinstance(node, yaml_nodes.Mapping) else ""
        self.add("K108", node.line, f"`{key}` should be {wanted}, but is {yaml_nodes.kind_of(node)}{advice}")

    def _is_id(self, text: str, key: str, line: int) -> bool:
        if not is_id(text):
            self.add("K117", line, f"`{key}`: `{text[:80]}` is no id: lower-case words joined by `-`")
            return False
        return True

    def _allowed(self, text: str, key: str, line: int) -> bool:
        allowed = CHOICES[key]
        if text not in allowed:
            names = ", ".join(allowed)
            self.add("K109", line, f"`{key}`: `{text[:80]}` is none of: {names}{suggestion(text, allowed)}")
            return False
        return True

    def _is_day(self, text: str, key: str, line: int) -> bool:
        try:
            if _DATE.fullmatch(text):
                date.fromisoformat(text)
                return True
        except ValueError:
            pass
        self.add("K110", line, f"`{key}`: `{text[:40]}` is no date written YYYY-MM-DD")
        return False


def _is_blank(node: yaml_nodes.Node) -> bool:
    """Whether nothing stands behind a key; lists and mappings may be left empty so."""
    return isinstance(node, yaml_nodes.Scalar) and not node.text.strip()


KeyLines = Mapping[tuple[str, str], int]
"""(key, '' or list item or inner key) → 1-based line."""
