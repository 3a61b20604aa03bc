"""Rules on what pages say about each other: ids, links, families, tables, captured values (K4xx, K601)."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import cached_property

from crashkb.kb.collection import Collection
from crashkb.kb.condition import parse_condition
from crashkb.kb.fields import suggestion
from crashkb.kb.template import parse_template
from crashkb.kb.vocabulary import FACT_NAMES
from crashkb.model import Page, Problem, Signature


def captures(signature: Signature) -> frozenset[str]:
    """Names of the holes in a signature's templates and `reads` fragments."""
    templates = [parse_template(text) for text in signature.templates]
    templates += [parse_template(text, fragment=True) for text in signature.reads]
    return frozenset(name for template in templates for name, _ in template.holes)


class Ids:
    """Every id of a collection, and what leads to what."""

    def __init__(self, collection: Collection) -> None:
        self.collection = collection
        self.kinds = {page_id: page.kind for page_id, page in collection.pages.items()}
        self.kinds |= dict.fromkeys(collection.signatures, "signature")
        self.retired = {item.id for item in self.items() if item.status == "retired"}
        self._advice: dict[tuple[str, str], str] = {}

    def items(self) -> tuple[Page | Signature, ...]:
        """All pages and signatures."""
        return (*self.collection.pages.values(), *self.collection.signatures.values())

    @cached_property
    def captures_of_cause(self) -> dict[str, frozenset[str]]:
        """Cause id → the names that signatures leading to it may capture."""
        found: dict[str, frozenset[str]] = defaultdict(frozenset)
        for signature in self.collection.signatures.values():
            names = captures(signature)
            for link in signature.links:
                found[link.cause] |= names
        return found

    def named(self, path: str, line: int, name: str, kinds: tuple[str, ...], where: str) -> Iterator[Problem]:
        """Problems with one use of an id (K402, K403, K408).

        Args:
            path, line: where it is used.
            name: the id.
            kinds: kinds of page that may be named there; empty means any.
            where: the key or place in words.
        """
        kind = self.kinds.get(name)
        if kind is None:
            wanted = kinds[0] if len(kinds) == 1 else "page"
            yield Problem("K402", path, line, f"{where}: there is no {wanted} `{name}`{self._suggested(name, wanted)}")
        elif kinds and kind not in kinds:
            yield Problem("K403", path, line, f"{where}: `{name}` is a {kind}, not a {' or '.join(kinds)}")
        elif kinds and name in self.retired:
            yield Problem("K408", path, line, f"{where}: `{name}` is retired: name the page that serves instead")

    def _suggested(self, name: str, wanted: str) -> str:
        key = (name, wanted)
        if key not in self._advice:
            ids = [known for known, kind in self.kinds.items() if wanted in ("page", kind)]
            self._advice[key] = suggestion(name, ids)
        return self._advice[key]


Rule = Callable[[Ids], Iterator[Problem]]


def named_pages(ids: Ids) -> Iterator[Problem]:
    """Every id that a page's front matter or samples name exists and is of the right kind."""
    for page in ids.collection.pages.values():
        marks = ids.collection.marks[page.id]
        key = "cause" if page.kind == "case" else "causes"
        for cause in page.causes:
            yield from ids.named(marks.path, marks.line(key, cause), cause, ("cause",), f"`{key}`")
        for other, _ in page.texts[0][1].questions:
            yield from ids.named(marks.path, marks.line("confused_with", other), other, ("cause",), "`confused_with`")
        for sample in page.samples:
            if sample.cause and sample.cause not in page.causes:
                yield from ids.named(marks.path, sample.line, sample.cause, ("cause",), "`log`")
    for signature in ids.collection.signatures.values():
        marks = ids.collection.marks[signature.id]
        for link in signature.links:
            yield from ids.named(marks.path, marks.line("causes", link.cause), link.cause, ("cause",), "`causes`")
        for key, others in (("with", signature.with_signatures), ("without", signature.without_signatures)):
            for other in others:
                yield from ids.named(marks.path, marks.line(key, other), other, ("signature",), f"`{key}`")


def named_by_itself(ids: Ids) -> Iterator[Problem]:
    """No page stands in its own lists."""
    for item in ids.items():
        marks = ids.collection.marks[item.id]
        lists: dict[str, tuple[str, ...]] = {"replaced_by": (item.replaced_by,)}
        if isinstance(item, Page):
            lists["confused_with"] = tuple(other for other, _ in item.texts[0][1].questions)
        else:
            lists |= {"with": item.with_signatures, "without": item.without_signatures}
        for key, names in lists.items():
            if item.id in names:
                yield Problem("K405", marks.path, marks.line(key, item.id), f"`{key}` names this very page")


