"""Which kernels of this installation are compiled, and a warning if none is.

The in-tree build backend reads KERNEL_GLOBS from this file, before tablee can be imported: keep it
free of imports from tablee.
"""

from __future__ import annotations

import importlib
import multiprocessing
import warnings
from pathlib import Path

KERNEL_GLOBS = ("core/*_kernel.py", "games/*/kernel.py", "games/**/*_kernel.py")


def kernel_names(package: Path = Path(__file__).parent) -> tuple[str, ...]:
    """Module names of every kernel under the package folder, sorted."""
    sources = {path for pattern in KERNEL_GLOBS for path in package.glob(pattern)}
    return tuple(
        sorted(
            ".".join(("tablee", *path.relative_to(package).with_suffix("").parts))
            for path in sources
        )
    )


def compiled_kernels() -> dict[str, bool]:
    """Each kernel and whether it is compiled: what it says itself, as its COMPILED."""
    return {name: importlib.import_module(name).COMPILED is True for name in kernel_names()}


def describe_build() -> str:
    """`compiled`, `pure Python`, or `partly compiled` with the kernels that are not."""
    kernels = compiled_kernels()
    pure = [name.removeprefix("tablee.") for name, compiled in kernels.items() if not compiled]
    if kernels and not pure:
        return "compiled"
    if len(pure) == len(kernels):
        return "pure Python"
    return f"partly compiled; pure Python: {', '.join(pure)}"


REMEDY = "pip install --force-reinstall --no-cache-dir --no-binary tablee tablee"
"""With a C compiler, this command builds the kernels."""


class PureBuildWarning(UserWarning):
    """The kernels of this installation are not compiled."""


_warned = False


def warn_if_pure() -> None:
    """Warns, once, that the kernels are not compiled. Called where a long computation begins.

    A process that another one started stays silent, because its parent has warned.
    """
    global _warned
    if _warned:
        return
    _warned = True
    if multiprocessing.parent_process() is None and not _is_compiled():
        warnings.warn(
            "tablee runs as pure Python, so searches are many times slower; "
            f"install a C compiler, then run: {REMEDY}",
            PureBuildWarning,
            stacklevel=3,
        )


def _is_compiled() -> bool:
    """True if the kernels are compiled. One tells for all, as all are compiled or none."""
    return importlib.import_module("tablee.core.splitmix_kernel").COMPILED is True
