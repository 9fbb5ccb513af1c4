"""F-7: problems for one player; the eight published ones."""

import pytest

from tablee.core import Illegal, Invalid
from tablee.core.record import Record
from tablee.games.fragile import Fragile, Problem, standard
from tablee.games.fragile.actions import act, cost, possible_actions
from tablee.games.fragile.moves import EndTurn
from tablee.games.fragile.problems.book import Book

POINTS = {
    1: [5, 5],
    2: [5, 5],
    3: [5, 5],
    4: [5, 5, 5],
    5: [5, 4, 5],
    6: [5, 5, 4],
    7: [5, 5],
    8: [2, 4, 5, 5],
}
"""What the booklet prints beside its solutions."""

REACH = {
    1: {"D6": [4, 14, 32, 69, 125], "B9": [4, 8, 13, 26, 51]},
    2: {"F3": [1, 8, 17, 37, 67], "B4": [3, 8, 15, 23, 32]},
    3: {"J5": [1, 6, 11, 19, 28], "J6": [2, 6, 12, 17, 27]},
    4: {
        "C5": [3, 10, 18, 28, 51],
        "G5": [4, 14, 33, 70, 135],
        "D7": [3, 9, 18, 36, 66],
    },
}
"""Positions one activation can end in with 1 to 5 points, found by an independent program."""


def replay(problem: Problem, turns: tuple[str, ...]):
    """The state after the turns, and the points each took."""
    state = Fragile.of_problem(problem).initial()
    spent = []
    for turn in turns:
        moves = list(state.parse_line(turn))
        actions = [move for move in moves if not isinstance(move, EndTurn)]
        total = 0
        for action in actions:
            total += cost(state.position, action)
            state = state.play(action)
        for end in moves[len(actions) :]:
            state = state.play(end)
        spent.append(total)
    return state, spent


@pytest.mark.parametrize("number", POINTS)
def test_a_published_solution_replays_with_the_points_of_the_booklet(number: int, golden) -> None:
    """F-7.2, F-7.3"""
    entry = golden.entry(number)
    state, spent = replay(entry.problem, entry.published)
    assert spent == POINTS[number]
    assert len(spent) == entry.problem.turns
    assert state.scores == (1,) if number != 3 else state.scores == (2,)
    assert (state.result.rule, state.result.reason.key) == ("F-7.3", "end-solved")
    assert state.result.winners == (0,)


def test_problem_6_is_solved_in_fewer_turns_than_the_booklet_needs(golden) -> None:
    entry = golden.entry(6)
    state, _ = replay(entry.problem, tuple(entry.facts["shorter"]))
    assert state.result.reason.key == "end-solved"
    assert state.turn == 1  # the second turn is under way


@pytest.mark.parametrize(
    ("number", "docker"), [(number, docker) for number in REACH for docker in REACH[number]]
)
def test_an_activation_reaches_as_many_positions_as_counted_independently(
    number: int, docker: str, golden
) -> None:
    """F-4.1 F-4.2 F-4.3 F-4.4 F-4.6: all actions but the flip, within 1 to 5 points."""
    start = Fragile.of_problem(golden.entry(number).problem).initial().position
    index = start.docker_at(docker)
    fewest = {start: 0}
    by_points = [[start], [], [], [], [], []]
    for spent in range(5):
        for position in by_points[spent]:
            if fewest[position] < spent:
                continue
            cell = position.dockers[index].cell
            for action in possible_actions(position, cell, 5 - spent, 0):
                after = act(position, action, 0).position
                total = spent + cost(position, action)
                if total < fewest.get(after, 6):
                    fewest[after] = total
                    by_points[total].append(after)
    counts = [sum(1 <= spent <= most for spent in fewest.values()) for most in range(1, 6)]
    assert counts == REACH[number][docker]
    assert counts == golden.entry(number).facts["reach"][docker]


def test_a_turn_of_a_problem_is_one_activation_of_five_points(golden) -> None:
    """F-7.2: from the first turn on."""
    state = Fragile.of_problem(golden.entry(1).problem).initial()
    state = state.play(state.parse("D6: D5"))
    assert state.points == 4
    assert EndTurn() in state.legal_moves()
    assert {m.docker for m in state.legal_moves() if m != EndTurn()} == {"D5"}


