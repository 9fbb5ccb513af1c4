"""Shear Panic meets the contract, in many games."""

import pytest

from tablee.games.shear_panic import ShearPanic, standard
from tablee.games.shear_panic.events import SheepShorn
from tablee.games.shear_panic.game import HAIRCUT
from tablee.games.shear_panic.tasks import Task
from tablee.testing import check_game, random_game


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_pass_the_conformance_suite(players: int) -> None:
    report = check_game(ShearPanic(players, first=None), range(5))
    assert report.games == 5
    assert {"Command", "PanicPush", "PanicTurn", "Regroup", "RegroupRoll"} <= report.kinds.keys()


@pytest.mark.parametrize("players", [3, 4])
def test_random_games_of_version_1_pass_the_conformance_suite(players: int) -> None:
    game = ShearPanic(players, standard(1), first=None, rules_version=1)
    assert check_game(game, range(3)).games == 3


def test_two_players_spend_extra_steps_and_say_who_begins() -> None:
    """S-2.2, S-9.4"""
    report = check_game(ShearPanic(2, first=HAIRCUT), range(5))
    assert report.kinds["DrawFirst"] == 5
    assert report.kinds["ExtraSteps"] > 20


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("hundred", range(20))
def test_two_thousand_random_games_pass_the_conformance_suite(players: int, hundred: int) -> None:
    seeds = range(100 * hundred, 100 * hundred + 100)
    assert check_game(ShearPanic(players), seeds).games == 100


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_flock_is_one_after_every_turn_and_sheep_are_lost_by_shearing_only(
    players: int,
) -> None:
    """S-5.5, S-6.6"""
    for seed in range(5):
        left = 9
        for state, move in random_game(ShearPanic(players), seed):
            assert len(state.flock.sheep) == left
            if state.begins_turn:
                assert not state.flock.is_split
            for event in state.step(move).events:
                if isinstance(event, SheepShorn):
                    left -= len(event.sheep)


def test_no_choice_with_a_single_option_is_asked() -> None:
    for seed in range(10):
        for state, _ in random_game(ShearPanic(2 + seed % 3), seed):
            if state.task != Task.COMMAND:
                assert len(state.legal_moves()) > 1
