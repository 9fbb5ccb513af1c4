// While seats are free: sit down, invite somebody, and arrange who sits where.

import { createSignal, For, Show } from "solid-js";
import { botsOf, botTitle, coloursFor } from "../games/known";
import { PlayerSign } from "../games/livery";
import { partsOf } from "../games/parts";
import { type Key, t } from "../i18n";
import { playerName } from "../memory";
import { api } from "../net/api";
import type { AnyArranging, Seat } from "../net/protocol";
import { createQuestion } from "../net/question";
import { linkTo } from "../route";
import { isFree, seatName } from "../table/seats";
import type { TableStore } from "../table/store";
import { ColourField, NameField } from "../ui/fields";
import { later } from "../ui/later";
import { Alert, LinkRow } from "../ui/notices";

const Qr = later(() => import("./Qr"));

const isLoopback = (host: string) => /^(localhost|127\.|\[?::1)/.test(host);

export default function WaitingRoom(props: { store: TableStore }) {
  const store = props.store;
  const waiting = () => store.state()?.phase === "waiting";
  return (
    <section class="seating" aria-label={t("seating")}>
      <Show
        when={store.yours().length || store.status()?.host}
        fallback={<SitDown store={store} />}
      >
        <Inviting store={store} />
        <Show when={waiting()}>
          <Arranging store={store} />
        </Show>
        <Show when={!store.yours().length}>
          <SitDown store={store} />
        </Show>
      </Show>
    </section>
  );
}

function SitDown(props: { store: TableStore }) {
  const store = props.store;
  const joining = createQuestion();
  const [colour, setColour] = createSignal("");
  const game = () => store.table()?.game ?? "";
  const sit = (event: Event) => {
    event.preventDefault();
    void joining.ask(() => store.sitDown(playerName().trim() || t("default-name"), colour()));
  };
  return (
    <form onSubmit={sit}>
      <NameField />
      <Show when={coloursFor(game()).length && store.state()?.phase === "waiting"}>
        <ColourField value={colour()} colours={freeColours(store)} onChange={setColour} />
      </Show>
      <button class="primary" type="submit">
        {t("sit-down")}
      </button>
      <Alert text={joining.wrong()} />
    </form>
  );
}

/** The colour of a seat, by its name; empty if it has none yet. */
function colourOf(store: TableStore, seat: number): string {
  const options = store.table()?.options.colours;
  return options ? (options[seat] ?? "") : (store.seats()[seat]?.colour ?? "");
}

function freeColours(store: TableStore): string[] {
  const taken = store.seats().flatMap((seat, i) => (isFree(seat) ? [] : colourOf(store, i)));
  return coloursFor(store.table()?.game ?? "").filter((colour) => !taken.includes(colour));
}

function Inviting(props: { store: TableStore }) {
  const store = props.store;
  const key = () => store.status()?.join_key || store.key;
  const address = () => store.status()?.address ?? "";
  /** A friend cannot use the address that a machine has for itself. */
  const alone = () => isLoopback(location.hostname);
  const link = () => {
    const here = linkTo({ page: "table", id: store.id, key: key() });
    return alone() && address() ? here.replace(location.origin, address()) : here;
  };
  return (
    <>
      <p>{t("send-link")}</p>
      <LinkRow label={t("invite-link")} copy={t("copy")} link={link()} ready={!!store.status()} />
      <Show
        when={!alone() || address()}
        fallback={
          <Show when={store.status()?.host}>
            <p class="small quiet">
              {t("only-this-machine")} <code>tablee serve --host 0.0.0.0</code>
            </p>
          </Show>
        }
      >
        <Qr text={link()} label={t("qr-code")} />
        <p class="small quiet">{t("qr-more")}</p>
      </Show>
    </>
  );
}

/** Who sits where, before the game begins. The host arranges it; everybody chooses a colour. */
function Arranging(props: { store: TableStore }) {
  const store = props.store;
  const arranging = createQuestion();
  const arrange = (wish: AnyArranging) => arranging.ask(() => api.arrange(store.id, wish));
  const host = () => store.status()?.host ?? false;
  const mine = (seat: number) => store.yours().includes(seat);
  return (
    <>
      <ol class="arranging">
        <For each={store.seats()}>
          {(seat, index) => (
            <li>
              <SeatLine store={store} seat={seat} index={index()} />
              <Show when={host() && index() > 0}>
                <button
                  type="button"
                  title={t("swap-seats")}
                  aria-label={t("swap-with", { one: index(), other: index() + 1 })}
                  onClick={() => arrange({ type: "swap", seat: index() - 1, other: index() })}
                >
                  ⇅
                </button>
              </Show>
              <Show when={host() && isFree(seat)}>
                <select
                  aria-label={t("seat-bot", { number: index() + 1 })}
                  onChange={(event) =>
                    arrange({ type: "bot", seat: index(), level: event.currentTarget.value })
                  }
                >
                  <option value="">{t("give-to-bot")}</option>
                  <For each={botsOf(store.table()?.game ?? "")}>
                    {(level) => (
                      <option value={level}>{botTitle(store.table()?.game ?? "", level)}</option>
                    )}
                  </For>
                </select>
              </Show>
              <Show when={(host() || mine(index())) && !isFree(seat)}>
                <ColourChoice
                  store={store}
                  index={index()}
                  onChoose={(colour) => arrange({ type: "colour", seat: index(), colour })}
                />
              </Show>
              <Show when={host() && !isFree(seat) && !mine(index())}>
                <button
                  type="button"
                  title={t("remove")}
                  aria-label={t("remove-player", { name: seatName(store.seats(), index()) })}
                  onClick={() => arrange({ type: "remove", seat: index() })}
                >
                  ✕
                </button>
              </Show>
            </li>
          )}
        </For>
      </ol>
      <Alert text={arranging.wrong()} />
    </>
  );
}

function SeatLine(props: { store: TableStore; seat: Seat; index: number }) {
  const here = () => props.store.present().includes(props.index);
  return (
    <span class="who">
      <span class="name">{props.seat.name || t("free-seat")}</span>
      <Show when={props.seat.kind === "person" && !here()}>
        <span class="quiet small">{t("away")}</span>
      </Show>
    </span>
  );
}

function ColourChoice(props: { store: TableStore; index: number; onChoose(colour: string): void }) {
  const game = () => props.store.table()?.game ?? "";
  const table = props.store.table;
  return (
    <Show when={table()}>
      {(found) => (
        <Show when={coloursFor(game()).length}>
          <span class="colour-choice">
            <PlayerSign
              livery={partsOf(game()).livery(props.index, found())}
              text={partsOf(game()).sign(props.index, found())}
            />
            <select
              aria-label={t("colour-of", { name: seatName(props.store.seats(), props.index) })}
              onChange={(event) => props.onChoose(event.currentTarget.value)}
            >
              <For each={coloursFor(game())}>
                {(colour) => (
                  <option value={colour} selected={colour === colourOf(props.store, props.index)}>
                    {t(`colour-${colour}` as Key)}
                  </option>
                )}
              </For>
            </select>
          </span>
        </Show>
      )}
    </Show>
  );
}
