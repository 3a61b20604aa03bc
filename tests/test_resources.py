"""Where the roots, the data and the cache are, from arguments, environment and pyproject.toml alone."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from crashkb.errors import LibraryError
from crashkb.resources import builtin_root, cache_dir, data_dir, kb_roots

REPOSITORY = Path(__file__).resolve().parents[1]


def _root(folder: Path) -> Path:
    (folder / "kb").mkdir(parents=True)
    return folder.resolve()


def test_the_built_in_root_is_the_checkout_here() -> None:
    assert builtin_root() == REPOSITORY
    assert (data_dir() / "compat").is_dir()


def test_without_settings_there_is_only_the_built_in_root(tmp_path: Path) -> None:
    assert kb_roots([], {}, tmp_path) == (REPOSITORY,)


def test_roots_overlay_in_the_documented_order(tmp_path: Path) -> None:
    names = ("project", "first", "second", "third")
    project, first, second, third = (_root(tmp_path / name) for name in names)
    (tmp_path / "pyproject.toml").write_text('[tool.crashkb]\nkb = "project"\n')
    inner = tmp_path / "src/package"
    inner.mkdir(parents=True)
    environ = {"CRASHKB_PATH": f"{first}{os.pathsep}{second}{os.pathsep}"}

    assert kb_roots([str(third)], environ, inner) == (REPOSITORY, project, first, second, third)


def test_pyproject_may_name_several_roots(tmp_path: Path) -> None:
    roots = tuple(_root(tmp_path / name) for name in ("a", "b"))
    (tmp_path / "pyproject.toml").write_text('[tool.crashkb]\nkb = ["a", "b"]\n')

    assert kb_roots([], {}, tmp_path)[1:] == roots


def test_only_the_nearest_pyproject_counts(tmp_path: Path) -> None:
    _root(tmp_path / "far")
    (tmp_path / "pyproject.toml").write_text('[tool.crashkb]\nkb = "far"\n')
    (tmp_path / "near").mkdir()
    (tmp_path / "near/pyproject.toml").write_text('[project]\nname = "x"\n')

    assert kb_roots([], {}, tmp_path / "near") == (REPOSITORY,)


def test_a_root_named_twice_counts_at_its_last_place(tmp_path: Path) -> None:
    first, second = _root(tmp_path / "a"), _root(tmp_path / "b")

    assert kb_roots([str(first), str(second), "a"], {}, tmp_path) == (REPOSITORY, second, first)


@pytest.mark.parametrize(
    ("explicit", "environ", "toml", "words"),
    [
        (["absent"], {}, "", "--kb names absent"),
        ([], {"CRASHKB_PATH": "absent"}, "", "CRASHKB_PATH names absent"),
        ([], {}, '[tool.crashkb]\nkb = "absent"\n', "pyproject.toml names absent"),
        ([], {}, "[tool.crashkb]\nkb = 3\n", "a path or a list of paths"),
        ([], {}, "[tool.crashkb\n", "not valid TOML"),
    ],
)
def test_a_setting_that_cannot_be_followed_is_an_error(
    explicit: list[str], environ: dict[str, str], toml: str, words: str, tmp_path: Path
) -> None:
    if toml:
        (tmp_path / "pyproject.toml").write_text(toml)

    with pytest.raises(LibraryError, match=words) as error:
        kb_roots(explicit, environ, tmp_path)

    assert "\n" not in str(error.value)


@pytest.mark.parametrize("toml", ["[tool]\nx = 1\n", '[tool.crashkb]\nname = "x"\n', 'tool = "crashkb"\n'])
def test_a_pyproject_that_names_no_root_is_fine(toml: str, tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text(toml)

    assert kb_roots([], {}, tmp_path) == (REPOSITORY,)


@pytest.mark.parametrize(
    ("environ", "platform", "folder"),
    [
        ({"XDG_CACHE_HOME": "/c", "HOME": "/h"}, "linux", "/c/crashkb"),
        ({"XDG_CACHE_HOME": "relative", "HOME": "/h"}, "linux", "/h/.cache/crashkb"),
        ({"HOME": "/h"}, "linux", "/h/.cache/crashkb"),
        ({"HOME": "/h"}, "darwin", "/h/Library/Caches/crashkb"),
        ({"LOCALAPPDATA": "/l", "USERPROFILE": "/u"}, "win32", "/l/crashkb"),
        ({"USERPROFILE": "/u"}, "win32", "/u/AppData/Local/crashkb"),
    ],
)
def test_the_cache_is_where_the_platform_keeps_such_things(environ: dict[str, str], platform: str, folder: str) -> None:
    assert cache_dir(environ, platform) == Path(folder)


@pytest.mark.parametrize("platform", ["linux", "darwin", "win32"])
def test_a_service_without_home_has_no_cache_folder(platform: str) -> None:
    assert cache_dir({}, platform) is None


def test_nothing_heavy_is_loaded_to_find_the_roots() -> None:
    """The module is on the way to every answer."""
    code = (
        "import sys, pathlib; from crashkb.resources import kb_roots; kb_roots([], {}, pathlib.Path('/'));"
        "print(sorted({'yaml', 'markdown_it', 'tomllib', 'dataclasses', 'inspect'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout == "[]\n"
