// A question that is answered off the meadow: which extra step, or who had a haircut last.

import { For, Show } from "solid-js";
import { t } from "../../i18n";
import type { Preview } from "../../net/protocol";
import { MoveButton } from "../MoveButton";
import { counterAfter } from "./cast";
import type { Reply } from "./notation";
import { extraText, replyText } from "./words";

export function Replies(props: {
  replies: readonly Reply[];
  /** Of those who sit at the table. */
  names: readonly string[];
  preview(move: string): Preview | undefined;
  onPlay(reply: Reply): void;
  onPoint(reply: Reply | null): void;
}) {
  const question = () => t(props.replies[0]?.kind === "first" ? "who-haircut" : "extras");
  const text = (reply: Reply) => {
    const space = counterAfter(props.preview(reply.text)?.events ?? []);
    return reply.kind === "extra" && space !== undefined
      ? extraText(reply.number, space)
      : replyText(reply, props.names);
  };
  return (
    <Show when={props.replies.length}>
      <fieldset class="replies">
        <legend>{question()}</legend>
        <For each={props.replies}>
          {(reply) => (
            <MoveButton
              text={text(reply)}
              strong
              onPlay={() => props.onPlay(reply)}
              onPoint={(on) => props.onPoint(on ? reply : null)}
            />
          )}
        </For>
      </fieldset>
    </Show>
  );
}
