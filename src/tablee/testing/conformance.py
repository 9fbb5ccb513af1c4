"""The conformance suite checks that a game meets the contract.

``check_game`` plays random games from seeds and checks every state. It raises ``AssertionError``
with the seed and the number of the move, so that the failure can be replayed.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from tablee.core.errors import TableeError
from tablee.core.game import CHANCE, Game, Move, State
from tablee.core.messages import LANGUAGES
from tablee.core.record import Record
from tablee.core.sitting import Sitting
from tablee.testing.random_play import random_move


@dataclass
class Report:
    """Counts of the games and moves played, by kind of move and by end."""

    games: int = 0
    moves: int = 0
    kinds: dict[str, int] = field(default_factory=dict)
    ends: dict[str, int] = field(default_factory=dict)


def check_game(
    game: Game[Any], seeds: Iterable[int] = range(10), *, longest: int = 20_000, sample: int = 4
) -> Report:
    """Plays a random game for each seed and checks every promise of the contract.

    In each state it looks closely at ``sample`` legal moves and as many foreign ones. A game of
    more than ``longest`` moves fails.
    """
    report = Report()
    for seed in seeds:
        checker = _Checker(game, seed, sample)
        try:
            checker.play(longest)
        except (AssertionError, TableeError) as error:
            where = f"{game.name}, seed {seed}, move {len(checker.moves)}"
            raise AssertionError(f"{where}: {error}") from error
        report.games += 1
        report.moves += len(checker.moves)
        for move in checker.moves:
            kind = type(move).__name__
            report.kinds[kind] = report.kinds.get(kind, 0) + 1
        report.ends[checker.end] = report.ends.get(checker.end, 0) + 1
    return report


class _Checker:
    """Plays and checks one game."""

    def __init__(self, game: Game[Any], seed: int, sample: int) -> None:
        self.game, self.seed, self.sample = game, seed, sample
        self.rng = random.Random(seed)
        self.moves: list[Move] = []
        self.seen: list[Move] = []
        self.end = ""

    def play(self, longest: int) -> None:
        state = self.game.initial()
        assert state == self.game.initial(), "the initial state is not always the same"
        points = list(state.scores)
        states = [state]
        sitting, plain = self.game.sitting(), Sitting(state)
        while state.actor is not None:
            assert len(self.moves) < longest, "the game does not end"
            self.check_state(state)
            self.check_sitting(sitting, plain)
            move = random_move(state, self.rng)
            state = self.check_step(state, move, points)
            sitting, plain = sitting.play(move), plain.play(move)
            self.moves.append(move)
            states.append(state)
        self.check_sitting(sitting, plain)
        self.check_end(state)
        self.check_record(states)

    def check_state(self, state: State[Any]) -> None:
        legal = state.legal_moves()
        assert legal, "somebody is to act and nothing is legal"
        assert legal == state.legal_moves(), "the order of the legal moves is not stable"
        assert len(set(legal)) == len(legal), "a legal move is listed twice"
        assert state.result is None, "somebody is to act in a game that has a result"
        self.check_json(state)
        self.check_chance(state, legal)
        self.check_doors(state, legal)

    def check_sitting(self, sitting: Sitting[Any], plain: Sitting[Any]) -> None:
        """Checks that the game's own sitting behaves like the default one."""
        assert sitting == plain, "the game's sitting has another state, or another undo"
        assert sitting.text == plain.text, "the game's sitting writes moves another way"
        assert sitting.events == plain.events, "the game's sitting has other events"
        assert sitting.marked == plain.marked, "the game's sitting marks another move"
        listed = list(sitting.moves.items())
        assert listed == list(plain.moves.items()), "the game's sitting lists other moves"
        assert "no move at all" not in sitting.moves, "the game's sitting lists what is no move"

    def check_json(self, state: State[Any]) -> None:
        copy = self.game.state_from_json(json.loads(json.dumps(state.to_json())))
        assert copy == state, "the state does not come back from JSON"
        assert hash(copy) == hash(state), "equal states have unequal hashes"

    def check_chance(self, state: State[Any], legal: tuple[Move, ...]) -> None:
        outcomes = state.outcomes()
        if state.actor != CHANCE:
            assert not outcomes, "a player's state has chance outcomes"
            return
        assert tuple(outcome.move for outcome in outcomes) == legal, "outcomes are not the moves"
        assert all(outcome.probability > 0 for outcome in outcomes), "an outcome is impossible"
        assert sum(outcome.probability for outcome in outcomes) == 1, "probabilities are not 1"

    def check_doors(self, state: State[Any], legal: tuple[Move, ...]) -> None:
        """Checks that ``check`` and ``parse`` accept the legal moves and nothing else."""
        for move in self.rng.sample(legal, min(self.sample, len(legal))):
            assert state.check(move) is None, f"{move} is legal and refused"
            text = state.notation(move)
            assert state.read(text) == state.parse(text) == move, (
                f"{text!r} does not read back as {move}"
            )
        foreign = self.rng.sample(self.seen, min(self.sample, len(self.seen)))
        for move in foreign:
            refusal = state.check(move)
            assert (refusal is None) == (move in legal), f"{move} is accepted and not legal"
            if refusal is not None:
                assert refusal.rule, f"the refusal of {move} names no rule"
                assert all(refusal.text(language) for language in LANGUAGES)
        self.seen += self.rng.sample(legal, min(self.sample, len(legal)))

    def check_step(self, state: State[Any], move: Move, points: list[int]) -> State[Any]:
        before = hash(state)
        step = state.step(move)
        assert state.step(move) == step, f"{move} does not always do the same"
        assert state.play(move) == step.state, f"play and step differ on {move}"
        assert hash(state) == before, f"playing {move} changed the state it was played in"
        assert state.check(move) is None, f"{move} was played and is refused"
        for event in step.events:
            assert event.rule, f"{event} names no rule"
            assert all(event.text(language) for language in LANGUAGES)
            json.dumps(event.to_json())
            hash(event)
            scored = event.scored()
            if scored is not None:
                points[scored[0]] += scored[1]
        assert tuple(points) == step.state.scores, "scores do not agree with the events"
        return step.state

    def check_end(self, state: State[Any]) -> None:
        assert state.legal_moves() == (), "the game is over and something is legal"
        assert state.result is not None, "the game is over without a result"
        assert all(0 <= winner < self.game.players for winner in state.result.winners)
        assert all(state.result.reason.text(language) for language in LANGUAGES)
        self.check_json(state)
        for move in self.rng.sample(self.seen, min(self.sample, len(self.seen))):
            assert state.check(move) is not None, f"{move} is accepted after the end"
        self.end = state.result.rule

    def check_record(self, states: list[State[Any]]) -> None:
        record = Record(self.game, tuple(self.moves), self.seed)
        text = record.text()
        copy = Record.parse(text)
        assert copy == record, "the record does not come back from its text"
        assert copy.text() == text, "the record is not written the same twice"
        replayed = [sitting.state for sitting in copy.sittings()]
        assert replayed == states, "replaying the record gives other states"
