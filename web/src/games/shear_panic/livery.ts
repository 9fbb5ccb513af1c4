import type { Livery } from "../livery";
import type { Setting } from "../scene";
import { type Colour, readColours } from "./flock";
import { colourName } from "./words";

export interface Fleece {
  colour: string;
  light: string;
  wool: string;
  face: string;
}

const sheep = (colour: string, light: string): Fleece => ({
  colour,
  light,
  wool: "#fffdf5",
  face: "#4a3f38",
});

export const FLEECES: Record<Colour, Fleece> = {
  B: sheep("#1f66ad", "#cde1f5"),
  G: sheep("#1d7d46", "#cdebd8"),
  R: sheep("#c0282d", "#f8d4d2"),
  Y: sheep("#8f6a00", "#fbedb8"),
  K: { colour: "#1d1a22", light: "#d5d1da", wool: "#4b4653", face: "#1d1a22" },
};

export const coloursOf = (table: Setting): Colour[] => readColours(table.scenery.colours);

function liveryIn(letter: Colour): Livery {
  const { colour, light } = FLEECES[letter];
  return { colour, dark: colour, light, badge: "circle" };
}

export const sheepLivery = (player: number, table: Setting): Livery =>
  liveryIn(coloursOf(table)[player] ?? "K");

/** S-2.1, S-9.1: colours that move and are shorn, and score for nobody. */
export const sheepNeutral = (table: Setting) =>
  (Object.keys(FLEECES) as Colour[])
    .filter((letter) => letter !== "K" && !coloursOf(table).includes(letter))
    .map((letter) => ({ livery: liveryIn(letter), sign: letter, name: colourName(letter) }));
