"""The tests run on the intended build, and the build says which it is."""

import os
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

import tablee
from tablee._build import compiled_kernels, describe_build, kernel_names

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "tablee"
EXPECTED = os.environ.get("TABLEE_EXPECT_BUILD")


def test_every_kernel_of_the_source_tree_is_in_the_build() -> None:
    assert kernel_names() == kernel_names(SOURCE)


KERNEL = """
import cython

if not cython.compiled:
    from math import exp

    from tablee.games.fragile import codes
    from tablee.games.fragile.bits_kernel import lowest

    def twice(x: cython.int) -> cython.int:
        "Goes into every kernel that uses it."
        return 2 * x

@cython.final
@cython.cclass
class Counter:
    count: cython.int
    seen: cython.uchar[100]

    def __init__(self) -> None: ...
    def _add(self, words: cython.ulonglong[:], most: cython.int) -> cython.bint: ...

def told(counter: Counter) -> int: ...

@cython.ccall
def made() -> Counter: ...
"""
DECLARED = """cimport cython
from libc.math cimport exp
from tablee.games.fragile cimport codes
from tablee.games.fragile.bits_kernel cimport lowest

@cython.final
cdef class Counter:
    cdef int count
    cdef unsigned char[100] seen
    cdef bint _add(self, unsigned long long[:] words, int most) noexcept nogil

cpdef Counter made()

cdef inline int twice(int x) noexcept nogil:
    return 2 * x
"""


def declared(source: str, folder: Path) -> str:
    make_pxd = runpy.run_path(str(ROOT / "build_backend" / "make_pxd.py"))
    path = folder / "a_kernel.py"
    path.write_text(source, encoding="utf-8")
    declarations: str = make_pxd["pxd"](path)
    return declarations


def test_what_returns_a_c_type_is_declared_as_a_c_function(tmp_path: Path) -> None:
    assert declared(KERNEL, tmp_path) == DECLARED


def test_codes_give_their_numbers_and_functions_on_numbers_to_c(tmp_path: Path) -> None:
    source = "TWO = 2\n\ndef is_two(x: int) -> bool:\n    return x == TWO\n"
    source += "\ndef made_by_name(*, x: int) -> int:\n    return x\n"
    assert declared(source, tmp_path) == (
        "cdef enum:\n    TWO = 2\n\n"
        "cdef inline bint is_two(int x) noexcept nogil:\n    return x == TWO\n"
    )


@pytest.mark.parametrize("script", ["make_types.py", "make_art.py"])
def test_what_is_written_for_the_page_is_made_from_this_source(script: str) -> None:
    """`make format` writes the page's types, colours and pieces anew."""
    written = runpy.run_path(str(ROOT / "build_backend" / script))["files"]()
    for path, text in written.items():
        assert path.read_text(encoding="utf-8") == text, path


@pytest.mark.skipif(EXPECTED is None, reason="TABLEE_EXPECT_BUILD is not set; `make test` does")
def test_each_kernel_is_compiled_or_pure_as_expected() -> None:
    assert EXPECTED in ("compiled", "pure")
    kernels = compiled_kernels()
    assert kernels == dict.fromkeys(kernels, EXPECTED == "compiled")


@pytest.mark.skipif(EXPECTED != "pure", reason="looks at the pure build")
def test_the_pure_build_is_installed_apart_and_holds_nothing_compiled() -> None:
    package = Path(tablee.__file__).parent
    assert package.is_relative_to(sys.prefix)
    assert [path for path in package.rglob("*") if path.suffix in (".so", ".pyd", ".c")] == []


@pytest.mark.skipif(EXPECTED != "pure", reason="looks at the pure build")
def test_the_pure_build_runs_without_cython() -> None:
    with pytest.raises(ModuleNotFoundError):
        __import__("cython")


def test_the_command_tells_version_and_build() -> None:
    command = [sys.executable, "-m", "tablee", "--version"]
    answer = subprocess.run(command, capture_output=True, text=True, check=True)
    assert answer.stdout == f"tablee {tablee.__version__} ({describe_build()})\n"
