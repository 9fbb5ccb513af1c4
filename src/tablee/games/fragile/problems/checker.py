"""Checks certificates by the law. It shares no code with the solver.

It relies on the law of the actions (``actions``, ``reach``), on the replay of a solution by the
rules, and on the bound of ``lone_crate``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import pairwise

from tablee.core.errors import Illegal, Invalid
from tablee.games.fragile.board import Cell
from tablee.games.fragile.game import Fragile, problem_dockers
from tablee.games.fragile.messages import say
from tablee.games.fragile.position import Crates, Position, parse_cells, parse_crates
from tablee.games.fragile.problems.certificate import Certificate
from tablee.games.fragile.problems.lone_crate import BOTTOM, SINGLE, TOP, LoneCrate, Place
from tablee.games.fragile.problems.turns import play_turn
from tablee.games.fragile.reach import reachable
from tablee.games.fragile.rules import POINTS


@dataclass(frozen=True)
class CheckedMoment:
    """A position between two turns: crates, own dockers, and which of them may not move."""

    crates: frozenset[tuple[Cell, Crates]]
    own: frozenset[Cell]
    barred: Cell | None


def check(
    certificate: Certificate, progress: Callable[[int, int, int], None] | None = None
) -> None:
    """Raises ``Invalid``, with a reason, if the certificate does not prove its claim.

    ``progress`` gets the layer, the number of its positions done, and the number of all.
    """
    _Checker(certificate, progress or (lambda _layer, _done, _of: None)).check()


class _Checker:
    def __init__(self, certificate: Certificate, progress: Callable[[int, int, int], None]) -> None:
        self.certificate, self.progress = certificate, progress
        self.done = (0, 0, 0)
        self.problem = certificate.problem
        self.board = certificate.edition.board
        self.game = Fragile.of_problem(self.problem, certificate.edition)  # also checks the problem
        others = frozenset(self.problem.others)
        own = self.problem.dockers
        self.lone = {
            depot: LoneCrate(self.board, depot, own, others, self._tell)
            for depot in self.problem.goals
        }

    def check(self) -> None:
        refuted, layers = self.certificate.refuted, self.certificate.layers
        if refuted < 0 or len(layers) != max(0, refuted - 1):
            raise Invalid(say("certificate-layers", refuted=refuted))
        if self.certificate.solution:
            self._check_solution()
        start = CheckedMoment(
            frozenset(self.problem.crates.items()), frozenset(self.problem.dockers), None
        )
        proof = [{start}, *({self._moment(text) for text in layer} for layer in layers)]
        for number, (layer, following) in enumerate(pairwise(proof)):
            for done, moment in enumerate(layer):
                self._tell(number + 1, done, len(layer))
                self._check_turn(moment, following, refuted - number)
        if refuted:
            for done, moment in enumerate(proof[-1]):
                self._tell(refuted, done, len(proof[-1]))
                self._check_turn(moment, set(), 1)

    def _tell(self, *done: int) -> None:
        """Tells how far it has come; without arguments, once more the same."""
        if done:
            layer, number, of = done
            self.done = (layer, number, of)
        self.progress(*self.done)

    def _check_solution(self) -> None:
        """Checks that the solution is legal, solves with its last turn and has the right length."""
        solution = self.certificate.solution
        if len(solution) != self.certificate.refuted + 1:
            raise Invalid(say("certificate-length", refuted=self.certificate.refuted))
        state = replace(self.game.initial(), game=self._with_turns(len(solution)))
        for number, turn in enumerate(solution, 1):
            try:
                state = play_turn(state, turn).after
            except (Illegal, Invalid) as error:
                problem = error.message
                raise Invalid(say("certificate-turn", turn=number, problem=problem)) from None
        if state.result is None or state.result.winners != (0,):
            raise Invalid(say("certificate-unsolved"))

    def _with_turns(self, turns: int) -> Fragile:
        """Returns the game with this limit of turns, so that a tight target does not end it."""
        return Fragile.of_problem(replace(self.problem, turns=turns), self.certificate.edition)

    def _moment(self, text: str) -> CheckedMoment:
        """Reads the position of a line of a layer. Raises ``Invalid``."""
        parts = text.split(";")
        if len(parts) != 3:
            raise Invalid(say("certificate-position", text=text))
        crates, free, barred = parse_crates(parts[0]), parse_cells(parts[1]), parse_cells(parts[2])
        if len(barred) != 1:
            raise Invalid(say("certificate-position", text=text))
        return CheckedMoment(frozenset(crates.items()), frozenset((*free, *barred)), barred[0])

    # One turn

    def _check_turn(self, moment: CheckedMoment, following: set[CheckedMoment], turns: int) -> None:
        """Checks that no turn from here meets the goals.

        Each must lead to one of ``following``, or to a position that the bound refutes.
        """
        own = sorted(moment.own)
        dockers = problem_dockers(own, self.problem.others)
        position = Position(self.board, dict(moment.crates), dockers)
        for index, cell in enumerate(own):
            if cell == moment.barred:
                continue
            if turns == 1 and not self._can_begin(moment, cell, 1):
                continue
            for found in reachable(position, index, POINTS):
                self._check_end(found, index, len(own), following, turns)

    def _check_end(
        self, found: Position, index: int, own: int, following: set[CheckedMoment], turns: int
    ) -> None:
        if all(self._is_stored(found, depot) for depot in self.lone):
            raise Invalid(say("certificate-shorter", refuted=self.certificate.refuted))
        if turns == 1:
            return
        cells = frozenset(docker.cell for docker in found.dockers[:own])
        after = CheckedMoment(frozenset(found.crates.items()), cells, found.dockers[index].cell)
        if after in following:
            return
        if any(self._can_begin(after, cell, turns - 1) for cell in after.own - {after.barred}):
            raise Invalid(say("certificate-missing", layer=self.certificate.refuted - turns + 1))

    # The bound

    def _is_stored(self, position: Position, depot: Cell) -> bool:
        return any(crate.goal == depot for crate in position.crates_at(depot))

    def _can_begin(self, moment: CheckedMoment, active: Cell, turns: int) -> bool:
        """True if the bound lets this docker begin to store every goal crate in these turns."""
        crates = dict(moment.crates)
        still = moment.own - {active}
        for depot, lone in self.lone.items():
            place = _place(crates, depot)
            if place == (depot, SINGLE):
                continue
            if depot in crates or not lone.may_be_stored(place, active, still, turns):
                return False
        return True


def _place(crates: dict[Cell, Crates], depot: Cell) -> Place:
    """Returns where the crate for this depot is. Raises ``Invalid`` if it is missing."""
    for cell, stack in crates.items():
        for level, crate in enumerate(stack):
            if crate.goal == depot:
                height = SINGLE if len(stack) == 1 else TOP if level else BOTTOM
                return cell, height
    raise Invalid(say("certificate-no-crate", cell=depot))
