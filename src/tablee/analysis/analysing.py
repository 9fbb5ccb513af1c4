"""Analyses a record: judges its turns, one piece of work each, and puts the pieces together."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from itertools import islice

from tablee.analysis.judges import judge_of
from tablee.analysis.judging import swings
from tablee.analysis.ledger import accounts, point_accounts
from tablee.analysis.lines import line_with, numbered_lines
from tablee.analysis.report import SURE, Analysis, Chances, Effort, JudgedTurn, Piece, Word
from tablee.analysis.turns import Span, spans
from tablee.core.game import CHANCE
from tablee.core.record import Record
from tablee.engine.engine import Engine
from tablee.engine.local import LocalEngine
from tablee.engine.order import in_order

INEXACT, MISTAKE, TURNING_POINT = (round(SURE * share) for share in (0.03, 0.08, 0.2))
"""From which loss on a turn has each of these names."""


USUAL = Effort()


def _ignored(done: int, of: int) -> None:
    """Does nothing with the progress."""


def pieces(record: Record) -> int:
    """Returns how many turns there are to judge. Raises ``Invalid`` if none can be judged."""
    judge_of(record.game)
    return len(spans(record))


def judge_piece(record: str, effort: Effort, number: int) -> Piece:
    """Judges one turn of a record. The record is text, as it goes to other processes."""
    parsed, turns = _parsed(record)
    span = turns[number]
    judge = judge_of(parsed.game)
    sittings = list(islice(parsed.sittings(), span.first, span.last + 2))
    return Piece(judge.method, tuple(swings(judge, sittings, span, effort, seed=1000 * number)))


@lru_cache(maxsize=4)
def _parsed(record: str) -> tuple[Record, list[Span]]:
    parsed = Record.parse(record)
    return parsed, spans(parsed)


def analyse(
    record: Record,
    effort: Effort = USUAL,
    engine: Engine | None = None,
    progress: Callable[[int, int], None] = _ignored,
) -> Analysis:
    """Judges every turn. ``progress`` hears how many turns are done, and of how many."""
    count, found = pieces(record), list[Piece]()
    with engine or LocalEngine(1) as running:
        for piece in judged_pieces(record, effort, running):
            found.append(piece)
            progress(len(found), count)
    return assembled(record, found)


def judged_pieces(record: Record, effort: Effort, engine: Engine) -> Iterator[Piece]:
    """Yields the turns of a record in order, judged."""
    return in_order(engine, partial(judge_piece, record.text(), effort), range(pieces(record)))


def assembled(record: Record, judged: Sequence[Piece]) -> Analysis:
    """Returns the analysis of a record whose turns were judged, or the first of them."""
    players = record.game.players
    texts = [sitting.text for sitting in record.sittings()][1:]
    written, turns_of_record = list(numbered_lines(record)), spans(record)
    all_swings = [swing for piece in judged for swing in piece.swings]
    now = start = all_swings[0].expected if all_swings else (0,) * players
    turns: list[JudgedTurn] = []
    for span, piece in zip(turns_of_record, judged, strict=False):
        if piece.swings:
            turn = _turn(span, piece, now, texts, len(turns) + 1)
            line = "; ".join(line for last, line in written if span.first <= last <= span.last)
            better = line_with(record, turn.at, turn.better) if turn.better else ""
            turns.append(replace(turn, line=line, better_line=better))
            now = turn.after
    worst = sorted((one for one in turns if one.word == "turning-point"), key=lambda one: -one.loss)
    return Analysis(
        record.game.name,
        record.game.rules_version,
        players,
        judged[0].method if judged else "play-outs",
        len(judged) == len(turns_of_record) and record.final().result is not None,
        start,
        now,
        tuple(turns),
        tuple(one.number for one in worst),
        accounts(all_swings, players),
        point_accounts(all_swings, players) if all_swings else None,
    )


def word_for(loss: int) -> Word:
    """Returns the word for a turn that cost so much."""
    if loss >= TURNING_POINT:
        return "turning-point"
    if loss >= MISTAKE:
        return "mistake"
    return "inexact" if loss >= INEXACT else "fine"


def _turn(span: Span, piece: Piece, before: Chances, texts: list[str], number: int) -> JudgedTurn:
    choices = [swing for swing in piece.swings if swing.actor != CHANCE]
    losses = [swing.expected[swing.actor] - swing.found[swing.actor] for swing in choices]
    worst = choices[losses.index(max(losses))] if choices else piece.swings[0]
    loss = min(sum(losses), SURE)  # dice between two choices can bring back what the first lost
    after = piece.swings[-1].found
    dice = [0] * len(after)
    best = list(after)
    for swing in piece.swings:
        change = [
            found - expected for found, expected in zip(swing.found, swing.expected, strict=True)
        ]
        for player in range(len(after)):
            if swing.actor == CHANCE:
                dice[player] += change[player]
            else:
                best[player] -= change[player]
    return JudgedTurn(
        number,
        span.player,
        span.first,
        span.last,
        tuple(texts[span.first : span.last + 1]),
        "",
        before,
        tuple(best),
        after,
        loss,
        word_for(loss),
        worst.better,
        "",
        worst.first,
        tuple(dice),
    )
