// The top of every page: its title, the rules, the settings. It also names the browser's tab.

import { createEffect, createSignal, Show } from "solid-js";
import { gameName } from "../games/known";
import { LANGUAGES, language, NAMES, setLanguage, t } from "../i18n";
import {
  confirms,
  coordinates,
  knownTables,
  notify,
  setConfirms,
  setCoordinates,
  setNotify,
  setSound,
  setSpeed,
  setTheme,
  sound,
  speed,
  theme,
  turnBoard,
} from "../memory";
import { hashOf, route } from "../route";
import { openRules } from "../rules/open";
import { myTurns } from "../table/mine";
import { SPEEDS, type Speed } from "../table/pace";
import { closesLightly } from "./dismiss";
import { Select, Tick } from "./fields";

const tableLink = (id: string): string => {
  const key = knownTables().find((table) => table.id === id)?.key ?? "";
  return hashOf({ page: "table", id, key });
};

export function Header(props: {
  crumb?: string;
  /** Names the tab, if the crumb does not. */
  title?: string;
  game?: string | undefined;
}) {
  /** Others wait for the player at these tables, beside the one on the page. */
  const elsewhere = () => {
    const here = route();
    return myTurns().filter((brief) => here.page !== "table" || here.id !== brief.id);
  };
  createEffect(() => {
    const title = props.title ?? props.crumb;
    const count = elsewhere().length;
    const page = title === undefined ? "tablee" : `${title} – tablee`;
    document.title = count ? `(${count}) ${page}` : page;
  });
  // The browser may refuse, and may take its permission back.
  const permission = () => ("Notification" in window ? Notification.permission : "absent");
  const [refused, setRefused] = createSignal(notify() ? permission() : "");
  const setNotifying = async (wanted: boolean) => {
    if (wanted && permission() === "default") await Notification.requestPermission();
    setRefused(wanted ? permission() : "");
    setNotify(wanted && permission() === "granted");
  };
  return (
    <header class="top">
      <a class="brand" href="#/" aria-label={`tablee: ${t("to-lobby")}`}>
        <img src="/icon.svg" alt="" width="28" height="28" />
        <span>tablee</span>
      </a>
      <Show when={props.crumb}>
        <span class="crumb">{props.crumb}</span>
      </Show>
      <Show when={elsewhere()[0]}>
        {(brief) => (
          <a class="tag yours elsewhere" href={tableLink(brief().id)}>
            {t("turn-elsewhere", { game: gameName(brief().game) })}
          </a>
        )}
      </Show>
      <Show when={props.game}>
        {(game) => (
          <button type="button" class="plain" onClick={() => openRules(game())}>
            {t("rules")}
          </button>
        )}
      </Show>
      <a class="top-link" href="#/problems">
        {t("problems")}
      </a>
      <details class="settings" ref={closesLightly}>
        <summary aria-label={t("settings")}>
          <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
            <path
              d="M4 7h9m5 0h2M4 17h2m5 0h9M15.500 4.500v5M8.500 14.500v5"
              fill="none"
              stroke="currentColor"
              stroke-width="2"
              stroke-linecap="round"
            />
          </svg>
        </summary>
        <div class="settings-box">
          <Select
            label={t("language")}
            value={language()}
            options={LANGUAGES.map((name) => [name, NAMES[name]] as const)}
            onChange={setLanguage}
          />
          <Select
            label={t("theme")}
            value={theme()}
            options={[
              ["auto", t("theme-auto")],
              ["light", t("theme-light")],
              ["dark", t("theme-dark")],
            ]}
            onChange={setTheme}
          />
          <Select
            label={t("speed")}
            value={speed()}
            options={(Object.keys(SPEEDS) as Speed[]).map(
              (name) => [name, t(`speed-${name}`)] as const,
            )}
            onChange={setSpeed}
          />
          <button type="button" onClick={turnBoard}>
            {t("turn-board")}
          </button>
          <Tick checked={coordinates()} onChange={setCoordinates}>
            {t("coordinates")}
          </Tick>
          <Tick checked={confirms()} onChange={setConfirms}>
            {t("confirms")}
          </Tick>
          <Tick checked={sound()} onChange={setSound}>
            {t("sound")}
          </Tick>
          <Tick checked={notify() && permission() === "granted"} onChange={setNotifying}>
            {t("notify")}
          </Tick>
          <p class="small notify-refused" role="status">
            <Show when={refused() === "absent"}>{t("notify-absent")}</Show>
            <Show when={refused() === "denied" || refused() === "default"}>
              {t("notify-denied")}
            </Show>
          </p>
        </div>
      </details>
    </header>
  );
}
