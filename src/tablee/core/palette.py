"""The colours that all games share: of ink and paper, and of the players.

The page draws with the same: build_backend/make_art.py writes them for it. Signs on the colour of a
player are of ``PAPER``; a test holds them to a contrast of 4.5 to 1. Colour never stands alone:
players also have numbers, and a badge of their own shape.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

INK = "#2b2118"
PAPER = "#fffaf0"
ALARM = "#b3261e"
SUN = "#f2b705"
FONT = "'Trebuchet MS', 'DejaVu Sans', Verdana, sans-serif"


@dataclass(frozen=True, slots=True)
class Livery:
    """How everything of one player looks."""

    colour: str
    dark: str
    light: str
    badge: Literal["circle", "square", "diamond", "triangle"]


PLAYERS = (
    Livery("#2a6fb0", "#17446f", "#cfe2f3", "circle"),
    Livery("#c05100", "#7f3600", "#fbdcc4", "square"),
    Livery("#1a7d52", "#0f4d32", "#cbebdb", "diamond"),
    Livery("#8a4a9e", "#4e2560", "#e8d6ee", "triangle"),
)
"""Told apart by people who see few colours, and in grey by the badge."""

NOBODY = Livery("#78736a", "#57524a", "#e3dfd6", "circle")
