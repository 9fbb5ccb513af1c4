"""An analysis as one HTML page that needs nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from tablee.analysis.graph import default_names, percent, percents, picture
from tablee.analysis.report import SURE, Account, Analysis, JudgedTurn, say
from tablee.core.palette import ALARM, FONT, INK, PAPER
from tablee.core.record import Record

STYLE = f"""
body {{ font: 16px/1.5 {FONT}; color: {INK}; background: {PAPER}; max-width: 60rem;
  margin: 2rem auto; padding: 0 1rem; }}
svg {{ width: 100%; height: auto; }}
.wide {{ overflow-x: auto; }}
table {{ border-collapse: collapse; width: 100%; }}
th, td {{ text-align: left; vertical-align: top; padding: .3rem .6rem;
  border-bottom: 1px solid #0002; }}
td.number {{ text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }}
tr.turning-point td, strong {{ color: {ALARM}; font-weight: bold; }}
code {{ font-size: .9em; }}
"""

PARTS = ("start", "dice", "own", "others", "unforeseen", "end", "uncertainty")


def page(
    record: Record, analysis: Analysis, names: Sequence[str] = (), language: str = "en"
) -> str:
    """Returns the page. All that comes from outside is escaped."""
    plain = names or default_names(analysis, language)
    names = [escape(name) for name in plain]
    title = say("page-title", game=type(record.game).title()).text(language)
    method = say(f"method-{analysis.method}").text(language)
    return f"""<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}</title>
<style>{STYLE}</style>
</head>
<body>
<h1>{escape(title)}</h1>
<p>{escape(method)}</p>
{picture(analysis, plain, language)}
{_turning_points(analysis, names, language)}
{_ledger("ledger", analysis.chances, names, language, points=False)}
{_ledger("ledger-points", analysis.points, names, language, points=True)}
{_turns(analysis, names, language)}
</body>
</html>
"""


def _turning_points(analysis: Analysis, names: Sequence[str], language: str) -> str:
    turns = [analysis.turns[number - 1] for number in analysis.turning_points]
    if not turns:
        return f"<p>{escape(say('no-turning-points').text(language))}</p>"
    items = []
    for turn in turns:
        assert turn.player is not None
        told = say(
            "turning-point",
            number=turn.number,
            player=names[turn.player],
            loss=percent(turn.loss, language),
        ).text(language)
        better = f"<code>{escape(turn.line)}</code> → <code>{escape(turn.better_line)}</code>"
        items.append(f'<li><a href="#turn-{turn.number}">{told}</a><br>{better}</li>')
    heading = escape(say("turning-points").text(language))
    return f"<h2>{heading}</h2>\n<ol>\n{chr(10).join(items)}\n</ol>"


def _ledger(
    heading: str,
    accounts: tuple[Account, ...] | None,
    names: Sequence[str],
    language: str,
    *,
    points: bool,
) -> str:
    if accounts is None:
        return ""
    head = [say("head-player"), *(say(f"part-{part}") for part in PARTS)]
    rows = []
    for name, account in zip(names, accounts, strict=True):
        cells = [name]
        for part in PARTS:
            value = getattr(account, part)
            signed = part not in ("start", "end", "uncertainty")
            shown = (
                _points(value, language, signed)
                if points
                else percent(value, language, sign=signed)
            )
            cells.append(f"± {shown}" if part == "uncertainty" else shown)
        rows.append(_row(cells, numbers=range(1, len(cells))))
    titles = "".join(f'<th scope="col">{escape(one.text(language))}</th>' for one in head)
    told = escape(say(heading).text(language))
    about = escape(say("ledger-about").text(language))
    return (
        f"<h2>{told}</h2>\n<p>{about}</p>\n"
        f'<div class="wide"><table>\n<tr>{titles}</tr>\n{chr(10).join(rows)}\n</table></div>'
    )


def _points(value: int, language: str, signed: bool) -> str:
    number = (f"{value / SURE:+.1f}" if signed else f"{value / SURE:.1f}").replace("-", "−")
    return number if language == "en" else number.replace(".", ",")


def _turns(analysis: Analysis, names: Sequence[str], language: str) -> str:
    keys = ("head-turn", "head-player", "head-chances", "head-loss", "head-word", "head-played")
    titles = "".join(
        f'<th scope="col">{escape(say(key).text(language))}</th>' for key in (*keys, "head-better")
    )
    rows = [_turn(turn, names, language) for turn in analysis.turns]
    heading = escape(say("all-turns").text(language))
    return (
        f'<h2>{heading}</h2>\n<div class="wide"><table>\n<tr>{titles}</tr>\n'
        f"{chr(10).join(rows)}\n</table></div>"
    )


def _turn(turn: JudgedTurn, names: Sequence[str], language: str) -> str:
    word = escape(say(f"word-{turn.word}").text(language))
    cells = [
        str(turn.number),
        "–" if turn.player is None else names[turn.player],
        percents(turn.after, language),
        percent(turn.loss, language) if turn.loss else "",
        word if turn.loss or turn.player is not None else "",
        f"<code>{escape(turn.line)}</code>",
        f"<code>{escape(turn.better_line)}</code>" if turn.better else "",
    ]
    kind = f' class="{turn.word}" id="turn-{turn.number}"'
    return _row(cells, numbers=(0, 3), attributes=kind)


def _row(cells: Sequence[str], numbers: Iterable[int] = (), attributes: str = "") -> str:
    marked = set(numbers)
    inner = "".join(
        f'<td class="number">{cell}</td>' if place in marked else f"<td>{cell}</td>"
        for place, cell in enumerate(cells)
    )
    return f"<tr{attributes}>{inner}</tr>"
