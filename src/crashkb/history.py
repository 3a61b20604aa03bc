"""Conversations, ticked steps and what helped: one SQLite file, written in small transactions.

sqlite-utils makes and migrates the file (and is imported only for that); everything after it is plain sqlite3, so that
an answer can be appended without the cost of that import. What is stored was masked of secrets by the caller. A kill
at any moment leaves a valid file: SQLite's journal undoes the half transaction at the next opening.
"""

import json
import re
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from crashkb.errors import HistoryError

VERSION = 1
"""Version of the file's layout; a file of a newer one is refused, an older one is migrated."""

OUTCOMES = ("fixed", "did-not-help", "wrong-answer", "right-answer")
_GOOD = ("fixed", "right-answer")

_BUSY_SECONDS = 10.0

# what LIKE would read as a sign of its own
_SPECIAL = re.compile(r"[%_\\]")


class Turn(NamedTuple):
    """One input and what was answered."""

    id: int
    conversation: int
    created: str
    """ISO date and time, UTC."""
    input: str
    """Masked text."""
    verdict: str
    cause: str
    """The first cause, '' if there is none."""
    confidence: float
    answer: Mapping[str, Any]
    """The answer as `crashkb.render.json_answer` gives it."""


class Conversation(NamedTuple):
    """A conversation in the list of past ones."""

    id: int
    created: str
    title: str
    turns: int


