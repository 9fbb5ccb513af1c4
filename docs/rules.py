"""Writes docs/rules/*.md, docs/figures/*.svg and docs/options.md: `make docs-rules`.

The text is the English of each game's `rulebook.toml`, the pictures are drawn by its
`drawing/figures.py`, and the options are those the game declares.
"""

from __future__ import annotations

import sys
import textwrap
from pathlib import Path

from tablee.core import Option, OptionKind, game_names, game_type
from tablee.core.rulebook import Rule, Rulebook

FOLDER = Path(__file__).parent
WIDTH = 100


def figures() -> dict[str, str]:
    """Every figure by its file name."""
    return {
        f"{game}-{name}.svg": draw()
        for game in game_names()
        for name, draw in game_type(game).figures().items()
    }


def pages() -> dict[str, str]:
    """The rules of every game by their file name."""
    return {f"{game}.md": page(game) for game in game_names()}


def page(game: str) -> str:
    book = game_type(game).rulebook()
    title = game.replace("-", " ").title()
    source = f"src/tablee/games/{game.replace('-', '_')}/rulebook.toml"
    parts = [
        f"<!-- Written by docs/rules.py from {source}. -->",
        f"# {title}: the rules",
        wrapped(book.about["en"]),
        wrapped(
            "The numbers are the ids by which the program cites a rule when it refuses a move. The "
            "same rules are in the browser table, in English, French and German. "
            "[How they were reconstructed](../reconstruction.md), and how to correct them. "
            "[What was decided](../decisions.md), and how the rules versions differ."
        ),
        wrapped(legend(book)),
    ]
    for chapter in book.chapters:
        parts += [f"## {chapter.id} {chapter.title['en']}", *paragraphs(game, chapter, "")]
        for rule in chapter.rules:
            parts += paragraphs(game, rule, f"**{rule.id} {rule.title['en']}.** ")
    return "\n\n".join(parts) + "\n"


def legend(book: Rulebook) -> str:
    marks = (f"[{mark}] {meaning['en']}" for mark, meaning in book.marks.items())
    return f"Marks say where a rule comes from: {'; '.join(marks)}."


def paragraphs(game: str, rule: Rule, heading: str) -> list[str]:
    marks = f"[{', '.join(rule.sources)}] " if rule.sources else ""
    text = [wrapped(heading + marks + rule.text["en"])]
    if rule.figure:
        text.append(f"![{rule.title['en']}](../figures/{game}-{rule.figure}.svg)")
    return text


def options() -> dict[str, str]:
    """The page of options, under its file name."""
    parts = [
        "<!-- Written by docs/rules.py from what each game declares in its game.py. -->",
        "# Options",
        wrapped(
            "You choose these options when you set up a table: in the lobby, as flags of "
            "`tablee play` (`--first draw`), or over HTTP. A record has them as lines in its head "
            "(`first: draw`). Games of an older rules version lack options and values that came "
            "later; [decisions.md](decisions.md) lists them."
        ),
    ]
    for game in game_names():
        kind = game_type(game)
        counts = ", ".join(f"`{count}`" for count in kind.player_counts)
        rows = [
            "| option | asks for | values | default | for players | since rules version |",
            "|---|---|---|---|---|---|",
            f"| `players` | How many play | {counts} | `{kind.usual_players}` | | |",
            *map(row, kind.all_options),
        ]
        parts += [f"## {game.replace('-', ' ').title()}", "\n".join(rows)]
    return {"options.md": "\n\n".join(parts) + "\n"}


def row(option: Option) -> str:
    cells = (
        f"`{option.name}`",
        option.question().text(),
        values(option),
        f"`{option.default}`" if option.default else "the first ones, in this order",
        ", ".join(map(str, option.players)) or "all",
        str(option.since),
    )
    return f"| {' | '.join(cells)} |"


def values(option: Option) -> str:
    choices = [f"`{choice}` ({option.meaning(choice).text()})" for choice in option.choices]
    match option.kind:
        case OptionKind.NUMBER:
            return ", ".join([f"a number from {option.least} to {option.most}", *choices])
        case OptionKind.SEAT:
            return ", ".join(["the number of a seat", *choices])
        case OptionKind.ONE_EACH:
            return "one for each player, all different, without a gap: " + ", ".join(choices)
    return ", ".join(choices)


def wrapped(text: str) -> str:
    return textwrap.fill(text, WIDTH, break_long_words=False, break_on_hyphens=False)


def main() -> None:
    for folder, files in (("figures", figures()), ("rules", pages()), (".", options())):
        (FOLDER / folder).mkdir(exist_ok=True)
        for name, text in files.items():
            (FOLDER / folder / name).write_text(text, encoding="utf-8")
            print(Path("docs", folder, name), file=sys.stderr)


if __name__ == "__main__":
    main()
