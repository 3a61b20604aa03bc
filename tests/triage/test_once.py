"""Equal reports are diagnosed once, whoever reads them."""

import json

import pytest

from crashkb.triage.inputs import Item, batches
from crashkb.triage.once import Once
from crashkb.triage.processes import run_processes
from crashkb.triage.work import Head, Worker
from kbs import small_library
from triage_reports import equal, serial_rows

BODY = {"verdict": "unknown", "device": "", "version": ""}


def item(name: str) -> Item:
    return Item(name, name, text="x")


def head(name: str, fingerprint: str) -> Head:
    return Head(name, name, fingerprint=fingerprint)


def names(rows: list[str]) -> list[str]:
    return [json.loads(row)["id"] for row in rows]


def test_the_first_of_a_fingerprint_is_chosen_and_the_others_wait_for_it() -> None:
    """In the same batch, in another, and later."""
    once = Once()
    rows, chosen = once.take_heads((item("a"), item("b"), item("c")), [head("a", "1"), head("b", "1"), head("c", "2")])
    assert (rows, [one.id for one in chosen]) == ([], ["a", "c"])
    assert once.take_heads((item("d"),), [head("d", "1")]) == ([], ())

    assert names(once.take_bodies(chosen, [BODY, BODY])) == ["a", "b", "d", "c"]
    rows, chosen = once.take_heads((item("e"),), [head("e", "2")])
    assert (names(rows), chosen) == (["e"], ())


def test_an_error_of_one_is_the_error_of_all_that_are_equal() -> None:
    """And nothing is remembered."""
    once = Once()
    _, chosen = once.take_heads((item("a"), item("b")), [head("a", "1"), head("b", "1")])
    rows = once.take_bodies(chosen, [{"error": "no"}])

    assert [json.loads(row)["error"] for row in rows] == ["no", "no"]
    assert once.take_heads((item("c"),), [head("c", "1")])[1] == (item("c"),)


def test_what_cannot_be_read_has_its_row_at_once() -> None:
    """No diagnosis is asked for."""
    rows, chosen = Once().take_heads((item("a"),), [Head("a", "a", error="gone")])

    assert json.loads(rows[0])["error"] == "gone"
    assert chosen == ()


def test_where_one_is_given_up_the_next_takes_its_place() -> None:
    """A worker may have died of something else."""
    once = Once()
    group = tuple(map(item, "abc"))
    _, chosen = once.take_heads(group, [head(one.id, "1") for one in group])
    rows, follower = once.give_up(chosen[0], "died")
    assert names(rows) == ["a"]
    assert [one.id for one in follower] == ["b"]

    assert names(once.take_bodies(follower, [BODY])) == ["b", "c"]
    assert once.give_up(item("z"), "died")[1] == ()


def test_a_worker_diagnoses_no_more_than_there_are_fingerprints(monkeypatch: pytest.MonkeyPatch) -> None:
    """600 reports of 7 kinds."""
    workers: list[Worker] = []
    begin = Worker.__init__

    def noted(self: Worker, *arguments: object) -> None:
        begin(self, *arguments)  # type: ignore[arg-type]
        workers.append(self)

    monkeypatch.setattr(Worker, "__init__", noted)
    rows = serial_rows(small_library(), equal(600, 7))

    assert len(rows) == 600
    assert [worker.diagnosed for worker in workers] == [7]


def test_processes_give_the_same_rows_for_equal_reports() -> None:
    """To the byte, once sorted."""
    items = equal(300, 5)
    rows = [row for rows in run_processes(small_library(), (), batches(iter(items), most=8), 2) for row in rows]

    assert sorted(rows) == sorted(serial_rows(small_library(), items))
