"""Turns are judged like for like: what is found, what is named, and what is not."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from pathlib import Path

import pytest

from tablee.analysis import (
    SURE,
    Analysis,
    Effort,
    analyse,
    best_turns,
    chances_of,
    judge_piece,
    pieces,
)
from tablee.analysis.analysing import INEXACT, MISTAKE, TURNING_POINT, word_for
from tablee.analysis.judges import judge_of
from tablee.analysis.looks import Looks
from tablee.analysis.turns import spans
from tablee.core.errors import Invalid
from tablee.core.record import Record
from tablee.games.fragile import Fragile
from tablee.games.fragile.kernel import COMPILED
from tablee.games.shear_panic import ShearPanic
from tablee.testing.random_play import random_game

HERE = Path(__file__).parent
FEW = Effort(seconds=None, nodes=400 if COMPILED else 20)
SLOW = "playing on takes a second a turn in Python"


def record_of(game: Fragile | ShearPanic, seed: int, moves: int | None = None) -> Record:
    return Record(game, tuple(move for _, move in random_game(game, seed))[:moves])


@pytest.mark.parametrize(
    "game", [Fragile(2), Fragile(3, straws=True), ShearPanic(2), ShearPanic(4)]
)
def test_the_turns_of_a_record_follow_each_other_and_leave_nothing_out(
    game: Fragile | ShearPanic,
) -> None:
    record = record_of(game, 6)
    found = spans(record)
    assert [span.first for span in found] == [0, *(span.last + 1 for span in found[:-1])]
    assert found[-1].last == len(record.moves) - 1
    actors = [sitting.state.actor for sitting in record.sittings()]
    for span in found:
        assert {*actors[span.first : span.last + 1]} <= {span.player, -1}


def test_the_words_go_by_the_loss() -> None:
    losses = (0, INEXACT - 1, INEXACT, MISTAKE - 1, MISTAKE, TURNING_POINT - 1, TURNING_POINT, SURE)
    words = ["fine", "fine", "inexact", "inexact", "mistake", "mistake"]
    assert [word_for(loss) for loss in losses] == [*words, "turning-point", "turning-point"]


def test_looks_with_the_same_numbers_tell_a_small_difference_from_noise() -> None:
    noisy = [[0.1, 0.9], [0.9, 0.1], [0.5, 0.5]]
    better = Looks([[one + 0.05, two - 0.05] for one, two in noisy])
    assert better.error(Looks(noisy)) <= 1
    assert better.mean() == (36045, 29491)
    assert sum(Looks([[1 / 3] * 3]).mean()) == SURE


def test_chances_of_any_moment_sum_to_one() -> None:
    for state, _ in list(random_game(ShearPanic(3), 8))[:12]:
        assert sum(chances_of(state.game, state)) == SURE


def test_chances_are_as_sure_as_the_effort_makes_them() -> None:
    state = [state for state, _ in random_game(ShearPanic(3), 8)][20]
    looks = judge_of(state.game).looks
    assert chances_of(state.game, state, Effort(None, 1600)) == looks(state, 16).mean()
    assert chances_of(state.game, state) == looks(state, 8).mean()


def test_the_best_turns_are_in_order_and_can_be_played() -> None:
    state = next(
        state
        for state, _ in random_game(ShearPanic(2), 8)
        if state.begins_turn and state.actor == 0
    )
    found = best_turns(state.game, state, FEW, 3)
    assert len(found) == 3
    chances = [one.chances[0] for one in found]
    assert chances == sorted(chances, reverse=True)
    for one in found:
        assert state.parse(one.moves[0])


@pytest.mark.skipif(not COMPILED, reason=SLOW)
def test_the_best_turns_of_fragile_are_whole_turns() -> None:
    states = [state for state, _ in random_game(Fragile(2), 8)]
    state = states[14]
    for one in best_turns(state.game, state, FEW, 2):
        after = state
        for text in one.moves:
            after = after.play(after.parse(text))
        assert after.actor == 1


@pytest.mark.skipif(not COMPILED, reason=SLOW)
def test_who_plays_the_best_turn_loses_about_nothing_by_own_choices(
    play: Callable[..., Record],
) -> None:
    record = play(ShearPanic(2), ["5", "1"], seed=2, nodes=2000)
    analysis = analyse(record, Effort(seconds=None, nodes=2000))
    strong, weak = analysis.chances
    assert strong.own > -SURE // 10
    assert weak.own < 2 * strong.own
    assert all(0 <= turn.loss <= SURE for turn in analysis.turns)


@pytest.mark.skipif(not COMPILED, reason=SLOW)
@pytest.mark.parametrize("name", ["fragile", "shear_panic"])
def test_a_planted_blunder_is_found_and_named_worst(name: str) -> None:
    """``bench/planted_blunders.py`` made these games, and writes how it does in more of them."""
    text = (HERE / f"planted_{name}.txt").read_text(encoding="utf-8")
    planted = int(text.partition("# planted: ")[2].partition("\n")[0])
    analysis = analyse(Record.parse(text), Effort(seconds=None, nodes=800))
    worst = max(analysis.turns, key=lambda turn: turn.loss)
    assert worst.first <= planted <= worst.last
    assert worst.word in ("mistake", "turning-point")
    assert worst.better


def test_the_same_nodes_give_the_same_analysis() -> None:
    record = record_of(ShearPanic(2), 4, 8)
    judged = [[judge_piece(record.text(), FEW, n) for n in range(pieces(record))] for _ in range(2)]
    assert judged[0] == judged[1]


def test_an_analysis_comes_back_from_its_data_and_nothing_else_does() -> None:
    analysis = analyse(record_of(ShearPanic(3), 4, 6), Effort(seconds=None, nodes=1))
    assert Analysis.from_json(analysis.to_json()) == analysis
    for field in dataclasses.fields(Analysis):
        broken = analysis.to_json()
        del broken[field.name]
        with pytest.raises(Invalid):
            Analysis.from_json(broken)
    with pytest.raises(Invalid):
        Analysis.from_json({**analysis.to_json(), "version": 99})
