"""Writes docs/rules/*.md and docs/figures/*.svg: `make docs-rules`.

The text is the English of each game's `rulebook.toml` and of the options it declares, the pictures
are drawn by its `drawing/figures.py`.
"""

from __future__ import annotations

import sys
import textwrap
from pathlib import Path

from tablee.cli.flags import about, player_counts
from tablee.core import game_names, game_type
from tablee.core.rulebook import Rule

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
            "[How they were reconstructed](../reconstruction.md), and how to correct them."
        ),
    ]
    for chapter in book.chapters:
        parts += [f"## {chapter.id} {chapter.title['en']}", *paragraphs(game, chapter, "")]
        for rule in chapter.rules:
            parts += paragraphs(game, rule, f"**{rule.id} {rule.title['en']}.** ")
    return "\n\n".join([*parts, *choices(game)]) + "\n"


def choices(game: str) -> list[str]:
    """What can be chosen for a table."""
    kind = game_type(game)
    rows = [("players", player_counts(kind, "en"))]
    rows += [(option.name, about(option, "en")) for option in kind.all_options]
    lines = [wrapped(f"- `{name}`: {text}", "  ") for name, text in rows]
    return ["## What can be chosen", "\n".join(lines)]


def paragraphs(game: str, rule: Rule, heading: str) -> list[str]:
    text = [wrapped(heading + rule.text["en"])]
    if rule.figure:
        text.append(f"![{rule.title['en']}](../figures/{game}-{rule.figure}.svg)")
    return text


def wrapped(text: str, indent: str = "") -> str:
    return textwrap.fill(
        text, WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )


def main() -> None:
    for folder, files in (("figures", figures()), ("rules", pages())):
        (FOLDER / folder).mkdir(exist_ok=True)
        for name, text in files.items():
            (FOLDER / folder / name).write_text(text, encoding="utf-8")
            print(f"docs/{folder}/{name}", file=sys.stderr)


if __name__ == "__main__":
    main()
