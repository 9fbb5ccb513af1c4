"""The bots of Fragile answer every state with a legal and sensible turn."""

import itertools
import time
from collections.abc import Callable
from dataclasses import replace

import pytest

from tablee.bots import Budget, BudgetClock, bot, bot_names
from tablee.bots.fragile import search
from tablee.bots.fragile.levels import LEVELS
from tablee.bots.fragile.search import Style
from tablee.bots.playing import play_game
from tablee.core.errors import Invalid
from tablee.core.messages import LANGUAGES
from tablee.games.fragile import Fragile, FragileState, kernel
from tablee.games.fragile.board import CELLS
from tablee.games.fragile.moves import Go
from tablee.games.fragile.serial import parse_position
from tablee.testing import random_game

States = Callable[[Fragile, int, int], list[FragileState]]

GAMES = [Fragile(2), Fragile(3, first=None), Fragile(4), Fragile(3, straws=True)]
PLANNERS = ("greedy", "1", "2", "3", "4", "5")
FEW = 40
"""Nodes: enough to look ahead, and little enough for the uncompiled build."""


def turn(state: FragileState, name: str, nodes: int = FEW, **budget: object) -> FragileState:
    """Returns the state after a bot's moves. Each of them must be legal."""
    choice = bot("fragile", name).choose(
        state.game.sitting(state), Budget(nodes=nodes, **budget), seed=1
    )  # type: ignore[arg-type]
    assert choice.moves
    for language in LANGUAGES:
        assert choice.reason.text(language)
    for text in choice.moves:
        state = state.play(state.parse(text))
    return state


def test_there_are_five_levels_three_yardsticks_and_random() -> None:
    yardsticks = ("random", "uct", "greedy", "classic")
    assert bot_names("fragile") == (*yardsticks, "1", "2", "3", "4", "5")
    for name in bot_names("fragile"):
        assert bot("fragile", name).name == name
        assert {bot("fragile", name).title.text(language) for language in LANGUAGES}


def test_an_unknown_bot_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(Invalid, match="greedy"):
        bot("fragile", "6")


@pytest.mark.parametrize("name", PLANNERS)
@pytest.mark.parametrize("game", GAMES, ids=str)
def test_a_bot_plays_legally_wherever_random_play_leads(
    name: str, game: Fragile, states: States
) -> None:
    seed = 10 * game.players + len(name)
    count = 24 if kernel.COMPILED else 2
    for state in states(game, seed, count):
        after = turn(state, name)
        assert after.actor != state.actor or after.turn > state.turn


def test_uct_plays_legally_wherever_random_play_leads(states: States) -> None:
    for state in states(Fragile(2), 5, 6 if kernel.COMPILED else 1):
        assert turn(state, "uct", nodes=60).turn > state.turn or state.turn == 0


@pytest.mark.long
@pytest.mark.parametrize("name", PLANNERS)
@pytest.mark.parametrize("seed", range(12))
def test_a_bot_plays_legally_in_every_state_of_random_games(name: str, seed: int) -> None:
    game = GAMES[seed % len(GAMES)]
    for state, _ in random_game(game, seed):
        if state.actor is not None and state.actor >= 0:
            turn(state, name)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", PLANNERS)
def test_the_same_seed_and_nodes_give_the_same_turn_on_any_number_of_threads(
    name: str, states: States
) -> None:
    for state in states(Fragile(2), 3, 6 if kernel.COMPILED else 1):
        once = turn(state, name, nodes=80)
        assert turn(state, name, nodes=80) == once
        assert turn(state, name, nodes=80, threads=2) == once


def test_a_search_that_is_called_off_answers_at_once(states: States) -> None:
    (state,) = states(Fragile(2), 7, 1)
    began = time.monotonic()
    bot("fragile", "5").choose(
        state.game.sitting(state), Budget(seconds=600, cancelled=lambda: True), seed=1
    )
    assert time.monotonic() - began < 60


@pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.name)
def test_a_bot_keeps_to_its_time(
    level: Style, states: States, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The clock of this test advances a hundredth of a second whenever it is read."""
    state = states(Fragile(2), 8, 3)[1]
    readings = itertools.count()
    monkeypatch.setattr(time, "monotonic", lambda: next(readings) / 100)
    bot("fragile", level.name).choose(state.game.sitting(state), Budget(seconds=0.5), seed=1)
    assert next(readings) <= 50


def at_the_door(game: Fragile = GAMES[0]) -> FragileState:
    """A crate before the door of C3, player 1's own, and a docker of theirs behind it."""
    position = parse_position(game.edition.board, "C2c,F8c 1C1,1F5,1H5,2H10,2I8,2E10")
    slots = [cell for cell in CELLS if position.board.is_slot(cell)]
    depots = {slot: (1, None, 0)[number % 3] for number, slot in enumerate(slots)}
    assert depots["C3"] == 0
    return game.state_at(position, depots)


@pytest.mark.parametrize("idle_limit", [None, 999_999_999])
@pytest.mark.parametrize("name", [*PLANNERS, "uct"])
def test_a_bot_plays_on_where_the_idle_end_is_far(name: str, idle_limit: int | None) -> None:
    """F-5.6: switched off, or as far off as can be chosen. Random play-outs would not end."""
    state = Fragile(2, idle_limit=idle_limit).initial()
    while state.turn == 0:
        state = state.play(state.legal_moves()[-1])
    state = replace(state, idle_turns=999_999)
    after = turn(state, name, nodes=FEW if kernel.COMPILED else 1)
    assert after.actor == 0
    assert (after.turn, after.idle_turns) == (2, 1_000_000)


@pytest.mark.parametrize("full", [0, 1])
@pytest.mark.parametrize("name", [*PLANNERS, "uct"])
def test_a_bot_plays_legally_in_the_last_turns_of_both_rules_versions(name: str, full: int) -> None:
    """F-5.3: whoever is full, the bot plays its turn, and then the law says who is next."""
    following = {}
    for version in (1, 2):
        state = replace(at_the_door(Fragile(2, rules_version=version)), full_player=full)
        after = turn(state, name, nodes=FEW if name != "uct" or kernel.COMPILED else 1)
        following[version] = after.to_play
    assert following == {1: (1,) if full == 0 else (0,), 2: (1,) if full == 0 else (1, 0)}


@pytest.mark.parametrize("game", [Fragile(3, rules_version=1), Fragile(3, first=None)], ids=str)
def test_bots_play_a_game_to_its_end_by_either_rules_version(game: Fragile) -> None:
    """F-5.3, F-3.1: every move is checked by the law."""
    bots = [bot("fragile", name) for name in ("2", "greedy", "2")]
    for seed in range(3 if kernel.COMPILED else 1):
        assert play_game(game, bots, Budget(nodes=FEW), seed).moves > 18


@pytest.mark.parametrize("name", PLANNERS)
def test_a_crate_at_the_door_is_stored(name: str) -> None:
    assert turn(at_the_door(), name).scores[0] == 1


class Watched(Budget):
    """A budget that shows afterwards how much of it was used."""

    clocks: list[BudgetClock] = []  # noqa: RUF012 - read after each choice

    def start(self, usual_nodes: int | None = None) -> BudgetClock:
        self.clocks.append(BudgetClock(self, usual_nodes))
        return self.clocks[-1]


def thought(state: FragileState, nodes: int) -> int:
    """Returns how many of these nodes level 5 uses for its turn."""
    bot("fragile", "5").choose(state.game.sitting(state), Watched(nodes=nodes), seed=1)
    return Watched.clocks.pop().nodes


def test_level_5_does_not_look_further_where_a_turn_wins() -> None:
    """F-5.4: the last crate goes into the player's depot, and the game is over."""
    state = at_the_door()
    last = replace(state, position=state.position.with_crates(F8=()))
    assert turn(last, "5").marker == 0
    assert thought(last, 4 * FEW) < 2 * FEW


def test_level_5_thinks_less_where_a_turn_is_clearly_best(monkeypatch: pytest.MonkeyPatch) -> None:
    nodes = []
    for lead in (0.0, 2.0):  # every turn is clear, and none
        monkeypatch.setattr(search, "CLEAR", lead)
        nodes.append(thought(at_the_door(), 1000 if kernel.COMPILED else 4 * FEW))
    assert nodes[0] < nodes[1]


def test_the_reason_tells_what_the_turn_did() -> None:
    sitting = Fragile(2).sitting(at_the_door())
    choice = bot("fragile", "4").choose(sitting, Budget(nodes=FEW), seed=1)
    assert choice.reason.text() == "With that I take the winner marker."


def test_a_planned_turn_is_a_whole_turn() -> None:
    sitting = Fragile(2).sitting(at_the_door())
    choice = bot("fragile", "3").choose(sitting, Budget(nodes=FEW), seed=1)
    assert choice.moves[-1] == "end"


def test_a_turn_already_begun_is_finished() -> None:
    state = at_the_door().play(Go("F5", "F6"))
    for name in PLANNERS:
        after = turn(state, name)
        assert after.actor == 1
