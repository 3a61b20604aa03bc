"""Real crash texts that may lie beside a checkout; tests that need them skip where they are absent."""

import json
from pathlib import Path
from typing import Any

import pytest

SHARED = Path(__file__).resolve().parents[2] / "shared"


def rows(relative: str) -> list[dict[str, Any]]:
    """The rows of one JSONL file under the shared folder; skips the calling test where it is absent."""
    path = SHARED / relative
    if not path.is_file():
        pytest.skip(f"{relative} is not beside this checkout")
    with path.open(encoding="utf-8") as file:
        return [json.loads(line) for line in file]
