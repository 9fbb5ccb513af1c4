"""A training: its pieces of games, what a kill leaves, its gate."""

from __future__ import annotations

from dataclasses import asdict, replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from tablee.bots.arena import MatchStanding
from tablee.bots.playing import PlayedGame
from tablee.core.errors import Invalid
from tablee.core.judge_file import JudgeFile
from tablee.engine import LocalEngine
from tablee.games.shear_panic import ShearPanic
from tablee.training import gate
from tablee.training.pieces import Pieces, play_piece
from tablee.training.plan import TrainingPlan
from tablee.training.subject import subject
from tablee.training.training import Training


def test_games_are_played_in_pieces_and_each_piece_once(plan: TrainingPlan, tmp_path: Path) -> None:
    begun = Pieces(tmp_path, plan, 0)
    assert list(islice(begun.played(LocalEngine(), None), 2)) == [0, 1]
    written = begun.path(0).stat().st_mtime_ns
    again = Pieces(tmp_path, plan, 0)
    assert list(again.played(LocalEngine(), None)) == [1, 2, 3, 4]
    assert again.path(0).stat().st_mtime_ns == written
    for number in range(4):
        rows, _ = play_piece(plan, 0, None, number)
        assert again.path(number).read_bytes() == rows
        assert again.positions([number]) == len(rows) // (2 * again.row) > 0


def test_no_two_generations_and_no_two_pieces_share_a_game(plan: TrainingPlan) -> None:
    rows = {
        play_piece(plan, generation, None, number)[0] for generation in (0, 1) for number in (0, 1)
    }
    assert len(rows) == 4


def test_one_piece_of_twenty_is_held_out_and_the_last_of_few(plan: TrainingPlan) -> None:
    assert [plan.is_held_out(piece) for piece in range(4)] == [False, False, False, True]
    many = replace(plan, games=40 * 250)
    assert [piece for piece in range(40) if many.is_held_out(piece)] == [19, 39]


def test_pieces_have_250_games_and_few_games_make_small_pieces(plan: TrainingPlan) -> None:
    assert (replace(plan, games=48_000).piece, replace(plan, games=48_000).pieces) == (250, 192)
    assert (replace(plan, games=100).piece, replace(plan, games=100).pieces) == (5, 20)
    assert (plan.piece, plan.pieces) == (1, 4)


def test_a_judge_of_another_game_is_not_trained() -> None:
    with pytest.raises(Invalid, match="shear-panic"):
        subject("reversi")


def test_a_folder_of_another_training_is_left_alone(plan: TrainingPlan, tmp_path: Path) -> None:
    Training(plan, tmp_path)
    Training(replace(plan, generations=9), tmp_path)
    with pytest.raises(Invalid, match="other"):
        Training(replace(plan, seed=2), tmp_path)


def outcome(training: Training) -> list[dict[str, Any]]:
    """Returns what the generations came to, without the seconds they took."""
    told = [asdict(one) for one in training.generations]
    return [{key: one[key] for key in one if not key.endswith("_seconds")} for one in told]


@pytest.mark.usefixtures("without_torch")
def test_a_training_that_is_killed_anywhere_goes_on(plan: TrainingPlan, tmp_path: Path) -> None:
    plan = replace(plan, generations=2)
    whole = Training(plan, tmp_path / "whole")
    steps = len(list(whole.run(LocalEngine())))
    assert len(whole.generations) == 2
    for patience in (2, 6):
        folder = tmp_path / str(patience)
        for _ in range(steps):
            training = Training(plan, folder)
            list(islice(training.run(LocalEngine()), patience))
            patience += 1  # so that learning, which QuickLearner does not save, comes to an end
        assert outcome(Training(plan, folder)) == outcome(whole)


@pytest.mark.usefixtures("without_torch")
def test_a_judge_says_how_it_was_made(plan: TrainingPlan, tmp_path: Path) -> None:
    list(Training(plan, tmp_path).run(LocalEngine()))
    data = (tmp_path / "generation-1" / "candidate.judge").read_bytes()
    origin = JudgeFile.from_bytes(data).origin
    assert origin.command == plan.command
    assert origin.command.startswith("tablee train shear-panic --players 2 --games 4")
    assert origin.positions > 0


def standing(plan: TrainingPlan, wins: int, games: int) -> MatchStanding:
    """A match in which the new judge has won so many games."""
    match = gate.match_of(plan, 0)
    results = []
    for number in range(games):
        seat = match.seating(number).index(gate.NEW)
        winner = seat if number < wins else 1 - seat
        results.append(PlayedGame((winner,), (0, 0), 1, (0.0, 0.0)))
    return MatchStanding(match, results)


@pytest.mark.parametrize(("wins", "passes"), [(40, True), (26, False), (5, False)])
def test_a_judge_passes_the_gate_only_if_it_wins_clearly(
    plan: TrainingPlan, wins: int, passes: bool
) -> None:
    assert gate.passed(standing(plan, wins, 50)) is passes


def test_at_the_gate_the_new_judge_has_one_seat_and_the_old_the_others(
    plan: TrainingPlan, judge: JudgeFile
) -> None:
    match = gate.match_of(replace(plan, players=4), 0)
    assert match.bots == (gate.NEW, gate.OLD, gate.OLD, gate.OLD)
    assert match.par == 0.25
    players = gate.Judged(judge, None)
    assert players(ShearPanic(4), gate.NEW).name == "5"
    assert players(ShearPanic(4), gate.OLD).name == "classic"
