// A rematch is offered, and begins when all people have accepted.

import { createEffect, on, Show } from "solid-js";
import { t } from "../i18n";
import { api } from "../net/api";
import { createQuestion } from "../net/question";
import { go, hashOf } from "../route";
import { goToTable } from "../table/opening";
import { seatName } from "../table/seats";
import type { TableStore } from "../table/store";
import { Alert } from "./notices";

export function Rematch(props: { store: TableStore }) {
  const store = props.store;
  const asking = createQuestion();
  const vote = (yes: boolean) =>
    asking.ask(
      () => api.rematch(store.id, yes),
      (status) => {
        if (status.table.id !== store.id) goToTable(status);
      },
    );
  const begun = () => {
    const entry = store.entries().findLast((found) => found.kind === "rematched");
    return entry?.kind === "rematched" ? entry.table : "";
  };
  const votes = () => store.state()?.votes ?? [];
  const mine = () => store.yours().some((seat) => votes().includes(seat));
  const people = () => store.seats().flatMap((seat, i) => (seat.kind === "person" ? i : []));
  const names = (seats: readonly number[]) =>
    seats.map((seat) => seatName(store.seats(), seat)).join(", ");
  const declined = () => {
    const last = store.entries().findLast((entry) => entry.kind === "voted");
    const isNo = last?.kind === "voted" && last.about === "rematch" && !last.yes;
    return isNo && !votes().length ? last.seat : null;
  };
  const said = () => {
    const no = declined();
    if (no !== null) return t("rematch-declined", { name: names([no]) });
    if (!votes().length) return "";
    if (!mine()) return t("rematch-offered", { names: names(votes()) });
    return t("rematch-asked", { names: names(people().filter((one) => !votes().includes(one))) });
  };
  // Who has accepted goes to the new table as soon as there is one.
  createEffect(
    on(begun, (table) => mine() && table && go({ page: "table", id: table, key: "" }), {
      defer: true,
    }),
  );
  return (
    <>
      <Show when={said() && !begun()}>
        <p class="offer" role="status">
          {said()}
        </p>
      </Show>
      <Show
        when={begun()}
        fallback={
          <>
            <Show when={!mine()}>
              <button type="button" class="primary" onClick={() => vote(true)}>
                {t(votes().length ? "rematch-accept" : "rematch")}
              </button>
            </Show>
            <Show when={votes().length}>
              <button type="button" onClick={() => vote(false)}>
                {t(mine() ? "withdraw" : "rematch-decline")}
              </button>
            </Show>
          </>
        }
      >
        <a class="primary" href={hashOf({ page: "table", id: begun(), key: "" })}>
          {t("to-rematch")}
        </a>
      </Show>
      <Alert text={asking.wrong()} />
    </>
  );
}
