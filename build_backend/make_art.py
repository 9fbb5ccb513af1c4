"""Writes the colours and the pieces of the page, from what the games draw with.

    python build_backend/make_art.py

A piece is drawn once, in Python. What the page puts into it, a player's colours or a letter, stands
as ``${…}`` in the text it becomes. A test compares. Needs tablee installed; `make format` runs it.
"""

from __future__ import annotations

import sys
from dataclasses import asdict
from pathlib import Path

from tablee.core import palette
from tablee.games.fragile.drawing import pieces as fragile
from tablee.games.fragile.drawing import vector as quay
from tablee.games.shear_panic.drawing import pieces as shear_panic
from tablee.games.shear_panic.drawing import vector as meadow

WEB = Path(__file__).resolve().parent.parent / "web" / "src"
HEADER = "Written by build_backend/make_art.py from the drawings of the games: change those."

COLOURS = {
    "drawn-ink": palette.INK,
    "drawn-paper": palette.PAPER,
    "drawn-alarm": palette.ALARM,
    "sun": palette.SUN,
    "water-by-day": quay.WATER,
    "slab-by-day": quay.SLAB,
    "slab-dark-by-day": quay.SLAB_DARK,
    "joint-by-day": quay.JOINT,
    "grass-by-day": meadow.GRASS,
    "tuft-by-day": meadow.TUFT,
}
"""What is drawn looks the same at night; theme.css has the other colours at night."""


def files() -> dict[Path, str]:
    """Each file with what is to stand in it."""
    return {
        WEB / "style" / "palette.css": _colours(),
        WEB / "games" / "palette.ts": _palette(),
        WEB / "games" / "fragile" / "art.ts": _fragile(),
        WEB / "games" / "shear_panic" / "art.ts": _shear_panic(),
    }


def _colours() -> str:
    lines = "".join(f"  --{name}: {colour};\n" for name, colour in COLOURS.items())
    return f"/* {HEADER} */\n:root {{\n{lines}}}\n"


def _palette() -> str:
    badges = " | ".join(f'"{livery.badge}"' for livery in palette.PLAYERS)
    fields = f"  colour: string;\n  dark: string;\n  light: string;\n  badge: {badges};\n"
    return (
        f"// {HEADER}\n\n"
        f'export const INK = "{palette.INK}";\n'
        f'export const PAPER = "{palette.PAPER}";\n'
        f'export const ALARM = "{palette.ALARM}";\n\n'
        f"/** How everything of one player looks. */\nexport interface Livery {{\n{fields}}}\n\n"
        "export const PLAYERS: readonly Livery[] = [\n"
        + "".join(f"  {_object(livery)},\n" for livery in palette.PLAYERS)
        + "];\n\nexport const NOBODY: Livery = {\n"
        + "".join(f'  {name}: "{value}",\n' for name, value in asdict(palette.NOBODY).items())
        + "};\n"
    )


def _fragile() -> str:
    livery = palette.Livery("${colour}", "${dark}", "${light}", "circle")
    faces = {
        "plain": fragile.Face(),
        "fragile": fragile.Face(fragile=True),
        "fresh": fragile.Face(fragile=True, fresh=True),
    }
    dressed = "({ colour, dark }: Livery): string"
    blocks = [
        f"// {HEADER}\n",
        'import type { Livery } from "../palette";\n',
        _text("shadow", fragile.SHADOW),
    ]
    for name, heights in (("alone", fragile.ALONE), ("stacked", fragile.STACKED)):
        drawn = [f"  {face}: `{fragile.crate(faces[face], heights)}`,\n" for face in faces]
        lettered = fragile.crate(fragile.Face(letter="${letter}"), heights)
        drawn.append(f"  lettered: (letter: string) =>\n    `{lettered}`,\n")
        blocks.append(f"export const {name} = {{\n{''.join(drawn)}}};\n")
    blocks += [
        _function("docker", dressed, "".join(fragile.figure(livery))),
        _function("depot", "({ colour, dark, light }: Livery): string", fragile.shell(livery)),
        _text("slot", fragile.empty_shell()),
        _function("pennant", "(letter: string): string", fragile.pennant("${letter}")),
        f'/** The winner marker. */\nexport const STAR =\n  "{fragile.STAR}";\n',
    ]
    return "\n".join(blocks)


def _shear_panic() -> str:
    fleece = shear_panic.Fleece("", "", "${wool}", "${face}")
    fields = "".join(f"  {name}: string;\n" for name in asdict(fleece))
    fleeces = "".join(
        f"  {letter}: {_object(worn)},\n" for letter, worn in shear_panic.FLEECES.items()
    )
    blocks = [
        f"// {HEADER}\n",
        'import type { Colour } from "./flock";\n',
        f"/** How the sheep of one colour look. */\nexport interface Fleece {{\n{fields}}}\n",
        f"export const FLEECES: Record<Colour, Fleece> = {{\n{fleeces}}};\n",
        _function(
            "animal", "({ wool, face }: Fleece): string", _joined(shear_panic.animal(fleece))
        ),
        _text("ram", _joined(shear_panic.ram())),
        _text("heart", shear_panic.HEART),
        _text("shearer", _joined(shear_panic.shearer())),
    ]
    return "\n".join(blocks)


def _joined(elements: list[str]) -> str:
    return "".join(elements)


def _object(value: palette.Livery | shear_panic.Fleece) -> str:
    return "{ " + ", ".join(f'{name}: "{item}"' for name, item in asdict(value).items()) + " }"


def _text(name: str, drawn: str) -> str:
    return f"export const {name} = `{drawn}`;\n"


def _function(name: str, signature: str, drawn: str) -> str:
    return f"export const {name} = {signature} =>\n  `{drawn}`;\n"


if __name__ == "__main__":
    for path, text in files().items():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            print(path.relative_to(WEB.parent.parent), file=sys.stderr)
