"""Where forms are worked on: values turned into files, looked at, saved; what an incident tells is found out once."""

from pathlib import Path
from tempfile import TemporaryDirectory

from crashkb.errors import IngestError
from crashkb.ingest.compose import write_files
from crashkb.ingest.corpus import Corpus
from crashkb.ingest.drafting import save
from crashkb.ingest.form import Form, Pages, files_of, form_of
from crashkb.ingest.form_files import copy_root, held_pages, languages_of, refuse_unreadable
from crashkb.ingest.inbox import Draft, find_draft
from crashkb.ingest.incident import from_texts, read_file
from crashkb.ingest.naming import unique
from crashkb.ingest.plan import Study, propose, study
from crashkb.ingest.preview import Preview, preview
from crashkb.ingest.skeleton import pages_of
from crashkb.ingest.workspace import Workspace


class FormDesk:
    """The desk.

    Args:
        workspace: an opened root.
        corpus: its corpus.
    """

    def __init__(self, workspace: Workspace, corpus: Corpus) -> None:
        self.workspace = workspace
        self.corpus = corpus
        self._studies: dict[str, Study] = {}

    def files(self, form: Form) -> dict[str, str]:
        """Path → text of the draft's files with the form's values.

        Raises:
            IngestError: the id is none, or the draft is gone.
        """
        draft = find_draft(self.workspace.root, form.name)
        held = held_pages(draft.folder)[0]
        languages = languages_of(draft.folder)
        if form.kind != held.kind:
            held = self._of_kind(draft, form)
        elif form.templates.strip() and not held.signatures:
            held = held._replace(signatures=self._planned(draft, form, form.page).signatures)
        elif not form.templates.strip() and form.kind != "signature":
            held = held._replace(signatures=())
        return files_of(held, form, languages)

    def of_kind(self, form: Form) -> Form:
        """The form after its kind was changed: what the new kind needs is proposed, the rest stays."""
        draft = find_draft(self.workspace.root, form.name)
        held = held_pages(draft.folder)[0]
        proposed = form_of(form.name, held if held.kind == form.kind else self._of_kind(draft, form))
        kept = {
            name: value
            for name in ("title", "title_zh", "templates", "samples", "sources", "steps", "steps_zh")
            if (value := getattr(form, name))
        }
        return proposed._replace(**kept)

    def _of_kind(self, draft: Draft, form: Form) -> Pages:
        known = self.workspace.library.page(form.page)
        is_known = known is not None and known.kind == "cause"
        target = "" if form.kind == "cause" else form.page if is_known else self._nearest(draft)
        return self._planned(draft, form, target)

    def _planned(self, draft: Draft, form: Form, cause: str) -> Pages:
        """New pages of the form's kind from the incident."""
        library = self.workspace.library
        plan = propose(library, self._study(draft), (), action=form.kind, cause=cause)
        if form.kind == "cause" and cause:  # the page stays, only a message is added
            plan = plan._replace(cause=cause)
        if form.templates.strip():
            ids = {*library.page_ids(), *library.signature_ids(), plan.cause, plan.case}
            signature = plan.signature or unique(f"{plan.cause}-message"[:76], ids)
            plan = plan._replace(signature=signature, template=form.templates.strip().split("\n")[0])
        return Pages(*pages_of(plan, self.workspace.today))

    def _nearest(self, draft: Draft) -> str:
        causes = self._study(draft).answer.causes
        if not causes:
            raise IngestError("no known cause is near: name the one to which it belongs")
        return causes[0].id

    def _study(self, draft: Draft) -> Study:
        if draft.name not in self._studies:
            logs = sorted(draft.folder.glob("incident-*.log"))
            texts = [(path.name, read_file(path)) for path in logs] or [("draft", draft.title)]
            self._studies[draft.name] = study(self.workspace.library, from_texts(texts), self.corpus)
        return self._studies[draft.name]

    def look(self, form: Form) -> Preview:
        """What the form's values would do, without writing anything into the root.

        Raises:
            IngestError: the id is none, or the draft is gone.
        """
        files = self.files(form)
        with TemporaryDirectory(prefix="crashkb-draft-") as name:
            folder = Path(name)
            write_files(folder, files)
            copy_root(find_draft(self.workspace.root, form.name).folder, folder)
            return preview(self.workspace.library, folder, self.corpus, self.workspace.today)

    def save(self, form: Form, mark: str) -> Draft:
        """Write the form's values into the draft's files, in one step.

        Args:
            form: the values.
            mark: `files_mark` of the files from which the form was made.

        Raises:
            IngestError: the form could not open them again, or the files have changed meanwhile.
        """
        draft = find_draft(self.workspace.root, form.name)
        files = self.files(form)
        refuse_unreadable(draft, files)
        title = form.title or form.templates.strip().split("\n")[0]
        return save(self.workspace.root, draft.name, files, mark, form.kind, title)
