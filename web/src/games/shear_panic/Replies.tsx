// A question with buttons: which extra step, or who had a haircut last.

import { Show } from "solid-js";
import { t } from "../../i18n";
import type { Preview } from "../../net/protocol";
import { MoveButtons } from "../MoveButtons";
import { counterAfter } from "./cast";
import type { Reply } from "./notation";
import { extraText, replyText } from "./words";

export function Replies(props: {
  replies: readonly Reply[];
  /** By seat. */
  names: readonly string[];
  preview(move: string): Preview | undefined;
  leadsTo(reply: Reply): string;
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
        <MoveButtons
          strong
          moves={props.replies}
          text={text}
          leadsTo={props.leadsTo}
          onPlay={props.onPlay}
          onPoint={props.onPoint}
        />
      </fieldset>
    </Show>
  );
}
