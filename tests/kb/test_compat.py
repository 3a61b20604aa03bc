"""Version tables: columns, rows, source and date; the tables that come with crashkb are in order."""

from pathlib import Path

from crashkb.kb.compat import Table, in_language, read_table, read_tables
from small_kb import SMALL

ROOT = Path(__file__).resolve().parents[2]


def test_a_table_with_its_source_and_date() -> None:
    text = "# Xid\n# source: nverror.h\n# source: catalog\n# checked: 2026-11-30\nxid\tname\n79\tGPU lost\n\n94\t\n"

    table, problems = read_table(text, "xid", "xid.tsv")

    assert problems == ()
    assert table == Table("xid", ("xid", "name"), (("79", "GPU lost"), ("94", "")), "nverror.h; catalog", "2026-11-30")


def test_comments_may_stand_below_the_column_names() -> None:
    table, problems = read_table("xid\tname\n# source: a\n# checked: 2026-11-30\n1\t2\n", "xid", "xid.tsv")

    assert problems == ()
    assert table.columns == ("xid", "name")


def test_what_is_wrong_with_a_table() -> None:
    codes = [(problem.code, problem.line) for problem in read_table("a\ta\n1\n# checked: today\n", "x", "x.tsv")[1]]

    assert codes == [("K603", 1), ("K603", 2), ("K603", 0), ("K604", 0)]


def test_tables_of_a_root_by_name() -> None:
    tables, problems = read_tables(SMALL, SMALL.resolve())

    assert problems == ()
    assert list(tables) == ["linux-signals"]
    assert read_tables(SMALL / "kb", SMALL.resolve()) == ({}, ())


def test_a_table_may_not_be_linked_in_from_elsewhere(tmp_path: Path) -> None:
    (tmp_path / "root/data/compat").mkdir(parents=True)
    (tmp_path / "x.tsv").write_text("a\tb\n1\t2\n")
    (tmp_path / "root/data/compat/x.tsv").symlink_to(tmp_path / "x.tsv")

    tables, problems = read_tables(tmp_path / "root", (tmp_path / "root").resolve())

    assert tables == {}
    assert [problem.code for problem in problems] == ["K004"]


def test_the_tables_that_come_with_crashkb_are_in_order() -> None:
    tables, problems = read_tables(ROOT, ROOT)

    assert problems == ()
    assert {"tensorflow", "pytorch", "onnxruntime", "cuda-driver", "cuda-major", "keras", "numpy", "xid"} <= set(tables)


def test_exit_codes_of_signals_are_128_more_than_their_number() -> None:
    table = read_tables(ROOT, ROOT)[0]["linux-signals"]
    number, shell_exit = table.columns.index("number"), table.columns.index("shell_exit")

    assert all(int(row[shell_exit]) == 128 + int(row[number]) for row in table.rows)


def test_windows_codes_agree_with_their_decimal_forms() -> None:
    for row in read_tables(ROOT, ROOT)[0]["windows-status"].rows:
        unsigned = int(row[0], 16)
        assert int(row[1]) == unsigned
        assert int(row[2]) == (unsigned - 2**32 if unsigned >= 2**31 else unsigned)


def test_apple_codes_agree_with_their_decimal_forms() -> None:
    for row in read_tables(ROOT, ROOT)[0]["apple-codes"].rows:
        assert int(row[0], 16) == int(row[1])


def test_a_chinese_twin_takes_the_place_of_its_column_in_chinese_only() -> None:
    table = Table(
        "t", ("code", "note", "note_zh", "x_zh"), (("1", "full", "满了", "a"), ("2", "empty", "", "b")), "", ""
    )

    assert in_language(table, "en")[1:3] == (("code", "note", "x_zh"), (("1", "full", "a"), ("2", "empty", "b")))
    assert in_language(table, "zh")[1:3] == (("code", "note", "x_zh"), (("1", "满了", "a"), ("2", "empty", "b")))


def test_every_remark_in_a_table_has_its_chinese_twin() -> None:
    for table in read_tables(ROOT, ROOT)[0].values():
        for column in ("meaning", "usual_cause", "action", "note"):
            if column in table.columns:
                here, twin = table.columns.index(column), table.columns.index(f"{column}_zh")
                assert all(bool(row[here]) == bool(row[twin]) for row in table.rows), table.name
