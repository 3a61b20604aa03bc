"""Rules on signatures that need their templates at work: samples, near misses, conditions, doublets (K5xx)."""

import re
from collections.abc import Iterator

from crashkb.kb.condition import parse_condition
from crashkb.kb.fields import suggestion
from crashkb.kb.link_rules import Ids, Rule, captures
from crashkb.kb.template import find, fold, parse_template
from crashkb.kb.vocabulary import FACT_NAMES
from crashkb.model import MAYBE, Problem, Signature

# {requested:bytes}
_NAMED_HOLE = re.compile(r"\{[a-z][a-z0-9_]*:")


def _active(ids: Ids) -> Iterator[Signature]:
    return (signature for signature in ids.collection.signatures.values() if signature.status == "active")


def complete(ids: Ids) -> Iterator[Problem]:
    """A signature has a template, and unless it is benign a sample."""
    for signature in _active(ids):
        marks = ids.collection.marks[signature.id]
        if not any(word == "template" for word, _ in marks.fenced):
            yield Problem("K504", marks.path, 0, "the page has no ```template fence")
        if not signature.samples and signature.role != "benign":
            yield Problem("K505", marks.path, 0, "the page has no ```sample <cause-id> fence: show a real text")


def samples(ids: Ids) -> Iterator[Problem]:
    """Each sample is matched by a template of its page and gives a cause that the page links."""
    for signature in _active(ids):
        marks = ids.collection.marks[signature.id]
        templates = [parse_template(text) for text in signature.templates]
        linked = [link.cause for link in signature.links]
        for sample in signature.samples:
            if sample.cause == "-":
                if signature.role == "specific":
                    said = "`-` says that nothing may be known, but the page is specific: name the cause"
                    yield Problem("K513", marks.path, sample.line, said)
            elif sample.cause not in linked and ("causes", sample.cause) not in marks.keys:
                said = f"`causes` of this page has no `{sample.cause}`{suggestion(sample.cause, linked)}"
                yield Problem("K508", marks.path, sample.line, said)
            text = fold(sample.text)
            if templates and not any(find(item, text, whole_line=signature.whole_line) for item in templates):
                yield Problem("K506", marks.path, sample.line, "no template of this page matches the sample")


def near_misses(ids: Ids) -> Iterator[Problem]:
    """No line of a `not` fence is matched."""
    for signature in _active(ids):
        marks = ids.collection.marks[signature.id]
        templates = [parse_template(text) for text in signature.templates]
        for miss in signature.near_misses:
            for template in templates:
                if find(template, fold(miss), whole_line=signature.whole_line):
                    said = f"this near miss is matched by the template `{template.text[:100]}`"
                    yield Problem("K507", marks.path, marks.fenced.get(("not", miss), 0), said)


def conditions(ids: Ids) -> Iterator[Problem]:
    """Conditions name captures of their page or facts."""
    for signature in _active(ids):
        marks = ids.collection.marks[signature.id]
        known = FACT_NAMES | captures(signature)
        for link in signature.links:
            names = {
                name for condition in link.conditions if condition != MAYBE for name in parse_condition(condition).names
            }
            for name in sorted(names - known):
                said = f"`{link.cause}`: `{name}` is neither captured on this page nor a fact{suggestion(name, known)}"
                yield Problem("K503", marks.path, marks.line("causes", link.cause), said)


def capture_types(ids: Ids) -> Iterator[Problem]:
    """What is a size in one template is a size in all: 4 of "4 GiB" read as a number would be four bytes."""
    for signature in _active(ids):
        marks = ids.collection.marks[signature.id]
        types: dict[str, str] = {}
        for word, texts in (("template", signature.templates), ("reads", signature.reads)):
            for text in texts:
                for name, kind in parse_template(text, fragment=word == "reads").holes:
                    first = types.setdefault(name, kind)
                    if first != kind and "bytes" in (first, kind):
                        said = f"`{name}` is captured as {kind} here and as {first} elsewhere on the page"
                        yield Problem("K512", marks.path, marks.fenced.get((word, text), 0), said)


def template_keys(signature: Signature) -> list[tuple[str, bool]]:
    """What a template is the same by, in the order of the signature's: its words and hole types, not their names."""
    return [
        (_NAMED_HOLE.sub("{", " ".join(fold(text).casefold().split())), signature.whole_line)
        for text in signature.templates
    ]


def doublets(ids: Ids) -> Iterator[Problem]:
    """A template stands on one page only, whatever its holes are called."""
    homes: dict[tuple[str, bool], str] = {}
    for signature in sorted(_active(ids), key=lambda item: item.id):
        marks = ids.collection.marks[signature.id]
        for text, key in zip(signature.templates, template_keys(signature), strict=True):
            home = homes.setdefault(key, signature.id)
            if home != signature.id:
                line = marks.fenced.get(("template", text), 0)
                yield Problem("K509", marks.path, line, f"the same template stands on `{home}`: keep one")


RULES: tuple[Rule, ...] = (complete, samples, near_misses, conditions, capture_types, doublets)
