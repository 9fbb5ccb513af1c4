"""The learned judge: its file, its symmetries, its chances, and games to learn from."""

from __future__ import annotations

import random
from array import array
from dataclasses import replace

import pytest

from tablee.core.errors import Invalid
from tablee.core.judge_file import JudgeFile, JudgeOrigin
from tablee.games.shear_panic import Flock, ShearPanic, ShearPanicState, codes, packing, standard
from tablee.games.shear_panic.evaluate import judge
from tablee.games.shear_panic.judge import SHAPE, judge_of, self_play, shipped
from tablee.games.shear_panic.tasks import Stage, Task
from tablee.testing import random_game

SURE = 65536


def some_judge(players: int) -> JudgeFile:
    """A judge that learned nothing: its weights are drawn."""
    rng = random.Random(players)
    origin = JudgeOrigin("shear-panic", players, 2, codes.JUDGE_INPUTS, "none", 0)
    weights = [rng.randrange(-60, 60) for _ in range(32 * codes.JUDGE_INPUTS + 32 * 16 + 16 * 2)]
    biases = [rng.randrange(-500, 500) for _ in range(32 + 16 + 2)]
    worth = [rng.randrange(4000) for _ in range(codes.JUDGE_SPACES)]
    return JudgeFile(origin, array("h", weights), array("i", biases), array("i", worth))


def at(flock: str, players: int = 3, player: int = 0, **fields: object) -> ShearPanicState:
    start = ShearPanic(players).initial()
    state = replace(start, task=Task.COMMAND, stage=Stage.PLAY, player=player, counter=12)
    return replace(state, flock=Flock.parse(flock), **fields)  # type: ignore[arg-type]


def judged(state: ShearPanicState) -> list[int]:
    return judge(some_judge(state.game.players)).chances(packing.pack(state))


def turned(flock: str) -> str:
    """Returns a flock turned clockwise, with the way it faces."""
    rows, facing = flock.split()
    across = zip(*reversed(rows.split("/")), strict=True)
    return f"{'/'.join(map(''.join, across))} {'NESW'['NESW'.index(facing) - 3]}"


def mirrored(flock: str) -> str:
    rows, facing = flock.split()
    other = {"E": "W", "W": "E"}.get(facing, facing)
    return f"{'/'.join(row[::-1] for row in rows.split('/'))} {other}"


FLOCKS = ["BRG/GKY/YBR N", "BR../GKYB/.GRY E", ".B.../RGKY./..BRG/....Y S"]


@pytest.mark.parametrize("flock", FLOCKS)
def test_a_flock_turned_or_mirrored_is_judged_alike(flock: str) -> None:
    found = judged(at(flock))
    assert len(set(found)) > 1
    for _ in range(4):
        flock = turned(flock)
        assert judged(at(flock)) == judged(at(mirrored(flock))) == found


def test_seats_that_move_on_take_their_chances_along() -> None:
    state = at(FLOCKS[1], points=(3, 1, 0), used=(1, 2, 4))
    game = replace(state.game, colours=state.game.colours[-1] + state.game.colours[:-1])
    moved = replace(state, game=game, player=1, points=(0, 3, 1), used=(4, 1, 2))
    found = judged(state)
    assert judged(moved) == [found[-1], *found[:-1]]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_chances_are_shares_of_one_and_a_game_won_is_sure(players: int) -> None:
    states = [state for state, _ in random_game(ShearPanic(players), 3)]
    for state in states[::15]:
        assert sum(judged(state)) == pytest.approx(SURE, abs=players)  # type: ignore[arg-type]
    end = states[-1]
    while end.actor is not None:
        end = end.play(end.legal_moves()[0])
    assert end.result is not None
    won = [SURE if player in end.result.winners else 0 for player in range(players)]
    assert judged(end) == won  # type: ignore[arg-type]


def test_a_judge_is_the_same_after_it_was_written_and_read() -> None:
    file = some_judge(2)
    assert JudgeFile.from_bytes(file.to_bytes()) == file


def test_a_damaged_file_is_refused() -> None:
    data = some_judge(2).to_bytes()
    for damaged in (b"", b"{}", data[:-2], data[:-1] + bytes([data[-1] ^ 1]), b"x" + data):
        with pytest.raises(Invalid, match="not the file of a judge"):
            JudgeFile.from_bytes(damaged)


def test_the_judge_of_the_package_is_small_and_says_where_it_is_from() -> None:
    file = shipped(2)
    assert file is not None
    assert (file.origin.game, file.origin.players) == ("shear-panic", 2)
    assert file.origin.rules_version == ShearPanic(2).rules_version
    assert file.origin.inputs == codes.JUDGE_INPUTS
    assert file.origin.command.startswith("tablee train shear-panic --players 2")
    assert len(file.to_bytes()) < 100_000


def test_only_games_that_it_has_learned_have_a_judge() -> None:
    assert judge_of(ShearPanic(2)) is not None
    assert judge_of(ShearPanic(3)) is None
    assert judge_of(ShearPanic(3, standard(1), rules_version=1)) is None
    assert judge_of(ShearPanic(2, replace(standard(), extra_cost=3))) is None


def test_the_same_seed_plays_the_same_games_to_learn_from() -> None:
    rows = self_play(2, seed=4, games=1)
    assert rows == self_play(2, seed=4, games=1)
    size = SHAPE.row_size(2)
    assert rows
    assert len(rows) % (2 * size) == 0
    assert set(array("h", rows)[size - 1 :: size]) <= {0, 1}


def test_a_judge_that_plays_makes_other_games() -> None:
    taught = some_judge(2)
    assert self_play(2, 4, 1, taught) == self_play(2, 4, 1, taught) != self_play(2, 4, 1)
