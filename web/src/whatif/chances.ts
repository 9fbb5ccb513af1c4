// Chances come from the server in 65536ths.

/** The chance of a player who has won. */
export const SURE = 65_536;

/** A chance in percent, as a whole number. */
export const percent = (chance: number): number => Math.round((100 * chance) / SURE);
