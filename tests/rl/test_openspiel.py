"""The games in OpenSpiel pass its tests, and its algorithms run on them."""

from dataclasses import replace
from typing import Any

import pytest

pyspiel = pytest.importorskip("pyspiel")
np = pytest.importorskip("numpy")

from open_spiel.python.algorithms import cfr, generate_playthrough, mcts

from tablee.core.simulation_kernel import COMPILED
from tablee.games.shear_panic import Flock, ShearPanic
from tablee.games.shear_panic.tasks import Stage, Task
from tablee.rl.openspiel import position


@pytest.fixture
def last_turn() -> Any:
    """A game of two in which any command ends the game."""
    state = replace(
        ShearPanic(2).initial(),
        task=Task.COMMAND,
        stage=Stage.PLAY,
        flock=Flock.parse("BG/KB N"),
        counter=55,
        used=(0b1111_1111_1000,) * 2,
        extras=((), ()),
    )
    parameters = {"players": 2, "position": position(state)}
    return pyspiel.load_game("tablee_shear_panic", parameters)


GAMES = {
    "fragile": ("tablee_fragile", {"options": "players=3 order=straws idle=1"}),
    "shear panic": ("tablee_shear_panic", {"players": 4}),
}


@pytest.mark.skipif(not COMPILED, reason="takes minutes as plain Python")
@pytest.mark.parametrize("name", GAMES)
def test_a_random_game_passes_the_test_of_openspiel(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(*GAMES[name]), 1, False, False)


def test_chance_has_nodes_of_its_own() -> None:
    state = pyspiel.load_game("tablee_shear_panic", {"players": 2}).new_initial_state()
    assert state.is_chance_node()
    outcomes = dict(state.chance_outcomes())
    assert sum(outcomes.values()) == pytest.approx(1)
    texts = {state.action_to_string(action) for action in outcomes}
    assert texts == {f"panic {face}" for face in "BGRYKW"}
    state.apply_action(next(iter(outcomes)))
    assert state.current_player() == 0
    twin = state.clone()
    twin.apply_action(twin.legal_actions()[0])
    assert str(twin) != str(state)


def test_a_playthrough_tells_the_moves_in_notation() -> None:
    text = generate_playthrough.playthrough("tablee_shear_panic(players=2)", [4, 3798])
    assert 'Apply action "panic B"' in text
    assert 'Apply action "push A1 N"' in text


def wins(state: Any, action: int) -> bool:
    """Plays an action and the first of all that may follow; tells whether the first player wins."""
    after = state.clone()
    after.apply_action(action)
    while not after.is_terminal():
        after.apply_action(after.legal_actions()[0])
    return bool(after.returns()[0] > 0)


def test_monte_carlo_tree_search_wins_in_the_last_turn(last_turn: Any) -> None:
    """OpenSpiel's bot in Python; that in C++ crashes with all games in Python, its own too."""
    state = last_turn.new_initial_state()
    assert {wins(state, action) for action in state.legal_actions()} == {True, False}
    luck = np.random.RandomState(0)
    rollouts = mcts.RandomRolloutEvaluator(1, luck)
    bot = mcts.MCTSBot(last_turn, 2.0, 100 if COMPILED else 40, rollouts, random_state=luck)
    assert wins(state, bot.step(state))


@pytest.mark.parametrize("solver", [cfr.CFRSolver, pyspiel.CFRSolver], ids=["Python", "C++"])
def test_counterfactual_regret_minimisation_finds_a_policy(last_turn: Any, solver: Any) -> None:
    found = solver(last_turn)
    for _ in range(3):
        found.evaluate_and_update_policy()
    state = last_turn.new_initial_state()
    policy = found.average_policy().action_probabilities(state)
    assert sum(policy.values()) == pytest.approx(1)
    assert set(policy) <= set(state.legal_actions())
    assert wins(state, max(policy, key=policy.__getitem__))
