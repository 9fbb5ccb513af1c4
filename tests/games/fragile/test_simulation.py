"""Fragile's simulation: observations as the law sees them, symmetries, small pickles."""

import random
from itertools import product
from typing import Any

import pytest

from tablee.core.layout import Layout
from tablee.games.fragile import Fragile
from tablee.games.fragile.board import CELLS, Cell
from tablee.games.fragile.edition import Edition, standard
from tablee.games.fragile.position import Crate, Position
from tablee.games.fragile.problems.book import Book
from tablee.games.fragile.state import FragileState

GAMES = [
    Fragile(2),
    Fragile(3, straws=True),
    Fragile(4),
    Fragile.of_problem(Book.published().entry(3).problem),
]
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game.players} players")


def expected(state: FragileState, player: int, layout: Layout) -> dict[str, dict[Any, int]]:
    """What a player sees, as the law has it: each part as the places that are not 0."""
    game, players = state.game, state.game.players
    seen: dict[str, dict[Any, int]] = {part.name: {} for part in layout.observation_parts}
    goals = sorted(game.problem.goals, key=CELLS.index) if game.problem else []

    def seat(other: int) -> int:
        return (other - player) % players

    def at(cell: Cell) -> tuple[int, int]:
        return divmod(CELLS.index(cell), 10)

    def crates(name: str, position: Position) -> None:
        for cell, stack in position.crates.items():
            for level, crate in enumerate(stack):
                seen[name][level, _kind(crate), *at(cell)] = (
                    1 if crate.goal is None else 1 + goals.index(crate.goal)
                )

    crates("crates", state.position)
    counted = dict.fromkeys(range(players + 1), 0)
    for number, docker in enumerate(state.position.dockers):
        if docker.player < players:
            place = (seat(docker.player), counted[docker.player], *at(docker.cell))
            seen["dockers"][place] = 1
            counted[docker.player] += 1
        else:
            seen["bystanders"][at(docker.cell)] = 1
        if number == state.active:
            seen["active"][at(docker.cell)] = 1
        if number == state.barred:
            seen["barred"][at(docker.cell)] = 1
    if state.origin is not None and state.active is not None:
        crates("crates before", state.origin)
        seen["docker before"][at(state.origin.dockers[state.active].cell)] = 1
    for slot in game.edition.board.entrances:
        owner = state.depots.get(slot, players)
        place = {None: players, players: players + 1}.get(owner, seat(owner or 0))
        seen["depots"][place, *at(slot)] = 1
    for number, goal in enumerate(goals):
        seen["goals"][at(goal)] = 1 + number
    for number, other in enumerate(state.to_play):
        seen["to play"][number, seat(other)] = 1
    for other, score in enumerate(state.scores):
        seen["scores"][(seat(other),)] = score
    for name, holder in (("marker", state.marker), ("full", state.full_player)):
        if holder is not None:
            seen[name][(seat(holder),)] = 1
    numbers = {
        "points": state.points,
        "activations": state.activations,
        "flips left": game.flips_allowed - state.flips,
        "turn": min(state.turn, 127),
        "idle turns": min(state.idle_turns, 127),
        "turns left": game.problem.turns - state.turn if game.problem else 0,
        "last turns": int(state.last_turns),
        "stored": int(state.stored_this_turn),
    }
    for name, number in numbers.items():
        seen[name][(0,)] = number
    return {name: {at: n for at, n in part.items() if n} for name, part in seen.items()}


def _kind(crate: Crate) -> int:
    if crate.goal is not None:
        return 3
    return 2 if crate.flipped_this_turn else int(crate.fragile)


def seen(simulation: Any, player: int) -> bytearray:
    out = bytearray(simulation.layout.size)
    simulation.observe_into(player, out)
    return out


def found(part: memoryview) -> dict[Any, int]:
    """The places of a part that are not 0."""
    places = product(*map(range, part.shape))
    return {
        place: value for place, value in zip(places, part.cast("B").cast("b"), strict=True) if value
    }


def lively(luck: random.Random, state: FragileState) -> Any:
    """A random move; every other time none of the walks."""
    moves = [state.notation(move) for move in state.legal_moves()]
    rare = [text for text in moves if any(sign in text for sign in ">+-!~")]
    return luck.choice(rare if rare and luck.random() < 0.7 else moves)


@every_game
def test_observations_show_what_the_law_says(game: Fragile) -> None:
    luck = random.Random(4)
    state, simulation = game.initial(), game.simulation(rolls=False)
    names = set()
    for step in range(120):
        if step % 5 == 0 or state.ended:
            for player in range(game.players):
                parts = simulation.layout.observed(seen(simulation, player))
                shown = {name: found(part) for name, part in parts.items()}
                assert shown == expected(state, player, simulation.layout)
                names |= {name for name, part in shown.items() if part}
        if state.ended:
            break
        text = lively(luck, state)
        simulation.step(simulation.action(text))
        state = state.play(state.parse(text))
    assert {"crates", "dockers", "active", "crates before", "depots", "to play", "turn"} <= names


def test_the_pinwheel_turns_and_the_rules_turn_with_it() -> None:
    """F-1.3: a turned game has the turned actions, and they lead to turned games."""
    luck = random.Random(2)
    game = Fragile(2)
    plain = game.simulation()
    symmetries = plain.layout.symmetries
    assert [symmetry.name for symmetry in symmetries] == [
        "quarter turn",
        "half turn",
        "three-quarter turn",
    ]
    turned = [game.simulation() for _ in symmetries]
    played = set()
    for _ in range(150):
        if plain.actor is None:
            break
        legal = plain.legal_actions()
        here = seen(plain, 0)
        for symmetry, twin in zip(symmetries, turned, strict=True):
            assert sorted(symmetry.actions) == list(range(plain.layout.actions))
            assert sorted(symmetry.observation) == list(range(plain.layout.size))
            assert {symmetry.actions[action] for action in legal} == set(twin.legal_actions())
            there = seen(twin, 0)
            assert all(there[symmetry.observation[i]] == here[i] for i in range(len(here)))
        rare = [a for a in legal if "go" not in plain.layout.place_of(a)[0].name]
        action = luck.choice(rare if rare and luck.random() < 0.7 else legal)
        played.add(plain.layout.place_of(action)[0].name.split(": ")[-1])
        plain.step(action)
        for symmetry, twin in zip(symmetries, turned, strict=True):
            twin.step(symmetry.actions[action])
    assert {"depot", "docker", "go", "push", "end turn", "hand over"} <= played


def test_a_board_without_symmetry_has_none() -> None:
    text = standard().text.replace('slot = "A1"\nopens = "B1"', 'slot = "A1"\nopens = "A2"')
    assert text != standard().text
    assert Fragile(2, Edition.parse(text)).simulation().layout.symmetries == ()


def test_more_dockers_add_actions_at_the_end() -> None:
    text = standard().text.replace("dockers = 3", "dockers = 4")
    assert text != standard().text
    game = Fragile(2, Edition.parse(text))
    simulation = game.simulation()
    assert simulation.layout.actions == 1821 + 532
    assert simulation.play_out(1) > 100
    state = game.initial()
    plain, more = Fragile(2).simulation(), game.simulation()
    for _ in range(8):
        assert plain.legal_actions() == more.legal_actions()
        plain.step(plain.legal_actions()[0])
        more.step(more.legal_actions()[0])
        state = state.play(state.legal_moves()[0])
    assert {more.text(a) for a in more.legal_actions()} == {
        state.notation(move) for move in state.legal_moves()
    }
