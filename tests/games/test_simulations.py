"""Simulations of both games play by the law, and their numbers mean what the layout says."""

import pickle
import random
from array import array
from dataclasses import replace
from typing import Any
from zlib import crc32

import pytest

from tablee.core import CHANCE, Game
from tablee.core.batch import Batch
from tablee.core.simulation_kernel import COMPILED, Simulation
from tablee.games.fragile import Fragile
from tablee.games.fragile.problems.book import Book
from tablee.games.shear_panic import ShearPanic

PROBLEM = Fragile.of_problem(Book.published().entry(3).problem)
GAMES = [
    Fragile(2),
    Fragile(3, straws=True, first=1),
    Fragile(4),
    PROBLEM,
    ShearPanic(2, colours="YB"),
    ShearPanic(3, first=None),
    ShearPanic(4, first=2),
]
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game.name} {game.players}")


def masked(simulation: Simulation) -> list[int]:
    """The actions that the mask allows."""
    mask = bytearray(simulation.layout.actions)
    simulation.mask_into(mask)
    return [action for action, legal in enumerate(mask) if legal]


def seen(simulation: Simulation, player: int = 0) -> bytes:
    """What a player sees."""
    out = bytearray(simulation.layout.size)
    simulation.observe_into(player, out)
    return bytes(out)


def accepts(simulation: Simulation, action: int) -> bool:
    try:
        simulation.copy().step(action)
    except ValueError:
        return False
    return True


def follow_the_law(game: Game[Any], seed: int, steps: int) -> None:
    """Plays the same random moves by the law and in a simulation, and compares them."""
    luck = random.Random(seed)
    state, simulation = game.initial(), game.simulation(rolls=False)
    for _ in range(steps):
        assert simulation.actor == state.actor
        assert simulation.scores() == state.scores
        actions = simulation.legal_actions()
        assert list(simulation.actions[: simulation.count]) == actions
        moves = {state.notation(move): move for move in state.legal_moves()}
        texts = {simulation.text(action): action for action in actions}
        assert texts.keys() == moves.keys()
        assert len(texts) == len(set(actions)) == len(actions)
        assert masked(simulation) == sorted(actions)
        if state.actor == CHANCE:
            outcomes = [(found.move, found.probability) for found in state.outcomes()]
            odds = {state.notation(move): float(p) for move, p in outcomes}
            assert {simulation.text(action): p for action, p in simulation.chances()} == odds
        if state.result is not None:
            assert simulation.winners() == state.result.winners
            return
        text = luck.choice(sorted(texts))
        assert simulation.action(text) == texts[text]
        simulation.step(texts[text])
        state = state.play(moves[text])


@every_game
def test_a_simulation_follows_the_law(game: Game[Any]) -> None:
    follow_the_law(game, 1, 60)


@pytest.mark.long
@every_game
def test_simulations_follow_the_law_in_a_thousand_games(game: Game[Any]) -> None:
    for seed in range(150):
        follow_the_law(game, seed, 100_000)


def play_checked(game: Game[Any], seed: int) -> int:
    """Plays a random game; the mask, the legal actions and those accepted are the same."""
    luck = random.Random(seed)
    simulation = game.simulation(seed=seed)
    steps = 0
    while simulation.actor is not None:
        legal = simulation.legal_actions()
        assert masked(simulation) == sorted(legal)
        others = luck.sample(range(simulation.layout.actions), 10)
        for action in {*others, luck.choice(legal), -1, simulation.layout.actions}:
            assert accepts(simulation, action) == (action in legal)
        simulation.step(luck.choice(legal))
        steps += 1
    assert masked(simulation) == []
    return steps


@every_game
def test_exactly_the_legal_actions_are_accepted(game: Game[Any]) -> None:
    for seed in range(8 if COMPILED else 1):
        assert play_checked(game, seed) > 0


@pytest.mark.long
@every_game
def test_exactly_the_legal_actions_are_accepted_in_a_thousand_games(game: Game[Any]) -> None:
    for seed in range(1000):
        play_checked(game, seed)


@every_game
def test_a_copy_goes_its_own_way_and_values_are_compared(game: Game[Any]) -> None:
    simulation = game.simulation(seed=5)
    for _ in range(10):
        before = simulation.copy()
        again = pickle.loads(pickle.dumps(simulation))
        assert before == simulation == again
        assert hash(before) == hash(simulation) == hash(again)
        simulation.step(simulation.legal_actions()[-1])
        assert before != simulation
        assert before == again
        before.step(before.legal_actions()[-1])
        assert before == simulation
        assert seen(before) == seen(simulation)
        again.take(before)
        assert again == before
        if simulation.actor is None:
            return
    assert simulation != object()


