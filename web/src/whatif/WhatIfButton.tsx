// The way to the what-if board.

import { createQuestion } from "../net/question";
import { Alert } from "../ui/notices";
import { openBranch } from "./api";
import type { SharedBranch } from "./branch";
import { tw } from "./texts";

export default function WhatIfButton(props: { branch(): Promise<SharedBranch> | SharedBranch }) {
  const opening = createQuestion();
  return (
    <>
      <button
        type="button"
        class="what-if-button"
        title={tw("what-if-more")}
        onClick={() => opening.ask(async () => openBranch(await props.branch()))}
      >
        {tw("what-if")}
      </button>
      <Alert text={opening.wrong()} />
    </>
  );
}
