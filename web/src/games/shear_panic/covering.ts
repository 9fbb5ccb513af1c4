// Covered commands and spent extra steps.

import type { MenuEntry } from "./flock";

/** Marks the covered entries. Of two alike, the first is covered first. */
export function covering(
  menu: readonly MenuEntry[],
  used: readonly string[],
): { entry: MenuEntry; covered: boolean }[] {
  const left = [...used];
  return menu.map((entry) => {
    const place = left.indexOf(`${entry.kind} ${entry.number}`);
    if (place >= 0) left.splice(place, 1);
    return { entry, covered: place >= 0 };
  });
}

/** Marks the spent steps. Of two alike, the first is spent first. */
export function spending(
  extras: readonly number[],
  left: readonly number[],
): { number: number; spent: boolean }[] {
  const count = (list: readonly number[], number: number) =>
    list.filter((other) => other === number).length;
  return extras.map((number, place) => ({
    number,
    spent: count(extras.slice(place), number) > count(left, number),
  }));
}