def test_the_next_turn_must_use_another_docker_and_the_one_after_may_use_the_first(golden) -> None:
    """F-7.2"""
    state = Fragile.of_problem(golden.entry(4).problem).initial()
    for line in ("C5: B5", "G5: F5"):
        for move in state.parse_line(line):
            state = state.play(move)
    assert {m.docker for m in state.legal_moves()} == {"B5", "D7"}
    with pytest.raises(Illegal) as caught:
        state.parse("F5: E5")
    assert caught.value.refusal.rule == "F-7.2"


def test_the_other_dockers_stand_still_but_hand_over(golden) -> None:
    """F-7.1"""
    state = Fragile.of_problem(golden.entry(2).problem).initial()
    assert {m.docker for m in state.legal_moves()} == {"F3", "B4"}
    with pytest.raises(Illegal) as caught:
        state.parse("H2: H1")
    assert caught.value.refusal.rule == "F-7.1"
    end, _ = replay(golden.entry(2).problem, golden.entry(2).published)
    assert [d.cell for d in end.position.dockers if d.player == 1] == ["F2", "H2", "J2"]


def test_only_the_crate_that_is_named_counts() -> None:
    """F-7.3: another crate in the depot meant for it meets no goal, and blocks it for good."""
    state = Fragile.of_problem(Problem.parse("3;C5c,E5gC4;C6,E9;-")).initial()
    step = state.step(state.parse("C6: C5>C4"))
    assert step.state.scores == (0,)
    assert step.state.result is None
    assert [e.scored() for e in step.events if e.kind == "crate-stored"] == [None]


def test_the_named_crate_in_another_depot_meets_no_goal() -> None:
    """F-7.3"""
    state = Fragile.of_problem(Problem.parse("3;C5gC3;C6,E9;-")).initial()
    assert state.play(state.parse("C6: C5>C4")).scores == (0,)


def test_a_crate_is_named_by_its_level_in_the_stack() -> None:
    """F-7.3: the upper crate falls, only where it is the one named the problem is solved."""
    for crates, solved in (("J2cgJ1", True), ("J2gJ1c", False)):
        state = Fragile.of_problem(Problem.parse(f"1;{crates};J3;-")).initial()
        after = state.play(state.parse("J3: J2-J1"))
        assert (after.result is not None) == solved


def test_a_problem_not_solved_in_its_turns_is_lost() -> None:
    """F-7.3"""
    state = Fragile.of_problem(Problem.parse("1;C5gC4;C7;-")).initial()
    for move in state.parse_line("C7: C6"):
        state = state.play(move)
    assert (state.result.rule, state.result.reason.key) == ("F-7.3", "end-out-of-turns")
    assert state.result.winners == ()


def test_with_one_docker_only_there_is_no_second_turn() -> None:
    """F-7.2"""
    state = Fragile.of_problem(Problem.parse("2;C5gC4;C7;-")).initial()
    for move in state.parse_line("C7: C6"):
        state = state.play(move)
    assert (state.result.rule, state.result.reason.key) == ("F-7.2", "end-stuck")


def test_nothing_is_flipped_in_a_problem(golden) -> None:
    """F-4.5"""
    game = Fragile.of_problem(golden.entry(1).problem)
    assert game.flips_allowed == 0
    assert not [m for m in game.initial().legal_moves() if type(m).__name__ == "Flip"]


def test_idle_turns_end_no_problem() -> None:
    """F-5.6 is for games of several players."""
    state = Fragile.of_problem(Problem.parse("60;C5gC4;C7,E9;-")).initial()
    for turn in range(50):
        docker = state.position.dockers[turn % 2].cell
        target = {"C7": "C6", "C6": "C7", "E9": "E10", "E10": "E9"}[docker]
        for move in state.parse_line(f"{docker}: {target}"):
            state = state.play(move)
    assert state.result is None


# A problem as one line


@pytest.mark.parametrize("number", POINTS)
def test_a_problem_fits_in_one_line_and_reads_back(number: int, golden) -> None:
    problem = golden.entry(number).problem
    assert Problem.parse(problem.text) == problem
    assert hash(Problem.parse(problem.text)) == hash(problem)


