"""Random numbers for the kernels of every game: the generator splitmix64."""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from tablee import cython_shim as cython

COMPILED = cython.compiled

MASK64 = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
"""Python's numbers do not wrap round, so that kernels mask what C cuts off."""
GOLDEN = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
_MIX_A = cython.declare(cython.ulonglong, 0xBF58476D1CE4E5B9)
_MIX_B = cython.declare(cython.ulonglong, 0x94D049BB133111EB)


if not cython.compiled:  # C inlines these in every kernel that uses them

    def next_seed(seed: cython.ulonglong) -> cython.ulonglong:
        """Returns the next state of the generator; ``mixed`` makes a random word of it."""
        return (seed + GOLDEN) & MASK64

    def mixed(x: cython.ulonglong) -> cython.ulonglong:
        """Mixes the bits of a word: each bit of the result depends on all of them."""
        x = ((x ^ (x >> 30)) * _MIX_A) & MASK64
        x = ((x ^ (x >> 27)) * _MIX_B) & MASK64
        return x ^ (x >> 31)

    def below(word: cython.ulonglong, most: cython.int) -> cython.int:
        """Returns a number below ``most`` from a random word; the bias is below 2 ** -20."""
        return cython.cast(cython.int, ((word >> 32) * most) >> 32)
