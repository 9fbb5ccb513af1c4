"""Values of positions of Shear Panic: more for earlier points, and the same on both builds."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tablee.games.shear_panic import ShearPanicState, kernel
from tablee.games.shear_panic.evaluate import Evaluator, scout, weights
from tablee.games.shear_panic.evaluate_kernel import KINDS
from tablee.games.shear_panic.packing import legal_by_law, pack, unpack_move
from tablee.games.shear_panic.tasks import Stage, Task

At = Callable[..., ShearPanicState]


def strengths(state: ShearPanicState, style: str = "search") -> list[float]:
    packed = pack(state)
    return Evaluator(packed, weights(style)).strengths(packed)  # type: ignore[no-any-return]


def test_every_way_of_playing_has_all_the_weights() -> None:
    known = set(weights("search"))
    for style in ("greedy", "dreamer", "grazer", "shepherdess"):
        assert set(weights(style)) == known


def test_points_count(at: At) -> None:
    poor, rich = (strengths(at("BRG/GKY/YBR N", points=(p, 0, 0, 0), counter=30)) for p in (0, 3))
    assert rich[0] == pytest.approx(poor[0] + 3 * weights("search")["points"])
    assert rich[1:] == poor[1:]


def test_rows_count_more_the_nearer_rogers_gate_is(at: At) -> None:
    """Blue in front, yellow behind: the nearer the gate, the more that means."""

    def lead(counter: int) -> float:
        blue, *_, yellow = strengths(at("BBR/GKR/YGY N", counter=counter), "search")
        return blue - yellow

    assert 0 < lead(14) < lead(19) < lead(23)


def test_the_front_row_is_no_place_to_be_before_the_shearers_gate(at: At) -> None:
    blue, *_, yellow = strengths(at("BBR/GKR/YGY N", counter=60))
    assert yellow > blue


def test_whoever_will_open_the_gate_stands_better(at: At) -> None:
    """S-6.4: three spaces before the gate; who has a 3 left reaches it."""
    with_threes = at("BRG/GKY/YBR N", counter=22)
    menu = with_threes.game.edition.menu
    threes = sum(1 << place for place, entry in enumerate(menu) if entry.number == 3)
    without = at("BRG/GKY/YBR N", counter=22, used=(threes, 0, 0, 0))
    none_kept = {**weights("search"), **dict.fromkeys(KINDS, 0.0)}
    can, cannot = (
        Evaluator(pack(state), none_kept).strengths(pack(state))[0]
        for state in (with_threes, without)
    )
    assert can == pytest.approx(cannot + weights("search")["trigger"])


def test_an_extra_step_is_worth_keeping_at_first_and_costs_at_the_end(at: At) -> None:
    """S-9.2, S-9.6"""

    def worth(counter: int, extras: tuple[int, ...]) -> float:
        state = at("BRG/GKY/YBR N", players=2, counter=counter, extras=(extras, ()))
        return strengths(state)[0]

    assert worth(1, (1, 1)) > worth(1, (1,)) > worth(1, ())
    assert worth(50, (1, 1)) < worth(50, ())


def test_an_extra_step_makes_the_gate_come_nearer(at: At) -> None:
    """S-9.4: five spaces before the gate a 3 and an extra 2 will do."""
    for extras, reached in (((2,), True), ((1,), False)):
        state = at("BRG/GKY/YBR N", players=2, counter=14, extras=(extras, ()))
        none_kept = {**weights("search"), "extra_step": 0.0, "extra_cost": 0.0}
        here, there = Evaluator(pack(state), none_kept).strengths(pack(state))
        untriggered = {**none_kept, "trigger": 0.0}
        plain = Evaluator(pack(state), untriggered).strengths(pack(state))
        assert (here > plain[0]) == reached
        assert (there > plain[1]) != reached


def test_moves_that_older_rules_allow_can_be_ranked(at: At) -> None:
    """S-5.2: by the rules of version 1 yellow has a third place, with the two strays."""
    flock = "K.../GRB./.RG./...Y/.BY. N"
    old = at(flock, task=Task.LINE, group="D4", die="x", stage=Stage.PANIC, counter=20, version=1)
    listed = legal_by_law(old)
    packed = pack(old)
    assert len(kernel.legal(packed)) == 2
    ranked = scout(packed, weights("search")).ranked(packed, False, listed)
    assert sorted(move for _, move in ranked) == sorted(listed)
    assert len(listed) == 3


def test_chances_of_all_add_up_to_one(at: At) -> None:
    packed = pack(at("BRG/GKY/YBR N", counter=40, points=(5, 1, 8, 2)))
    evaluator = Evaluator(packed, weights("search"))
    chances = [evaluator.chance(packed, player) for player in range(4)]
    assert sum(chances) == pytest.approx(1)
    assert max(chances) == chances[2]


def test_every_legal_move_is_ranked_once(at: At) -> None:
    state = at("BRG/GKY/YBR N", counter=20)
    packed = pack(state)
    ranked = scout(packed, weights("search")).ranked(packed, False)
    assert sorted(move for _, move in ranked) == sorted(kernel.legal(packed))
    assert [worth for worth, _ in ranked] == sorted((worth for worth, _ in ranked), reverse=True)
    assert all(state.check(unpack_move(move)) is None for _, move in ranked)


def test_looking_ahead_leaves_the_state_alone_and_repeats(at: At) -> None:
    packed = pack(at("BRG/GKY/YBR N", counter=20))
    before = packed.fields()
    ahead = scout(packed, weights("search"))
    move = kernel.legal(packed)[0]
    once = ahead.outlook(packed, move, 5, 3)
    assert 0 <= once <= 1
    assert ahead.outlook(packed, move, 5, 3) == once
    assert packed.fields() == before


def test_a_game_played_on_to_its_end_is_won_or_lost(at: At) -> None:
    packed = pack(at("BRG/GKY/YBR N", counter=70))
    move = kernel.legal(packed)[0]
    assert scout(packed, weights("search")).outlook(packed, move, 1, 99) in (0.0, 1.0)
