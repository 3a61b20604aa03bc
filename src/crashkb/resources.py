"""Where things are: the roots of the knowledge base, the data that comes with crashkb, the cache.

On the way to every answer, so it imports little; the environment and the current folder are arguments.
"""

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from crashkb.errors import LibraryError


def builtin_root() -> Path:
    """The root that comes with crashkb, holding kb/ and data/: crashkb/share where installed, else the checkout.

    Raises:
        LibraryError: neither is there; the installation is damaged.
    """
    package = Path(__file__).resolve().parent
    for folder in (package / "share", package.parent.parent):
        if (folder / "kb").is_dir():
            return folder
    raise LibraryError(f"crashkb's own pages are missing beside {package}: install it again")


def is_installed(root: Path) -> bool:
    """Whether this is the built-in root inside an installed package, whose files an installer alone replaces."""
    return root == Path(__file__).resolve().parent / "share"


def data_dir() -> Path:
    """The folder of the data that comes with crashkb: compat/, logs/, calibration.json.

    Raises:
        LibraryError: it is not there; the installation is damaged.
    """
    return builtin_root() / "data"


def kb_roots(explicit: Sequence[str], environ: Mapping[str, str], cwd: Path) -> tuple[Path, ...]:
    """The roots of the knowledge base, later ones overlay earlier ones.

    In this order: the built-in one; `[tool.crashkb] kb` (a path or a list, relative to the file) of the nearest
    pyproject.toml; the folders in CRASHKB_PATH; the `--kb` folders. Where one is named twice its last place counts.

    Args:
        explicit: the `--kb` folders, in order; relative ones start at `cwd`.
        environ: the environment.
        cwd: the current folder.

    Raises:
        LibraryError: a named folder has no kb/, or the pyproject.toml cannot be read.
    """
    roots = [builtin_root()]
    roots += (_root(folder, name, "[tool.crashkb] kb in pyproject.toml") for folder, name in _configured(cwd))
    paths = environ.get("CRASHKB_PATH", "").split(os.pathsep)
    roots += (_root(cwd, name, "CRASHKB_PATH") for name in paths if name)
    roots += (_root(cwd, name, "--kb") for name in explicit)
    last_first = dict.fromkeys(root.resolve() for root in reversed(roots))
    return tuple(reversed(last_first))


def cache_dir(environ: Mapping[str, str], platform: str = sys.platform) -> Path | None:
    """The folder for what can be made again: `<cache of the user>/crashkb`; it need not exist.

    None where the environment tells no place for it (a service without HOME).

    Args:
        environ: the environment (XDG_CACHE_HOME, HOME, LOCALAPPDATA, USERPROFILE).
        platform: as `sys.platform` says it.
    """
    if platform == "win32":
        local = environ.get("LOCALAPPDATA")
        return _below(local, "crashkb") or _below(environ.get("USERPROFILE"), "AppData/Local/crashkb")
    xdg = environ.get("XDG_CACHE_HOME", "")
    if xdg.startswith("/"):  # the specification says that a relative one is to be ignored
        return Path(xdg) / "crashkb"
    return _below(environ.get("HOME"), "Library/Caches/crashkb" if platform == "darwin" else ".cache/crashkb")


def state_dir(environ: Mapping[str, str], platform: str = sys.platform) -> Path | None:
    """The folder for what a person would miss (history, drafts of answers): `<data of the user>/crashkb`.

    None where the environment tells no place for it.

    Args:
        environ: the environment (XDG_DATA_HOME, HOME, LOCALAPPDATA, USERPROFILE).
        platform: as `sys.platform` says it.
    """
    if platform == "win32":
        local = environ.get("LOCALAPPDATA")
        return _below(local, "crashkb/data") or _below(environ.get("USERPROFILE"), "AppData/Local/crashkb/data")
    xdg = environ.get("XDG_DATA_HOME", "")
    if xdg.startswith("/"):
        return Path(xdg) / "crashkb"
    return _below(
        environ.get("HOME"), "Library/Application Support/crashkb" if platform == "darwin" else ".local/share/crashkb"
    )


def _below(folder: str | None, name: str) -> Path | None:
    return Path(folder) / name if folder else None


def _root(folder: Path, name: str, said_by: str) -> Path:
    root = folder / Path(name).expanduser()
    if not (root / "kb").is_dir():
        raise LibraryError(f"{said_by} names {name}, but there is no folder {root / 'kb'}")
    return root


def _configured(cwd: Path) -> Iterator[tuple[Path, str]]:
    """(folder of the file, path) of each root that the nearest pyproject.toml names."""
    for folder in (cwd, *cwd.parents):
        path = folder / "pyproject.toml"
        try:
            content = path.read_bytes()
        except (FileNotFoundError, NotADirectoryError):
            continue
        except OSError as error:
            raise LibraryError(f"{path} cannot be read: {error.strerror or error}") from error
        if b"[tool.crashkb" in content:  # else it says nothing to us, and tomllib need not be imported
            yield from ((folder, name) for name in _tool_kb(path, content))
        return


def _tool_kb(path: Path, content: bytes) -> list[str]:
    import tomllib  # deferred: 4 ms that few starts need

    try:
        tool = tomllib.loads(content.decode("utf-8")).get("tool", {})
    except ValueError as error:  # TOMLDecodeError and UnicodeDecodeError
        raise LibraryError(f"{path} is not valid TOML: {error}") from error
    kb = tool.get("crashkb", {}).get("kb", []) if isinstance(tool, dict) else []
    names = [kb] if isinstance(kb, str) else kb
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise LibraryError(f"{path}: [tool.crashkb] kb should be a path or a list of paths")
    return names