@every_game
def test_the_seed_decides_what_chance_does(game: Game[Any]) -> None:
    def played(seed: int) -> list[bytes]:
        simulation = game.simulation(seed=seed)
        found = []
        for _ in range(12):
            if simulation.actor is None:
                break
            simulation.step(simulation.legal_actions()[0])
            found.append(seen(simulation))
        return found

    assert played(3) == played(3)
    if isinstance(game, ShearPanic):
        assert len({tuple(played(seed)) for seed in range(8)}) > 1


@every_game
def test_play_outs_end_and_repeat(game: Game[Any]) -> None:
    simulation = game.simulation()
    start, twin = simulation.copy(), simulation.copy()
    steps = simulation.play_out(7)
    assert simulation.actor is None
    assert simulation.legal_actions() == []
    assert twin.play_out(7) == steps
    assert twin == simulation
    twin.reset()
    assert twin.play_out(7, 3) == 3
    simulation.reset(0)
    assert simulation == start


@every_game
def test_a_simulation_begins_with_any_state(game: Game[Any]) -> None:
    state = game.initial()
    for _ in range(5):
        state = state.play(state.legal_moves()[0])
    simulation = game.simulation(state, rolls=False)
    texts = {simulation.text(action) for action in simulation.legal_actions()}
    assert texts == {state.notation(move) for move in state.legal_moves()}
    begun = simulation.copy()
    simulation.step(simulation.legal_actions()[0])
    simulation.reset()
    assert simulation == begun == pickle.loads(pickle.dumps(simulation))


@every_game
def test_the_parts_of_a_layout_lie_side_by_side(game: Game[Any]) -> None:
    layout = game.simulation().layout
    for parts, size in (
        (layout.action_parts, layout.actions),
        (layout.observation_parts, layout.size),
    ):
        assert [part.first for part in parts] == [0, *(part.last + 1 for part in parts)][:-1]
        assert len({part.name for part in parts}) == len(parts)
        assert parts[-1].last + 1 == size
    for action in (0, layout.actions - 1):
        part, place = layout.place_of(action)
        assert part.first <= action <= part.last
        assert len(place) == len(part.shape)
    with pytest.raises(ValueError, match="actions are numbers"):
        layout.place_of(layout.actions)


def test_actions_keep_their_numbers() -> None:
    """Numbers are stable: a network learned with them. Change them only with a new layout."""
    assert {game.simulation().layout.actions for game in GAMES[:4]} == {1821}
    assert {game.simulation().layout.actions for game in GAMES[4:]} == {4717}
    fragile = Fragile(2).simulation()
    assert fragile.action("depot A1") == 1
    sheep = ShearPanic(4).simulation(rolls=False)
    assert sheep.action("panic B") == 4709
    sheep.step(4709)
    assert sheep.action("push A1 N") == 3798


def test_a_simulation_refuses_what_its_kernel_does_not_know() -> None:
    with pytest.raises(ValueError, match="no room"):
        Fragile(2, first=None).simulation()
    with pytest.raises(ValueError, match="latest rules"):
        Fragile(2, rules_version=1).simulation()
    with pytest.raises(ValueError, match="latest rules"):
        ShearPanic(4, rules_version=1).simulation()
    simulation = Fragile(2).simulation()
    with pytest.raises(ValueError, match="not legal"):
        simulation.text(0)
    with pytest.raises(ValueError, match="not a legal action"):
        simulation.action("end")
    with pytest.raises(ValueError, match="not chance"):
        simulation.roll()
    with pytest.raises(ValueError, match="no player"):
        simulation.observe_into(2, bytearray(simulation.layout.size))
    with pytest.raises(ValueError, match="bytes"):
        simulation.mask_into(bytearray(3))
    with pytest.raises(ValueError, match="bytes"):
        simulation.mask_into(bytes(simulation.layout.actions))
    with pytest.raises(ValueError, match="another game"):
        simulation.take(Fragile(3).simulation())


# Batches

SIZE = 130 if COMPILED else 4


def buffers(game: Game[Any], size: int) -> dict[str, Any]:
    layout = game.simulation().layout
    return {
        "actors": array("i", [0] * size),
        "masks": bytearray(size * layout.actions),
        "observations": bytearray(size * layout.size),
        "scores": array("i", [0] * size * layout.players),
        "rewards": array("f", [0] * size * layout.players),
        "done": bytearray(size),
    }


