"""The report of a training: one HTML file with its figures and pictures."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from tablee.bots.statistics import interval
from tablee.core.messages import Message
from tablee.core.palette import FONT, INK, PAPER
from tablee.training import charts
from tablee.training.calibration import Bin
from tablee.training.messages import say
from tablee.training.plan import TrainingPlan
from tablee.training.training import Generation

STYLE = f"""
body {{ font-family: {FONT}; color: {INK}; background: {PAPER}; max-width: 62rem;
  margin: 2rem auto; padding: 0 1rem; line-height: 1.5 }}
table {{ border-collapse: collapse; margin: 1rem 0 }}
th, td {{ padding: 0.2rem 0.8rem; text-align: right; border-bottom: 1px solid #0002 }}
svg {{ max-width: 100%; height: auto; margin: 0.5rem 1rem 0.5rem 0 }}
"""


def calibration_picture(bins: Sequence[Bin], language: str) -> str:
    axes = (say("axis-said").text(language), say("axis-won").text(language))
    return charts.calibration(say("calibration").text(language), axes, bins)


def report(plan: TrainingPlan, generations: Sequence[Generation], language: str) -> str:
    """Returns the page."""

    def told(message: Message) -> str:
        return escape(message.text(language))

    title = told(say("report-title", game=plan.game, players=plan.players))
    parts = [f"<h1>{title}</h1>", f"<p><code>{escape(plan.command)}</code></p>"]
    if generations:
        parts.append(_table(generations, language))
        parts.append(_gates(plan, generations, language))
    for number, one in enumerate(generations, start=1):
        parts.append(f"<h2>{told(say('generation', number=number))}</h2>")
        parts.append(_curves(one, language) + calibration_picture(one.calibration.bins, language))
    head = f'<meta charset="utf-8"><title>{title}</title><style>{STYLE}</style>'
    page = f'<!doctype html>\n<html lang="{language}"><head>{head}</head>\n<body>'
    return page + "\n".join(parts) + "\n</body></html>\n"


def _curves(generation: Generation, language: str) -> str:
    names = (say("in-training").text(language), say("held-out").text(language))
    axes = (say("axis-step").text(language), say("axis-loss").text(language))
    return charts.curves(say("losses").text(language), names, axes, generation.curve)


def _gates(plan: TrainingPlan, generations: Sequence[Generation], language: str) -> str:
    axes = (say("axis-generation").text(language), say("axis-rate").text(language))
    results = [(str(number), one.wins, one.games) for number, one in enumerate(generations, 1)]
    return charts.rates(say("gates").text(language), axes, results, 1 / plan.players)


def _table(generations: Sequence[Generation], language: str) -> str:
    names = ("generation", "positions", "loss", "gate", "passed", "play", "learn", "gating")
    head = "".join(f"<th>{escape(say(f'head-{name}').text(language))}</th>" for name in names)
    rows = []
    for number, one in enumerate(generations, start=1):
        sure = interval(one.wins, one.games)
        rate = f"{one.wins:g}/{one.games} ({100 * sure.low:.0f} … {100 * sure.high:.0f} %)"
        passed = say("yes" if one.passed else "no").text(language)
        seconds = (one.play_seconds, one.learn_seconds, one.gate_seconds)
        cells = (str(number), str(one.positions), f"{one.calibration.loss:.4f}", rate, passed)
        told = (*cells, *(f"{value:.0f} s" for value in seconds))
        rows.append("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in told) + "</tr>")
    return f"<table><tr>{head}</tr>{''.join(rows)}</table>"