def test_the_line_of_a_problem_names_turns_crates_dockers_and_others(golden) -> None:
    assert golden.entry(1).problem.text == "2;C6gC3;D6,B9;C2"
    assert golden.entry(2).problem.text == "2;E3gJ1c;F3,B4;F2,H2,J2"
    assert golden.entry(4).problem.text == "3;D3c,E3c,F3c,G6gC3;C5,G5,D7;-"


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("", "bad-problem"),
        ("2;C6gC3;D6", "bad-problem"),
        ("2;C6gC3;D6;C2;", "bad-problem"),
        ("two;C6gC3;D6;C2", "bad-problem"),
        ("-1;C6gC3;D6;C2", "bad-problem"),
        (f"{'9' * 5000};C6gC3;D6;C2", "bad-problem"),
        ("2;C6;D6;C2", "bad-crates"),
        ("2;C6ccc;D6;C2", "bad-crates"),
        ("2;C6c,C6c;D6;C2", "bad-crates"),
        ("2;C6gK1;D6;C2", "bad-crates"),
        ("2;;D6;C2", "bad-crates"),
        ("2;C6gC3;D66;C2", "bad-cell"),
        ("2;C6gC3;D6,D6;C2", "bad-cell"),
        ("2;C6gC3;;C2", "bad-cell"),
    ],
)
def test_a_line_that_is_no_problem_is_invalid(text: str, key: str) -> None:
    with pytest.raises(Invalid) as caught:
        Problem.parse(text)
    assert caught.value.message.key == key


CANNOT_BE_SET_UP = [
    ("0;C6gC3;D6;C2", "problem-turns"),
    ("2;C6gC3;-;C2", "problem-dockers"),
    ("2;C6gC3;A2,A3,A4,A5;C2", "problem-dockers"),
    ("2;C6gC3;D6;D6", "cell-taken-twice"),
    ("2;C6gC3;C6;C2", "cell-taken-twice"),
    ("2;C6gC3;D6;C6", "cell-taken-twice"),
    ("2;C6gC3,C4cc;D6;C2", "stack-in-slot"),
    ("2;C6c;D6;C2", "problem-no-goal"),
    ("2;C6gC3,D7f;D6;C2", "problem-flipped"),
    ("2;C6gC3c,B1cc,B2cc,B3cc,B4cc,B5cc,B6c;D6;C2", "problem-crates"),
    ("2;C6gC5;D6;C2", "goal-not-depot"),
    ("2;C6gC3,C7gC3;D6;C2", "goal-twice"),
    ("2;C6gC3,C3c;D6;C2", "goal-full"),
    ("2;C6gC3,C4gH3;D6;C2", "goal-crate-stored"),
]


@pytest.mark.parametrize(("text", "key"), CANNOT_BE_SET_UP)
def test_a_problem_that_cannot_be_set_up_is_invalid(text: str, key: str) -> None:
    """F-7.3, F-7.1: up to three dockers of one's own."""
    with pytest.raises(Invalid) as checked:
        Problem.parse(text).check(standard().board)
    assert checked.value.message.key == key
    with pytest.raises(Invalid) as played:
        Fragile.of_problem(Problem.parse(text))
    assert played.value.message == checked.value.message


@pytest.mark.parametrize("turns", [100, 999_999_999])
def test_a_problem_without_end_cannot_begin_but_old_games_of_it_open(turns: int) -> None:
    text = f"{turns};C6gC3;D6;C2"
    for begin in (
        lambda: Fragile.of_problem(Problem.parse(text)),
        lambda: Fragile.from_options({"problem": text}),
    ):
        with pytest.raises(Invalid) as caught:
            begin()
        assert caught.value.message.key == "problem-turns"
    old = Fragile.from_options({"problem": text}, None, 1)
    record = Record(old, (old.initial().legal_moves()[0],))
    assert Record.parse(record.text()) == record
    assert f"0 / {turns}" in old.initial().svg()


@pytest.mark.parametrize("number", range(1, 9))
def test_who_plays_alone_is_not_called_player_1(number: int) -> None:
    entry = Book.published().entry(number)
    state = Fragile.of_problem(entry.problem).initial()
    told = []
    for turn in entry.published:
        for move in state.parse_line(turn):
            told.append(state.status())
            step = state.step(move)
            told += [event.sentence() for event in step.events]
            state = step.state
    told.append(state.status())
    for word, language in (("player", "en"), ("joueur", "fr"), ("spieler", "de")):
        assert [text for m in told if word in (text := m.text(language).lower())] == []
