// The extra steps of a player at a table for two (S-9.2): spent and unspent.

import { For } from "solid-js";
import { t } from "../../i18n";
import { spending } from "./covering";
import { extrasText } from "./words";

interface Steps {
  /** The steps that each player begins with. */
  extras: readonly number[];
  left: readonly number[];
}

export function Steps(props: Steps) {
  return (
    <span class="steps" role="img" aria-label={t("extras-left", { steps: extrasText(props.left) })}>
      <For each={spending(props.extras, props.left)}>
        {({ number, spent }) => (
          <span class="step" classList={{ spent }} title={spent ? t("spent") : undefined}>
            +{number}
          </span>
        )}
      </For>
    </span>
  );
}

export function Extras(props: Steps) {
  return (
    <div class="extras">
      <span aria-hidden="true">{t("extras")}</span>
      <Steps {...props} />
    </div>
  );
}
