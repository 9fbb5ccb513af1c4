// Makes a table that goes on where the branch ends.

import { createSignal, Show } from "solid-js";
import { botsOf, botTitle } from "../games/known";
import { t } from "../i18n";
import { playerName } from "../memory";
import type { BranchView, Seat } from "../net/protocol";
import { createQuestion } from "../net/question";
import { goToTable } from "../table/opening";
import { NameField, Select, Tick } from "../ui/fields";
import { Alert } from "../ui/notices";
import { whatIfApi } from "./api";
import type { BranchStore } from "./store";
import { tw } from "./texts";

export function PlayOn(props: { store: BranchStore; view: BranchView; seats: readonly Seat[] }) {
  const making = createQuestion();
  const [level, setLevel] = createSignal("");
  const [mine, setMine] = createSignal("");
  const [practice, setPractice] = createSignal(false);
  const bots = () => botsOf(props.view.game);
  const bot = () => level() || bots().find((name) => name === "3") || bots()[0] || "";
  /** The side whose turn it is, unless the player wants another. */
  const side = () => Number(mine() || Math.max(0, props.view.state.actor ?? 0));
  const make = (event: SubmitEvent) => {
    event.preventDefault();
    const seats = props.seats.map((_, seat) => (seat === side() ? {} : { bot: bot() }));
    const join = { name: playerName().trim() || t("default-name") };
    const branch = props.store.branch();
    void making.ask(
      () => whatIfApi.playOn({ ...branch, seats, join, practice: practice() }),
      goToTable,
    );
  };
  return (
    <details class="play-on">
      <summary>{tw("play-on")}</summary>
      <Show when={props.view.goes_on} fallback={<p class="quiet">{tw("no-play-on")}</p>}>
        <form onSubmit={make}>
          <p class="quiet">{tw("play-on-more")}</p>
          <NameField />
          <Show when={props.seats.length > 1}>
            <Select
              class="field"
              label={tw("my-side")}
              value={String(side())}
              options={props.seats.map(({ name = "" }, seat) => [String(seat), name] as const)}
              onChange={setMine}
            />
            <Select
              class="field"
              label={tw("opponents")}
              value={bot()}
              options={bots().map((name) => [name, botTitle(props.view.game, name)] as const)}
              onChange={setLevel}
            />
            <Tick checked={practice()} onChange={setPractice}>
              {t("practice")}
            </Tick>
          </Show>
          <button class="primary" type="submit" disabled={making.busy()}>
            {tw("make-table")}
          </button>
          <Alert text={making.wrong()} />
        </form>
      </Show>
    </details>
  );
}
