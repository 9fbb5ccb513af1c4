"""Names and chat that everybody can read, and names that nobody can take for another's.

A name is refused if people cannot see all of it, or if it looks like that of a bot or of somebody
else at the table.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from tablee.server.messages import Refused

MOST_MARKS = 3
"""Combining marks on one letter. Some scripts need three; more climb over other lines."""
JOINERS = "\u200c\u200d"
"""Persian and many emoji need them. They are invisible, so only chat may have them."""
EMOJI_STYLE = "\ufe0f"
BLANK = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\U0001d159\U00016fe4"
    + "".join(map(chr, (*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
)
"""Characters that count as printable, and show nothing."""

_ALIKE = {
    # Cyrillic and Greek letters that look like Latin ones, once they are small letters.
    **dict(zip("авсԁеһіјӏкмнорԛѕтѵԝхуүз", "abcdehijlkmhopqstvwxyy3", strict=True)),
    **dict(zip("αβγικνορτυχηω", "abyiknoptuxnw", strict=True)),
    **dict(zip("ıɩɡⅼ", "iigl", strict=True)),
    # Letters that look like digits, and the other way round.
    **dict(zip("0il|!", "o1111", strict=True)),
}


def clean_name(name: str, longest: int) -> str:
    """Returns a name without superfluous spaces. Raises ``Refused`` if it cannot be shown."""
    name = " ".join(unicodedata.normalize("NFC", name).split())
    written_out = unicodedata.normalize("NFKC", name)  # some signs are as wide as a sentence
    if not 0 < max(len(name), len(written_out)) <= longest or not is_readable(name):
        raise Refused("bad-name", longest=longest)
    if skeleton(name) in _BOTS:
        raise Refused("bot-name", name=name)
    return name


def check_alone(name: str, others: Iterable[str]) -> None:
    """Raises ``Refused`` if a name looks like one of the others at the table."""
    looks = skeleton(name)
    for other in others:
        if looks == skeleton(other):
            raise Refused("name-taken", name=other)


def is_readable(text: str, *, joined: str = "") -> bool:
    """Returns whether everything in a text can be seen. ``joined`` may be in it all the same."""
    marks, shown = 0, False
    for before, sign in zip(f" {text}", text, strict=False):
        kind = unicodedata.category(sign)
        if sign in joined or (sign == EMOJI_STYLE and unicodedata.category(before) == "So"):
            continue
        if sign in BLANK or not sign.isprintable():
            return False
        if kind[0] == "M":
            marks += 1
            if marks > MOST_MARKS or not shown:
                return False
        else:
            marks = 0
            shown = shown or kind[0] in "LNPS"
    return shown


def skeleton(name: str) -> str:
    """Returns what a name looks like: letters and digits, without case, marks and script."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    signs = "".join(_ALIKE.get(sign, sign) for sign in plain)
    kept = [sign for sign in signs if unicodedata.category(sign)[0] in "LN"]
    return "".join(_ALIKE.get(sign, sign) for sign in kept) or signs


_BOTS = frozenset(
    skeleton(f"{word} {number}") for word in ("Bot", "Robot") for number in ("", *range(100))
)
"""What the names of bots look like. The server gives a bot the name of its seat, ``Bot 2``."""
