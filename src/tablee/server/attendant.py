"""What a table does without being asked: its bots play, its clocks run out, it shows previews."""

from __future__ import annotations

import asyncio
import logging
import random
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

from tablee.bots import Choice
from tablee.engine.processes import NotStarted
from tablee.server.draft import Draft
from tablee.server.match import PLAYING, Match
from tablee.server.messages import Language, Refused, say
from tablee.server.metrics import BOT_QUEUE
from tablee.server.thinking import SentPosition, preview, thought
from tablee.server.workers import ATTEMPTS, PATIENCE

if TYPE_CHECKING:
    from tablee.server.table import Table

logger = logging.getLogger(__name__)

RETRY = 1.0
"""Seconds until a bot's turn that could not be played is tried again; later they double."""
LONGEST_RETRY = 15.0
LONGEST_ALARM = 3600.0
"""Seconds. Longer waits are split, because a timer does not run while the machine sleeps."""


class Attendant:
    def __init__(self, table: Table) -> None:
        self.table = table
        self._listeners = Counter[Language | None]()
        self._owed: set[Language | None] = set()
        """The languages in which previews of the present version are still to be sent."""
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
        if self._listeners:
            self._owe_previews(self._listeners)

    def _set_alarm(self, delay: float) -> None:
        loop = asyncio.get_running_loop()
        self._alarm = loop.call_later(min(delay, LONGEST_ALARM), self._ring)

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
            call(self.table.id, self.table.match.version, self.table.whose)

    async def play_bot(self, version: int) -> None:
        """Play the bot's turn of this version, unless it has been played already."""
        if self._bot_plays or self.table.match.version != version:
            return
        self._bot_plays = True
        try:
            if self._owes_turn:
                await self._play_turn()
        finally:
            self._bot_plays = False
            self.wake()

    def go_on(self, version: int) -> None:
        """Let a bot play one turn at a table of bots, for somebody who watches."""
        match = self.table.match
        if not match.is_show or match.phase != PLAYING or match.version != version:
            return
        if not self.table.closing and (self._thinking is None or self._thinking.done()):
            self._thinking = self.table.spawn(self._play_turn())

    @property
    def _owes_turn(self) -> bool:
        return self.table.match.awaits_bot and not self.table.closing

    async def _let_bot_play(self) -> None:
        """Plays the bots' turns. A turn is owed until it is saved, whatever happens meanwhile."""
        pause = RETRY
        while self._owes_turn:
            try:
                with BOT_QUEUE.track_inprogress():
                    await self._play_turn()
                pause = RETRY
            except (Exception, asyncio.CancelledError) as error:
                if _is_cancelled():
                    raise
                logger.warning("table %s: its bot waits: %r", self.table.id, error)
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_RETRY)

    async def _play_turn(self) -> None:
        match = self.table.match
        assert match.actor is not None
        found = await self._choice(match)
        version = match.version
        for text in found.moves:
            change = partial(self._play, version=version, text=text, found=found)
            version = await self.table.write(change)
            if not version:
                return

    async def _choice(self, match: Match) -> Choice:
        """Asks the bot. One that fails again and again plays at random, so that the game goes on.

        Raises ``NotStarted`` if the machine cannot start a process for it now.
        """
        house, table = self.table.house, self.table
        assert match.actor is not None
        level, position = match.seats[match.actor].level, SentPosition.of(match.game, match.state)
        for attempt in range(1, ATTEMPTS + 1):
            try:
                return await thought(house.bots, position, level, house.think_seconds, table.whose)
            except NotStarted:
                raise
            except Exception as error:  # noqa: BLE001  # whatever a bot may raise
                logger.warning("table %s: its bot failed (%d): %r", table.id, attempt, error)
        logger.error("table %s: its bot always fails here, so it plays at random", table.id)
        return Choice((random.choice(list(match.sitting.moves)),), say("reason-lost"))

    def _play(self, draft: Draft, version: int, text: str, found: Choice) -> int:
        """Returns the version after the move, or 0 if it is not played."""
        if draft.match.version != version or not draft.match.has_bot_to_move:
            return 0  # the seat's player came back, or the position is another one
        moves = draft.match.sitting.moves
        if text not in moves:  # a bot with a bug must not stop the game
            logger.error("table %s: the bot's move %s is not legal", self.table.id, text)
            text = next(iter(moves))
        draft.play_for_bot(text, found.reason)
        return draft.match.version

    # Clocks

    def _ring(self) -> None:
        self.table.spawn(self._rung())

    async def _rung(self) -> None:
        try:
            await self.time_out()
        except Refused as refusal:  # a clock that ran out is owed until it is saved
            logger.warning("table %s: %s", self.table.id, refusal)
            await asyncio.sleep(RETRY)
            self.wake()

    async def time_out(self) -> None:
        """End the turn if its time has run out, and do what else is due."""
        await self.table.write(self._time_out)
        self.wake()

    def _time_out(self, draft: Draft) -> None:
        deadline = draft.match.deadline
        if deadline is None or deadline > draft.now:
            return
        if deadline < self.table.house.down_until:
            draft.forgive_downtime()
        else:
            draft.time_out()

    # Previews

    @contextmanager
    def previewing(self, language: Language | None) -> Iterator[None]:
        """Somebody listens to the previews of this language, and is owed those of now."""
        self._listeners[language] += 1
        self._owe_previews([language])
        try:
            yield
        finally:
            self._listeners -= Counter([language])  # a language without listeners is not kept

    def _owe_previews(self, languages: Iterable[Language | None]) -> None:
        self._owed.update(languages)
        busy = self._previewing is not None and not self._previewing.done()
        if self._next_owed and not busy:
            self._previewing = self.table.spawn(self._show_previews())

    @property
    def _next_owed(self) -> list[Language | None]:
        """Returns the languages to serve now. There are none while a bot is to play."""
        match = self.table.match
        if match.phase != PLAYING or match.awaits_bot or self.table.closing:
            return []
        return [language for language in self._owed if language in self._listeners]

    async def _show_previews(self) -> None:
        """Send previews of the moves to the listeners of each language that is owed them."""
        table, house = self.table, self.table.house
        while owed := self._next_owed:
            language, version = owed[0], table.match.version
            self._owed.remove(language)
            position = SentPosition.of(table.match.game, table.match.state)
            message = await house.previews.ask(
                PATIENCE, preview, position, version, language, whose=table.whose
            )
            house.publish_here(self.preview_channel(language), message)


def _is_cancelled() -> bool:
    """True if the present task itself is to end, not just something it waited for."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0
