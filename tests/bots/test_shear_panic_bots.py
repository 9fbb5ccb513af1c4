"""The bots of Shear Panic answer every state with a legal and sensible move."""

from __future__ import annotations

import itertools
import time
from dataclasses import replace
from typing import Any

import pytest

from tablee.bots import Budget, Choice, bot, bot_names
from tablee.bots.playing import play_game
from tablee.bots.shear_panic.levels import LEVELS
from tablee.bots.shear_panic.search import Style
from tablee.core.messages import LANGUAGES
from tablee.games.shear_panic import Flock, ShearPanic, ShearPanicState, kernel, standard
from tablee.games.shear_panic.game import HAIRCUT
from tablee.games.shear_panic.tasks import Stage, Task
from tablee.testing import random_game

OLD = ShearPanic(3, standard(1), rules_version=1)
GAMES = [
    ShearPanic(2),
    ShearPanic(3),
    ShearPanic(4),
    ShearPanic(3, colours="YGB"),
    ShearPanic(2, colours="RY", first=HAIRCUT),
    OLD,
]
NAMES = ("greedy", "1", "2", "3", "4", "5")
FEW = 400
"""Nodes: enough to play some games on, and little enough for the uncompiled build."""


def states(game: ShearPanic, seed: int, count: int) -> list[ShearPanicState]:
    """Returns states of a random game in which a player acts."""
    met = [state for state, _ in random_game(game, seed) if (state.actor or 0) >= 0]
    step = max(1, len(met) // count)
    return met[seed % step :: step][:count]  # type: ignore[return-value]


def at(flock: str, player: int = 0, players: int = 4, **fields: Any) -> ShearPanicState:
    """A state at the start of a turn."""
    state = replace(
        ShearPanic(players).initial(), task=Task.COMMAND, stage=Stage.PLAY, player=player
    )
    return replace(state, flock=Flock.parse(flock), **fields)


def choose(state: ShearPanicState, name: str, nodes: int = FEW, **budget: Any) -> Choice:
    """Returns a bot's choice, which must be legal and have a reason in every language."""
    sitting = state.game.sitting(state)
    choice = bot("shear-panic", name).choose(sitting, Budget(nodes=nodes, **budget), seed=1)
    assert len(choice.moves) == 1
    for language in LANGUAGES:
        assert choice.reason.text(language)
    assert choice.moves[0] in sitting.moves
    return choice


def after(state: ShearPanicState, name: str) -> ShearPanicState:
    return state.play(state.parse(choose(state, name).moves[0]))


def test_there_are_five_levels_three_yardsticks_and_random() -> None:
    yardsticks = ("random", "uct", "greedy", "classic")
    assert bot_names("shear-panic") == (*yardsticks, "1", "2", "3", "4", "5")
    for name in bot_names("shear-panic"):
        assert bot("shear-panic", name).name == name
        for language in LANGUAGES:
            assert bot("shear-panic", name).title.text(language)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "game", GAMES, ids=lambda game: f"{game.players}-{game.colours}-v{game.rules_version}"
)
def test_a_bot_plays_legally_wherever_random_play_leads(name: str, game: ShearPanic) -> None:
    for seed in range(3 if kernel.COMPILED else 1):
        for state in states(game, 10 * game.players + seed, 30 if kernel.COMPILED else 3):
            choose(state, name)


@pytest.mark.parametrize("game", [ShearPanic(2), ShearPanic(4), OLD], ids=str)
def test_uct_plays_legally_wherever_random_play_leads(game: ShearPanic) -> None:
    for state in states(game, 5, 8 if kernel.COMPILED else 2):
        choice = bot("shear-panic", "uct").choose(game.sitting(state), Budget(nodes=20), seed=1)
        for text in choice.moves:
            state = state.play(state.parse(text))


@pytest.mark.parametrize("name", [*NAMES, "uct", "random"])
def test_a_game_of_version_1_is_played_on_by_its_own_rules(name: str) -> None:
    """S-4.8: there a second lining up of a square was going back; the kernel would allow it."""
    menu = [f"{entry.kind} {entry.number}" for entry in OLD.edition.menu]
    free = sum(1 << menu.index(entry) for entry in ("line up 3", "ewe turn 1"))
    used = (0, 2**12 - 1 & ~free, 0)
    state = replace(OLD.initial(), task=Task.COMMAND, stage=Stage.PLAY, used=used, counter=9)
    state = state.play(state.parse("line up 2 front"))
    for seed in range(5):
        choice = bot("shear-panic", name).choose(OLD.sitting(state), Budget(nodes=60), seed)
        assert choice.moves[0].startswith("ewe turn")


