"""Every game meets the contract, in random games from seeds."""

import pytest

from tablee.games.fragile import Fragile, Problem, standard
from tablee.testing import check_game

FRAGILE = [
    *(
        pytest.param(Fragile(players, straws=straws), id=f"{players} players{', straws' * straws}")
        for players, straws in ((2, False), (3, False), (3, True), (4, False), (4, True))
    ),
    pytest.param(Fragile(2, first=None), id="2 players, first drawn"),
    pytest.param(Fragile(4, straws=True, first=None), id="4 players, straws, first drawn"),
    pytest.param(Fragile(3, first=2, idle_limit=60), id="3 players, the third first"),
    pytest.param(Fragile(3, edition=standard(1), rules_version=1), id="3 players, version 1"),
]
PROBLEM = Problem.parse("3;E3gJ1c,C6gC3,D7c;F3,B4,D6;F2,H2,J2,C2")


@pytest.mark.parametrize("game", FRAGILE)
def test_random_games_of_fragile_keep_the_contract(game: Fragile) -> None:
    report = check_game(game, range(5))
    assert report.games == 5
    assert {"Go", "Push", "Stack", "Flip", "EndTurn"} <= report.kinds.keys()


def test_random_attempts_at_a_problem_keep_the_contract() -> None:
    report = check_game(Fragile.of_problem(PROBLEM), range(40))
    assert report.ends.keys() <= {"F-7.2", "F-7.3"}


@pytest.mark.long
@pytest.mark.parametrize("part", range(20))
@pytest.mark.parametrize("game", FRAGILE)
def test_a_thousand_random_games_of_fragile_keep_the_contract(game: Fragile, part: int) -> None:
    report = check_game(game, range(1000 + 50 * part, 1050 + 50 * part))
    assert report.games == 50
