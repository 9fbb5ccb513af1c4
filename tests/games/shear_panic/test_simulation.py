"""Shear Panic's simulation: observations as the law sees them, numbers for every move."""

import random
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from tablee.core.simulation_kernel import COMPILED
from tablee.games.shear_panic import Edition, ShearPanic, codes, standard
from tablee.games.shear_panic.edition import PANIC_FACES, REGROUP_FACES
from tablee.games.shear_panic.flock import BLACK, COLOURS, FACINGS, Flock, spot_named
from tablee.games.shear_panic.layout import ACTIONS
from tablee.games.shear_panic.moves import KINDS, TURNS, Kind
from tablee.games.shear_panic.simulation_kernel import action_of
from tablee.games.shear_panic.state import ShearPanicState
from tablee.games.shear_panic.tasks import Stage, Task

GAMES = [ShearPanic(2, colours="RB"), ShearPanic(3, first=None), ShearPanic(4)]
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game.players} players")


def expected(state: ShearPanicState, player: int) -> dict[str, dict[Any, int]]:
    """What a player sees, as the law has it: each part as the places that are not 0."""
    game, players = state.game, state.game.players

    def seat(other: int) -> int:
        return (other - player) % players

    planes = [game.colours[(player + i) % players] for i in range(players)]
    planes += [colour for colour in (*COLOURS, BLACK) if colour not in planes]

    def sheep(flock: Flock | None) -> dict[Any, int]:
        if flock is None:
            return {}
        return {
            (plane, row, column): 1
            for plane, colour in enumerate(planes)
            for column, row in flock.spots(colour)
        }

    def one(choices: Any, chosen: Any) -> dict[Any, int]:
        return {(list(choices).index(chosen),): 1} if chosen else {}

    order = {(rank, seat(other)): 1 for rank, other in enumerate(state.order)}
    used = {
        (seat(other), place): 1
        for other, place in product(range(players), range(codes.MENU))
        if state.used[other] >> place & 1
    }
    extras = {
        (seat(other), number - 1): left.count(number)
        for other, left in enumerate(state.extras)
        for number in (1, 2, 3)
    }
    group = spot_named(state.group)[::-1] if state.group else None
    parts = {
        "sheep": sheep(state.flock),
        "sheep before": sheep(state.before),
        "group": {group: 1} if group else {},
        "facing before": one(FACINGS, state.before and state.before.facing),
        "facing": one(FACINGS, state.flock.facing),
        "box": {
            (0,): max(map(len, state.flock.rows), default=0),
            (1,): len(state.flock.rows),
        },
        "task": one(Task, state.task),
        "stage": one(Stage, state.stage),
        "actor": {} if state.actor in (None, -1) else {(seat(state.player),): 1},
        "scores": {(seat(other),): points for other, points in enumerate(state.points)},
        "used": used,
        "extras": extras,
        "order": order,
        "last command": one(KINDS, state.last_command),
        "last turn": one(TURNS, state.last_turn),
        "face": one((*planes, PANIC_FACES[-1]), state.face),
        "die": one(REGROUP_FACES, state.die),
        "counter": {(0,): state.counter},
        "rolled": {(0,): int(state.rolled)},
        "number": {(0,): state.number},
        "jumps": {(0,): state.jumps},
    }
    return {name: {at: n for at, n in part.items() if n} for name, part in parts.items()}


def found(part: memoryview) -> dict[Any, int]:
    """The places of a part that are not 0."""
    places = product(*map(range, part.shape))
    return {
        place: value for place, value in zip(places, part.cast("B").cast("b"), strict=True) if value
    }


@every_game
def test_observations_show_what_the_law_says(game: ShearPanic) -> None:
    luck = random.Random(4)
    state, simulation = game.initial(), game.simulation(rolls=False)
    names = set()
    out = bytearray(simulation.layout.size)
    while True:
        for player in range(game.players):
            simulation.observe_into(player, out)
            shown = {n: found(part) for n, part in simulation.layout.observed(out).items()}
            assert shown == expected(state, player)
            names |= {name for name, part in shown.items() if part}
        if state.ended:
            break
        move = luck.choice(state.legal_moves())
        simulation.step(simulation.action(state.notation(move)))
        state = state.play(move)
    wanted = {part.name for part in simulation.layout.observation_parts}
    assert wanted - names <= {"extras", "last turn", "group", "die"}


