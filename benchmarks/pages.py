"""Knowledge bases of any size that look like the real one: its words and sentences, newly put together.

Each page gets its own mix of sentences from many real pages of both languages, and names that only it has (an operator, a
kernel, a file), so pages are distinct and the vocabulary grows with their number as it does in a real collection.
"""

import random
import re
import shutil
from pathlib import Path

import yaml

ROOT = Path(__file__).parent.parent
_SYLLABLES = "qk attn fuse norm rope conv gate proj mix lin emb pad mask topk roll fold scan sink pool cast".split()
_EN = ("Symptom", "Why it happens", "How to confirm", "Fix", "Check that it is fixed", "Risks", "Prevent")
_ZH = ("症状", "原因", "如何确认", "修复", "确认已修复", "风险", "预防")


def generate(count: int, folder: Path) -> Path:
    """Write a knowledge base of `count` cause pages in two languages and as many signatures; return its root.

    A folder that is complete already is left as it is.
    """
    done = folder / "complete"
    if done.exists():
        return folder
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "kb").mkdir(parents=True)
    for name in ("families.yaml", "glossary.yaml", "root.yaml"):
        if (ROOT / "kb" / name).exists():
            shutil.copy(ROOT / "kb" / name, folder / "kb" / name)
    pool = _Pool()
    for number in range(count):
        _write_page(folder / "kb", number, pool)
    done.touch()
    return folder


class _Pool:
    """What the real pages consist of."""

    def __init__(self) -> None:
        self.asks: dict[str, list[str]] = {"en": [], "zh": []}
        self.titles: dict[str, list[str]] = {"en": [], "zh": []}
        self.sentences: dict[str, list[str]] = {"en": [], "zh": []}
        self.messages: list[str] = []
        self.families: set[str] = set()
        for path in sorted((ROOT / "kb" / "causes").rglob("*.md")):
            language = "zh" if path.name.endswith(".zh.md") else "en"
            _, head, body = path.read_text(encoding="utf-8").split("---\n", 2)
            front = yaml.safe_load(head)
            self.families.add(path.parent.name)
            self.titles[language].append(front["title"])
            self.asks[language] += front.get("asks", [])
            prose = re.sub(
                r"```.*?```|^#[^\n]*$|\{\{[^}]*\}\}|`[^`]*`|- \[ \]", " ", body, flags=re.DOTALL | re.MULTILINE
            )
            found = re.split(r"(?<=[.。])\s*", " ".join(prose.split()))
            self.sentences[language] += [sentence for sentence in found if 8 < len(sentence) < 300]
        for path in sorted((ROOT / "kb" / "signatures").rglob("*.md")):
            for block in re.findall(r"```template\n(.*?)```", path.read_text(encoding="utf-8"), re.DOTALL):
                self.messages += [line for line in block.splitlines() if line.count(" ") > 3]


def _write_page(kb: Path, number: int, pool: _Pool) -> None:
    chance = random.Random(number)
    name = "_".join(chance.choices(_SYLLABLES, k=3)) + f"_{number}"
    page_id = f"generated-{name.replace('_', '-')}"
    family = sorted(pool.families)[number % len(pool.families)]
    folder = kb / "causes" / family
    folder.mkdir(parents=True, exist_ok=True)
    for language, headings, ending in (("en", _EN, ".md"), ("zh", _ZH, ".zh.md")):
        front = {
            "title": f"{chance.choice(pool.titles[language])} ({name})",
            **(
                {"family": family, "phase": ["train"], "locate": "low", "fix_cost": "low", "priority": "low"}
                if language == "en"
                else {}
            ),
            "asks": [
                f"{ask} {name}" if chance.random() < 0.3 else ask for ask in chance.sample(pool.asks[language], 6)
            ],
        }
        parts = ["---\n", yaml.safe_dump(front, allow_unicode=True, sort_keys=False), "---\n"]
        for heading in headings:
            told = " ".join(chance.sample(pool.sentences[language], 4))
            text = f"- [ ] `look-at-it` {told}" if heading in ("Fix", "修复") else told.replace(".", f" in {name}.", 1)
            parts.append(f"\n## {heading}\n\n{text}\n")
        (folder / f"{page_id}{ending}").write_text("".join(parts), encoding="utf-8")
    words = chance.choice(pool.messages).split()
    words[len(words) // 2 : len(words) // 2] = [name]
    signatures = kb / "signatures" / "generated"
    signatures.mkdir(parents=True, exist_ok=True)
    message = " ".join(words)
    (signatures / f"message-{page_id}.md").write_text(
        f"---\nemitter: generated\nrole: specific\ncauses:\n  {page_id}: always\nsource: generated\n"
        f'means: "Generated."\nmeans_zh: "生成的。"\n---\n\n```template\n{message}\n```\n',
        encoding="utf-8",
    )
