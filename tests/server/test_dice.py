"""Dice that anyone can check: exact and repeatable, and every lie is found."""

import random
from collections import Counter
from collections.abc import Callable
from fractions import Fraction

import pytest

from tablee.core import CHANCE, LANGUAGES, Invalid, Outcome, Record, TableeError
from tablee.games.shear_panic import Edition, ShearPanic, standard
from tablee.server.dice import Dice, commitment, join_line, new_secret, verify, with_proof
from tablee.testing import random_play

SECRET = "00" * 32
DICE = Dice(SECRET, (join_line(0, "abc", "Anna"), join_line(1, "def", "Bert")))
UNEVEN = (
    Outcome("half", Fraction(1, 2)),
    Outcome("third", Fraction(1, 3)),
    Outcome("sixth", Fraction(1, 6)),
)


def test_a_draw_is_the_same_whenever_it_is_asked_for() -> None:
    draws = [DICE.draw(UNEVEN, number) for number in range(50)]
    assert draws == [DICE.draw(UNEVEN, number) for number in range(50)]
    others = Dice(SECRET, DICE.joins[:1])
    assert draws != [others.draw(UNEVEN, number) for number in range(50)]


def test_outcomes_come_as_often_as_their_probability_says() -> None:
    found = Counter(DICE.draw(UNEVEN, number) for number in range(6000))
    # Five standard deviations of a binomial count each.
    for outcome in UNEVEN:
        p = float(outcome.probability)
        assert abs(found[outcome.move] - 6000 * p) < 5 * (6000 * p * (1 - p)) ** 0.5


def test_a_hash_beyond_the_last_whole_multiple_is_drawn_again() -> None:
    # One more than half of all hashes: every second first attempt lies beyond it.
    size = 2**255 + 1
    drawn = {DICE.below(size, number) for number in range(64)}
    assert all(value < size for value in drawn)
    assert len(drawn) == 64


def honest_game(dice: Dice) -> Record:
    """Plays a game of Shear Panic with these dice."""
    rng, draws, moves = random.Random(4), 0, []
    game = ShearPanic(3)
    state = game.initial()
    while state.actor is not None and len(moves) < 60:
        if state.actor == CHANCE:
            move = dice.draw(state.outcomes(), draws)
            draws += 1
        else:
            move = random_play.random_move(state, rng)
        moves.append(move)
        state = state.play(move)
    return Record(game, tuple(moves))


def test_an_honest_record_is_verified() -> None:
    record = honest_game(DICE)
    text = with_proof(record, DICE, reveal=True)
    draws = sum(sitting.state.actor == CHANCE for sitting in record.sittings())
    assert verify(text) == draws > 4
    assert Record.parse(text) == record


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        (f"# secret: {SECRET}", f"# secret: {'11' * 32}", "not the one"),
        (f"# secret: {SECRET}", "# secret: zz", "not the one"),
        (f"# secret: {SECRET}\n", "", "commitment and a secret"),
        ("# join: P1 abc Anna\n", "", "does not come from"),
        ("# join: P1 abc Anna", "# join: P1 abd Anna", "does not come from"),
    ],
)
def test_a_lie_is_found(old: str, new: str, sentence: str) -> None:
    text = with_proof(honest_game(DICE), DICE, reveal=True)
    assert old in text
    with pytest.raises(Invalid, match=sentence):
        verify(text.replace(old, new))


ODD = (
    *("", "\n", "\r", "\x00", "\x0b", "\x85", "\u2028", "\ud800", "é", "9" * 5000, "²", "١"),
    *("# secret: ", "# join: P1 abc\n Anna", "# commitment: ", "| ", "P9 ", "-- ", ": ", "\ufeff"),
)


def sentences(read: Callable[[str], object], text: str) -> list[str]:
    """Returns the sentences of the error, if there is one."""
    try:
        read(text)
    except TableeError as error:
        return [error.text(language) for language in LANGUAGES]
    return []


@pytest.mark.parametrize("seed", range(10))
def test_a_broken_record_is_answered_with_a_sentence_in_every_language(seed: int) -> None:
    rng = random.Random(seed)
    own = Record(ShearPanic(4, Edition.parse(standard().text + "# own\n")), ()).text()
    for whole in (with_proof(honest_game(DICE), DICE, reveal=True), own):
        for odd in ODD:
            at = rng.randrange(len(whole) + 1)
            broken = whole[:at] + odd + whole[at + rng.randrange(3) :]
            assert all(sentences(Record.parse, broken))
            assert all(sentences(verify, broken))


def test_a_secret_is_new_each_time_and_hidden_by_its_hash() -> None:
    first, second = new_secret(), new_secret()
    assert first != second
    assert commitment(first) != commitment(second)
    assert first not in commitment(first)
    hidden = with_proof(honest_game(DICE), DICE, reveal=False)
    assert SECRET not in hidden
