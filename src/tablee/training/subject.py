"""What training needs to know of a game that has a judge."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tablee.bots.bot import Bot
from tablee.core.errors import Invalid
from tablee.core.judge_file import JudgeFile, JudgeShape
from tablee.training.messages import say


@dataclass(frozen=True, slots=True)
class Subject:
    """A game that a judge can learn."""

    rules_version: int
    shape: JudgeShape
    self_play: Callable[[int, int, int, JudgeFile | None], bytes]
    """Plays games, by players, first seed, their number and the judge that plays.

    Returns rows of 16-bit numbers, as ``JudgeShape`` describes them.
    """
    shipped: Callable[[int], JudgeFile | None]
    """Returns the judge that comes with the package for so many players, or None."""
    bot: Callable[[JudgeFile | None], Bot]
    """Returns the strongest bot with a judge; without one, the bot ``classic``."""


def games() -> tuple[str, ...]:
    """Returns the games that a judge can learn."""
    return tuple(_SUBJECTS)


def subject(game: str) -> Subject:
    """Returns what there is to learn of a game. Raises ``Invalid`` for a game without a judge."""
    if game not in _SUBJECTS:
        raise Invalid(say("no-subject", game=game, known=", ".join(games())))
    return _SUBJECTS[game]()


def _fragile() -> Subject:
    from tablee.bots.fragile.levels import CLASSIC, LEVELS, FragileBot
    from tablee.games.fragile.edition import VERSIONS
    from tablee.games.fragile.judge import SHAPE, self_play, shipped

    def bot(taught: JudgeFile | None) -> Bot:
        style = CLASSIC if taught is None else LEVELS[-1]
        return FragileBot(style, taught=taught)

    return Subject(VERSIONS[-1], SHAPE, self_play, shipped, bot)


def _shear_panic() -> Subject:
    from tablee.bots.shear_panic.levels import CLASSIC, LEVELS, ShearPanicBot
    from tablee.games.shear_panic.edition import VERSIONS
    from tablee.games.shear_panic.judge import SHAPE, self_play, shipped

    def bot(taught: JudgeFile | None) -> Bot:
        style = CLASSIC if taught is None else LEVELS[-1]
        return ShearPanicBot(style, taught=taught)

    return Subject(VERSIONS[-1], SHAPE, self_play, shipped, bot)


_SUBJECTS: dict[str, Callable[[], Subject]] = {
    "fragile": _fragile,
    "shear-panic": _shear_panic,
}
