"""The list of problem codes and its page agree."""

import re
from pathlib import Path

from crashkb.kb.problem_codes import CODES

ROOT = Path(__file__).resolve().parents[2]


def test_the_page_lists_exactly_the_codes_with_their_meaning() -> None:
    rows = re.findall(r"^\| ([KW]\d{3}) \| (.+) \|$", (ROOT / "docs/problems.md").read_text(encoding="utf-8"), re.M)

    assert [(code, text.replace("\\|", "|")) for code, text in rows] == list(CODES.items())


def test_codes_stand_in_order_and_are_used_in_the_code() -> None:
    """A code that nothing reports would promise a check that does not exist."""
    sources = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "src/crashkb").rglob("*.py"))
    used = set(
        re.findall(r'"([KW]\d{3})"', sources.replace((ROOT / "src/crashkb/kb/problem_codes.py").read_text(), ""))
    )

    assert list(CODES) == sorted(CODES)
    assert used == set(CODES)
