// The edition of a table, unless it is the standard one.

import { Show } from "solid-js";
import { t } from "../i18n";
import { api } from "../net/api";
import type { TableView } from "../net/protocol";

export function EditionNote(props: { table: TableView; linkKey: string }) {
  return (
    <Show when={props.table.edition_name}>
      {(name) => (
        <p class="notice edition-note">
          {t("edition-of-table", { name: name() })}{" "}
          <a
            href={api.editionOf(props.table.id, props.linkKey)}
            download={`${props.table.game}-${name()}.toml`}
          >
            {t("download")}
          </a>
        </p>
      )}
    </Show>
  );
}
