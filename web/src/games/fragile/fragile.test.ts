import { describe, expect, test } from "vitest";
import { event } from "../event";
import { cast } from "./cast";
import { motions } from "./motions";
import { parseMove, parseMoves } from "./notation";
import { parsePosition } from "./position";
import { stepsOf } from "./steps";
import { attempt, targets } from "./targets";

describe("notation", () => {
  test("the first action of an activation names its docker, later ones do not", () => {
    expect(parseMove("D6: C6>B6", null)).toMatchObject({
      kind: "push",
      docker: "D6",
      crate: "C6",
      target: "B6",
    });
    expect(parseMove("B3", "D6")).toMatchObject({ kind: "go", docker: "D6", target: "B3" });
  });

  test.each([
    ["C1+B1", "stack"],
    ["E3-D3", "unstack"],
    ["E2~J10", "hand"],
    ["C6!", "flip"],
    ["depot A1", "depot"],
    ["docker J10", "docker"],
  ])("%s is a %s", (text, kind) => {
    expect(parseMove(text, "D6")?.kind).toBe(kind);
  });

  test("an end and a draw are no actions on the board", () => {
    expect(parseMoves(["end", "straws 2 1 3"], "D6")).toEqual([]);
  });
});

describe("targets", () => {
  const actions = parseMoves(["B9: B8", "D6: D5", "D6: C6>B6", "D6: C6~B6", "D6: C6!"], null);

  test("with an empty hand, dockers that can act are lit", () => {
    expect([...targets(actions, { docker: null, crate: null }).keys()]).toEqual(["B9", "D6"]);
  });

  test("with a docker in hand, its walks and its crates are lit, and the other docker", () => {
    const lit = targets(actions, { docker: "D6", crate: null });
    expect(lit.get("D5")?.kind).toBe("act");
    expect(lit.get("C6")?.kind).toBe("crate");
    expect(lit.get("B9")?.kind).toBe("docker");
  });

  test("two ways to the same cell are one target with two actions; a flip has no cell", () => {
    const lit = targets(actions, { docker: "D6", crate: "C6" });
    expect(lit.get("B6")).toMatchObject({
      kind: "act",
      actions: [{ kind: "push" }, { kind: "hand" }],
    });
    expect(lit.get("C6")).toBeUndefined();
  });

  test("a click beside the targets becomes the text of a move", () => {
    expect(attempt([], { docker: "D6", crate: null }, "A2")).toBe("D6: A2");
    expect(attempt([], { docker: "D6", crate: "C6" }, "A2")).toBe("D6: C6>A2");
    expect(attempt([], { docker: null, crate: null }, "A2")).toBeNull();
  });

  test("a crate that the docker can walk to is pushed in one gesture", () => {
    const walks = parseMoves(["F2: C4", "F2: D3"], null);
    const hand = { docker: "F2", crate: "C3" };
    expect(attempt(walks, hand, "C2")).toBe("F2: C4 C3>C2");
    expect(attempt(walks, hand, "B3")).toBe("F2: D3 C3>B3");
    expect(attempt(walks, hand, "C4")).toBe("F2: C3>C4"); // nobody can stand on C2
    expect(attempt(walks, hand, "E7")).toBe("F2: C3>E7");
  });
});

describe("the cast", () => {
  test("crates of a position: plain, FRAGILE, flipped just now, with a goal, stacked", () => {
    const { crates, dockers } = parsePosition("D4c,E3cf,A1n,C6gC3 1D6,2J10");
    expect(crates.get("E3")?.map((crate) => crate.fragile)).toEqual([false, true]);
    expect(crates.get("A1")?.[0]?.fresh).toBe(true);
    expect(crates.get("C6")?.[0]?.goal).toBe("C3");
    expect(dockers[1]).toEqual({ player: 1, cell: "J10" });
  });

  test("a pushed crate stays the same crate, and its docker follows", () => {
    const before = cast(parsePosition("C6c,D4c 1D6"), [], []);
    const pushed = event("crate-pushed", {
      docker: "D6",
      crate: "C6",
      target: "B6",
      docker_target: "C6",
    });
    const after = cast(parsePosition("B6c,D4c 1C6"), before, [pushed]);
    const was = before.find((actor) => actor.cell === "C6");
    expect(after.find((actor) => actor.cell === "B6")).toMatchObject({ id: was?.id, way: ["B6"] });
    expect(after.find((actor) => actor.player === 0)).toMatchObject({ cell: "C6", way: ["C6"] });
  });

  test("of a stack the upper crate falls", () => {
    const before = cast(parsePosition("E3cf 1F3"), [], []);
    const upper = before.find((actor) => actor.level === 1);
    const fell = event("crate-unstacked", { docker: "F3", crate: "E3", target: "D3", cost: 2 });
    const after = cast(parsePosition("D3f,E3c 1F3"), before, [fell]);
    expect(after.find((actor) => actor.cell === "D3")?.id).toBe(upper?.id);
  });

  test("a chain is shown link by link", () => {
    const links = [
      { docker: "B4", target: "B3" },
      { docker: "C2", target: "C3" },
    ];
    const handed = event("crate-handed-over", { docker: "B5", crate: "B4", target: "C3", links });
    expect(motions([handed])).toEqual([{ piece: "crate", from: "B4", way: ["B3", "C3"] }]);
  });
});

test("a turn is drawn as steps in order, with the dockers who handed a crate over", () => {
  const steps = stepsOf([
    event("docker-activated", {}),
    event("docker-went", { docker: "A1", path: ["A2", "A3"] }),
    event("crate-handed-over", {
      crate: "B3",
      links: [
        { docker: "A3", target: "C3" },
        { docker: "C4", target: "D4" },
      ],
    }),
  ]);
  expect(steps.map(({ kind }) => kind)).toEqual(["docker-went", "crate-handed-over"]);
  expect(steps[1]?.links.map(({ docker }) => docker)).toEqual(["A3", "C4"]);
});
