"""PEP 517 backend: setuptools, with kernels compiled by Cython where a C compiler works.

The hooks say whether kernels are wanted; setup.py calls `kernel_extensions()` for them. Kernels use
each other's memory, so all are compiled or none. If the C compiler fails at one, the hook builds
again without kernels, so that the wheel is pure and tagged as such. A kernel that Cython itself
refuses is a mistake in the source and fails the build. TABLEE_PURE=1 compiles nothing.

The hooks first build the browser table with page.py. A failure there stops the build. A wheel and a
source package are built outside the source tree; only an editable build writes into it.
"""

from __future__ import annotations

import atexit
import importlib.util
import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from email.parser import Parser
from pathlib import Path
from types import ModuleType
from typing import Any

from setuptools import build_meta
from setuptools.build_meta import (
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist
from setuptools.errors import BaseError, CCompilerError

import c_compiler
import make_pxd
import page

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "tablee"

DIRECTIVES = {
    "language_level": 3,
    "boundscheck": False,
    "wraparound": False,
    "cdivision": True,
    "initializedcheck": False,
    "infer_types": True,
}

REPOSITORY = "TABLEE_REPOSITORY"
"""The variable with the address of the repository, for the links of a release."""

_compile_kernels = False
_refused = False
_page: Path | None = None
"""The built page that goes into the package."""


def get_requires_for_build_wheel(config_settings: dict[str, Any] | None = None) -> list[str]:
    return [*build_meta.get_requires_for_build_wheel(config_settings), *page.requirements()]


def get_requires_for_build_editable(config_settings: dict[str, Any] | None = None) -> list[str]:
    return [*build_meta.get_requires_for_build_editable(config_settings), *page.requirements()]


def get_requires_for_build_sdist(config_settings: dict[str, Any] | None = None) -> list[str]:
    return [*build_meta.get_requires_for_build_sdist(config_settings), *page.requirements()]


def build_sdist(sdist_directory: str, config_settings: dict[str, Any] | None = None) -> str:
    # The source package holds the built page, so that installing from it needs no Node.
    global _page
    _page = page.build_apart(_scratch())
    built: str = build_meta.build_sdist(sdist_directory, config_settings)
    return built


def build_wheel(
    wheel_directory: str,
    config_settings: dict[str, Any] | None = None,
    metadata_directory: str | None = None,
) -> str:
    global _page
    _page = page.build_apart(_scratch())
    return _compiled_or_pure(
        lambda: build_meta.build_wheel(wheel_directory, config_settings, metadata_directory)
    )


def build_editable(
    wheel_directory: str,
    config_settings: dict[str, Any] | None = None,
    metadata_directory: str | None = None,
) -> str:
    page.build()
    # An editable build puts compiled kernels beside their sources. If this build falls back to pure
    # Python, Python would still import a compiled kernel of an earlier build.
    for name in _build_facts().kernel_names(PACKAGE):
        source = ROOT / "src" / Path(*name.split("."))
        for suffix in (".so", ".pyd"):
            for stale in source.parent.glob(f"{source.name}.*{suffix}"):
                stale.unlink()
    return _compiled_or_pure(
        lambda: build_meta.build_editable(wheel_directory, config_settings, metadata_directory)
    )


def _compiled_or_pure(build: Callable[[], str]) -> str:
    """Builds with kernels, and without them if there is no compiler or it refuses one."""
    global _compile_kernels
    why = _why_pure()
    _compile_kernels = not why
    if why:
        print(f"tablee: {why}, building pure Python", flush=True)
        return build()
    try:
        return build()
    except SystemExit:  # how setuptools reports errors of its commands
        if not _refused:
            raise
    print("tablee: the C compiler refused a kernel (see above), building pure Python", flush=True)
    _compile_kernels = False
    return build()


def _why_pure() -> str:
    if os.environ.get("TABLEE_PURE", "") not in ("", "0"):
        return "TABLEE_PURE is set"
    # On Windows setuptools finds the compiler itself.
    problem = "" if sys.platform == "win32" else c_compiler.complaint()
    return problem and f"no working C compiler ({problem})"


def kernel_extensions() -> list[Any]:
    """Returns the kernels as extensions, or none in hooks that need only metadata or sources."""
    if not _compile_kernels:
        return []
    from Cython.Build import cythonize
    from setuptools import Extension

    declarations = _scratch() / "pxd"
    make_pxd.write_all(PACKAGE, declarations / PACKAGE.name)
    optimize = [] if sys.platform == "win32" else ["-O3", "-g0"]
    extensions = cythonize(
        [
            Extension(
                name,
                [str(Path("src", *name.split(".")).with_suffix(".py"))],
                extra_compile_args=optimize,
            )
            for name in _build_facts().kernel_names(PACKAGE)
        ],
        build_dir=str(_scratch() / "c"),
        include_path=[str(declarations)],
        compiler_directives=DIRECTIVES,
    )
    return list(extensions)


class BuildKernels(build_ext):  # type: ignore[misc]  # setuptools is unknown to mypy
    """Compiles the kernels, and remembers if the compiler refused one."""

    def run(self) -> None:
        global _refused
        try:
            super().run()
        except (BaseError, CCompilerError):
            _refused = True
            raise


class BuildWithPage(build_py):  # type: ignore[misc]
    """Adds the page to the wheel."""

    def run(self) -> None:
        super().run()
        if _page is not None and not self.editable_mode:
            shutil.copytree(_page, Path(self.build_lib, *page.PLACE[1:]), dirs_exist_ok=True)


class SourceWithPage(sdist):  # type: ignore[misc]
    """Adds the page to the source package."""

    def make_release_tree(self, base_dir: str, files: list[str]) -> None:
        super().make_release_tree(base_dir, files)
        if _page is not None:
            shutil.copytree(_page, Path(base_dir, *page.PLACE), dirs_exist_ok=True)


COMMANDS = {"build_ext": BuildKernels, "build_py": BuildWithPage, "sdist": SourceWithPage}


def build_options() -> dict[str, dict[str, str]]:
    """Builds in a fresh folder, so that no file of an earlier build gets into this one.

    It compiles as many kernels at a time as there are cores.
    """
    (_scratch() / "egg").mkdir(exist_ok=True)
    return {
        "build": {"build_base": str(_scratch() / "build")},
        "build_ext": {"parallel": str(os.cpu_count() or 1)},
        "egg_info": {"egg_base": str(_scratch() / "egg")},
    }


def links() -> dict[str, str]:
    """Returns the links of the package: those of this release, or of the source package it is from.

    The repository does not know its own address, so the workflow that publishes it tells.
    """
    if home := os.environ.get(REPOSITORY, "").rstrip("/"):
        return {
            "Repository": home,
            "Documentation": f"{home}/tree/HEAD/docs",
            "Changelog": f"{home}/blob/HEAD/CHANGELOG.md",
            "Issues": f"{home}/issues",
        }
    published = ROOT / "PKG-INFO"
    if not published.is_file():
        return {}
    facts = Parser().parsestr(published.read_text(encoding="utf-8"), headersonly=True)
    return dict(link.split(", ", 1) for link in facts.get_all("Project-URL", []))


def _build_facts() -> ModuleType:
    """Loads tablee/_build.py as a file, because the package cannot be imported yet."""
    spec = importlib.util.spec_from_file_location("_tablee_build_facts", PACKAGE / "_build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


_scratch_folder: Path | None = None


def _scratch() -> Path:
    global _scratch_folder
    if _scratch_folder is None:
        _scratch_folder = Path(tempfile.mkdtemp(prefix="tablee-build-"))
        atexit.register(shutil.rmtree, _scratch_folder, ignore_errors=True)
    return _scratch_folder
