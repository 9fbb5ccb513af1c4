"""A record with the analysis inside, as comment lines, which every reader of records skips."""

from __future__ import annotations

from tablee.analysis.graph import percent, percents
from tablee.analysis.lines import numbered_lines
from tablee.analysis.report import Analysis, JudgedTurn, say
from tablee.core.record import Record

COMMENT = "# "


def commented(record: Record, analysis: Analysis, language: str = "en") -> str:
    """Returns the text of a record, with a comment after each turn that was judged."""
    lines = record.text().split("\n")
    written = list(numbered_lines(record))
    head, body = lines[: -len(written) - 1], lines[-len(written) - 1 : -1]
    if not written:
        return record.text()
    turns = {_line_of(written, turn.last): turn for turn in analysis.turns}
    start = say("comment-start", chances=percents(analysis.start, language)).text(language)
    found = [*head, COMMENT + start]
    for number, line in enumerate(body):
        found.append(line)
        if number in turns:
            found += [COMMENT + told for told in _comments(turns[number], language)]
    return "\n".join(found) + "\n"


def _line_of(written: list[tuple[int, str]], last: int) -> int:
    """Returns the line in which a move stands."""
    return next(number for number, (end, _) in enumerate(written) if end >= last)


def _comments(turn: JudgedTurn, language: str) -> list[str]:
    told = [f"{turn.number}. {percents(turn.after, language)}"]
    if turn.word != "fine":
        loss = percent(-turn.loss, language, sign=True)
        word = say(f"word-{turn.word}")
        told.append(
            say("comment-better", word=word, loss=loss, better=turn.better_line).text(language)
        )
    return told
