"""The rooms: every module imports alone, answers load only what they need, tests mirror src."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SRC = ROOT / "src" / "crashkb"
MODULES = sorted(
    ".".join(path.relative_to(ROOT / "src").with_suffix("").parts)
    for path in SRC.rglob("*.py")
    if path.name != "__init__.py" and "share" not in path.parts
)

HEAVY = ("sklearn", "scipy", "numpy", "sqlite_utils", "yaml", "markdown_it", "textual")

COVERED_BY = {
    "errors": "cli/test_main",
    "model": "kb/test_codec",
    "cli/group": "cli/test_main",
    "kb/fields": "kb/test_page",
    "kb/files": "kb/test_collection",
    "kb/reading": "kb/test_page",
    "kb/languages": "kb/test_page",
    "kb/holes": "kb/test_template",
    "kb/problem_codes": "kb/test_check",
    "kb/vocabulary": "kb/test_check",
    "kb/link_rules": "kb/test_check",
    "kb/signature_rules": "kb/test_check",
}
"""Modules whose behaviour is stated in another file than their own."""


def run(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=False)


def test_every_module_imports_alone_in_a_fresh_interpreter() -> None:
    """No module relies on another having been imported before it."""
    code = (
        "import importlib, os, sys\n"
        f"for name in {MODULES!r}:\n"
        "    pid = os.fork()\n"
        "    if pid == 0:\n"
        "        try:\n"
        "            importlib.import_module(name)\n"
        "            os._exit(0)\n"
        "        except BaseException as error:\n"
        "            print(name, repr(error), flush=True)\n"
        "            os._exit(1)\n"
        "    assert os.waitpid(pid, 0)[1] == 0, name\n"
    )
    result = run(code)
    assert result.returncode == 0, result.stdout + result.stderr


@pytest.mark.parametrize("output", [["--json"], []])
def test_an_answer_loads_no_heavy_library(output: list[str], tmp_path: Path) -> None:
    """With a ready index neither building nor page-reading libraries are imported; JSON not rich either."""
    log = ROOT / "data" / "logs" / "examples" / "torch-cuda-oom.log"
    code = (
        "import os, sys\n"
        f"os.environ['XDG_CACHE_HOME'] = {str(tmp_path)!r}\n"
        "from crashkb.cli.main import main\n"
        f"sys.argv = ['crashkb', 'ask', {str(log)!r}, *{output!r}]\n"
        "try:\n"
        "    main()\n"
        "except SystemExit as end:\n"
        "    assert not end.code, end.code\n"
        "print('LOADED', *sorted(sys.modules))\n"
    )
    run(code)  # builds the index
    result = run(code)
    assert "LOADED" in result.stdout, result.stderr
    loaded = {name.partition(".")[0] for name in result.stdout.rpartition("LOADED")[2].split()}
    unwanted = {*HEAVY, "rich"} if output else set(HEAVY)
    assert not loaded & unwanted


def test_tests_mirror_the_source() -> None:
    """Every module has a test file of its name (or a stated one), and every test file a module."""
    modules = {
        path.relative_to(SRC).with_suffix("").as_posix() for path in SRC.rglob("*.py") if path.stem != "__init__"
    }
    tests = {
        path.relative_to(ROOT / "tests").with_suffix("").as_posix(): path
        for path in (ROOT / "tests").rglob("test_*.py")
    }
    missing = [
        name
        for name in sorted(modules)
        if (COVERED_BY.get(name) or _test_name(name)) not in tests and not _part_of_a_reader(name, tests)
    ]
    assert not missing, f"no test file for {missing}"

    orphans = [name for name in tests if "/" in name and not _has_module(name, modules)]
    assert not orphans, f"no module for {orphans}"


def _test_name(module: str) -> str:
    folder, _, name = module.rpartition("/")
    return f"{folder}/test_{name}" if folder else f"test_{name}"


def _part_of_a_reader(module: str, tests: dict[str, Path]) -> bool:
    """Whether another test file of the room imports the module (helpers of one reader are tested through it)."""
    folder, _, name = module.rpartition("/")
    dotted = "crashkb." + module.replace("/", ".")
    return any(
        dotted in path.read_text(encoding="utf-8") for key, path in tests.items() if key.startswith(folder + "/")
    ) or (folder == "report" and any(_test_name(f"report/{part}") in tests for part in _prefixes(name)))


def _prefixes(name: str) -> list[str]:
    parts = name.split("_")
    return ["_".join(parts[:count]) for count in range(1, len(parts))]


def _has_module(test: str, modules: set[str]) -> bool:
    folder, _, name = test.rpartition("/")
    module = f"{folder}/{name.removeprefix('test_')}"
    return module in modules or name.startswith("test_peers")


def test_import_contracts_hold() -> None:
    """The layers and forbidden imports of .importlinter."""
    result = subprocess.run(
        [str(Path(sys.executable).parent / "lint-imports"), "--no-cache"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stdout
