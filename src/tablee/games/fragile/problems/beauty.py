"""Scores the beauty of a problem with one solution, as composers of problems do.

Some faults exclude a problem: a turn of mere walking that prepares no hand-over, or more than one
of those that do; a docker that neither moves a crate nor helps; a solution without a motif. The
score of the others is this sum:

    + 1 for each motif, three at most
    + 1.5 for a quiet key: the first turn moves crates, but brings no goal crate nearer
    + 0.5 × log2 of the most ideas that look as good as the right one, 2 at most (the surprise)
    + 1 for a single order: no two turns can be exchanged, so there is one key turn
    + 1 if the goals interfere: they cross, or one turn serves two
    - 1 for a walk that prepares a hand-over
    - 0.5 for each crate that is never moved nor climbed, but only stands in the way
    - 0.25 for each piece beyond two in a turn (economy)
"""

from __future__ import annotations

from math import log2

from tablee.games.fragile.events import CrateStacked
from tablee.games.fragile.problems.difficulty import IdeaDifficulty
from tablee.games.fragile.problems.motifs import motifs_of
from tablee.games.fragile.problems.story import Story

MOST_MOTIFS = 3
MOST_SURPRISE = 2.0
PIECES_IN_A_TURN = 2


def beauty(story: Story, difficulty: IdeaDifficulty, orders: int) -> float | None:
    """Returns the score, or None for a problem with a fault.

    ``orders`` is the number of orders in which the turns of the solution can be played.
    """
    if has_fault(story):
        return None
    motifs = motifs_of(story)
    score = min(MOST_MOTIFS, len(motifs)) + min(MOST_SURPRISE, 0.5 * log2(max(difficulty.ideas)))
    score += 1.5 * _is_quiet(story, difficulty)
    score += (orders == 1) + ("crossing" in motifs or _serves_two(story))
    score -= len(story.walks) + 0.5 * _obstacles(story)
    return score - 0.25 * max(0, _pieces(story) - PIECES_IN_A_TURN * len(story.turns))


def has_fault(story: Story) -> bool:
    """True for a solution with idle walks, without a motif, or with a docker that does nothing."""
    if len(story.walks) > 1 or story.walks != story.posts:
        return True
    return not _all_dockers_work(story) or not motifs_of(story)


def _all_dockers_work(story: Story) -> bool:
    working = {move.docker for move in story.moves}
    working |= {docker for move in story.moves for docker in move.helpers}
    return len(working) == len(story.line.start.position.dockers)


def _is_quiet(story: Story, difficulty: IdeaDifficulty) -> bool:
    """True if the first turn moves crates, but other ideas look at least as good."""
    moved = story.moves_in(0)
    return bool(moved) and all(move.goal is None for move in moved) and difficulty.ideas[0] > 1


def _serves_two(story: Story) -> bool:
    """True if one turn moves two goal crates."""
    return any(
        len({move.crate for move in story.moves_in(turn) if move.goal is not None}) > 1
        for turn in story.turns
    )


def _obstacles(story: Story) -> int:
    """Counts the single crates that are neither moved nor climbed."""
    moved = {move.crate for move in story.moves}
    climbed = {move.event.target for move in story.moves if isinstance(move.event, CrateStacked)}
    crates = story.line.start.position.crates
    cells = [cell for cell, found in crates.items() for _ in found]
    return sum(
        number not in moved and cell not in climbed and len(crates[cell]) == 1
        for number, cell in enumerate(cells)
    )


def _pieces(story: Story) -> int:
    position = story.line.start.position
    return len(position.dockers) + sum(len(crates) for crates in position.crates.values())
