"""What the tests of Fragile share: positions written as text, turns played as text."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tablee.core import Event
from tablee.games.fragile import Book, Fragile, FragileState, standard
from tablee.games.fragile.board import CELLS
from tablee.games.fragile.edition import VERSIONS
from tablee.games.fragile.moves import EndTurn
from tablee.games.fragile.notation import parse_turn
from tablee.games.fragile.position import Docker, Position
from tablee.games.fragile.serial import parse_position

GOLDEN = Path(__file__).parents[2] / "golden" / "fragile_problems.toml"

StateAt = Callable[..., FragileState]
Play = Callable[..., FragileState]
Told = Callable[..., tuple[FragileState, list[Event]]]


def shared_out(players: int) -> dict[str, int | None]:
    """The slots A1 J1 C3 G3 H3 C4 H7 C8 D8 H8 A10 J10, dealt out one by one.

    With 2 players the third of each deal is neutral.
    """
    slots = [cell for cell in CELLS if standard().board.is_slot(cell)]
    if players == 2:
        return {slot: (0, 1, None)[index % 3] for index, slot in enumerate(slots)}
    return {slot: index % players for index, slot in enumerate(slots)}


ASIDE = ("F10", "G10", "H10", "J9", "J8", "J7")


def with_all_dockers(position: Position, game: Fragile) -> Position:
    wanted = game.players * game.equipment.dockers - len(position.dockers)
    free = [cell for cell in ASIDE if not position.is_occupied(cell)]
    aside = tuple(Docker(game.players - 1, cell) for cell in free[:wanted])
    return replace(position, dockers=(*position.dockers, *aside))


@pytest.fixture(scope="session")
def at() -> StateAt:
    """A state at the start of a turn in mid-game, from the text of its position.

    Dockers the text does not name are the last player's and stand on ``ASIDE``.
    """

    def state_at(
        text: str,
        players: int = 2,
        depots: Mapping[str, int | None] | None = None,
        player: int = 0,
        turn: int = 2,
        straws: bool = False,
        idle_limit: int | None = 40,
        version: int = VERSIONS[-1],
        **fields: Any,
    ) -> FragileState:
        game = Fragile(players, straws=straws, idle_limit=idle_limit, rules_version=version)
        position = with_all_dockers(parse_position(game.edition.board, text), game)
        owners = {**shared_out(players), **(depots or {})}
        return game.state_at(position, owners, player, turn, **fields)

    return state_at


@pytest.fixture(scope="session")
def told() -> Told:
    """Plays turns given as text and tells the state after them and all that happened.

    Each text is a turn as in a record; ``…`` behind it leaves the turn unfinished.
    """

    def play(state: FragileState, *turns: str) -> tuple[FragileState, list[Event]]:
        events: list[Event] = []
        for text in turns:
            turn, unfinished, _ = text.partition(" …")
            for move in parse_turn(state, turn):
                step = state.step(move)
                state, events = step.state, [*events, *step.events]  # type: ignore[assignment]
            if not unfinished and state.result is None:
                assert state.check(EndTurn()) is None
                step = state.step(EndTurn())
                state, events = step.state, [*events, *step.events]  # type: ignore[assignment]
        return state, events

    return play


@pytest.fixture(scope="session")
def play(told: Told) -> Play:
    """The state after some turns given as text."""
    return lambda state, *turns: told(state, *turns)[0]


@pytest.fixture(scope="session")
def golden_text() -> str:
    return GOLDEN.read_text(encoding="utf-8")


@pytest.fixture(scope="session")
def golden(golden_text: str) -> Book:
    """The eight published problems."""
    return Book.parse(golden_text, standard().board, GOLDEN.name)
