"""PEP 517 backend: setuptools, with kernels compiled by Cython where a C compiler works.

The hooks say whether kernels are wanted; setup.py calls `kernel_extensions()` for them. Kernels use
each other's memory, so all are compiled or none. If the C compiler fails at one, all stay plain
Python, and `tablee --version` says so. A kernel that Cython itself refuses is a mistake in the
source and fails the build. TABLEE_PURE=1 compiles nothing.

The hooks first build the browser table with page.py. A failure there stops the build.
"""

from __future__ import annotations

import atexit
import importlib.util
import os
import shutil
import sys
import tempfile
from pathlib import Path
from types import ModuleType
from typing import Any

from setuptools import build_meta
from setuptools.build_meta import (
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)
from setuptools.command.build_ext import build_ext
from setuptools.errors import BaseError, CCompilerError

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

_compile_kernels = False


def get_requires_for_build_wheel(config_settings: dict[str, Any] | None = None) -> list[str]:
    return [*build_meta.get_requires_for_build_wheel(config_settings), *page.requirements()]


def get_requires_for_build_editable(config_settings: dict[str, Any] | None = None) -> list[str]:
    return [*build_meta.get_requires_for_build_editable(config_settings), *page.requirements()]


def get_requires_for_build_sdist(config_settings: dict[str, Any] | None = None) -> list[str]:
    return [*build_meta.get_requires_for_build_sdist(config_settings), *page.requirements()]


def build_sdist(sdist_directory: str, config_settings: dict[str, Any] | None = None) -> str:
    # The source package holds the built page, so that installing from it needs no Node.
    page.build()
    built: str = build_meta.build_sdist(sdist_directory, config_settings)
    return built


def build_wheel(
    wheel_directory: str,
    config_settings: dict[str, Any] | None = None,
    metadata_directory: str | None = None,
) -> str:
    page.build()
    _want_kernels()
    built: str = build_meta.build_wheel(wheel_directory, config_settings, metadata_directory)
    return built


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
    _want_kernels()
    built: str = build_meta.build_editable(wheel_directory, config_settings, metadata_directory)
    return built


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


class AllOrNothing(build_ext):  # type: ignore[misc]  # setuptools is unknown to mypy
    """Compiles every kernel, or none if one fails."""

    inplace: bool
    extensions: list[Any]

    def run(self) -> None:
        inplace, self.inplace = self.inplace, False
        try:
            super().run()
        except (BaseError, CCompilerError):
            print("tablee: the C compiler refused a kernel (see above), building pure Python")
            for extension in self.extensions:
                Path(self.get_ext_fullpath(extension.name)).unlink(missing_ok=True)
            self.extensions = []
        self.inplace = inplace
        if inplace:
            self.copy_extensions_to_source()


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


def _want_kernels() -> None:
    global _compile_kernels
    _compile_kernels = os.environ.get("TABLEE_PURE", "") in ("", "0")
    if not _compile_kernels:
        print("tablee: TABLEE_PURE is set, building pure Python")


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
