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
DECLARATIONS = sorted(SOURCE.rglob("*.pxd"))
EXPECTED = os.environ.get("TABLEE_EXPECT_BUILD")


def test_every_kernel_of_the_source_tree_is_in_the_build() -> None:
    assert kernel_names() == kernel_names(SOURCE)


@pytest.mark.parametrize("path", DECLARATIONS, ids=lambda path: str(path.relative_to(SOURCE)))
def test_the_declarations_of_a_kernel_are_those_made_from_its_source(path: Path) -> None:
    """Cython believes a .pxd that differs; `make format` writes them anew."""
    make_pxd = runpy.run_path(str(ROOT / "build_backend" / "make_pxd.py"))
    assert path.read_text(encoding="utf-8") == make_pxd["pxd"](path.with_suffix(".py"))


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
