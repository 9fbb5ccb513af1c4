// What this page uses of the library, which has no types of its own.

declare module "glicko2" {
  interface Player {
    getRating(): number;
    getRd(): number;
    getVol(): number;
  }

  export class Glicko2 {
    constructor(settings: { tau: number; rating: number; rd: number; vol: number });
    makePlayer(rating: number, rd: number, vol: number): Player;
    /** Each match has two players and the result of the first: 1, 0.5 or 0. */
    updateRatings(matches: [Player, Player, number][]): void;
  }
}
