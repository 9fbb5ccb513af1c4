// Which commands of a menu are covered.

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
