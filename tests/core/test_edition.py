"""Editions of strangers: bounded before TOML reads them, and refused with a line and a sentence."""

import pytest

from tablee.core import LANGUAGES, Invalid, game_names, game_type
from tablee.core.edition import LONGEST, MOST_SIGNS, EditionFile

HEAD = 'name = "x"\n'


def refusal(text: str) -> Invalid:
    with pytest.raises(Invalid) as caught:
        EditionFile("own.toml", text, ("D",)).name()
    texts = [caught.value.text(language) for language in LANGUAGES]
    assert len(set(texts)) == len(LANGUAGES)
    assert all(len(text) < 400 for text in texts)
    return caught.value


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (HEAD + ".".join("a" * 16_000) + " = 1", "at most 16384 characters"),
        (HEAD + ".".join("a" * 8_000) + " = 1", 'line 2: .* at most 60 times the sign "."'),
        (HEAD + f"[{'.'.join('a' * 100)}]", 'line 2: .* sign "."'),
        (HEAD + "a = [" + "1," * 8_000 + "]", 'line 2: .* sign ","'),
        (HEAD + "a = " + "[" * 8_000, 'line 2: .* sign "\\["'),
        (HEAD + "a = " + "{a=" * 100, 'line 2: .* sign "{"'),
        (HEAD + "a=1\n" * 4_000, 'line 60[12]: .* sign "="'),
        (HEAD + "#\n" * 8_000, "line 1001: an edition has at most 1000 lines"),
        (HEAD + "a = " + "[" * 40 + "]" * 40, 'line 2: "a" has too many lists'),
        (HEAD + "[t]\nb = 1\na = 0x" + "f" * 9_000, 'line 4: the number of "a" is too large'),
        (HEAD + "[[t]]\na = [1, [1000000]]", 'line 3: the number of "a" is too large'),
        (HEAD + "a = 1000000000", 'line 2: the number of "a" is too large'),
        (f'name = "{"x" * 61}"', "line 1: the name of an edition has at most 60 characters"),
        (HEAD + "x" * 9_000, "not TOML"),
    ],
)  # fmt: skip
def test_what_no_edition_needs_is_refused_with_its_line(text: str, sentence: str) -> None:
    with pytest.raises(Invalid, match=sentence):
        raise refusal(text)


def test_signs_in_comments_do_not_count() -> None:
    text = HEAD + "".join(f"  # {sign * 50}\n" for sign in "=,[{.") * 10
    assert len(text) < LONGEST
    assert EditionFile("own.toml", text, ("D",)).name() == "x"


@pytest.mark.parametrize("name", game_names())
def test_the_standard_editions_need_less_than_half_of_what_is_allowed(name: str) -> None:
    kind = game_type(name)
    for version in kind.rules_versions:
        text = kind.from_options({}, None, version).edition_text
        assert len(text) < LONGEST / 2
        lines = [line for line in text.split("\n") if not line.startswith("#")]
        for sign, most in MOST_SIGNS.items():
            assert "\n".join(lines).count(sign) < most / 2


def test_an_error_repeats_a_long_value_in_part() -> None:
    error = refusal(f'name = "x"\n[t]\nsource = "D"\n{"x" * 3_000}')
    assert len(error.text()) < 200
