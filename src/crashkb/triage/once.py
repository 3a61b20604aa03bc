"""Equal reports are diagnosed once, whichever process reads them: who is asked for a diagnosis, and who waits for one.

Every engine works in two steps. Workers read reports and tell a fingerprint of each (`heads`); here, in the one place
that sees all of them, the first report of a fingerprint is chosen to be diagnosed (`bodies`), and its diagnosis
becomes the row of all the others.
"""

import json
import sqlite3
from collections.abc import Sequence

from crashkb.triage.inputs import Batch, Item
from crashkb.triage.work import Body, Head, error_row, row_of


class Once:
    """What is diagnosed already, and what is on its way."""

    def __init__(self) -> None:
        self._bodies = _Bodies()
        self._owners: dict[str, Head] = {}
        """By source, the reports that are being diagnosed."""
        self._waiting: dict[str, list[tuple[Item, Head]]] = {}
        """By fingerprint that is being diagnosed, the reports that wait for it."""

    def take_heads(self, batch: Batch, heads: Sequence[Head]) -> tuple[list[str], Batch]:
        """(rows that are ready, reports to be diagnosed)."""
        rows: list[str] = []
        chosen: list[Item] = []
        for item, head in zip(batch, heads, strict=True):
            if head.error:
                rows.append(error_row(item, head.error))
            elif head.fingerprint in self._waiting:
                self._waiting[head.fingerprint].append((item, head))
            elif head.fingerprint and (body := self._bodies.get(head.fingerprint)) is not None:
                rows.append(row_of(head, body))
            else:
                if head.fingerprint:
                    self._waiting[head.fingerprint] = []
                self._owners[item.source] = head
                chosen.append(item)
        return rows, tuple(chosen)

    def take_bodies(self, batch: Batch, bodies: Sequence[Body]) -> list[str]:
        """The rows of reports that were diagnosed, and of those that waited for them."""
        rows: list[str] = []
        for item, body in zip(batch, bodies, strict=True):
            head = self._owners.pop(item.source)
            same = [(item, head), *self._waiting.pop(head.fingerprint, ())]
            if "error" in body:
                rows += [error_row(other, str(body["error"])) for other, _ in same]
                continue
            if head.fingerprint:
                self._bodies.put(head.fingerprint, body)
            rows += [row_of(one, body) for _, one in same]
        return rows

    def give_up(self, item: Item, error: str) -> tuple[list[str], Batch]:
        """(the row of a report that cannot be diagnosed, the report that takes its place): another may have the luck."""
        head = self._owners.pop(item.source, None)
        waiting = self._waiting.pop(head.fingerprint, []) if head else []
        row = [error_row(item, error)]
        if not waiting:
            return row, ()
        (follower, its_head), *rest = waiting
        self._owners[follower.source] = its_head
        self._waiting[its_head.fingerprint] = rest
        return row, (follower,)


class _Bodies:
    """Diagnoses by fingerprint, on the disk where they are many (a million distinct ones are a gigabyte)."""

    def __init__(self) -> None:
        self._store = sqlite3.connect("", isolation_level=None)  # '' is a file that only we see and that goes with us
        self._store.execute("CREATE TABLE body (fingerprint TEXT PRIMARY KEY, json TEXT) WITHOUT ROWID")
        self._store.execute("BEGIN")

    def get(self, fingerprint: str) -> Body | None:
        found = self._store.execute("SELECT json FROM body WHERE fingerprint = ?", (fingerprint,)).fetchone()
        if found is None:
            return None
        body: Body = json.loads(found[0])
        return body

    def put(self, fingerprint: str, body: Body) -> None:
        text = json.dumps(body)  # ASCII: a lone surrogate would not go into the file
        self._store.execute("INSERT OR REPLACE INTO body VALUES (?, ?)", (fingerprint, text))
