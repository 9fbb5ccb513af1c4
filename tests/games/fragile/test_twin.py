"""Played on its packed twin, a move does to a state what the law says."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.games.fragile import Fragile, FragileState, Problem, packing, rules, twin
from tablee.games.fragile.moves import EndTurn, FragileMove, Go

GAMES = st.sampled_from(
    [
        *(Fragile(players) for players in (2, 3, 4)),
        *(Fragile(players, first=None) for players in (2, 3, 4)),
        *(Fragile(players, idle_limit=6) for players in (2, 4)),
        *(Fragile(players, straws=True) for players in (3, 4)),
        *(Fragile(players, straws=True, first=players - 1) for players in (3, 4)),
        Fragile.of_problem(Problem.parse("3;C5gC3c,D4c,E4cgH3,E7c,F4c;D6,E6,F6;D5,E5,C6")),
    ]
)


def stepped(state: FragileState, move: FragileMove) -> FragileState:
    """The state after a move, which both have played."""
    expected, told = rules.step(state, move)
    before = twin.of(state).fields()
    after, events = twin.step(state, move)
    assert after == expected
    assert events == told
    assert twin.of(state).fields() == before
    if hasattr(after, "_packed"):
        assert after._packed.fields() == packing.pack(after).fields()
    return after


@settings(max_examples=25, deadline=None)
@given(GAMES, st.integers(0, 2**32), st.sampled_from((1, 4)))
def test_every_move_of_a_game_is_the_laws(game: Fragile, seed: int, eagerness: int) -> None:
    rng = random.Random(seed)
    state = game.initial()
    while state.actor is not None:
        moves = rules.legal_moves(state)
        if not state.to_play:  # a draw
            state = rules.step(state, rng.choice(moves))[0]
            continue
        for move in rng.sample(moves, min(3, len(moves))):
            stepped(state, move)
        handling = [move for move in moves if not isinstance(move, Go | EndTurn)]
        chosen = handling if handling and rng.randrange(eagerness) else moves
        state = stepped(state, rng.choice(chosen))


STUCK = "B1cc,C1cc,A2cc"


@pytest.mark.parametrize(
    ("text", "fields", "line"),
    [
        ("A1c 1D5,1E5,2G5,2G6", {}, "D5: D6"),
        (f"{STUCK},J2cc,J3cc,E7c 1D5,1E5,2A1,2J1,3B9,3B10", {"players": 3, "flips": 4}, ""),
        ("E7c 1D5,1E5,2G5,2G6", {"idle_turns": 39}, ""),
        ("E7c 1D5,1E5,2G5,2G6", {"full_player": 0}, ""),
        ("E7c 1D5,1E5,2G5,2G6", {"full_player": 1}, ""),
        ("D7c,E7c 1D6,1E5,2G5,2G6", {}, "D6: D7!"),
    ],
    ids=["nothing left", "passed over", "idle", "full", "other full", "flipped"],
)
def test_what_happens_seldom_is_the_laws(at, text: str, fields: dict, line: str) -> None:
    state = at(text, **{key: fields[key] for key in fields.keys() & {"players", "flips"}})
    state = state.with_(**{key: fields[key] for key in fields.keys() - {"players", "flips"}})
    if line:
        state = stepped(state, state.parse(line))
    while state.actor == 0:
        moves = state.legal_moves()
        state = stepped(state, moves[-1] if isinstance(moves[-1], EndTurn) else moves[0])


@pytest.mark.parametrize(("full", "following"), [(0, (1, 2)), (1, (1, 2, 0)), (2, (1, 2, 0))])
def test_who_has_a_last_turn_is_the_laws(at, full: int, following: tuple[int, ...]) -> None:
    """F-5.3"""
    state = at("E7c 1D5,1E5,2G5,2G6,3B9,3B10", 3, full_player=full)
    for text in ("D5: D6", "E5: E6", "end"):
        state = stepped(state, state.parse(text))
    assert state.to_play == following


def test_a_game_of_version_1_has_no_twin(at) -> None:
    """F-5.3: the kernel's last turns are those of version 2."""
    state = at("E7c 1D5,1E5,2G5,2G6", full_player=1, version=1)
    assert not twin.can_answer(state)
    assert "D5: D6" in state.notations()
    for text in ("D5: D6", "E5: E6", "end"):
        assert not hasattr(state, "_packed")
        state = state.play(state.listed(text))
    assert state.to_play == (0,)


@pytest.mark.parametrize("target", ["A10", "D5", "E5", "J9", "B9", "A1"])
def test_a_walk_nobody_should_ask_for_is_the_laws_as_well(at, target: str) -> None:
    """Into a depot, to where it stands, onto another, too far, onto a crate."""
    state = at("B9c,E7c,A9c,B10c 1D5,1E5,2G5,2G6")
    twin.of(state)
    move = Go("D5", target)
    assert tuple(state.step(move)) == rules.step(state, move)


def test_nobody_walks_where_nobody_stands(at) -> None:
    state = at("E7c 1D5,1E5,2G5,2G6")
    twin.of(state)
    with pytest.raises(AssertionError):
        state.step(Go("A5", "A6"))
