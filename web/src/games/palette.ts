// Written by build_backend/make_art.py from the drawings of the games: change those.

export const INK = "#2b2118";
export const PAPER = "#fffaf0";
export const ALARM = "#b3261e";

/** How everything of one player looks. */
export interface Livery {
  colour: string;
  dark: string;
  light: string;
  badge: "circle" | "square" | "diamond" | "triangle";
}

export const PLAYERS: readonly Livery[] = [
  { colour: "#2a6fb0", dark: "#17446f", light: "#cfe2f3", badge: "circle" },
  { colour: "#c05100", dark: "#7f3600", light: "#fbdcc4", badge: "square" },
  { colour: "#1a7d52", dark: "#0f4d32", light: "#cbebdb", badge: "diamond" },
  { colour: "#8a4a9e", dark: "#4e2560", light: "#e8d6ee", badge: "triangle" },
];

export const NOBODY: Livery = {
  colour: "#78736a",
  dark: "#57524a",
  light: "#e3dfd6",
  badge: "circle",
};
