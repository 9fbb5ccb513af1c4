"""Shear Panic: a flock of nine sheep is pushed, rolled and turned across four fields."""

from tablee.games.shear_panic.edition import Edition, standard
from tablee.games.shear_panic.flock import Flock
from tablee.games.shear_panic.game import ShearPanic
from tablee.games.shear_panic.state import ShearPanicState

__all__ = ["Edition", "Flock", "ShearPanic", "ShearPanicState", "standard"]
