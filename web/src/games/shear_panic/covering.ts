// Which commands of a menu are covered, and which extra steps are spent.

import type { MenuEntry } from "./flock";

/** Each entry with whether it is covered; of two alike the first goes. */
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

/** Each extra step of the beginning with whether it is spent; of two alike the first goes. */
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
