// The ways out of a game: give up, agree to stop, or leave.

import { For, Show } from "solid-js";
import { t } from "../i18n";
import { forgetTable } from "../memory";
import { api } from "../net/api";
import { createQuestion } from "../net/question";
import { go } from "../route";
import { seatName } from "../table/seats";
import type { TableStore } from "../table/store";
import { Asking } from "./Asking";
import { Alert } from "./notices";

/** The seats of people whose consent is needed to stop. */
const voters = (store: TableStore): number[] =>
  store.seats().flatMap((seat, index) => (seat.kind === "person" && !seat.stand_in ? index : []));

export function Going(props: { store: TableStore }) {
  const store = props.store;
  const stopping = createQuestion();
  const playing = () => store.state()?.phase === "playing";
  const mine = () => store.yours().filter((seat) => !store.seats()[seat]?.out);
  const others = () => voters(store).some((seat) => !store.yours().includes(seat));
  const isAsked = () => (store.state()?.votes ?? []).length > 0;
  return (
    <>
      <Show when={playing() && others() && mine().length && !isAsked()}>
        <button
          type="button"
          class="plain"
          onClick={() => stopping.ask(() => api.stop(store.id, true))}
        >
          {t("offer-stop")}
        </button>
      </Show>
      <For each={playing() ? mine() : []}>
        {(seat) => (
          <Asking
            label={
              mine().length > 1
                ? t("resign-as", { name: seatName(store.seats(), seat) })
                : t("resign")
            }
            question={t(store.seats().length === 2 ? "resign-sure-two" : "resign-sure")}
            onYes={() => api.resign(store.id, seat)}
          />
        )}
      </For>
      <Asking
        label={t("leave-table")}
        question={t(playing() ? "leave-sure" : "leave-sure-waiting")}
        onYes={() => api.tidyAway(store.id)}
        then={() => {
          forgetTable(store.id);
          go({ page: "lobby" });
        }}
      />
      <Alert text={stopping.wrong()} />
    </>
  );
}

/** Somebody wants to stop: agree, or play on. */
export function StopOffer(props: { store: TableStore }) {
  const store = props.store;
  const answering = createQuestion();
  const answer = (yes: boolean) => answering.ask(() => api.stop(store.id, yes));
  const votes = () => (store.state()?.phase === "playing" ? (store.state()?.votes ?? []) : []);
  const agreed = () => store.yours().some((seat) => votes().includes(seat));
  const names = (seats: readonly number[]) =>
    seats.map((seat) => seatName(store.seats(), seat)).join(", ");
  const others = () => voters(store).filter((seat) => !votes().includes(seat));
  return (
    <Show when={votes().length}>
      <div class="notice offer" role="status">
        <p>
          {agreed()
            ? t("stop-asked", { names: names(others()) })
            : t("stop-offered", { names: names(votes()) })}
        </p>
        <Show when={store.yours().some((seat) => voters(store).includes(seat))}>
          <div class="deeds">
            <Show when={!agreed()}>
              <button type="button" onClick={() => answer(true)}>
                {t("stop-agree")}
              </button>
            </Show>
            <button type="button" onClick={() => answer(false)}>
              {t(agreed() ? "withdraw" : "play-on")}
            </button>
          </div>
        </Show>
        <Alert text={answering.wrong()} />
      </div>
    </Show>
  );
}
