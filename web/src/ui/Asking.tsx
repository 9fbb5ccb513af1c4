// A button for what nobody can undo: it asks first.

import { createUniqueId } from "solid-js";
import { t } from "../i18n";
import { createQuestion } from "../net/question";

export function Asking(props: {
  label: string;
  class?: string;
  /** Instead of the label, for a small button. */
  sign?: string;
  question: string;
  stay?: string;
  onYes(): Promise<unknown>;
  then?(): void;
}) {
  let dialog: HTMLDialogElement | undefined;
  const title = createUniqueId();
  const asking = createQuestion();
  const yes = () =>
    asking.ask(props.onYes, () => {
      dialog?.close();
      props.then?.();
    });
  return (
    <>
      <button
        type="button"
        class={props.class ?? "plain"}
        aria-label={props.sign && props.label}
        title={props.sign && props.label}
        onClick={() => dialog?.showModal()}
      >
        {props.sign ?? props.label}
      </button>
      <dialog ref={dialog} class="keys-dialog" aria-labelledby={title}>
        <h2 id={title}>{props.label}</h2>
        <p>{asking.wrong() || props.question}</p>
        <div class="deeds">
          <button type="button" disabled={asking.busy()} onClick={yes}>
            {props.label}
          </button>
          <button type="button" class="primary" onClick={() => dialog?.close()}>
            {props.stay ?? t("stay")}
          </button>
        </div>
      </dialog>
    </>
  );
}