def test_every_number_is_one_move() -> None:
    """All moves that a flock together or split can have, against all the numbers."""
    together = [(c, r) for c, r in product(range(9), range(9)) if c + r <= 8]
    ways = {
        Kind.LAMB_PUSH: range(8),
        Kind.LINE_PUSH: range(0, 8, 2),
        Kind.DIAGONAL_PUSH: range(1, 8, 2),
        Kind.LAMB_ROLL: range(8),
        Kind.LEAPFROG: range(0, 8, 2),
    }
    moves = [
        codes.encode(0, kind=KINDS.index(kind), number=number, column=c, row=r, way=way)
        for kind in ways
        for way in ways[kind]
        for number in (1, 2, 3)
        for r, c in sorted((r, c) for c, r in together)
    ]
    moves += [
        codes.encode(0, kind=kind, number=number, way=way)
        for kind, sides in ((codes.LINE_UP, 4), (codes.EWE_TURN, 2))
        for way, number in product(range(sides), (1, 2, 3))
    ]
    moves += [
        codes.encode(codes.PUSH, column=c, row=r, way=way)
        for way in range(8)
        for r, c in sorted((r, c) for c, r in together)
    ]
    moves += [codes.encode(codes.TURN, way=way) for way in range(2)]
    moves += [codes.encode(codes.GROUP, column=c, row=r) for r, c in product(range(10), range(10))]
    moves += [
        codes.encode(codes.LINE, column=c + codes.MIDDLE, row=r + codes.MIDDLE)
        for r, c in product(range(-10, 11), range(-10, 11))
    ]
    for kind, count in (
        (codes.EXTRA, 4),
        (codes.DRAW, 4),
        (codes.PANIC_ROLL, 6),
        (codes.REGROUP_ROLL, 2),
    ):
        moves += [codes.encode(kind, way=way) for way in range(count)]
    assert [action_of(move) for move in moves] == list(range(codes.ACTIONS))
    assert ACTIONS[-1].last + 1 == codes.ACTIONS


def quarter_turned(flock: Flock) -> Flock:
    """A quarter to the right, the sheep with the ground."""
    rows = tuple(map("".join, zip(*reversed(flock.rows), strict=True)))
    return Flock(rows, FACINGS[(FACINGS.index(flock.facing) + 1) % 4])


def mirrored(flock: Flock) -> Flock:
    """Left to right."""
    rows = tuple(row[::-1] for row in flock.rows)
    return Flock(rows, {"E": "W", "W": "E"}.get(flock.facing, flock.facing))


def exchanged(flock: Flock) -> Flock:
    """Green and yellow, which are neutral if blue and red play."""
    letters = str.maketrans("GY", "YG")
    return Flock(tuple(row.translate(letters) for row in flock.rows), flock.facing)


IMAGES = {
    "neutral colours": (exchanged,),
    "quarter turn": (quarter_turned,),
    "half turn": (quarter_turned,) * 2,
    "three-quarter turn": (quarter_turned,) * 3,
    "left to right": (mirrored,),
    "top to bottom": (mirrored, quarter_turned, quarter_turned),
    "diagonal": (mirrored, *(quarter_turned,) * 3),
    "other diagonal": (mirrored, quarter_turned),
}


def follow_the_images(game: ShearPanic, seed: int, steps: int) -> set[str]:
    """Plays a game beside its turned and mirrored images; returns what was played."""
    luck = random.Random(seed)
    start = game.initial()
    plain, twins = game.simulation(rolls=False), {}
    for name in [symmetry.name for symmetry in plain.symmetries()]:
        flock = start.flock
        for change in IMAGES[name]:
            flock = change(flock)
        twins[name] = game.simulation(replace(start, flock=flock), rolls=False)
    here, there = bytearray(plain.layout.size), bytearray(plain.layout.size)
    played = set()
    for _ in range(steps):
        legal = plain.legal_actions()
        action = luck.choice(legal or [0])
        for symmetry in plain.symmetries():
            twin = twins[symmetry.name]
            assert sorted(symmetry.actions) == list(range(plain.layout.actions))
            assert sorted(symmetry.observation) == list(range(plain.layout.size))
            assert {symmetry.actions[found] for found in legal} == set(twin.legal_actions())
            for player in range(game.players):
                plain.observe_into(player, here)
                twin.observe_into(player, there)
                assert all(there[symmetry.observation[i]] == value for i, value in enumerate(here))
            if legal:
                twin.step(symmetry.actions[action])
        if not legal:
            assert all(twin.scores() == plain.scores() for twin in twins.values())
            break
        played.add(plain.layout.place_of(action)[0].name)
        plain.step(action)
    return played


@pytest.mark.parametrize("game", [ShearPanic(2, colours="RB"), ShearPanic(4)], ids=str)
def test_the_rules_turn_with_the_flock(game: ShearPanic) -> None:
    """S-1.1: a turned or mirrored game has the turned actions, and they lead to turned games."""
    names = [symmetry.name for symmetry in game.simulation().symmetries()]
    assert names == [name for name in IMAGES if name != "neutral colours" or game.players == 2]
    played = follow_the_images(game, 1, 50 if COMPILED else 8)
    assert {"push", "panic", "regroup"} <= played
    assert {"line push", "move"} <= played or not COMPILED


@pytest.mark.long
@every_game
def test_the_rules_turn_with_the_flock_in_many_games(game: ShearPanic) -> None:
    played = set()
    for seed in range(100):
        played |= follow_the_images(game, seed, 1000)
    assert {"group", "move", "ewe turn", "line up", "leapfrog", "turn"} <= played


def test_neutral_colours_of_different_luck_are_no_symmetry() -> None:
    text = standard().text.replace('["B", "G", "R"', '["B", "G", "G", "R"')
    assert text != standard().text
    own = ShearPanic(2, Edition.parse(text), "RB").simulation()
    assert own.layout.symmetries == ()