def body_links(ids: Ids) -> Iterator[Problem]:
    """Links and tables in bodies exist."""
    for marks in ids.collection.marks.values():
        for link in marks.links:
            yield from ids.named(link.path, link.line, link.name, (), "link")
        for table in marks.tables:
            if table.name not in ids.collection.tables:
                advice = suggestion(table.name, ids.collection.tables)
                yield Problem("K407", table.path, table.line, f"there is no table data/compat/{table.name}.tsv{advice}")


def confused_pairs(ids: Ids) -> Iterator[Problem]:
    """A pair of causes has its question on one of the two pages."""
    asked = {(page.id, other) for page in ids.collection.pages.values() for other, _ in page.texts[0][1].questions}
    for page_id, other in sorted(asked):
        if page_id > other and (other, page_id) in asked:
            marks = ids.collection.marks[page_id]
            said = f"`confused_with` has `{other}`, whose page has this one: keep one of the two"
            yield Problem("K404", marks.path, marks.line("confused_with", other), said)


def replacements(ids: Ids) -> Iterator[Problem]:
    """Each retired page leads to an active one of its kind."""
    by_id = {item.id: item for item in ids.items()}
    for item in ids.items():
        if not item.replaced_by or item.replaced_by == item.id:
            continue
        marks = ids.collection.marks[item.id]
        line = marks.line("replaced_by")
        kinds = ("signature",) if isinstance(item, Signature) else ("cause", "qa", "case", "guide")
        if ids.kinds.get(item.replaced_by) not in kinds:
            yield from ids.named(marks.path, line, item.replaced_by, kinds, "`replaced_by`")
        seen = {item.id}
        at = item.replaced_by
        while at in by_id and at not in seen and by_id[at].replaced_by:
            seen.add(at)
            at = by_id[at].replaced_by
        if at == item.id:
            yield Problem("K409", marks.path, line, f"`replaced_by` leads back here over {', '.join(sorted(seen))}")


def families(ids: Ids) -> Iterator[Problem]:
    """Each family is in kb/families.yaml."""
    known = ids.collection.families
    for page in ids.collection.pages.values():
        if page.family and page.family not in known:
            marks = ids.collection.marks[page.id]
            said = f"`family`: kb/families.yaml has no `{page.family}`{suggestion(page.family, known)}"
            yield Problem("K601", marks.path, marks.line("family"), said)


def _active_pages(ids: Ids) -> Iterator[Page]:
    """The pages that serve: to a retired one no signature leads any more."""
    return (page for page in ids.collection.pages.values() if page.status == "active")


def limits(ids: Ids) -> Iterator[Problem]:
    """`limits` names steps of its page, and what a report can tell."""
    for page in _active_pages(ids):
        marks = ids.collection.marks[page.id]
        steps = [step.id for step in page.texts[0][1].steps]
        known = FACT_NAMES | ids.captures_of_cause.get(page.id, frozenset())
        for step, condition in page.limits:
            line = marks.line("limits", step)
            if step not in steps:
                yield Problem("K406", marks.path, line, f"`limits`: Fix has no step `{step}`{suggestion(step, steps)}")
            for name in sorted(set(parse_condition(condition).names) - known):
                said = f"`limits`: `{name}` is neither captured by a signature that leads here nor a fact"
                yield Problem("K411", marks.path, line, said + suggestion(name, known))


def captured_values(ids: Ids) -> Iterator[Problem]:
    """`{{name|…}}` names what a signature that leads here captures, or a fact."""
    for page in _active_pages(ids):
        causes = (page.id,) if page.kind == "cause" else page.causes
        known = FACT_NAMES.union(*(ids.captures_of_cause.get(cause, frozenset()) for cause in causes))
        for use in ids.collection.marks[page.id].captured:
            if use.name not in known:
                captured = sorted(known - FACT_NAMES)
                offered = (
                    f"they capture {', '.join(captured)}" if captured else "none leads here yet, or captures anything"
                )
                said = f"`{{{{{use.name}|…}}}}` is no fact, and no signature that leads here captures it ({offered})"
                yield Problem("K410", use.path, use.line, said)


RULES: tuple[Rule, ...] = (
    named_pages,
    named_by_itself,
    body_links,
    confused_pairs,
    replacements,
    families,
    limits,
    captured_values,
)
