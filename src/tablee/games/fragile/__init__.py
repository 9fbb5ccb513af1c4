"""Fragile: dockers push, stack, flip and hand over crates on a quay."""

from tablee.games.fragile.edition import Edition, standard
from tablee.games.fragile.game import Fragile
from tablee.games.fragile.problems.book import Book
from tablee.games.fragile.problems.problem import Problem
from tablee.games.fragile.state import FragileState

__all__ = ["Book", "Edition", "Fragile", "FragileState", "Problem", "standard"]
