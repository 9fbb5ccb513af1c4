"""The ledger: what each player won or lost, split into its causes."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tablee.analysis import SURE, Account, Analysis, Effort, Swing, analyse
from tablee.analysis.judges import judge_of
from tablee.analysis.judging import swings
from tablee.analysis.ledger import accounts
from tablee.analysis.turns import Span
from tablee.core.game import CHANCE
from tablee.core.record import Record
from tablee.games.fragile import Fragile
from tablee.games.fragile.kernel import COMPILED
from tablee.games.shear_panic import ShearPanic
from tablee.testing.random_play import random_game

QUICK = Effort(seconds=None, nodes=60)
SLOW = "playing on takes a second a turn in Python"


def total(account: Account) -> int:
    return account.start + account.dice + account.own + account.others + account.unforeseen


def check_adds_up(analysis: Analysis) -> None:
    for account in analysis.chances + (analysis.points or ()):
        assert total(account) == account.end
    assert [account.end for account in analysis.chances] == list(analysis.end)
    assert sum(analysis.start) == SURE
    if sum(analysis.end) == SURE:  # else nobody won, and what was lost is lost to all
        assert sum(account.own + account.others for account in analysis.chances) == 0
        assert sum(account.dice for account in analysis.chances) == 0


def random_record(game: Fragile | ShearPanic, seed: int, moves: int | None = None) -> Record:
    played = tuple(move for _, move in random_game(game, seed))
    return Record(game, played[:moves], seed)


def test_each_decision_is_booked_to_the_one_who_took_it() -> None:
    swings = [
        Swing(0, 0, CHANCE, (32768, 32768), (40000, 25536)),
        Swing(1, 1, 0, (42000, 23536), (30000, 35536), error=300),
        Swing(2, 2, 1, (30000, 35536), (31000, 34536), error=400),
    ]
    first, second = accounts(swings, 2)
    assert first == Account(32768, 31000, 7232, -12000, 1000, 2000, 500)
    assert second == Account(32768, 34536, -7232, -1000, 12000, -2000, 500)


def check_game(game: Fragile | ShearPanic, seed: int, moves: int | None = None) -> None:
    record = random_record(game, seed, moves)
    analysis = analyse(record, QUICK)
    check_adds_up(analysis)
    result = record.final().result
    if result is None:
        assert not analysis.finished
        return
    won = [SURE if seat in result.winners else 0 for seat in range(game.players)]
    assert analysis.end == tuple(won)


@pytest.mark.parametrize("players", [2, 3, 4] if COMPILED else [2])
def test_the_ledger_of_a_random_game_of_shear_panic_adds_up(players: int) -> None:
    check_game(ShearPanic(players), players, None if COMPILED else 20)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(200))
def test_the_ledger_adds_up_in_every_game(seed: int) -> None:
    game = Fragile(2 + seed % 3) if seed % 4 == 0 else ShearPanic(2 + seed % 3)
    check_game(game, seed)


@pytest.mark.skipif(not COMPILED, reason=SLOW)
def test_without_chance_the_ledger_of_fragile_has_no_dice() -> None:
    analysis = analyse(random_record(Fragile(2), 1, 40), QUICK)
    check_adds_up(analysis)
    assert [account.dice for account in analysis.chances] == [0, 0]
    assert not analysis.finished


@pytest.mark.skipif(not COMPILED, reason=SLOW)
def test_straws_are_dice() -> None:
    record = random_record(Fragile(3, straws=True), 2, 50)
    analysis = analyse(record, QUICK)
    check_adds_up(analysis)
    assert any(account.dice for account in analysis.chances)


@pytest.mark.parametrize(
    "game",
    [
        ShearPanic(2),
        ShearPanic(3),
        pytest.param(Fragile(3, straws=True), marks=pytest.mark.skipif(not COMPILED, reason=SLOW)),
    ],
)
def test_with_the_dice_at_their_mean_the_ledger_has_no_luck(game: Fragile | ShearPanic) -> None:
    """At each draw of a game, the mean of what the ledger books for each outcome is nothing."""
    judge, draws = judge_of(game), 0
    record = random_record(game, 3, 60)
    for sitting in record.sittings():
        if sitting.state.actor != CHANCE or draws >= 8:
            continue
        draws += 1
        luck = [Fraction()] * game.players
        for outcome in sitting.state.outcomes():
            drawn = [sitting, sitting.play(outcome.move)]
            booked = accounts([*swings(judge, drawn, Span(0, 0, None), QUICK, 0)], game.players)
            luck = [
                before + outcome.probability * one.dice
                for before, one in zip(luck, booked, strict=True)
            ]
        assert all(abs(one) <= 2 for one in luck)  # rounding
    assert draws
