"""The statistics of the arena, checked on cases computed by hand."""

import math
import random

import pytest

from tablee.bots.statistics import elo, interval, log_stake, ruled_out


def test_the_stake_after_wins_only_is_a_central_binomial_coefficient() -> None:
    """Jeffreys' mixture after n wins in n games is C(2n, n) / 4 ** n."""
    for games in (1, 6, 7, 40):
        expected = math.comb(2 * games, games) / 4**games / 0.5**games
        assert math.exp(log_stake(games, games, 0.5)) == pytest.approx(expected)


def test_seven_wins_in_a_row_rule_out_an_even_match_and_six_do_not() -> None:
    """C(12, 6) / 2 ** 6 = 14.4 and C(14, 7) / 2 ** 7 = 26.8; the line is at 20."""
    assert not ruled_out(6, 6, 0.5)
    assert ruled_out(7, 7, 0.5)


def test_an_interval_holds_the_rate_and_ends_where_rates_are_ruled_out() -> None:
    sure = interval(30, 40)
    assert sure.low < 0.75 < sure.high
    assert log_stake(30, 40, sure.low) == pytest.approx(math.log(20))
    assert log_stake(30, 40, sure.high) == pytest.approx(math.log(20))


def test_nothing_played_says_nothing_and_more_games_say_more() -> None:
    assert (interval(0, 0).low, interval(0, 0).high) == (0.0, 1.0)
    assert interval(5, 5).high == 1.0
    assert interval(0, 5).low == 0.0
    few, many = interval(7, 10), interval(700, 1000)
    assert few.low < many.low < 0.7 < many.high < few.high


def test_shared_wins_count_in_parts() -> None:
    sure = interval(2.5, 10)
    assert sure.low < 0.25 < sure.high


def test_an_even_match_looked_at_after_every_game_is_rarely_called_uneven() -> None:
    """5 % at most ever, however often one looks; here 400 matches of 200 games."""
    rng = random.Random(1)
    wrong = 0
    for _ in range(400):
        wins = 0
        for games in range(1, 201):
            wins += rng.random() < 0.5
            if ruled_out(wins, games, 0.5):
                wrong += 1
                break
    assert 0 < wrong <= 0.05 * 400


def test_elo_is_zero_at_par_and_two_hundred_at_three_quarters() -> None:
    assert elo(0.5) == 0
    assert elo(0.25, players=4) == pytest.approx(0)
    assert elo(0.75) == pytest.approx(190.85, abs=0.01)
    assert elo(1.0) == math.inf
    assert elo(0.0) == -math.inf
