"""Siblings of a log: the same failure printed by another run, with other numbers, paths, names and versions."""

import random
import re
import string

from crashkb.ask import OpenLibrary

# Numbers that say which error it is, and names that are the message itself.
_FIXED = re.compile(
    r"(?i)errno \d+|error code:? \d+|exit code:? ?-?\d+|signal \d+|SSL: \w+|\b(?:u?int|float|bfloat|complex|qint)\d+|\d-dim"
    r"|cuda error:? \d+|\[ONNXRuntimeError\] : \d+|No module named '[^']+'|KeyError: .*|has no attribute '[^']+'"
    r"|unexpected keyword argument '[^']+'|unhashable type: '[^']+'|cannot import name '[^']+' from '[^']+'|https?://\S+"
    r"|opcode '[^']+'|\w*[a-z]2[a-z]\w*|(?<![\w.])[0-9](?=(?:st|nd|rd|th)\b)|libc\w*\.so\S*|is not supported|NumPy [12]\.x"
)


def sibling(text: str, seed: int) -> str:
    """The log with its variable parts changed; lines that say nothing may stand in another place."""
    rng = random.Random(seed)
    names: dict[str, str] = {}

    def fresh(match: re.Match[str]) -> str:
        return names.setdefault(match.group(), _other(match.group(), rng))

    lines = []
    for line in text.split("\n"):
        parts = []
        done = 0
        for fixed in _FIXED.finditer(line):
            parts += [_vary(line[done : fixed.start()], fresh), fixed.group()]
            done = fixed.end()
        parts.append(_vary(line[done:], fresh))
        lines.append("".join(parts))
    noise = [f"step {rng.randint(1, 999)}: loss={rng.random():.4f}", "data loaded in 3.2 s", ""]
    return "\n".join((*rng.sample(noise, 2), *lines))


_PATH = r"(?<![\w./\\<:])(?:/[\w.+@~-]+){2,12}"
_HEX = r"\b0x[0-9a-f]{4,16}\b"
_QUOTED = r"(?<=')[A-Za-z_][\w]{1,30}(?=')"
_FILE = r"(?<![\w./-])[a-z]\w{1,30}(?=\.(?:onnx|pt|pth|tflite|h5|keras|param|bin|npy|jpg|csv)\b)"
_NUMBER = r"(?<![\w.:])\d+(?:\.\d+){0,3}(?![\w.]*\w)"
_VARIES = re.compile("|".join((_PATH, _HEX, _QUOTED, _FILE, _NUMBER)))


def _vary(text: str, fresh: "object") -> str:
    return _VARIES.sub(fresh, text)  # type: ignore[call-overload,no-any-return]


def _other(text: str, rng: random.Random) -> str:
    """Something else of the same form."""
    if text.startswith("/"):
        base = text.rpartition("/")[2]
        keep = base if "." in base or "site-packages" in text else f"part{rng.randint(2, 99)}"
        if "site-packages" in text or "dist-packages" in text:
            return (
                "/opt/venv"
                + str(rng.randint(2, 9))
                + text[text.index("/site-packages" if "site-packages" in text else "/dist-packages") :]
            )
        return f"/srv/jobs/{rng.choice(('alpha', 'beta', 'run7'))}/{keep}"
    if text.startswith("0x"):
        return "0x" + "".join(rng.choice("0123456789abcdef") for _ in text[2:])
    if text[0].isalpha() or text[0] == "_":
        return rng.choice(string.ascii_lowercase) + text[::-1].strip("_0123456789") + rng.choice("xyz")
    return "".join(str(rng.randint(1, 9)) if letter.isdigit() else letter for letter in text)


def without(library: OpenLibrary, cause: str) -> tuple[OpenLibrary, tuple[str, ...]]:
    """The library as if a cause and every signature that leads to it had never been written; and those signatures."""
    import json

    memory = library.copied()
    gone = [
        name
        for name in library.signature_ids()
        if (item := library.signature(name)) is not None and cause in {link.cause for link in item.links}
    ]
    cases = [page.id for page in library.every_page() if page.kind == "case" and cause in page.causes]
    marks = ",".join("?" * len(gone))
    numbers = {row[0] for row in memory.execute(f"SELECT number FROM templates WHERE signature IN ({marks})", gone)}
    memory.execute(f"DELETE FROM templates WHERE signature IN ({marks})", gone)
    memory.execute(f"DELETE FROM signatures WHERE id IN ({marks})", gone)
    for page in (cause, *cases):
        memory.execute("UPDATE pages SET status = 'retired' WHERE id = ?", (page,))
    anchors = json.loads(memory.execute("SELECT value FROM meta WHERE name = 'anchors'").fetchone()[0])
    kept = {name: [n for n in items if n not in numbers] for name, items in anchors.items()}
    kept = {name: items for name, items in kept.items() if items}
    memory.execute("UPDATE meta SET value = ? WHERE name = 'anchors'", (json.dumps(kept, ensure_ascii=False),))
    memory.commit()
    made = OpenLibrary(memory, "")
    made.calibration = library.calibration
    return made, tuple(gone)
