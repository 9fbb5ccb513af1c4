// The edition of a new table: the standard one, a file, or one that was used before.

import { For, Show } from "solid-js";
import { t } from "../i18n";
import { forgetEdition, type OwnEdition, ownEditions } from "../memory";
import { download } from "./files";
import { Alert } from "./notices";

/** Longer than any edition. The server takes no longer text either. */
const LONGEST = 32_768;

/** Null if the file is too long to be an edition. */
export async function readEdition(file: File): Promise<OwnEdition | null> {
  if (file.size > 4 * LONGEST) return null;
  const text = await file.text();
  return text.length > LONGEST ? null : { name: file.name, text };
}

export function EditionChoice(props: {
  game: string;
  /** The text of the standard edition. */
  standard: string;
  chosen: OwnEdition | null;
  /** What is wrong with the chosen one, in words. */
  problem: string;
  onFile(file: File): void;
  onChoose(edition: OwnEdition | null): void;
}) {
  /** The chosen edition stands first until a table was made with it. */
  const known = () => {
    const kept = ownEditions(props.game);
    const { chosen } = props;
    return chosen && !kept.includes(chosen) ? [chosen, ...kept] : kept;
  };
  const remove = (edition: OwnEdition) => {
    props.onChoose(null);
    forgetEdition(props.game, edition.name);
  };
  return (
    <fieldset class="edition-choice">
      <legend>{t("edition")}</legend>
      <Show when={known().length}>
        <span class="edition-row">
          <select
            aria-label={t("edition")}
            aria-invalid={props.problem ? "true" : undefined}
            aria-describedby={props.problem ? "edition-problem" : undefined}
            onChange={(event) =>
              props.onChoose(known()[event.currentTarget.selectedIndex - 1] ?? null)
            }
          >
            <option selected={!props.chosen}>{t("edition-standard")}</option>
            <For each={known()}>
              {(edition) => <option selected={props.chosen === edition}>{edition.name}</option>}
            </For>
          </select>
          <Show when={props.chosen}>
            {(edition) => (
              <button
                type="button"
                aria-label={t("edition-remove-named", { name: edition().name })}
                onClick={() => remove(edition())}
              >
                {t("edition-remove")}
              </button>
            )}
          </Show>
        </span>
      </Show>
      <Alert text={props.problem} id="edition-problem" />
      <label class="button file">
        {t("edition-choose")}
        <input
          type="file"
          accept=".toml,.txt,text/plain,application/toml"
          onChange={(event) => {
            const file = event.currentTarget.files?.[0];
            if (file) props.onFile(file);
            // The player may correct the same file and choose it again.
            event.currentTarget.value = "";
          }}
        />
      </label>
      <button
        type="button"
        class="plain"
        onClick={() => download(`${props.game}-standard.toml`, props.standard, "application/toml")}
      >
        {t("edition-download")}
      </button>
      <p class="quiet small">{t("edition-more")}</p>
    </fieldset>
  );
}
