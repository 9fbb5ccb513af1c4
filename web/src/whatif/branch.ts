// A branch of a game, as it stands in a link: all of it is in there, so the server keeps nothing.

import type { AnyStart, Seat } from "../net/protocol";

export interface SharedBranch {
  start: AnyStart;
  /** How many moves of the record come first; null for all. */
  move: number | null;
  moves: readonly string[];
  /** The names and colours of the players, if the game had any. */
  seats?: readonly Pick<Seat, "name" | "colour">[];
}

/** Characters of an unpacked branch. The server takes no longer ones. */
const LONGEST = 65_536;

const through = (bytes: Uint8Array<ArrayBuffer>, change: CompressionStream | DecompressionStream) =>
  new Response(new Blob([bytes]).stream().pipeThrough(change)).arrayBuffer();

/** The branch as text for a link. */
export async function packed(branch: SharedBranch): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(branch));
  const small = new Uint8Array(await through(bytes, new CompressionStream("deflate-raw")));
  const text = btoa(Array.from(small, (byte) => String.fromCharCode(byte)).join(""));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Null if the text is no branch. The server checks the moves. */
export async function unpacked(text: string): Promise<SharedBranch | null> {
  try {
    const small = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(small, (sign) => sign.charCodeAt(0));
    const plain = await through(bytes, new DecompressionStream("deflate-raw"));
    if (plain.byteLength > LONGEST) return null;
    return checked(JSON.parse(new TextDecoder().decode(plain)));
  } catch {
    return null;
  }
}

function checked(found: Partial<SharedBranch> | null): SharedBranch | null {
  if (!found || typeof found.start !== "object" || !Array.isArray(found.moves)) return null;
  const { start, moves, move = null } = found;
  const isText = (text: unknown) => typeof text === "string";
  if (!isText(start?.type) || !moves.every(isText)) return null;
  if (move !== null && typeof move !== "number") return null;
  const seats = Array.isArray(found.seats) ? found.seats.slice(0, 8) : [];
  return {
    start,
    move,
    moves,
    seats: seats.map((seat) => ({
      name: String(seat?.name ?? ""),
      colour: String(seat?.colour ?? ""),
    })),
  };
}

/** A record without its comments, which nobody needs to play on. */
export const bareRecord = (text: string): string =>
  text
    .split("\n")
    .filter((line) => !line.startsWith("#"))
    .join("\n");

/** How many moves two lines have in common at their beginning. */
export function common(one: readonly string[], other: readonly string[]): number {
  const place = one.findIndex((move, index) => move !== other[index]);
  return place < 0 ? one.length : place;
}
