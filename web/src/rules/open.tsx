// The open rules, and the links that open them. The panel loads when somebody opens it.

import { createSignal, Show } from "solid-js";
import { t } from "../i18n";
import { later } from "../ui/later";

interface Place {
  game: string;
  /** The id of the rule to begin at; empty for the beginning. */
  rule: string;
}

const [place, setPlace] = createSignal<Place | null>(null);

export function openRules(game: string, rule = ""): void {
  setPlace({ game, rule });
}

export const closeRules = () => setPlace(null);

/** Opens the rules at one paragraph. */
export function RuleLink(props: { game: string; rule: string }) {
  return (
    <button
      type="button"
      class="tag rule"
      aria-label={t("open-rule", { rule: props.rule })}
      onClick={() => openRules(props.game, props.rule)}
    >
      {props.rule}
    </button>
  );
}

const RulesPanel = later(() => import("./RulesPanel"));

export function Rules() {
  return (
    <Show when={place()} keyed>
      {(here) => <RulesPanel game={here.game} rule={here.rule} onClose={closeRules} />}
    </Show>
  );
}
