"""The learned judge: its symmetries, its chances, and games to learn from."""

from __future__ import annotations

import random
import re
from array import array
from collections.abc import Callable
from dataclasses import replace

import pytest

from tablee.core.judge_file import JudgeFile, JudgeOrigin
from tablee.games.fragile import Fragile, FragileState, codes, kernel, packing, standard
from tablee.games.fragile.evaluate import evaluator, weights
from tablee.games.fragile.judge import SHAPE, judge, judge_of, self_play, shipped
from tablee.games.fragile.problems.symmetry import symmetries
from tablee.games.fragile.scout_kernel import Scout
from tablee.testing import random_game

StateAt = Callable[..., FragileState]

SURE = 65536
DEPOTS = {"A1": 0, "C8": 0, "G3": 0, "J10": 0, "J1": 1, "C3": 1, "H7": 1, "A10": 1}
NEUTRAL: dict[str, int | None] = {"H3": None, "C4": None, "D8": None, "H8": None}
POSITIONS = [
    "D4c,E4c,F4c,G4c,D5c,G5c,D6c,G6c,D7c,E7c,F7c,G7c 1A1,1C8,1G3,2J1,2C3,2H7",
    "A1c,C3f,E4f,F5cc,B6c,D6c,H6c,G5f 1E7,1D7,1G9,2F7,2G6,2B7",
]
FILES = [file for file in (shipped(players) for players in (2, 3, 4)) if file is not None]


def some_judge(players: int) -> JudgeFile:
    """A judge that learned nothing: its weights are drawn."""
    rng = random.Random(players)
    origin = JudgeOrigin("fragile", players, 2, codes.JUDGE_INPUTS, "none", 0)
    drawn = [rng.randrange(-60, 60) for _ in range(32 * codes.JUDGE_INPUTS + 32 * 16 + 16 * 2)]
    biases = [rng.randrange(-500, 500) for _ in range(32 + 16 + 2)]
    worth = [rng.randrange(4000) for _ in range(codes.JUDGE_SPACES)]
    return JudgeFile(origin, array("h", drawn), array("i", biases), array("i", worth))


def judged(state: FragileState) -> list[int]:
    return judge(state.game, some_judge(state.game.players)).chances(packing.pack(state))


@pytest.mark.parametrize("text", POSITIONS)
def test_a_turned_board_is_judged_alike(at: StateAt, text: str) -> None:
    found = judged(at(text, depots={**NEUTRAL, **DEPOTS}, marker=1))
    assert len(set(found)) > 1
    turns = symmetries(standard().board)
    assert len(turns) == 4
    for turn in turns:
        there = re.sub(r"[A-J]\d+", lambda cell: turn[cell[0]], text)  # noqa: B023
        owners = {turn[slot]: owner for slot, owner in {**NEUTRAL, **DEPOTS}.items()}
        assert judged(at(there, depots=owners, marker=1)) == found


@pytest.mark.parametrize("text", POSITIONS)
def test_players_who_change_seats_take_their_chances_along(at: StateAt, text: str) -> None:
    found = judged(at(text, depots={**NEUTRAL, **DEPOTS}, marker=1))
    crates, dockers = text.split()
    swapped = ",".join(f"{3 - int(one[0])}{one[1:]}" for one in dockers.split(","))
    owners = {**NEUTRAL, **{slot: 1 - owner for slot, owner in DEPOTS.items()}}
    there = at(f"{crates} {swapped}", depots=owners, marker=0, player=1)
    assert judged(there) == found[::-1]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_chances_are_shares_of_one_and_a_game_won_is_sure(players: int) -> None:
    states = [state for state, _ in random_game(Fragile(players), 3)]
    for state in states[40::60]:
        assert isinstance(state, FragileState)
        assert sum(judged(state)) == pytest.approx(SURE, abs=players)
    packed = packing.pack(states[-1])  # type: ignore[arg-type]
    while moves := kernel.legal(packed):
        kernel.apply(packed, moves[-1])
    won = [SURE if player in packed.winners() else 0 for player in range(players)]
    assert judge(Fragile(players), some_judge(players)).chances(packed) == won


def test_a_look_ahead_is_the_mean_of_the_chances_on_its_way(at: StateAt) -> None:
    state = at(POSITIONS[1], depots={**NEUTRAL, **DEPOTS}, marker=1)
    packed, weighing = packing.pack(state), weights("classic")
    learned = judge(state.game, some_judge(2))
    mine, other = evaluator(state, weighing), evaluator(state, weighing)
    scout = Scout(packed, mine, other, 1, 1, learned, 2)
    looks = [scout.look(packed, 0, turns) for turns in range(3)]
    assert looks[0] == learned.chances(packed)[0] / SURE
    assert 0 < looks[1] < 1
    assert looks[1] != looks[2]


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.origin.players))
def test_a_judge_of_the_package_is_small_and_says_where_it_is_from(file: JudgeFile) -> None:
    assert file.origin.game == "fragile"
    assert file.origin.rules_version == Fragile().rules_version
    assert file.origin.inputs == codes.JUDGE_INPUTS
    assert len(file.to_bytes()) < 240_000


def test_only_games_that_it_has_learned_have_a_judge() -> None:
    for players in (2, 3, 4):
        assert judge_of(Fragile(players)) == shipped(players) is not None
    assert judge_of(Fragile(2, standard(1), rules_version=1)) is None
    assert judge_of(Fragile(2, replace(standard(), name="another", text="another"))) is None
    assert judge_of(Fragile(4, straws=True)) is None


def test_a_player_far_ahead_is_likely_to_win(at: StateAt) -> None:
    ahead = at("A1f,C8f,G3f,D4c,E4c,D5c 1A9,1E5,1F6,2J2,2E9,2H5", depots={**NEUTRAL, **DEPOTS})
    file = shipped(2)
    assert file is not None
    found = judge(ahead.game, file).chances(packing.pack(replace(ahead, marker=0)))
    assert found[0] > 0.9 * SURE


def test_the_same_seed_plays_the_same_games_to_learn_from() -> None:
    rows = self_play(2, seed=4, games=1)
    assert rows == self_play(2, seed=4, games=1)
    size = SHAPE.row_size(2)
    assert rows
    numbers = array("h", rows)
    assert len(numbers) % size == 0
    assert set(numbers[size - 1 :: size]) <= {0, 1}
    assert max(numbers) < codes.JUDGE_INPUTS
