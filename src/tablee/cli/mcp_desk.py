"""What a program can do over MCP: play, solve and explain. docs/engine.md

It comes in by the same checked door as people: a refusal names the rule and changes nothing.
"""

from __future__ import annotations

import random
import threading
from typing import Any

from tablee.bots import Budget, bot
from tablee.cli.console import say, sentence
from tablee.cli.ending import outcome
from tablee.cli.flags import about, player_counts
from tablee.cli.table import TerminalTable
from tablee.core.errors import Invalid, TableeError
from tablee.core.registry import game_names, game_type
from tablee.games.fragile import Problem, standard
from tablee.games.fragile.problems.hints import STEPS, Guide
from tablee.games.fragile.problems.search import OutOfMemory, SearchProgress
from tablee.games.fragile.problems.solver import solve

MOST_TURNS = 4
SOLVE_SECONDS = 30.0
THINK_SECONDS = 1.0
MEMORY = 256 << 20


class Desk:
    """One game at a time. Its methods are the tools; their docstrings are the program's help."""

    def __init__(self, language: str) -> None:
        self._language = language
        self._table: TerminalTable | None = None
        self._bots: dict[int, str] = {}
        self._lock = threading.RLock()
        """Tools run in threads, and a game is played one move after the other."""

    @property
    def tools(self) -> tuple[Any, ...]:
        return (
            self.games,
            self.rule,
            self.new_game,
            self.look,
            self.legal_moves,
            self.play,
            self.undo,
            self.suggest,
            self.record,
            self.solve,
            self.hint,
        )

    # Knowing

    def games(self) -> str:
        """Lists the games, with the numbers of players and the options of each."""
        lines = []
        for name in game_names():
            kind = game_type(name)
            lines.append(f"{name}: {kind.about().text(self._language)}")
            lines.append(f"  players: {player_counts(kind, self._language)}")
            lines += [f"  {one.name}: {about(one, self._language)}" for one in kind.all_options]
        return "\n".join(lines)

    def rule(self, game: str, rule: str = "") -> str:
        """Explains a rule by its id, as refusals name it (F-4.6). Without one, lists all rules."""
        rulebook = game_type(game).rulebook()
        rules = {one.id: one for one in rulebook.rules()}
        if not rule:
            return "\n".join(f"{one.id} {one.title[self._language]}" for one in rules.values())
        if rule not in rules:
            raise Invalid(say("no-rule", rule=rule[:40], known=", ".join(rules)))
        found = rules[rule]
        return f"{found.id} {found.title[self._language]}\n{found.text[self._language]}"

    # Playing

    def new_game(
        self,
        game: str,
        players: int = 2,
        options: dict[str, str] | None = None,
        bots: dict[str, str] | None = None,
        seed: int | None = None,
    ) -> str:
        """Begins a game in place of the one before. ``bots`` maps seats from "1" on to levels.

        Levels go from "1" to "5". The seats without a bot are yours. An option "problem" makes it a
        problem of Fragile for one player.
        """
        with self._lock:
            chosen = {"players": str(players), **(options or {})}
            if "problem" in chosen:
                del chosen["players"]
            made = game_type(game).from_options(chosen, None)
            seats: dict[int, str] = {}
            for seat, name in (bots or {}).items():
                if seat not in map(str, range(1, made.players + 1)):
                    raise Invalid(say("bad-seat", text=f"{seat}={name}", players=made.players))
                bot(game, name)
                seats[int(seat) - 1] = name
            drawn = random.SystemRandom().randrange(2**32) if seed is None else seed
            self._bots, self._table = seats, TerminalTable(made, drawn)
            said = [event.text(self._language) for event in self._table.opening]
            return "\n".join([*said, *self._let_bots_play(), self.look()])

    def look(self) -> str:
        """Shows the board, and says whose turn it is and what may be done, or how it ended."""
        with self._lock:
            state = self._at_table().sitting.state
            drawing = state.draw(language=self._language)
            if state.result is not None:
                return f"{drawing}\n\n{outcome(state.result).text(self._language)}"
            how = state.how_to_type().text(self._language).strip("\n")
            return f"{drawing}\n\n{state.status().text(self._language)}\n{how}"

    def legal_moves(self) -> list[str]:
        """Lists every legal move, in notation."""
        with self._lock:
            return list(self._at_table().sitting.moves)

    def play(self, move: str) -> str:
        """Plays a move in notation, then the bots'. A refusal names the rule."""
        with self._lock:
            table = self._at_table()
            moves = table.sitting.state.parse_typed(move)
            said = [event.text(self._language) for event in table.play(moves)]
            return "\n".join([*said, *self._let_bots_play(), self.look()])

    def undo(self) -> str:
        """Takes back your last move of this turn."""
        with self._lock:
            table = self._at_table()
            before = table.sitting.before
            by_bot = before is not None and before.state.actor in self._bots
            taken = None if by_bot else table.undo()
            told = say("play-no-undo") if taken is None else say("play-undone", move=taken)
            return f"{told.text(self._language)}\n{self.look()}"

    def suggest(self, level: str = "4") -> str:
        """Says what a bot would play now, and why. It is not played."""
        with self._lock:
            table = self._at_table()
            state = table.sitting.state
            if state.result is not None:
                return self.look()
            player = bot(table.game.name, level)
            choice = player.choose(table.sitting, Budget(seconds=THINK_SECONDS), len(table.moves))
            return f"{' '.join(choice.moves)}\n{choice.reason.text(self._language)}"

    def record(self) -> str:
        """Returns the record of the game so far, which `tablee replay` reads."""
        with self._lock:
            return self._at_table().record().text()

    # Problems of Fragile

    def solve(self, problem: str, max_turns: int = MOST_TURNS) -> str:
        """Proves the fewest turns of a problem of Fragile, such as "2;C6gC3;D6,B9;C2"."""
        asked = Problem.parse(problem)
        asked.check(standard().board)
        turns = max(1, min(max_turns, MOST_TURNS))
        found = solve(asked, max_turns=turns, progress=_hurry, workers=1, memory=MEMORY)
        figures: dict[str, str | int] = {
            "positions": found.positions,
            "seconds": f"{found.seconds:.2f}",
        }
        if found.minimum is not None:
            told = say("solve-found", turns=found.minimum, **figures)
            return "\n".join([told.text(self._language), *found.solutions[0]])
        key, shown = ("solve-none", turns) if found.proved else ("solve-open", found.exhausted)
        return say(key, turns=shown, **figures).text(self._language)

    def hint(self, problem: str, turns: list[str] | None = None, step: int = 1) -> str:
        """Says whether a problem can still be solved after these turns, with a hint.

        Steps 1 to 5: which crate, which docker, what kind of action, the first action, the turn.
        """
        asked = Problem.parse(problem)
        asked.check(standard().board)
        try:
            outlook = Guide(asked, standard()).outlook(turns or [])
        except OutOfMemory:
            raise Invalid(say("solve-memory", memory=MEMORY >> 20)) from None
        told = [outlook.message, outlook.hint(max(1, min(step, STEPS)))]
        return "\n".join(one.text(self._language) for one in told if one is not None)

    # Inside

    def _at_table(self) -> TerminalTable:
        if self._table is None:
            raise Invalid(say("no-game"))
        return self._table

    def _let_bots_play(self) -> list[str]:
        """Plays until a seat of the program acts or the game is over. Returns what happened."""
        table, said = self._at_table(), list[str]()
        while (actor := table.sitting.state.actor) is not None and actor in self._bots:
            player = bot(table.game.name, self._bots[actor])
            choice = player.choose(table.sitting, Budget(seconds=THINK_SECONDS), len(table.moves))
            for text in choice.moves:
                events = table.play([table.sitting.moves[text]])
                said += [event.text(self._language) for event in events]
            said.append(f"« {choice.reason.text(self._language)} »")
        return said

    def explained(self, error: TableeError) -> str:
        return sentence(error, self._language)


def _hurry(progress: SearchProgress) -> None:
    """Ends a search as Ctrl-C would, so that what is known so far is told."""
    if progress.seconds > SOLVE_SECONDS:
        raise KeyboardInterrupt
