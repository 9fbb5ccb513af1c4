// A problem of Shear Panic in the editor. The server says what a problem may be; here sheep come and
// go in a frame that does not move, so that the flock stays where it is under the pointer.

import {
  type Colour,
  type Facing,
  type Flock,
  parseFlock,
  type Spot,
  spotKey,
} from "../games/shear_panic/flock";

/** Nine sheep side to side fit, however they stand. */
export const FRAME = 9;
export const MOST_COMMANDS = 3;
export const MOST_POINTS = 24;
export const COLOURS = ["B", "G", "R", "Y"] as const;
export const GOALS = ["points", "front", "back", "together", "black", "shorn"] as const;
export type GoalKind = (typeof GOALS)[number];

export interface FlockDraft {
  /** By spot of the frame. The sheep that was put down last comes last. */
  sheep: Readonly<Record<string, Colour>>;
  facing: Facing;
  colour: Colour;
  space: number;
  commands: readonly string[];
  goal: GoalKind;
  /** How many points the goal asks for. */
  points: number;
  /** The sheep that the goal wants shorn. */
  shorn: Colour;
}

export const EMPTY_FLOCK: FlockDraft = {
  sheep: {},
  facing: "N",
  colour: "B",
  space: 1,
  commands: [],
  goal: "front",
  points: 4,
  shorn: "R",
};

export const spotOf = (key: string): Spot => {
  const [x = 0, y = 0] = key.split(",").map(Number);
  return { x, y };
};

/** The flock in its own box, and the corner of this box in the frame. */
export function flockOf({ sheep, facing }: FlockDraft): { flock: Flock; corner: Spot } {
  const placed = Object.entries(sheep).map(([key, colour]) => ({ ...spotOf(key), colour }));
  const [left, top] = [least(placed.map(({ x }) => x)), least(placed.map(({ y }) => y))];
  const inBox = placed.map((one) => ({ ...one, x: one.x - left, y: one.y - top }));
  const size = (all: readonly number[]) => Math.max(-1, ...all) + 1;
  return {
    flock: {
      sheep: inBox,
      facing,
      width: size(inBox.map(({ x }) => x)),
      height: size(inBox.map(({ y }) => y)),
    },
    corner: { x: left, y: top },
  };
}

const least = (all: readonly number[]) => (all.length ? Math.min(...all) : 0);

function flockText(draft: FlockDraft): string {
  const { flock } = flockOf(draft);
  const at = new Map(flock.sheep.map((sheep) => [spotKey(sheep), sheep.colour]));
  const rows = Array.from({ length: flock.height }, (_, y) =>
    Array.from({ length: flock.width }, (_, x) => at.get(spotKey({ x, y })) ?? ".").join(""),
  );
  return `${rows.join("/") || "-"} ${draft.facing}`;
}

const goalText = ({ goal, points, shorn }: FlockDraft): string =>
  ({ points: `points ${points}`, shorn: `shorn ${shorn}` })[goal as string] ?? goal;

/** The line that stands in links: flock;colour;space;commands;goal. */
export const flockDraftText = (draft: FlockDraft): string =>
  [flockText(draft), draft.colour, draft.space, draft.commands.join(","), goalText(draft)].join(
    ";",
  );

const COMMAND = "[a-z]+(?: [a-z]+)? [123]";
const TEXT = new RegExp(
  "^(?<flock>(?:-|[BGRYK.]+(?:/[BGRYK.]+)*) (?<facing>[NESW]));(?<colour>[BGRY]);(?<space>\\d{1,2});" +
    `(?<commands>(?:${COMMAND}(?:,${COMMAND})*)?);` +
    "(?<goal>points|front|back|together|black|shorn)(?: (?<points>[1-9]\\d?)| (?<shorn>[BGRY]))?$",
);

/** Null if the text is no such line, or its flock does not fit in the frame. */
export function parseFlockDraft(text: string): FlockDraft | null {
  const found = TEXT.exec(text)?.groups as Record<string, string | undefined> | undefined;
  if (!found) return null;
  const flock = parseFlock(found.flock ?? "");
  const { width, height } = flock;
  if (Math.max(width, height) > FRAME) return null;
  const middle = (size: number) => Math.floor((FRAME - size) / 2);
  const sheep = flock.sheep.map(
    ({ x, y, colour }) =>
      [spotKey({ x: x + middle(width), y: y + middle(height) }), colour] as const,
  );
  const draft: FlockDraft = {
    sheep: Object.fromEntries(sheep),
    facing: flock.facing,
    colour: found.colour as Colour,
    space: Number(found.space),
    commands: found.commands ? found.commands.split(",") : [],
    goal: found.goal as GoalKind,
    points: Number(found.points ?? EMPTY_FLOCK.points),
    shorn: (found.shorn as Colour | undefined) ?? EMPTY_FLOCK.shorn,
  };
  return flockDraftText(draft) === text ? draft : null;
}

/** S-1.1: two sheep of a colour, and one black. */
const mostOf = (colour: Colour) => (colour === "K" ? 1 : 2);

/** Puts a sheep down. The same again takes it away; one too many takes the place of the oldest. */
export function putSheep(draft: FlockDraft, colour: Colour, key: string): FlockDraft {
  const { [key]: there, ...others } = draft.sheep;
  if (there === colour) return { ...draft, sheep: others };
  const same = Object.keys(others).filter((other) => others[other] === colour);
  const [oldest = ""] = same.length < mostOf(colour) ? [] : same;
  const { sheep } = withoutSheep({ ...draft, sheep: others }, oldest);
  return { ...draft, sheep: { ...sheep, [key]: colour } };
}

export function withoutSheep(draft: FlockDraft, key: string): FlockDraft {
  const { [key]: _, ...sheep } = draft.sheep;
  return { ...draft, sheep };
}

/** Moves a sheep to another spot, whose sheep goes. */
export function moveSheep(draft: FlockDraft, from: string, to: string): FlockDraft {
  const colour = draft.sheep[from];
  if (!colour || from === to) return draft;
  const { sheep } = withoutSheep(withoutSheep(draft, from), to);
  return { ...draft, sheep: { ...sheep, [to]: colour } };
}

/** Takes a command in or out. The fourth takes the place of the first. */
export function toggleCommand(draft: FlockDraft, command: string): FlockDraft {
  const { commands } = draft;
  const next = commands.includes(command)
    ? commands.filter((other) => other !== command)
    : [...commands, command].slice(-MOST_COMMANDS);
  return { ...draft, commands: next };
}
