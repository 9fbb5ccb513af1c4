import { expect, test } from "vitest";
import { named, unaddressed } from "./names";

test.each([
  ["Player 1 ends the turn. Player 2 begins.", "Ada ends the turn. Ben begins."],
  ["The gate is out of player 2's reach.", "The gate is out of Ben's reach."],
  ["Le joueur 2 commence.", "Ben commence."],
  ["C'est au joueur 1 de jouer.", "C'est à Ada de jouer."],
  ["Dépôt du joueur 1 en A1.", "Dépôt d'Ada en A1."],
  ["Dépôt du joueur 2 en A1.", "Dépôt de Ben en A1."],
  ["Depot von Spieler 2 auf A1.", "Depot von Ben auf A1."],
  ["The game is over; winner: 2, 1.", "The game is over; winner: Ben, Ada."],
  ["Player 3 begins with 2 points.", "Player 3 begins with 2 points."],
])("%s", (text, expected) => {
  expect(named(text, ["Ada", "Ben"])).toBe(expected);
});

/** The sentences of a game or of the bots, with the number 1 for every player. */
const numbered = Object.values(
  import.meta.glob("../../../src/tablee/{bots,games/*,core}/messages.toml", {
    query: "?raw",
    import: "default",
    eager: true,
  }),
)
  .flatMap((file) => `${file}`.match(/^(?:en|fr|de) = "[^\n]*\{(?:player|winners)\}[^\n]*/gm) ?? [])
  .map((line) => line.replace(/\{(?:player|winners)\}/g, "1"));

test("no sentence that names a player keeps the number where the name is known", () => {
  expect(numbered.length).toBeGreaterThan(50);
  const kept = numbered.filter((text) => /\b1\b/.test(named(text, ["Ada"])));
  expect(kept.filter((text) => !text.includes("1 {colour}"))).toEqual([]); // a drawing in the terminal
});

test.each([
  ["Player 1 (blue): play a command.", "Play a command."],
  ["Joueur 2 : placez un dépôt.", "Placez un dépôt."],
  ["The straws are drawn.", "The straws are drawn."],
])("said to the player: %s", (text, expected) => {
  expect(unaddressed(text)).toBe(expected);
});
