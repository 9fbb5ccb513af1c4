// The server's sentences number the players; a page with a table knows their names.

import { createEffect, createSignal, onCleanup } from "solid-js";

const [names, setNames] = createSignal<readonly string[]>([]);

/** Calls the players by these names as long as the component is on the page. */
export function callPlayers(current: () => readonly string[]): void {
  createEffect(() => setNames(current()));
  onCleanup(() => setNames([]));
}

/** Empty if the name is not known. Players count from 0. */
export const nameOf = (player: number): string => names()[player] ?? "";

/** In French: "de Ben", but "d'Ada". */
export const ofName = (name: string): string =>
  (/^[aeiouyéèêàâîôh]/i.test(name) ? "d'" : "de ") + name;

const LISTS = /(?<=(?:winner|vainqueur|Sieger|drawn|tirées|gezogen)\s?: )\d(?:, \d)*/;

/** The sentence with names instead of numbers. */
export function named(text: string, called = names()): string {
  const replaced = (whole: string, number: string, before = "") => {
    const name = called[Number(number) - 1];
    return name ? before + name : whole;
  };
  if (!called.length) return text;
  return text
    .replace(/\b[Pp]layer (\d)\b/g, (whole, number) => replaced(whole, number))
    .replace(/\bau joueur (\d)\b/g, (whole, number) => replaced(whole, number, "à "))
    .replace(/\bdu joueur (\d)\b/g, (whole, number) => {
      const name = called[Number(number) - 1];
      return name ? ofName(name) : whole;
    })
    .replace(/\b(?:[Ll]e )?[Jj]oueur (\d)\b/g, (whole, number) => replaced(whole, number))
    .replace(/\bSpieler (\d)\b/g, (whole, number) => replaced(whole, number))
    .replace(LISTS, (list) => list.replace(/\d/g, (number) => replaced(number, number)));
}

const ADDRESS = /^(?:Player|Joueur|Spieler) \d(?: \([^)]*\))?\s?: /;

/** The sentence without the player it is for: "Player 1 (blue): play" becomes "Play". */
export function unaddressed(text: string): string {
  const rest = text.replace(ADDRESS, "");
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}
