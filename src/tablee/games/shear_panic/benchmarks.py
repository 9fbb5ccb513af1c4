"""What ``tablee bench`` measures of Shear Panic."""

from __future__ import annotations

from tablee.core.benchmark import Benchmark

BENCHMARKS: tuple[Benchmark, ...] = ()
