// The moves of Fragile, parsed. The server says which are legal.

type Kind = "go" | "push" | "stack" | "unstack" | "hand" | "flip" | "depot" | "docker";

export interface Action {
  text: string;
  kind: Kind;
  /** The cell of the docker that acts; empty in setup. */
  docker: string;
  /** The cell of the crate; null for a walk and in setup. */
  crate: string | null;
  target: string;
}

const PLACING = /^(depot|docker) (\S+)$/;
const ACTION = /^(?:([A-J]\d+): )?([A-J]\d+)(?:([>+~-])([A-J]\d+)|(!))?$/;
const KINDS: Record<string, Kind> = { ">": "push", "+": "stack", "-": "unstack", "~": "hand" };

/** Null if the move is no action on the board: `end`, a draw. */
export function parseMove(text: string, active: string | null): Action | null {
  const placing = PLACING.exec(text);
  if (placing) {
    const kind = placing[1] as "depot" | "docker";
    return { text, kind, docker: "", crate: null, target: placing[2] ?? "" };
  }
  const action = ACTION.exec(text);
  if (!action) return null;
  const [, named, cell = "", sign, target, flip] = action;
  const docker = named ?? active ?? "";
  if (flip) return { text, kind: "flip", docker, crate: cell, target: cell };
  if (sign && target) return { text, kind: KINDS[sign] ?? "push", docker, crate: cell, target };
  return { text, kind: "go", docker, crate: null, target: cell };
}

export const parseMoves = (moves: readonly string[], active: string | null): Action[] =>
  moves.flatMap((move) => parseMove(move, active) ?? []);
