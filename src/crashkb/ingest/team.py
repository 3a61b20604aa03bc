"""`crashkb kb init`: a team's own root, ready for git."""

import os
from collections.abc import Sequence
from datetime import date
from pathlib import Path

from crashkb.errors import IngestError
from crashkb.ingest.skeleton import Plan, pages_of
from crashkb.ingest.writing import page_files, scalar, signature_files

_README = """# {name}: our root causes

Pages of this folder lie over the built-in knowledge base of crashkb.

    crashkb --kb . ask crash.log          # ask with our pages
    crashkb --kb . ingest crash.log       # this morning's incident becomes a draft in ingest/inbox/
    crashkb --kb . ingest accept NAME     # the draft becomes a page
    crashkb --kb . kb check               # every page is a test; CI and the commit hook run this

In a project, name the folder once in pyproject.toml, and `--kb` is not needed:

    [tool.crashkb]
    kb = "path/to/this/folder"

The commit hook works after `git config core.hooksPath hooks`. `crashkb --kb . chat` has the drafts as forms: F7.
Pages written by hand begin as a copy of one in ingest/templates/.
"""
_WORKFLOW = """name: knowledge base
on: [push, pull_request]
jobs:
  check:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-python@v5
        with:
          python-version: "3.12"
      - run: pip install crashkb
      - run: crashkb --kb . kb check
"""
_HOOK = """#!/bin/sh
# A commit whose pages break a rule is refused. Switch on with: git config core.hooksPath hooks
exec crashkb --kb "$(git rev-parse --show-toplevel)" kb check --static
"""
_IGNORE = "ingest/.lock\ningest/.journal/\ningest/.staging/\n"
_ATTRIBUTES = "*.md text eol=lf\n*.yaml text eol=lf\nCHANGELOG.md merge=union\ningest/rejected.jsonl merge=union\n"


def team_files(name: str, languages: str) -> dict[str, str]:
    """Path → text of a new root.

    Args:
        name: what the team calls it.
        languages: 'en', 'zh' or 'en, zh'.
    """
    keep = {f"kb/{folder}/.gitkeep": "" for folder in ("causes", "signatures", "qa", "cases", "guides")}
    return {
        "README.md": _README.format(name=name),
        "CHANGELOG.md": "# Changelog\n\n## Unreleased\n",
        "kb/root.yaml": f"name: {scalar(name)}\nlanguages: [{languages}]\n",
        **keep,
        "ingest/inbox/.gitkeep": "",
        **_templates(languages.split(", ")),
        ".gitignore": _IGNORE,
        ".gitattributes": _ATTRIBUTES,
        ".github/workflows/knowledge-base.yml": _WORKFLOW,
        "hooks/pre-commit": _HOOK,
    }


def _templates(languages: Sequence[str]) -> dict[str, str]:
    """An empty page of every kind, to copy by hand: what `ingest` writes, with words that say what belongs there."""
    plan = Plan(
        action="cause",
        cause="what-fails",
        signature="program-says-this",
        case="what-happened-once",
        title="What fails, in one line",
        title_zh="什么坏了，一句话",
        family="system",
        emitter="app",
        template="what the program prints with {count:int} of {size:bytes}",
        samples=("what the program prints with 3 of 20.00 MiB",),
        line="what the program prints with 3 of 20.00 MiB",
        frameworks=("pytorch",),
        platforms=("linux",),
        versions="",
        source=("repro", "crash.log"),
        question="what-people-ask",
    )
    pages, signatures = pages_of(plan, date.today())
    files: dict[str, str] = {}
    for page in pages:
        files |= page_files(page, languages)
    for signature in signatures:
        files |= signature_files(signature)
    names = {"causes": "cause", "cases": "case", "qa": "qa", "signatures": "signature"}
    return {
        f"ingest/templates/{names[path.split('/')[1]]}{'.zh.md' if path.endswith('.zh.md') else '.md'}": text
        for path, text in files.items()
    }


def init_root(folder: Path, name: str = "", languages: str = "en, zh") -> tuple[str, ...]:
    """Make a root in a folder that is absent or has no kb/; files that are there stay. Returns what was written.

    Raises:
        IngestError: there is a knowledge base already, or the folder cannot be written.
    """
    if (folder / "kb").exists():
        raise IngestError(f"{folder} has a kb/ already")
    written = []
    try:
        for path, text in team_files(name or folder.resolve().name, languages).items():
            target = folder / path
            if target.exists():
                continue
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8", newline="\n")
            written.append(path)
        os.chmod(folder / "hooks" / "pre-commit", 0o755)
    except OSError as error:
        raise IngestError(f"{folder} cannot be written: {error.strerror or error}") from error
    return tuple(written)