class History:
    """The history file, opened.

    Raises:
        HistoryError: the file is locked for longer than ten seconds, damaged, or of a newer crashkb.
    """

    def __init__(self, path: Path) -> None:
        """Open the file, making or migrating it if needed."""
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            if not path.exists():
                path.touch(mode=0o600)  # logs are nobody else's; SQLite would make it readable to all
            self._connection = sqlite3.connect(
                path, timeout=_BUSY_SECONDS, isolation_level=None, check_same_thread=False
            )
            version = self._connection.execute("PRAGMA user_version").fetchone()[0]
        except (OSError, sqlite3.Error) as error:
            raise HistoryError(f"the history {path} cannot be opened: {error}") from error
        if version > VERSION:
            raise HistoryError(
                f"the history {path} was written by a newer crashkb (layout {version}, this one knows {VERSION})"
            )
        if version < VERSION:
            with self._guarded():
                _migrate(self._connection)

    def close(self) -> None:
        """Release the file."""
        self._connection.close()

    @contextmanager
    def _guarded(self) -> Iterator[sqlite3.Connection]:
        """One transaction; SQLite's errors become one clear line."""
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield self._connection
            except BaseException:
                if self._connection.in_transaction:  # a full disk has undone it already
                    self._connection.execute("ROLLBACK")
                raise
            self._connection.execute("COMMIT")
        except sqlite3.Error as error:
            raise HistoryError(f"the history {self.path} cannot be written: {error}") from error

    def _rows(self, query: str, values: Sequence[object] = ()) -> list[Any]:
        """All rows of a query; SQLite's errors become one clear line."""
        try:
            return self._connection.execute(query, values).fetchall()
        except sqlite3.Error as error:
            raise HistoryError(f"the history {self.path} cannot be read: {error}") from error

    # --- conversations ---------------------------------------------------------------------------

    def start(self, created: str, title: str) -> int:
        """A new conversation; returns its id."""
        with self._guarded() as connection:
            row = connection.execute("INSERT INTO conversations (created, title) VALUES (?, ?)", (created, title[:200]))
            assert row.lastrowid is not None
            return row.lastrowid

    def add(
        self, conversation: int, created: str, masked_input: str, answer: Mapping[str, Any], kinds: Sequence[str]
    ) -> int:
        """Append one input and its answer (JSON form); returns the turn's id.

        Args:
            conversation: id from `start`.
            created: ISO date and time, UTC.
            masked_input: what was pasted, masked of secrets.
            answer: `crashkb.render.json_answer.as_dict` of the answer.
            kinds: kinds of block that it held.
        """
        causes = answer.get("causes") or [{}]
        with self._guarded() as connection:
            row = connection.execute(
                "INSERT INTO turns (conversation, created, input, verdict, cause, confidence, answer, kinds, kb)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    conversation,
                    created,
                    masked_input,
                    answer.get("verdict", "unknown"),
                    causes[0].get("id", ""),
                    causes[0].get("confidence", 0.0),
                    json.dumps(answer, ensure_ascii=False),
                    " ".join(kinds),
                    answer.get("kb", ""),
                ),
            )
            assert row.lastrowid is not None
            return row.lastrowid

    def conversations(self, search: str = "", limit: int = 200) -> tuple[Conversation, ...]:
        """Past conversations, newest first; only those whose inputs or title hold the words, if given."""
        pattern = f"%{_SPECIAL.sub(_escaped, search)}%"
        rows = self._rows(
            "SELECT c.id, c.created, c.title, count(t.id) FROM conversations c LEFT JOIN turns t ON t.conversation = c.id"
            " WHERE ? = '' OR c.title LIKE ? ESCAPE '\\'"
            " OR c.id IN (SELECT conversation FROM turns WHERE input LIKE ? ESCAPE '\\')"
            " GROUP BY c.id ORDER BY c.id DESC LIMIT ?",
            (search, pattern, pattern, limit),
        )
        return tuple(Conversation(*row) for row in rows)

    def conversation(self, conversation: int) -> Conversation | None:
        """The conversation of that id."""
        rows = self._rows(
            "SELECT c.id, c.created, c.title, count(t.id) FROM conversations c LEFT JOIN turns t ON t.conversation = c.id"
            " WHERE c.id = ? GROUP BY c.id",
            (conversation,),
        )
        return Conversation(*rows[0]) if rows else None

    def turns(self, conversation: int) -> tuple[Turn, ...]:
        """The turns of a conversation, in order."""
        return self._turns("conversation = ?", (conversation,))

    def turn(self, turn_id: int) -> Turn | None:
        """The turn of that id."""
        found = self._turns("id = ?", (turn_id,))
        return found[0] if found else None

    def unknowns(self) -> tuple[Turn, ...]:
        """Turns that could not be answered with confidence, newest first: material for new pages."""
        return tuple(reversed(self._turns("verdict IN ('unsure', 'unknown')", ())))

    def _turns(self, where: str, values: tuple[object, ...]) -> tuple[Turn, ...]:
        rows = self._rows(
            "SELECT id, conversation, created, input, verdict, cause, confidence, answer FROM turns"
            f" WHERE {where} ORDER BY id",
            values,
        )
        try:
            return tuple(Turn(*row)._replace(answer=json.loads(row[7])) for row in rows)
        except ValueError as error:
            raise HistoryError(f"the history {self.path} is damaged: {error}") from error

    def forget(self, conversation: int) -> None:
        """Remove a conversation with its turns and ticks; what its steps were worth stays, under a number that no turn has."""
        with self._guarded() as connection:
            connection.execute(
                "UPDATE OR REPLACE outcomes SET turn = -? WHERE turn IN (SELECT id FROM turns WHERE conversation = ?)",
                (conversation, conversation),
            )
            for table in ("ticks", "turns"):
                connection.execute(f"DELETE FROM {table} WHERE conversation = ?", (conversation,))
            connection.execute("DELETE FROM conversations WHERE id = ?", (conversation,))

    # --- steps -----------------------------------------------------------------------------------

    def tick(self, conversation: int, cause: str, step: str, ticked: bool) -> None:
        """Remember whether a step's box is ticked in a conversation."""
        with self._guarded() as connection:
            if ticked:
                connection.execute("INSERT OR IGNORE INTO ticks VALUES (?, ?, ?)", (conversation, cause, step))
            else:
                connection.execute(
                    "DELETE FROM ticks WHERE conversation = ? AND cause = ? AND step = ?", (conversation, cause, step)
                )

    def ticked(self, conversation: int) -> frozenset[tuple[str, str]]:
        """(cause, step) of every ticked box of a conversation."""
        rows = self._rows("SELECT cause, step FROM ticks WHERE conversation = ?", (conversation,))
        return frozenset((row[0], row[1]) for row in rows)

    def record(self, created: str, turn: int, cause: str, step: str, outcome: str) -> None:
        """Remember what a step (or, with step '', the answer) was worth; the newest of a turn counts.

        Args:
            created: ISO date and time, UTC.
            turn: id of the turn; one person's repeated clicks count once.
            cause: cause id.
            step: step id, '' for the answer as a whole.
            outcome: one of OUTCOMES.
        """
        assert outcome in OUTCOMES
        with self._guarded() as connection:
            connection.execute(
                "INSERT INTO outcomes (created, turn, cause, step, outcome) VALUES (?, ?, ?, ?, ?)"
                " ON CONFLICT (turn, cause, step) DO UPDATE SET outcome = excluded.outcome, created = excluded.created",
                (created, turn, cause, step, outcome),
            )

    def step_outcomes(self, cause: str) -> dict[str, tuple[int, int]]:
        """By step of that cause: how often it fixed the trouble, and how often it was judged at all.

        A conversation counts once a step, however often the same log was pasted in it; its newest word counts.
        """
        newest = {(talk, step): outcome for talk, name, step, outcome in self._judged() if step and name == cause}
        return _counted((step, outcome == "fixed") for (_, step), outcome in newest.items())

    def cause_outcomes(self) -> dict[str, tuple[int, int]]:
        """By cause: how often it proved right (or a step of it fixed the trouble), and how often it was judged.

        A conversation counts once a cause.
        """
        newest = {(talk, cause, step): outcome for talk, cause, step, outcome in self._judged()}
        right: dict[tuple[int, str], bool] = {}
        for (talk, cause, _), outcome in newest.items():
            right[talk, cause] = right.get((talk, cause), False) or outcome in _GOOD
        return _counted((cause, good) for (_, cause), good in right.items())

    def unhelped(self) -> frozenset[int]:
        """Turns whose answer was called wrong, or whose steps did not help, and where nothing did afterwards."""
        verdicts: dict[int, bool] = {}
        for turn, outcome in self._rows("SELECT turn, outcome FROM outcomes"):
            verdicts[turn] = verdicts.get(turn, False) or outcome in _GOOD
        return frozenset(turn for turn, helped in verdicts.items() if not helped)

    def _judged(self) -> Iterator[tuple[int, str, str, str]]:
        """(conversation, cause, step, outcome), oldest first; a turn that is gone is a conversation of its own."""
        yield from self._rows(
            "SELECT coalesce(t.conversation, -abs(o.turn)), o.cause, o.step, o.outcome FROM outcomes o"
            " LEFT JOIN turns t ON t.id = o.turn ORDER BY o.created, o.turn, o.rowid"
        )


