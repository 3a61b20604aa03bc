"""A draft as a form: the few fields that a person edits, read from its pages and written back into them.

    draft's pages → Form → (edited) → pages with these values → files

What the form does not show stays as it is. A change of kind takes the pages of a new plan of the same incident.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from crashkb.errors import IngestError
from crashkb.ingest.renaming import rename_in
from crashkb.ingest.writing import page_files, signature_files
from crashkb.kb.files import is_id
from crashkb.model import Page, PageText, Sample, Signature, Source

KINDS = ("cause", "signature", "case")
"""A new cause, a new message of a known cause, an incident of one."""

BETWEEN = "====="
"""Line between two samples."""

# 2026-11-30
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_NO_KEY = re.compile(r"[^a-z_]")


class Form(NamedTuple):
    """What a person sees and edits of a draft."""

    name: str
    """The draft's name."""
    kind: str
    """One of KINDS."""
    page: str
    """Id of the new cause, or of the known one to which the message or case belongs."""
    title: str = ""
    title_zh: str = ""
    templates: str = ""
    """One a line."""
    samples: str = ""
    """Real texts, with a line BETWEEN two of them."""
    sources: str = ""
    """One a line: kind, reference, date."""
    steps: str = ""
    """The checklist as Markdown."""
    steps_zh: str = ""


class Pages(NamedTuple):
    """The pages of a draft."""

    pages: tuple[Page, ...]
    signatures: tuple[Signature, ...]

    @property
    def main(self) -> Page | None:
        """The page that the form is about; None where the draft is a message alone."""
        for kind in ("cause", "case"):
            found = next((page for page in self.pages if page.kind == kind), None)
            if found is not None:
                return found
        return None

    @property
    def kind(self) -> str:
        """What the draft is: one of KINDS, or '' for pages that no form shows."""
        main = self.main
        return main.kind if main is not None else "signature" if self.signatures else ""

    @property
    def cause(self) -> str:
        """Id of the cause it is about."""
        main = self.main
        if main is not None:
            return main.id if main.kind == "cause" else (main.causes or ("",))[0]
        return next((link.cause for item in self.signatures[:1] for link in item.links), "")


def form_of(name: str, held: Pages) -> Form:
    """The form of a draft's pages.

    Raises:
        IngestError: they are of no kind that the form shows.
    """
    if not held.kind:
        raise IngestError(f"the draft {name} holds neither a cause nor a case nor a message: edit its files")
    main, signature = held.main, next(iter(held.signatures), None)
    item = main or signature
    assert item is not None
    samples = signature.samples if signature is not None else item.samples
    return Form(
        name,
        held.kind,
        held.cause,
        title=main.text("en").title if main is not None else "",
        title_zh=main.text("zh").title if main is not None else "",
        templates="\n".join(signature.templates) if signature is not None else "",
        samples=f"\n{BETWEEN}\n".join(sample.text for sample in samples),
        sources="\n".join(f"{source.kind} {source.ref} {source.checked}".rstrip() for source in item.sources),
        steps=_fix(main, "en"),
        steps_zh=_fix(main, "zh"),
    )


def _fix(page: Page | None, language: str) -> str:
    sections = page.text(language).sections if page is not None else ()
    return next((section.text.strip() for section in sections if section.name == "fix"), "")


# --- back into the pages ----------------------------------------------------------------------------


def with_form(held: Pages, form: Form) -> Pages:
    """The pages with the form's values; ids are changed later, in the files (`files_of`)."""
    before = form_of(form.name, held)
    samples = _samples(form.samples)
    old, new = _sources(before.sources), _sources(form.sources)
    pages = [_page(page, before, form, old, new) if page is held.main else page for page in held.pages]
    signatures = list(held.signatures)
    if signatures:
        first = signatures[0]
        causes = [sample.cause for sample in first.samples]
        texts = [
            Sample(causes[number] if number < len(causes) else held.cause, text) for number, text in enumerate(samples)
        ]
        signatures[0] = first._replace(
            templates=_lines(form.templates),
            samples=tuple(texts),
            sources=new if first.sources == old else first.sources,
        )
    return Pages(tuple(pages), tuple(signatures))


def _page(page: Page, before: Form, form: Form, old: tuple[Source, ...], new: tuple[Source, ...]) -> Page:
    """The main page with titles, steps, sources and, for a case, its key log."""
    told = {"en": (form.title, form.steps), "zh": (form.title_zh, form.steps_zh)}
    was, now = (_samples(text)[:1] for text in (before.samples, form.samples))
    texts = []
    for language, text in page.texts:
        title, steps = told.get(language, (text.title, ""))
        changed = _text(text._replace(title=" ".join(title.split())), "fix", steps)
        if page.kind == "case" and was and now:
            key_log = next((item.text for item in text.sections if item.name == "key-log"), "")
            changed = _text(changed, "key-log", key_log.replace(was[0], now[0]))
        texts.append((language, changed))
    sources = new if page.sources == old else page.sources
    return page._replace(texts=tuple(texts), sources=sources)


def _text(text: PageText, name: str, words: str) -> PageText:
    sections = tuple(
        section._replace(text=words.strip()) if section.name == name else section for section in text.sections
    )
    return text._replace(sections=sections)


def _lines(text: str) -> tuple[str, ...]:
    return tuple(line.strip() for line in text.split("\n") if line.strip())


def _samples(text: str) -> tuple[str, ...]:
    parts: list[list[str]] = [[]]
    for line in text.split("\n"):
        if line.strip() == BETWEEN:
            parts.append([])
        else:
            parts[-1].append(line.rstrip())
    texts = ("\n".join(part).strip("\n") for part in parts)
    return tuple(sample for sample in texts if sample.strip())


def _sources(text: str) -> tuple[Source, ...]:
    found = []
    for line in _lines(text):
        kind, _, rest = line.partition(" ")
        ref, _, date = rest.strip().rpartition(" ")
        if not _DATE.fullmatch(date):
            ref, date = rest.strip(), ""
        found.append(Source(_NO_KEY.sub("", kind) or "url", ref.strip(), date))
    return tuple(found)


# --- files ------------------------------------------------------------------------------------------


def files_of(held: Pages, form: Form, languages: Sequence[str]) -> dict[str, str]:
    """Path → text of the files of the pages with the form's values.

    Raises:
        IngestError: the id is none.
    """
    if not is_id(form.page):
        raise IngestError(f"{form.page!r} is no id: lower-case words joined by `-`")
    files = rendered(with_form(held, form), languages)
    if form.page == held.cause:
        return files
    return {
        _renamed(path, held.cause, form.page): rename_in(text, held.cause, form.page) for path, text in files.items()
    }


def rendered(held: Pages, languages: Sequence[str]) -> dict[str, str]:
    """Path → text of the files of pages."""
    files: dict[str, str] = {}
    for page in held.pages:
        files |= page_files(page, languages)
    for signature in held.signatures:
        files |= signature_files(signature)
    return files


def _renamed(path: str, old: str, new: str) -> str:
    folder, _, name = path.rpartition("/")
    stem = name.removesuffix(".md").removesuffix(".zh")
    return f"{folder}/{new}{name[len(old) :]}" if stem == old else path
