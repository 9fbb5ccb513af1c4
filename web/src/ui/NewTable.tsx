// The form for a new table: the number of players, the seats, and the options of the game.

import { createSignal, For, Index, Show } from "solid-js";
import { botLine, botTitle } from "../games/known";
import { partsOf } from "../games/parts";
import { type Key, t } from "../i18n";
import { keepEdition, type OwnEdition, playerName } from "../memory";
import { api, Refused, troubleText } from "../net/api";
import type { GameView, TableStatus } from "../net/protocol";
import { goToTable } from "../table/opening";
import { EditionChoice, readEdition } from "./EditionChoice";
import { Card, ColourField, NameField, Select, Tick } from "./fields";
import { Alert } from "./notices";
import { type Values, wishes } from "./options";
import { TableOptions } from "./TableOptions";

type SeatChoice = "me" | "friend" | "screen" | `bot ${string}`;

const sitterText = (game: string, sitter: SeatChoice): string =>
  sitter.startsWith("bot ") ? botTitle(game, sitter.slice(4)) : t(`seat-${sitter}` as Key);

export function NewTable(props: { info: GameView }) {
  const game = () => props.info.name;
  const bots = () => props.info.bots;
  const middling = () => {
    const levels = bots().filter((name) => /^\d$/.test(name));
    return `bot ${levels[Math.floor(levels.length / 2) - 1] ?? levels[0] ?? bots()[0] ?? "random"}` as SeatChoice;
  };
  const seatsFor = (count: number): SeatChoice[] =>
    Array.from({ length: count }, (_, index) => (index === 0 ? "me" : middling()));
  const [seats, setSeats] = createSignal<SeatChoice[]>(seatsFor(props.info.usual_players));
  const [chosen, setChosen] = createSignal<Values>(partsOf(game()).usual ?? {});
  const [edition, setEdition] = createSignal<OwnEdition | null>(null);
  const [editionProblem, setEditionProblem] = createSignal("");
  const [dropping, setDropping] = createSignal(false);
  const [more, setMore] = createSignal(false);
  const [clock, setClock] = createSignal("none");
  const [colour, setColour] = createSignal("");
  const [names, setNames] = createSignal<Readonly<Record<number, string>>>({});
  const [practice, setPractice] = createSignal(false);
  const [hidden, setHidden] = createSignal(true);
  const [problem, setProblem] = createSignal("");
  const [busy, setBusy] = createSignal(false);
  const sitters = (): SeatChoice[] => [
    "me",
    "friend",
    "screen",
    ...bots().map((bot): SeatChoice => `bot ${bot}`),
  ];
  const name = () => playerName().trim() || t("default-name");
  /** Who sits at this screen, beside the player, unless another name is typed. */
  const usualName = (seat: number) => {
    const before = seats().slice(0, seat + 1);
    return `${name()} ${before.filter((choice) => choice === "screen").length + 1}`;
  };
  const isShow = () => seats().every((seat) => seat.startsWith("bot "));
  const isAlone = () =>
    seats()
      .filter((seat) => !seat.startsWith("bot "))
      .join() === "me";
  /** Where colours are no option of the game, they are only looks. */
  const looks = () =>
    props.info.options.some((option) => option.name === "colours") ? [] : props.info.colours;

  async function make(): Promise<TableStatus> {
    const [kind, amount, increment] = clock().split(" ");
    const mine = seats().indexOf("me");
    const own = edition();
    const made = await api.create({
      game: game(),
      options: wishes(props.info.options, seats().length, chosen()),
      ...(own ? { edition: own.text } : {}),
      seats: seats().map((seat) => (seat.startsWith("bot ") ? { bot: seat.slice(4) } : {})),
      clock: {
        kind: kind as "none" | "turn" | "days" | "total",
        amount: Number(amount ?? 120),
        increment: Number(increment ?? 0),
      },
      private: hidden(),
      practice: practice() && isAlone(),
      ...(mine >= 0 ? { join: { name: name(), seat: mine, colour: colour() } } : {}),
    });
    if (own) keepEdition(game(), own);
    for (const [seat, choice] of seats().entries())
      if (choice === "screen")
        await api.join(made.table.id, {
          name: names()[seat]?.trim() || usualName(seat),
          seat,
          key: made.join_key,
        });
    return made;
  }

  async function create(event: Event): Promise<void> {
    event.preventDefault();
    setBusy(true);
    setProblem("");
    setEditionProblem("");
    try {
      goToTable(await make());
    } catch (error) {
      if (error instanceof Refused && error.refusal.code === "edition") {
        setEditionProblem(troubleText(error));
        setMore(true);
      } else setProblem(troubleText(error));
      setBusy(false);
    }
  }

  function choose(own: OwnEdition | null): void {
    setEdition(own);
    setEditionProblem("");
  }

  async function take(file: File): Promise<void> {
    setMore(true);
    const read = await readEdition(file).catch(() => null);
    choose(read);
    if (!read) setEditionProblem(t("edition-no-text", { name: file.name }));
  }

  const dragged = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;

  return (
    <form
      class="table-form"
      classList={{ dropping: dropping() }}
      onSubmit={create}
      // A field can say what is wrong with it only if it is visible.
      on:invalid={{ capture: true, handleEvent: () => setMore(true) }}
      onDragOver={(event) => {
        if (!dragged(event)) return;
        event.preventDefault();
        setDropping(true);
      }}
      onDragLeave={() => setDropping(false)}
      onDrop={(event) => {
        const file = event.dataTransfer?.files[0];
        setDropping(false);
        if (!file) return;
        event.preventDefault();
        void take(file);
      }}
    >
      <NameField />
      <fieldset class="counts">
        <legend>{t("how-many")}</legend>
        <For each={props.info.players}>
          {(count) => (
            <Card
              name="count"
              chosen={seats().length === count}
              onChoose={() => setSeats(seatsFor(count))}
            >
              {count}
            </Card>
          )}
        </For>
      </fieldset>
      <fieldset class="seat-choices">
        <legend>{t("who-sits")}</legend>
        <Index each={seats()}>
          {(seat, index) => (
            <div class="seat-choice">
              <Select
                label={t("seat", { number: index + 1 })}
                value={seat()}
                options={sitters().map((sitter) => [sitter, sitterText(game(), sitter)] as const)}
                onChange={(choice) =>
                  // Only one seat is "me"; the other one becomes a friend's.
                  setSeats((list) =>
                    list.map((other, i) =>
                      i === index ? choice : choice === "me" && other === "me" ? "friend" : other,
                    ),
                  )
                }
              />
              <Show when={seat() === "screen"}>
                <input
                  maxlength="24"
                  aria-label={t("name-of-seat", { number: index + 1 })}
                  placeholder={usualName(index)}
                  value={names()[index] ?? ""}
                  onInput={(event) => setNames({ ...names(), [index]: event.currentTarget.value })}
                />
              </Show>
              <Show when={seat().startsWith("bot ")}>
                <span class="quiet small">{botLine(game(), seat().slice(4))}</span>
              </Show>
            </div>
          )}
        </Index>
        <Show when={!isShow()}>
          <button
            type="button"
            class="only-bots"
            onClick={() => setSeats((list) => list.map(middling))}
          >
            {t("only-bots")}
          </button>
        </Show>
      </fieldset>
      <details class="more" open={more()} onToggle={(event) => setMore(event.currentTarget.open)}>
        <summary>{t("more-options")}</summary>
        <div class="more-fields">
          <TableOptions
            options={props.info.options}
            seats={seats().map((sitter) => sitterText(game(), sitter))}
            chosen={chosen()}
            onChoose={(name, value) => setChosen({ ...chosen(), [name]: value })}
          />
          <Select
            class="field"
            label={t("clock")}
            value={clock()}
            options={[
              ["none", t("clock-none")],
              ["turn 60", t("clock-seconds", { count: 60 })],
              ["turn 180", t("clock-seconds", { count: 180 })],
              ["total 600", t("clock-total", { count: 10 })],
              ["total 900 10", t("clock-increment", { count: 15, more: 10 })],
              ["total 2400 20", t("clock-increment", { count: 40, more: 20 })],
              ["days 1", t("clock-days", { count: 1 })],
              ["days 3", t("clock-days", { count: 3 })],
            ]}
            onChange={setClock}
          />
          <Show when={looks().length && seats().includes("me")}>
            <ColourField value={colour()} colours={looks()} onChange={setColour} />
          </Show>
          <Tick checked={!hidden()} onChange={(open) => setHidden(!open)}>
            {t("public-table")}
          </Tick>
          <Show when={isAlone()}>
            <Tick checked={practice()} onChange={setPractice}>
              {t("practice")}
            </Tick>
          </Show>
          <Show when={props.info.edition}>
            <EditionChoice
              game={game()}
              standard={props.info.edition}
              chosen={edition()}
              problem={editionProblem()}
              onFile={(file) => void take(file)}
              onChoose={choose}
            />
          </Show>
        </div>
      </details>
      <button class="primary" type="submit" disabled={busy()}>
        {t(isShow() ? "watch-bots" : "play")}
      </button>
      <Alert text={problem()} />
    </form>
  );
}
