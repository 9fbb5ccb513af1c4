import { expect, test } from "vitest";
import { forgetEdition, keepEdition, ownEditions } from "./memory";

test("the last few editions of each game are kept", () => {
  for (const number of [1, 2, 3, 4, 5])
    keepEdition("fragile", { name: `${number}.toml`, text: "" });
  keepEdition("shear-panic", { name: "flock.toml", text: "" });
  expect(ownEditions("fragile").map(({ name }) => name)).toEqual([
    "5.toml",
    "4.toml",
    "3.toml",
    "2.toml",
  ]);
  keepEdition("fragile", { name: "3.toml", text: "corrected" });
  expect(ownEditions("fragile")[0]).toEqual({ name: "3.toml", text: "corrected" });
  expect(ownEditions("fragile")).toHaveLength(4);
  forgetEdition("fragile", "3.toml");
  expect(ownEditions("fragile").map(({ name }) => name)).toEqual(["5.toml", "4.toml", "2.toml"]);
  expect(ownEditions("shear-panic")).toHaveLength(1);
});