@pytest.mark.parametrize("name", [*NAMES, "uct", "random"])
def test_every_bot_says_who_had_a_haircut_and_spends_extra_steps_or_not(name: str) -> None:
    """S-2.2, S-9.4"""
    start = ShearPanic(2, first=HAIRCUT).initial()
    asked = at("BRG/GKY/YBR N", players=2, task=Task.EXTRA, number=2, counter=17)
    for state in (start, asked):
        sitting = state.game.sitting(state)
        choice = bot("shear-panic", name).choose(sitting, Budget(nodes=60), seed=1)
        assert choice.moves[0] in sitting.moves
        for language in LANGUAGES:
            assert choice.reason.text(language)


@pytest.mark.parametrize("name", ["greedy", "2", "3", "5"])
def test_an_extra_step_that_scores_is_spent(name: str) -> None:
    """S-9.4: one more space and Roger's gate is open, with both blue sheep in front."""
    state = at("BB./GKY/YRR/G.. N", players=2, task=Task.EXTRA, number=1, counter=17)
    assert after(state, name).points[0] == 8


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seed", range(12))
def test_a_bot_plays_legally_in_every_state_of_random_games(name: str, seed: int) -> None:
    for state, _ in random_game(GAMES[seed % len(GAMES)], seed):
        if state.actor is not None and state.actor >= 0:
            choose(state, name)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", NAMES)
def test_the_same_seed_and_nodes_give_the_same_move_on_any_number_of_threads(name: str) -> None:
    for state in states(ShearPanic(4), 3, 8 if kernel.COMPILED else 2):
        once = choose(state, name).moves
        assert choose(state, name).moves == once
        assert choose(state, name, threads=2).moves == once


def test_a_search_that_is_called_off_answers_at_once() -> None:
    (state,) = states(ShearPanic(4), 7, 1)
    began = time.monotonic()
    budget = Budget(seconds=600, cancelled=lambda: True)
    choice = bot("shear-panic", "5").choose(state.game.sitting(state), budget, seed=1)
    assert choice.moves[0] in state.game.sitting(state).moves
    assert time.monotonic() - began < 60


@pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.name)
def test_a_bot_keeps_to_its_time(level: Style, monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock of this test advances a hundredth of a second whenever it is read."""
    state = states(ShearPanic(4), 8, 3)[1]
    readings = itertools.count()
    monkeypatch.setattr(time, "monotonic", lambda: next(readings) / 100)
    bot("shear-panic", level.name).choose(state.game.sitting(state), Budget(seconds=0.5), seed=1)
    assert next(readings) <= 50


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_whole_game_is_played_to_its_end(players: int) -> None:
    if not kernel.COMPILED:
        pytest.skip("takes long uncompiled")
    bots = [bot("shear-panic", name) for name in ("5", "3", "greedy", "4")[:players]]
    played = play_game(ShearPanic(players), bots, Budget(nodes=FEW), seed=2)
    assert len(played.winners) == 1


@pytest.mark.parametrize("name", ["greedy", "2", "3"])
def test_a_pair_that_can_meet_in_the_team_meadow_meets(name: str) -> None:
    state = at("BRG/GKY/YBR N", counter=4)
    assert after(state, name).points[0] == 2 or after(state, name).flock.is_split


@pytest.mark.parametrize("name", ["greedy", "3", "5"])
def test_nobody_opens_the_shearers_gate_with_both_sheep_in_front(name: str) -> None:
    state = at("BBR/GKY/YGR N", counter=61)
    then = after(state, name)
    if not then.flock.is_split:
        assert then.flock.count("B") == 2


def test_points_are_the_reason_if_there_are_any() -> None:
    state = at("BRG/GKY/YBR N", counter=4)
    choice = choose(state, "greedy")
    gained = state.play(state.parse(choice.moves[0])).points[0]
    if gained:
        assert choice.reason.text() == f"That scores me {gained}."