@every_game
def test_a_batch_plays_each_game_as_a_single_one(game: Game[Any]) -> None:
    out = buffers(game, SIZE)
    singles = {i: game.simulation(seed=100 + i) for i in range(0, SIZE, 9 if COMPILED else 2)}
    actions, ends = array("i", [0] * SIZE), 0
    with Batch(game, SIZE, seeds=range(100, 100 + SIZE), threads=2, **out) as batch:
        layout = batch.layout
        for step in range(200 if COMPILED else 40):
            batch.sample(actions, step)
            batch.step(actions)
            for i, single in singles.items():
                assert actions[i] in single.legal_actions()
                single.step(actions[i])
                row = slice(i * layout.players, (i + 1) * layout.players)
                assert tuple(out["scores"][row]) == single.scores()
                assert out["done"][i] == (single.actor is None)
                assert any(out["rewards"][row]) == bool(single.winners())
                if single.actor is None:
                    ends += 1
                    for player, reward in enumerate(out["rewards"][row]):
                        assert (reward > 0) == (player in single.winners())
                    assert abs(sum(out["rewards"][row])) < 1e-6 or layout.players == 1
                    single.reset()
                assert out["actors"][i] == single.actor
                if step % 10 == 0:
                    assert batch.simulations[i] == single
                    mask = out["masks"][i * layout.actions : (i + 1) * layout.actions]
                    assert [a for a, legal in enumerate(mask) if legal] == masked(single)
                    shown = out["observations"][i * layout.size : (i + 1) * layout.size]
                    assert bytes(shown) == seen(single, single.actor or 0)
    assert ends > 0 or not COMPILED


@pytest.mark.parametrize("game", [Fragile(2), ShearPanic(3)], ids=lambda game: game.name)
def test_the_number_of_threads_changes_nothing(game: Game[Any]) -> None:
    size = 64 * 4 if COMPILED else 6
    found = []
    for threads in (1, 2, 4):
        out, actions = buffers(game, size), array("i", [0] * size)
        with Batch(game, size, seed=9, threads=threads, **out) as batch:
            for step in range(40 if COMPILED else 10):
                batch.sample(actions, step)
                batch.step(actions)
        found.append({name: bytes(buffer) for name, buffer in out.items()})
    assert found[0] == found[1] == found[2]


def test_a_batch_plays_nothing_if_one_action_is_not_legal() -> None:
    with Batch(Fragile(2), 3) as batch:
        before = [simulation.copy() for simulation in batch.simulations]
        with pytest.raises(ValueError, match="game 1: action 0 is not legal"):
            batch.step(array("i", [1, 0, 1]))
        assert list(batch.simulations) == before
        batch.step(array("i", [1, 1, 1]))
        assert batch.simulations[0] != before[0]
        batch.reset()
        assert list(batch.simulations) == before


def test_without_auto_reset_a_game_stays_over() -> None:
    game = PROBLEM
    out, actions = buffers(game, 2), array("i", [0, 0])
    with Batch(game, 2, auto_reset=False, **out) as batch:
        for step in range(60):
            batch.sample(actions, step)
            batch.step(actions)
        assert list(out["actors"]) == [-2, -2]
        assert list(actions) == [-1, -1]
        assert list(out["done"]) == [1, 1]
        assert not any(out["rewards"])
        assert not any(out["masks"])


def test_a_batch_wants_arrays_of_the_right_size() -> None:
    with pytest.raises(ValueError, match="masks must have"):
        Batch(Fragile(2), 3, masks=bytearray(3))
    with pytest.raises(ValueError, match="actors must have"):
        Batch(Fragile(2), 3, actors=bytes(12))
    with pytest.raises(ValueError, match="at least one game"):
        Batch(Fragile(2), 0)
    with pytest.raises(ValueError, match="seed for each"):
        Batch(Fragile(2), 2, seeds=[1])


def test_compiled_and_plain_kernels_play_alike() -> None:
    """The numbers are those of the compiled build; the tests run on both."""
    marks = []
    for game in GAMES:
        simulation = game.simulation(seed=11)
        simulation.play_out(3, 60)
        marks.append(crc32(seen(simulation)))
    assert marks == [
        2476292788,
        1736986088,
        4213692382,
        3359831260,
        3531375391,
        3459452974,
        1985646994,
    ]


@every_game
def test_states_pickle_without_their_edition(game: Any) -> None:
    state, rules = game.initial(), type(game.edition)
    for _ in range(20):
        if state.actor is not None:
            state = state.play(state.legal_moves()[-1])
    pickled = pickle.dumps(state)
    assert len(pickled) < 1200
    assert b"source = " not in pickled
    assert b"source = " in game.edition_text.encode()
    assert pickle.loads(pickled) == state
    own = rules.parse("# my own\n" + game.edition_text)
    kept = pickle.loads(pickle.dumps(replace(game, edition=own)))
    assert kept.edition_text == own.text
