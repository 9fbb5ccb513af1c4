import type { GameEvent } from "../net/protocol";

/** An event for a test. */
export const event = (kind: string, fields: object): GameEvent => ({
  kind,
  rule: "",
  text: {},
  ...fields,
});
