"""Plays the matches of docs/strength.md, and prints that page.

    python bench/strength.py                            plays on, the most wanted matches first
    python bench/strength.py --minutes 30 --only shear-panic
    python bench/strength.py --print > docs/strength.md

``strength/matches.toml`` has the matches with their seeds. Each keeps its games in a file
beside it, so the command can be interrupted at any time, and plays on when it runs again.
Delete the files of a bot that has changed.
"""

from __future__ import annotations

import argparse
import io
import sys
import time
import tomllib
from contextlib import redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tablee.bots.arena import MatchPlan, MatchStanding, check_match, run, so_far
from tablee.cli.arena import print_table
from tablee.cli.console import Console
from tablee.engine.choice import add_arguments, chosen

FOLDER = Path(__file__).with_name("strength")


@dataclass(frozen=True, slots=True)
class Match:
    """A match of the page."""

    plan: MatchPlan
    wanted: int
    """Its place in the order of play: 1 comes first."""
    text: str

    @property
    def file(self) -> Path:
        plan = self.plan
        budget = f"{plan.nodes}-nodes" if plan.nodes else f"{plan.seconds:g}-s"
        return FOLDER / f"{plan.game}-{'-'.join(plan.bots)}-{budget}-{plan.seed}.jsonl"

    @property
    def command(self) -> str:
        plan = self.plan
        told = [f"tablee arena {plan.game} --bots {','.join(plan.bots)} --games {plan.games}"]
        told.append(
            f"--nodes {plan.nodes}" if plan.nodes else f"--seconds-per-turn {plan.seconds:g}"
        )
        if plan.against is not None:
            told.append(f"--against {plan.against:g}")
        if not plan.early_end:
            told.append("--all")
        return " ".join((*told, f"--seed {plan.seed}"))

    @property
    def standing(self) -> MatchStanding:
        return so_far(self.plan, self.file) if self.file.exists() else MatchStanding(self.plan)


def read() -> dict[str, Any]:
    page: dict[str, Any] = tomllib.loads((FOLDER / "matches.toml").read_text("utf-8"))
    for section in page["section"]:
        section["matches"] = [_match(section, one) for one in section.pop("match", [])]
    return page


def _match(section: dict[str, Any], data: dict[str, Any]) -> Match:
    told = {**section.get("all", {}), **data}
    bots = tuple(told["bots"].split(","))
    plan = MatchPlan(
        told["game"],
        bots,
        told["games"],
        told.get("seconds"),
        told.get("nodes") or None,
        told.get("seed", 1),
        (("players", str(len(bots))),),
        told.get("against"),
        not told.get("to_the_end", False),
    )
    return Match(plan, told.get("wanted", 9), told.get("text", ""))


def matches(page: dict[str, Any]) -> list[Match]:
    """Returns all matches, the most wanted first."""
    found = [match for section in page["section"] for match in section["matches"]]
    return sorted(found, key=lambda match: match.wanted)


def play(options: argparse.Namespace) -> None:
    end = time.monotonic() + 60 * options.minutes
    with chosen(options) as engine:
        for match in matches(read()):
            if options.only not in f"{match.plan.game} {match.command}":
                continue
            check_match(match.plan)
            if match.standing.over:
                continue
            print(match.command, file=sys.stderr, flush=True)
            for standing in run(match.plan, engine, match.file):
                wins = ", ".join(f"{line.name}: {line.wins:g}" for line in standing.lines())
                print(f"  {len(standing.results)} games; {wins}", file=sys.stderr, flush=True)
                if time.monotonic() > end:
                    return


def page_of(page: dict[str, Any]) -> str:
    parts = [f"# {page['title']}", page["text"].strip()]
    for section in page["section"]:
        parts.append(f"{'#' * section.get('depth', 3)} {section['title']}")
        if "text" in section:
            parts.append(section["text"].strip())
        for match in section["matches"]:
            if match.text:
                parts.append(match.text)
            parts.append(f"`{match.command}`")
            parts.append(_results(match))
    return "\n\n".join(parts) + "\n"


def _results(match: Match) -> str:
    standing = match.standing
    if not standing.results:
        return "Not played yet."
    told = io.StringIO()
    with redirect_stdout(told):
        print_table(standing, Console("en"))
    games, most = len(standing.results), match.plan.games
    end = "" if standing.over else f" {games} of {most} games so far."
    return told.getvalue().strip() + end


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--print", action="store_true", help="print the page, play nothing")
    parser.add_argument("--only", default="", help="matches whose command has this text")
    parser.add_argument("--minutes", type=float, default=1e6, help="stop after the game then")
    add_arguments(parser)
    options = parser.parse_args()
    if options.print:
        print(page_of(read()), end="")
        return
    try:
        play(options)
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
