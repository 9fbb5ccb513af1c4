"""A bot whose texts are in the catalogue of the bots, under its game and its name."""

from __future__ import annotations

from tablee.bots.bot import Bot, bot_message
from tablee.core.messages import Message


class LevelBot(Bot):
    """One of the levels of a game."""

    def __init__(self, game: str, name: str, nickname: str) -> None:
        self.game, self.name, self.nickname = game, name, nickname

    @property
    def title(self) -> Message:
        return bot_message(f"{self.game}-{self.name}")

    @property
    def line(self) -> Message:
        return bot_message(f"{self.game}-{self.name}-line")
