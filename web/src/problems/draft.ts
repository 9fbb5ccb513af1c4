// A problem in the editor. The server says what a problem may be; here pieces come and go.

import { CELLS } from "../games/fragile/cells";
import type { FragileState, Position } from "../games/fragile/position";

export interface Draft {
  turns: number;
  /** By cell, the lower crate first: the depot it belongs into, or null. */
  crates: Record<string, (string | null)[]>;
  dockers: string[];
  others: string[];
}

export const EMPTY: Draft = { turns: 2, crates: {}, dockers: [], others: [] };
export const MOST_TURNS = 9;

const CELL = "[A-J](?:10|[1-9])";
const CRATE = `(?:c|g${CELL})`;
const STACK = `${CELL}${CRATE}{1,2}`;
const list = (item: string) => `(?:-|${item}(?:,${item})*)`;
const TEXT = new RegExp(`^([1-9]);(${list(STACK)});(${list(CELL)});(${list(CELL)})$`);

const items = (text: string) => (text === "-" ? [] : text.split(","));
const listed = (found: readonly string[]) => found.join(",") || "-";

/** The line that stands in links: turns;crates;dockers;others. */
export function draftText({ turns, crates, dockers, others }: Draft): string {
  const stacks = CELLS.flatMap((cell) => {
    const faces = crates[cell];
    return faces ? [cell + faces.map((goal) => (goal ? `g${goal}` : "c")).join("")] : [];
  });
  return [turns, listed(stacks), listed(dockers), listed(others)].join(";");
}

/** Null if the text is no such line, or names a cell twice. */
export function parseDraft(text: string): Draft | null {
  const [, turns, crates = "", dockers = "", others = ""] = TEXT.exec(text) ?? [];
  if (!turns) return null;
  const draft: Draft = {
    turns: Number(turns),
    crates: {},
    dockers: items(dockers),
    others: items(others),
  };
  const taken = [...draft.dockers, ...draft.others];
  for (const item of items(crates)) {
    const cell = new RegExp(`^${CELL}`).exec(item)?.[0] ?? "";
    const faces = item.slice(cell.length).match(new RegExp(CRATE, "g")) ?? [];
    draft.crates[cell] = faces.map((face) => (face === "c" ? null : face.slice(1)));
    taken.push(cell);
  }
  return new Set(taken).size === taken.length ? draft : null;
}

export type Tool = "docker" | "helper" | "crate" | "goal" | "move" | "erase";
export const TOOLS: readonly Tool[] = ["crate", "docker", "helper", "goal", "move", "erase"];

export const isEmpty = (draft: Draft, cell: string) =>
  !(cell in draft.crates || draft.dockers.includes(cell) || draft.others.includes(cell));

export function cleared(draft: Draft, cell: string): Draft {
  const { [cell]: _, ...crates } = draft.crates;
  const without = (cells: string[]) => cells.filter((other) => other !== cell);
  return {
    ...draft,
    crates,
    dockers: without(draft.dockers),
    others: without(draft.others),
  };
}

/** Puts a docker or a crate on a cell. A third crate takes the stack away. */
export function put(draft: Draft, tool: "docker" | "helper" | "crate", cell: string): Draft {
  const room = cleared(draft, cell);
  if (tool === "crate") {
    const stack = draft.crates[cell] ?? [];
    if (stack.length === 2) return room;
    return { ...room, crates: { ...room.crates, [cell]: [...stack, null] } };
  }
  const kind = tool === "docker" ? "dockers" : "others";
  return draft[kind].includes(cell) ? room : { ...room, [kind]: [...room[kind], cell] };
}

/** Moves the pieces of a cell to another, whose pieces go. */
export function moved(draft: Draft, from: string, to: string): Draft {
  if (from === to) return draft;
  const room = cleared(draft, to);
  const renamed = (cells: string[]) => cells.map((cell) => (cell === from ? to : cell));
  const { [from]: stack, ...crates } = room.crates;
  return {
    ...room,
    crates: stack ? { ...crates, [to]: stack } : crates,
    dockers: renamed(room.dockers),
    others: renamed(room.others),
  };
}

/** Gives a crate a depot, or takes it away again. A depot belongs to one crate. */
export function withGoal(draft: Draft, cell: string, level: number, depot: string): Draft {
  const had = draft.crates[cell]?.[level] === depot;
  const crates = Object.fromEntries(
    Object.entries(draft.crates).map(([place, stack]) => [
      place,
      stack.map((goal, index) => {
        if (place === cell && index === level) return had ? null : depot;
        return goal === depot ? null : goal;
      }),
    ]),
  );
  return { ...draft, crates };
}

export function stateOf(draft: Draft, slots: readonly string[]): FragileState {
  const position: Position = {
    crates: new Map(
      Object.entries(draft.crates).map(([cell, stack]) => [
        cell,
        stack.map((goal) => ({ fragile: false, fresh: false, goal })),
      ]),
    ),
    dockers: [
      ...draft.dockers.map((cell) => ({ player: 0, cell })),
      ...draft.others.map((cell) => ({ player: 1, cell })),
    ],
  };
  return {
    position,
    depots: Object.fromEntries(slots.map((slot) => [slot, null])),
    active: null,
    points: 0,
    flips: 0,
    marker: null,
    full_player: null,
    last_turns: false,
  };
}
