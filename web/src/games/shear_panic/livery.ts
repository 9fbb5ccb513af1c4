import type { Livery } from "../palette";
import type { Setting } from "../scene";
import { FLEECES } from "./art";
import { type Colour, readColours } from "./flock";
import { colourName, letterOf } from "./words";

export const coloursOf = (table: Setting): Colour[] => readColours(table.scenery.colours);

function liveryIn(letter: Colour): Livery {
  const { colour, light } = FLEECES[letter];
  return { colour, dark: colour, light, badge: "circle" };
}

export const sheepLivery = (player: number, table: Setting): Livery =>
  liveryIn(coloursOf(table)[player] ?? "K");

export const sheepSign = (player: number, table: Setting): string =>
  letterOf(coloursOf(table)[player] ?? "K");

/** S-2.1, S-9.1: the colours that score for nobody. */
export const sheepNeutral = (table: Setting) =>
  (Object.keys(FLEECES) as Colour[])
    .filter((letter) => letter !== "K" && !coloursOf(table).includes(letter))
    .map((letter) => ({
      livery: liveryIn(letter),
      sign: letterOf(letter),
      name: colourName(letter),
    }));