def _escaped(match: re.Match[str]) -> str:
    return f"\\{match[0]}"


def _counted(judged: Iterable[tuple[str, bool]]) -> dict[str, tuple[int, int]]:
    """By name: (how often good, how often judged)."""
    counts: dict[str, tuple[int, int]] = {}
    for name, good in judged:
        before = counts.get(name, (0, 0))
        counts[name] = (before[0] + good, before[1] + 1)
    return counts


def _migrate(connection: sqlite3.Connection) -> None:
    """Bring the file to the present layout."""
    from sqlite_utils import Database  # deferred: only a new or old file needs it

    database: Any = Database(connection)
    database["conversations"].create({"id": int, "created": str, "title": str}, pk="id", if_not_exists=True)
    database["turns"].create(
        {
            "id": int,
            "conversation": int,
            "created": str,
            "input": str,
            "verdict": str,
            "cause": str,
            "confidence": float,
            "answer": str,
            "kinds": str,
            "kb": str,
        },
        pk="id",
        if_not_exists=True,
    )
    database["turns"].create_index(["conversation"], if_not_exists=True)
    database["ticks"].create(
        {"conversation": int, "cause": str, "step": str}, pk=("conversation", "cause", "step"), if_not_exists=True
    )
    database["outcomes"].create(
        {"turn": int, "cause": str, "step": str, "outcome": str, "created": str},
        pk=("turn", "cause", "step"),
        if_not_exists=True,
    )
    connection.execute(f"PRAGMA user_version = {VERSION}")
