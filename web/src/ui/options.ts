// The options of a new table. The server says which there are.

import type { OptionView } from "../net/protocol";

export type Values = Readonly<Record<string, string>>;

/** The options for so many players. */
export const offered = (options: readonly OptionView[], players: number): OptionView[] =>
  options.filter((option) => !option.players.length || option.players.includes(players));

const isNumber = (value: string): boolean => /^\d+$/.test(value);

/** The chosen value if it suits so many players; else the default. */
export function fitted(option: OptionView, players: number, chosen?: string): string {
  const value = chosen ?? option.default;
  switch (option.kind) {
    case "one-each": {
      const known = Object.keys(option.choices);
      const kept = [...value].filter((choice) => known.includes(choice));
      return [...new Set([...kept, ...known])].slice(0, players).join("");
    }
    case "seat":
      if (isNumber(value) && Number(value) >= 1 && Number(value) <= players) return value;
      return value in option.choices ? value : option.default;
    case "number":
      return isNumber(value) || value in option.choices ? value : option.default;
    case "choice":
      return value in option.choices ? value : option.default;
  }
}

/** One choice each. A seat that takes the choice of another gives its own for it. */
export function swapped(value: string, seat: number, choice: string): string {
  const before = value[seat];
  return [...value]
    .map((other, index) => (index === seat ? choice : other === choice ? before : other))
    .join("");
}

/** The choices that no seat has. */
export const leftOver = (option: OptionView, value: string): string[] =>
  Object.keys(option.choices).filter((choice) => !value.includes(choice));

/** The options to send to the server. */
export function wishes(
  options: readonly OptionView[],
  players: number,
  chosen: Values,
): Record<string, string> {
  const told = offered(options, players).map((option) => [
    option.name,
    fitted(option, players, chosen[option.name]),
  ]);
  return { players: String(players), ...Object.fromEntries(told) };
}
