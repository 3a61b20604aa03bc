"""A page of the knowledge base as Markdown, with its directives carried out."""

import re
from collections.abc import Iterator

from crashkb.kb.compat import in_language
from crashkb.kb.library import Library
from crashkb.model import Page, Signature
from crashkb.render.fill import fill

# {{table:linux-signals}}
_TABLE = re.compile(r"^\{\{table:([a-z0-9-]{1,60})\}\}[ \t]*$", re.MULTILINE)
_COMPARISON = re.compile(r"^\{\{comparison\}\}[ \t]*$", re.MULTILINE)


def page_markdown(library: Library, page: Page, language: str) -> str:
    """The whole page in that language: title, sections with fallback words, checklist, sources."""
    text = page.text(language)
    parts = [f"# {text.title}", f"`{page.id}` · {page.kind}" + (f" · {page.family}" if page.family else "")]
    if page.kind == "qa":
        parts.append("\n".join(f"- {ask}" for ask in text.asks))
    for section in text.sections:
        if section.heading:
            parts.append(f"## {section.heading}")
        body = fill(section.text, {}).strip()
        if section.name == "fix":
            body = "\n".join(f"- [ ] `{step.id}` {fill(step.text, {})}" for step in text.steps)
        parts.append(_directives(library, body, language))
    if page.sources:
        parts.append("\n".join(f"- {source.ref} ({source.checked})" for source in page.sources))
    return "\n\n".join(part for part in parts if part)


def signature_markdown(signature: Signature, language: str) -> str:
    """A signature page: meaning, templates, causes with their conditions."""
    means = signature.means_zh if language == "zh" else signature.means
    links = [f"- [{link.cause}]({link.cause}): {' | '.join(link.conditions) or 'always'}" for link in signature.links]
    parts = [
        f"# {signature.id}",
        f"{signature.emitter} · {signature.role}" + (f" · {signature.versions}" if signature.versions else ""),
        means,
        "```\n" + "\n".join((*signature.templates, *signature.reads)) + "\n```",
        "\n".join(links),
        signature.source,
    ]
    return "\n\n".join(part for part in parts if part)


def _directives(library: Library, text: str, language: str) -> str:
    text = _TABLE.sub(lambda match: "\n".join(_table(library, match[1], language)), text)
    return _COMPARISON.sub(lambda _: "\n".join(_comparison(library, language)), text)


def _table(library: Library, name: str, language: str) -> Iterator[str]:
    stored = library.tables.get(name)
    if stored is None:
        return
    table = in_language(stored, language)
    yield "| " + " | ".join(table.columns) + " |"
    yield "|" + "---|" * len(table.columns)
    for row in table.rows:
        yield "| " + " | ".join(row) + " |"
    yield ""
    yield f"({table.source}, {table.checked})"


def _comparison(library: Library, language: str) -> Iterator[str]:
    """All causes with how hard they are to locate and fix and where they would have been caught."""
    heads = {
        "en": ("cause", "family", "hard to locate", "cost of the fix", "priority", "caught by"),
        "zh": ("原因", "分类", "定位难度", "修复成本", "优先级", "应在何处拦住"),
    }[language]
    yield "| " + " | ".join(heads) + " |"
    yield "|" + "---|" * len(heads)
    for page_id in library.page_ids("cause"):
        page = library.page(page_id)
        if page is not None:
            family = library.families.get(page.family)
            name = (family[2] if language == "zh" else family[1]) if family else page.family
            caught = ", ".join(page.caught_by)
            title = page.text(language).title
            yield f"| [{title}]({page.id}) | {name} | {page.locate} | {page.fix_cost} | {page.priority} | {caught} |"
