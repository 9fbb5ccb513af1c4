"""A small neural network on whole numbers, for judges of positions.

Its inputs are few of many: each that is active adds its row of weights to the sums of the first
layer. The sums, cut off at both ends, go through a second layer to two outputs. All numbers are
whole, so that the compiled and the pure build give the same outputs.
"""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from tablee import cython_shim as cython

from array import array

COMPILED = cython.compiled

WIDTHS = (32, 16, 2)
"""The numbers of sums, of middle values and of outputs, for those who train."""
FIRST = cython.declare(cython.int, 32)
SECOND = cython.declare(cython.int, 16)
OUTPUTS = cython.declare(cython.int, 2)
MOST = cython.declare(cython.int, 255)
"""Where the sums of a layer are cut off. 128 stands for 1."""


@cython.final
@cython.cclass
class Network:
    """The weights. All threads share them, and each brings sums and outputs of its own."""

    first: cython.short[::1]
    """For each input a row of 32 weights, in 128ths."""
    first_bias: cython.int[32]
    second: cython.short[512]
    """Rows of 32 weights, in 64ths."""
    second_bias: cython.int[16]
    last: cython.short[32]
    """Rows of 16 weights, in 64ths."""
    last_bias: cython.int[2]

    def __init__(self, weights: array[int], biases: array[int]) -> None:
        """``weights`` are those of the first layer, the second and the last, one after the other.

        ``biases`` are in the units of the sums they are added to.
        """
        if not cython.compiled:
            self.first_bias, self.second_bias, self.last_bias = [0] * 32, [0] * 16, [0] * 2
            self.second, self.last = [0] * 512, [0] * 32
        end = len(weights) - FIRST * SECOND - SECOND * OUTPUTS
        if end < 0 or end % FIRST or len(biases) != FIRST + SECOND + OUTPUTS:
            raise ValueError("these are not the weights of such a network")
        self.first = memoryview(weights[:end])
        for i in range(FIRST * SECOND):
            self.second[i] = weights[end + i]
        end += FIRST * SECOND
        for i in range(SECOND * OUTPUTS):
            self.last[i] = weights[end + i]
        for i in range(FIRST):
            self.first_bias[i] = biases[i]
        for i in range(SECOND):
            self.second_bias[i] = biases[FIRST + i]
        for i in range(OUTPUTS):
            self.last_bias[i] = biases[FIRST + SECOND + i]

    def outputs(self, active: list[int]) -> tuple[int, int]:
        """Returns the outputs, in 8192ths, where these inputs are active."""
        sums = cython.declare(cython.int[32])
        found = cython.declare(cython.int[2])
        if not cython.compiled:
            sums, found = [0] * 32, [0] * 2
        self._begin(sums)
        for feature in active:
            self._add(sums, feature)
        self._finish(sums, found)
        return found[0], found[1]

    def _begin(self, sums: cython.p_int) -> cython.void:
        for i in range(32):
            sums[i] = self.first_bias[i]

    def _add(self, sums: cython.p_int, feature: cython.int) -> cython.void:
        """Adds the weights of an active input."""
        row = feature * 32
        for i in range(32):
            sums[i] += self.first[row + i]

    def _finish(self, sums: cython.p_int, outputs: cython.p_int) -> cython.void:
        """Finds the outputs, in 8192ths, and uses up the sums."""
        middle = cython.declare(cython.int[16])
        for i in range(32):
            sums[i] = min(max(sums[i], 0), MOST)
        for i in range(16):
            total = self.second_bias[i]
            for j in range(32):
                total += sums[j] * self.second[i * 32 + j]
            middle[i] = min(max(total >> 6, 0), MOST)
        for i in range(2):
            total = self.last_bias[i]
            for j in range(16):
                total += middle[j] * self.last[i * 16 + j]
            outputs[i] = total


def blank_network() -> Network:
    """Returns a network without inputs, for a judge that only says which inputs are active."""
    weights = array("h", bytes(2 * (FIRST * SECOND + SECOND * OUTPUTS)))
    return Network(weights, array("i", bytes(4 * (FIRST + SECOND + OUTPUTS))))
