"""The worker's side of drafts: what the screens ask for, done by crashkb.ingest, answered in plain values."""

from collections.abc import Callable, Iterable
from pathlib import Path

from crashkb.ingest.corpus import Corpus
from crashkb.ingest.drafting import decide, refuse, start
from crashkb.ingest.effect import Effect
from crashkb.ingest.form import Form
from crashkb.ingest.form_desk import FormDesk
from crashkb.ingest.form_files import Opened, open_draft
from crashkb.ingest.gaps import find_gaps, gap_incident
from crashkb.ingest.inbox import Draft, find_draft, read_inbox
from crashkb.ingest.incident import Incident
from crashkb.ingest.plan import study
from crashkb.ingest.preview import Found, Preview, preview_of
from crashkb.ingest.workspace import Workspace, history_gaps, turn_incident
from crashkb.kb.freshness import fingerprint
from crashkb.model import Problem
from crashkb.tui.draft_wire import Altered, Flaw, Log, Outcome, Row, Shown, Sight

_MOST = 40
"""Names of a kind that are worth sending."""


class DraftDesk:
    """Works on the drafts of one root.

    Args:
        open_it: opens the root and everything under it; called again when its pages or the history changed.
    """

    def __init__(self, open_it: Callable[[], Workspace]) -> None:
        self._open_it = open_it
        self._workspace: Workspace | None = None
        self._corpus: Corpus | None = None
        self._desk: FormDesk | None = None
        self._marks: tuple[object, ...] = ()

    def _opened(self) -> FormDesk:
        """The desk over the root as it is now."""
        marks = _marks(self._workspace) if self._workspace is not None else ()
        if self._desk is None or marks != self._marks:
            self._workspace = self._open_it()
            self._marks = _marks(self._workspace)
            self._desk = FormDesk(self._workspace, self._workspace.corpus())
        return self._desk

    def list(self) -> tuple[Row, ...]:
        """The drafts, newest first."""
        drafts = read_inbox(self._opened().workspace.root)
        return tuple(
            _row(draft) for draft in sorted(drafts, key=lambda draft: (draft.created, draft.name), reverse=True)
        )

    def open(self, name: str) -> Shown:
        """A draft as a form."""
        return _shown(open_draft(self._opened().workspace.root, name))

    def start(self, turn: int) -> str:
        """The name of a new draft of that turn of the history, made of all inputs there that say the same."""
        desk = self._opened()
        return start(desk.workspace, desk.corpus, _incident(desk, turn)).name

    def of_kind(self, form: Form) -> Form:
        """The form after its kind was changed."""
        return self._opened().of_kind(form)

    def look(self, form: Form) -> Sight:
        """What the form's values would do."""
        return _sight(self._opened().look(form))

    def save(self, form: Form, mark: str) -> Shown:
        """Write the form's values; the draft as it is then."""
        desk = self._opened()
        return _shown(open_draft(desk.workspace.root, desk.save(form, mark).name))

    def accept(self, name: str) -> Outcome:
        """Check the draft as it is on the disk and, where it is clean, make it part of the knowledge base."""
        desk = self._opened()
        draft = find_draft(desk.workspace.root, name)
        found, accepted = decide(desk.workspace, draft)
        sight = _sight(preview_of(found, draft.folder, desk.corpus))
        return Outcome(accepted.files, accepted.renamed, sight) if accepted is not None else Outcome((), (), sight)

    def reject(self, name: str, reason: str) -> None:
        """Remove the draft and remember it."""
        workspace = self._opened().workspace
        refuse(workspace.root, name, workspace.today, reason)


def _marks(workspace: Workspace) -> tuple[object, ...]:
    """What changes with the pages of the root and with the history."""
    path = workspace.history
    times = [(stat.st_mtime_ns, stat.st_size) for stat in ([path.stat()] if path and path.is_file() else [])]
    return fingerprint([workspace.root]), times


def _incident(desk: FormDesk, turn: int) -> Incident:
    """All inputs of the history that say what this one says, if a template comes of them; else this one alone."""
    alone = turn_incident(desk.workspace.history, turn)
    gaps = find_gaps(desk.workspace.library, history_gaps(desk.workspace.history))
    gap = next((gap for gap in gaps if f"turn {turn}" in gap.names and len(gap.texts) > 1), None)
    if gap is None:
        return alone
    several = gap_incident(gap)
    return several if study(desk.workspace.library, several, desk.corpus).mined else alone


# --- nouns to plain values --------------------------------------------------------------------------


def _row(draft: Draft) -> Row:
    return Row(draft.name, draft.action, draft.title, draft.created, draft.by)


def _shown(opened: Opened) -> Shown:
    flaws = _flaws(opened.problems)
    folder: Path = opened.draft.folder
    return Shown(_row(opened.draft), opened.form, flaws, opened.mark, opened.languages, str(folder))


def _flaws(problems: Iterable[Problem]) -> tuple[Flaw, ...]:
    return tuple(
        Flaw(f"{item.path}:{item.line}" if item.line else item.path, f"{item.code} {item.text}") for item in problems
    )


def _sight(seen: Preview) -> Sight:
    effect = seen.effect
    return Sight(
        _flaws(seen.problems),
        logs=_logs(seen.logs),
        tried=seen.tried,
        stolen=_logs(seen.stolen),
        noisy=_logs(seen.noisy),
        quiet=seen.quiet,
        asked=effect.asked if effect is not None else 0,
        solved=effect.solved if effect is not None else 0,
        altered=_altered(effect) if effect is not None else (),
        whole=effect is not None,
    )


def _logs(found: Iterable[Found]) -> tuple[Log, ...]:
    return tuple(Log(item.name, item.cause) for item in found)[:_MOST]


def _altered(effect: Effect) -> tuple[Altered, ...]:
    return tuple(Altered(item.name, item.before, item.after) for item in effect.harmed)[:_MOST]
