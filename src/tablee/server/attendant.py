"""What a table does without being asked: its bots play, its clocks run out, it shows previews."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from functools import partial
from typing import TYPE_CHECKING

from tablee.bots import Choice
from tablee.server.draft import Draft
from tablee.server.match import PLAYING
from tablee.server.messages import Language, Refused
from tablee.server.metrics import BOT_QUEUE, BOT_SECONDS
from tablee.server.thinking import PATIENCE, SentPosition, preview, thought

if TYPE_CHECKING:
    from tablee.server.table import Table

logger = logging.getLogger(__name__)

RETRY = 1.0
"""Seconds until a bot's move that could not be saved is asked for again."""
LONGEST_ALARM = 3600.0
"""Seconds. Longer waits are split, because a day's timer would not notice a changed clock."""


class Attendant:
    def __init__(self, table: Table) -> None:
        self.table = table
        self.preview_listeners = Counter[Language | None]()
        self._thinking: asyncio.Task[None] | None = None
        self._previewing: asyncio.Task[None] | None = None
        self._alarm: asyncio.TimerHandle | None = None
        self._bot_plays = False

    def preview_channel(self, language: Language | None) -> str:
        return f"{self.table.id}/previews/{language or 'all'}"

    def wake(self, *, ours: bool = True) -> None:
        """See to what is due now, and set the alarm for what is due later.

        If the last entry is not ``ours``, the node that wrote it has called the bot.
        """
        self.rest()
        match = self.table.match
        if self.table.closing or match.phase != PLAYING:
            return
        if match.awaits_bot:
            self._call_bot(ours)
        if match.deadline is not None:
            self._set_alarm(max(0.0, match.deadline - self.table.house.now()))
        self.wake_previews()

    def _set_alarm(self, delay: float) -> None:
        loop = asyncio.get_running_loop()
        self._alarm = loop.call_later(min(delay, LONGEST_ALARM), self._ring)

    def wake_previews(self) -> None:
        wanted = self.preview_listeners.total() > 0 and not self.table.closing
        busy = self._previewing is not None and not self._previewing.done()
        if wanted and not busy and not self.table.match.awaits_bot:
            self._previewing = self.table.spawn(self._show_previews())

    def rest(self) -> None:
        """Cancel the alarm."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    def stop(self) -> None:
        self.wake()
        for task in (self._thinking, self._previewing):
            if task is not None:
                task.cancel()

    # Bots

    def _call_bot(self, ours: bool) -> None:
        call = self.table.house.call_bot
        if call is None:
            if self._thinking is None or self._thinking.done():
                self._thinking = self.table.spawn(self._let_bot_play())
        elif ours and not self._bot_plays:
            call(self.table.id, self.table.match.version)

    async def play_bot(self, version: int) -> None:
        """Play the bot's turn of this version, unless it has been played already."""
        if self._bot_plays or self.table.match.version != version:
            return
        self._bot_plays = True
        try:
            if self.table.match.awaits_bot and not self.table.closing:
                await self._play_turn()
        finally:
            self._bot_plays = False
            self.wake()

    def _position(self) -> SentPosition:
        match = self.table.match
        return SentPosition.of(match.game, match.state)

    async def _let_bot_play(self) -> None:
        """Ask the bot and play its moves, as long as they still fit the table."""
        while self.table.match.awaits_bot and not self.table.closing:
            try:
                with BOT_QUEUE.track_inprogress():
                    await self._play_turn()
            except Refused as refusal:
                logger.warning("table %s: %s", self.table.id, refusal)
                await asyncio.sleep(RETRY)

    async def _play_turn(self) -> None:
        match, house = self.table.match, self.table.house
        assert match.actor is not None
        level = match.seats[match.actor].level
        begin = time.perf_counter()
        found = await thought(house.bots, self._position(), level, house.think_seconds)
        BOT_SECONDS.labels(self.table.plan.game).inc(time.perf_counter() - begin)
        for text in found.moves:
            change = partial(self._play, seat=match.actor, text=text, found=found)
            if not await self.table.write(change):
                return

    def _play(self, draft: Draft, seat: int, text: str, found: Choice) -> bool:
        if draft.match.actor != seat or not draft.match.awaits_bot:
            return False  # the seat's player came back, or another player's turn began
        moves = draft.match.sitting.moves
        if text not in moves:  # a bot with a bug must not stop the game
            logger.error("table %s: the bot's move %s is not legal", self.table.id, text)
            text = next(iter(moves))
        draft.play_for_bot(text, found.reason)
        return True

    # Clocks

    async def forgive_downtime(self) -> None:
        """After a start, see to what is due. If nothing can be saved, try again later."""
        try:
            await self.table.write(Draft.forgive_downtime)
        except Refused:
            self.table.spawn(self._forgive_later())
            raise
        self.wake()

    async def _forgive_later(self) -> None:
        await asyncio.sleep(RETRY)
        if not self.table.closing:
            await self.forgive_downtime()

    def _ring(self) -> None:
        self.table.spawn(self.time_out())

    async def time_out(self) -> None:
        """End the turn if its time has run out, and do what else is due."""
        try:
            await self.table.write(_time_out)
        except Refused:  # its end is owed until it is saved
            self.wake()
            if self._alarm is not None:
                self.rest()
                self._set_alarm(RETRY)
            raise
        self.wake()

    # Previews

    async def _show_previews(self) -> None:
        """Send previews of the moves to the listeners of each language.

        Starts again if the table has moved on meanwhile, or a listener of another language came.
        """
        table, house = self.table, self.table.house
        shown: dict[Language | None, int] = {}
        while table.match.phase == PLAYING and not table.closing:
            version = table.match.version
            behind = [one for one in +self.preview_listeners if shown.get(one) != version]
            if not behind:
                return
            language = behind[0]
            shown[language] = version
            asked = (preview, self._position(), version, language)
            message = await house.previews.ask(PATIENCE, *asked)
            house.publish_here(self.preview_channel(language), message)


def _time_out(draft: Draft) -> None:
    deadline = draft.match.deadline
    if deadline is not None and deadline <= draft.now:
        draft.time_out()
