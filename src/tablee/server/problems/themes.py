"""The themes of problems with their names, and the grades."""

from __future__ import annotations

from tablee.games.fragile.edition import Edition
from tablee.games.fragile.messages import say
from tablee.games.fragile.problems.book import BookEntry
from tablee.games.fragile.problems.composer import has_theme
from tablee.games.fragile.problems.problem import Problem
from tablee.games.fragile.problems.sketch import THEMES
from tablee.server.messages import Spoken, spoken

GRADES = (2.5, 3.5, 4.5, 6.0)
"""The difficulties at which the grades 2 to 5 begin."""


def grade_of(difficulty: float) -> int:
    return 1 + sum(difficulty >= begin for begin in GRADES)


def themes_of(problem: Problem, turns: tuple[str, ...], edition: Edition) -> list[str]:
    """Returns the themes that a solution shows."""
    return [name for name in THEMES if has_theme(name, problem, turns, edition)]


def themes_in(entry: BookEntry) -> list[str]:
    """Returns the themes of a problem in a book."""
    theme = (entry.facts or {}).get("theme")
    return [theme] if isinstance(theme, str) else []


def theme_name(theme: str) -> Spoken:
    return spoken(say(f"theme-{theme}"))
