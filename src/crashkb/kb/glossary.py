"""kb/families.yaml, kb/glossary.yaml and kb/root.yaml."""

from pathlib import Path
from typing import NamedTuple

from crashkb.kb.fields import Fields
from crashkb.kb.files import is_id, read_text
from crashkb.kb.yaml_nodes import Items, Mapping, Scalar, kind_of, read_nodes
from crashkb.model import LANGUAGES, Concept, Family, Problem


class Root(NamedTuple):
    """What kb/root.yaml says about its root."""

    name: str = ""
    languages: tuple[str, ...] = LANGUAGES
    """The first is that of `<id>.md`."""


def read_root(root: Path, top: Path) -> tuple[Root, tuple[Problem, ...]]:
    """What a root says about itself; the defaults where it has no kb/root.yaml.

    Args:
        root: the folder that holds kb/.
        top: the same, resolved.
    """
    nodes, problems = _mapping(root / "kb" / "root.yaml", top)
    if nodes is None:
        return Root(), problems
    fields = Fields(nodes, (root / "kb" / "root.yaml").as_posix())
    fields.keys(("name", "languages"), (), "root")
    languages = fields.texts("languages") or LANGUAGES
    if languages not in (("en",), ("zh",), LANGUAGES):
        fields.add("K605", fields.line("languages"), "`languages` should be [en, zh], [en] or [zh]")
        languages = LANGUAGES
    return Root(fields.text("name"), languages), (*problems, *fields.problems)


def read_families(root: Path, top: Path) -> tuple[dict[str, Family], tuple[Problem, ...]]:
    """Families by id, in the order of the file; none where the file is absent."""
    path = (root / "kb" / "families.yaml").as_posix()
    nodes, problems = _mapping(root / "kb" / "families.yaml", top)
    families: dict[str, Family] = {}
    for entry in nodes.entries if nodes else ():
        if not is_id(entry.key):
            problems += (Problem("K117", path, entry.line, f"`{entry.key}` is no id: lower-case words joined by `-`"),)
        elif not isinstance(entry.node, Mapping):
            said = f"`{entry.key}` should be {{title: …, title_zh: …}}, but is {kind_of(entry.node)}"
            problems += (Problem("K108", path, entry.line, said),)
        else:
            fields = Fields(entry.node, path)
            fields.keys(("title", "title_zh"), ("title", "title_zh"), "family")
            families[entry.key] = Family(entry.key, fields.title("title"), fields.title("title_zh"))
            problems += tuple(fields.problems)
    return families, problems


def read_glossary(root: Path, top: Path) -> tuple[dict[str, Concept], tuple[Problem, ...]]:
    """Concepts by id, in the order of the file; none where the file is absent."""
    path = (root / "kb" / "glossary.yaml").as_posix()
    nodes, problems = _mapping(root / "kb" / "glossary.yaml", top)
    if nodes is None:
        return {}, problems
    fields = Fields(nodes, path)
    concepts: dict[str, Concept] = {}
    homes: dict[str, tuple[str, int]] = {}
    for entry in nodes.entries:
        if not is_id(entry.key):
            fields.add("K117", entry.line, f"`{entry.key}` is no id: lower-case words joined by `-`")
        words = fields.texts(entry.key)
        if not words and isinstance(entry.node, Scalar | Items):
            fields.add("K107", entry.line, f"`{entry.key}` has no words")
        for word in words:
            line = fields.line(entry.key, word)
            home, first = homes.setdefault(word.casefold(), (entry.key, line))
            if home != entry.key:
                fields.add(
                    "K602", line, f"`{word}` stands in `{entry.key}` and, on line {first}, in `{home}`: keep one"
                )
        concepts[entry.key] = Concept(entry.key, words)
    return concepts, (*problems, *fields.problems)


def _mapping(path: Path, top: Path) -> tuple[Mapping | None, tuple[Problem, ...]]:
    """The mapping in a YAML file; None and no problem where there is no such file."""
    if not path.exists() and not path.is_symlink():
        return None, ()
    text, problems = read_text(path, top)
    if text is None:
        return None, problems
    nodes, found = read_nodes(text, path.as_posix())
    return nodes, (*problems, *found)
