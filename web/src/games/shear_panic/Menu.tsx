// The twelve commands: covered or not, playable or not, and how far each moves the counter.

import { For } from "solid-js";
import { t } from "../../i18n";
import { covering } from "./covering";
import type { MenuEntry } from "./flock";
import { aboutText, commandName } from "./words";

const SIGNS: Record<string, string> = {
  "lamb push": "M4 12h9M10 8l4 4l-4 4M17 7h4v10h-4z",
  "line push": "M3 12h4M5 9l3 3l-3 3M10 8h4v8h-4zM16 8h4v8h-4z",
  "diagonal push": "M4 20l6 -6M5 14h5v5M13 11l5 -5M12 5h7v7h-7z",
  "line up": "M20 4v16M4 7h12M4 12h12M4 17h12M13 5l3 2l-3 2",
  "lamb roll": "M6 15a6 6 0 1 1 9 3M15 13v5h5",
  leapfrog: "M3 18c3 -14 14 -14 17 -2M16 15l4 2l2 -4M9 18h6",
  "ewe turn": "M6 16a7 7 0 1 1 12 0M15 14l3 3l3 -4",
};

export function CommandSign(props: { kind: string }) {
  return (
    <svg class="command-sign" viewBox="0 0 24 24" aria-hidden="true">
      <path d={SIGNS[props.kind] ?? ""} />
    </svg>
  );
}

export function Menu(props: {
  menu: readonly MenuEntry[];
  used: readonly string[];
  playable: readonly MenuEntry[];
  chosen: MenuEntry | null;
  /** Whose commands these are. */
  title: string;
  /** The pointer is on a command, or leaves it. */
  onPoint(entry: MenuEntry | null): void;
  onChoose(entry: MenuEntry, covered: boolean): void;
}) {
  const can = (entry: MenuEntry) => props.playable.includes(entry);
  return (
    <fieldset class="menu">
      <legend>{props.title}</legend>
      <For each={covering(props.menu, props.used)}>
        {({ entry, covered }) => (
          <button
            type="button"
            class="command"
            classList={{ covered, cannot: !covered && !can(entry), chosen: props.chosen === entry }}
            aria-pressed={props.chosen === entry}
            title={aboutText(entry.kind)}
            onClick={() => props.onChoose(entry, covered)}
            onPointerEnter={() => props.onPoint(entry)}
            onPointerLeave={() => props.onPoint(null)}
            onFocus={() => props.onPoint(entry)}
            onBlur={() => props.onPoint(null)}
          >
            <CommandSign kind={entry.kind} />
            <span>{commandName(entry.kind)}</span>{" "}
            <b>
              {entry.number}
              <span class="unseen">
                {covered ? ` ${t("covered")}` : can(entry) ? "" : ` ${t("no-target")}`}
              </span>
            </b>
          </button>
        )}
      </For>
    </fieldset>
  );
}
