// A question to the server whose answer the page waits for.

import { createSignal } from "solid-js";
import { troubleText } from "./api";

/** Only the answer to the last question counts. */
export function createQuestion(trouble = troubleText) {
  const [busy, setBusy] = createSignal(false);
  const [wrong, setWrong] = createSignal("");
  let last = 0;
  return {
    busy,
    /** Why the last question failed, for people. */
    wrong,
    async ask<T>(question: () => Promise<T>, heard: (answer: T) => void = () => {}): Promise<void> {
      const mine = ++last;
      setBusy(true);
      setWrong("");
      try {
        const answer = await question();
        if (mine === last) heard(answer);
      } catch (error) {
        if (mine === last) setWrong(trouble(error));
      }
      if (mine === last) setBusy(false);
    },
    /** The open question no longer matters. */
    forget(): void {
      last++;
      setBusy(false);
      setWrong("");
    },
  };
}
