import { For, Show } from "solid-js";
import { LANGUAGES, type Language, language, NAMES, setLanguage, t } from "../i18n";
import {
  coordinates,
  notify,
  setCoordinates,
  setNotify,
  setSound,
  setTheme,
  sound,
  type Theme,
  theme,
  turnBoard,
} from "../memory";
import { openRules } from "../rules/open";

export function Header(props: { crumb?: string; game?: string | undefined }) {
  return (
    <header class="top">
      <a class="brand" href="#/" aria-label={`tablee: ${t("to-lobby")}`}>
        <img src="/icon.svg" alt="" width="28" height="28" />
        <span>tablee</span>
      </a>
      <Show when={props.crumb}>
        <span class="crumb">{props.crumb}</span>
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
      <details class="settings">
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
          <label>
            {t("language")}
            <select
              aria-label={t("language")}
              value={language()}
              onChange={(event) => setLanguage(event.currentTarget.value as Language)}
            >
              <For each={LANGUAGES}>{(name) => <option value={name}>{NAMES[name]}</option>}</For>
            </select>
          </label>
          <label>
            {t("theme")}
            <select
              aria-label={t("theme")}
              value={theme()}
              onChange={(event) => setTheme(event.currentTarget.value as Theme)}
            >
              <option value="auto">{t("theme-auto")}</option>
              <option value="light">{t("theme-light")}</option>
              <option value="dark">{t("theme-dark")}</option>
            </select>
          </label>
          <button type="button" onClick={turnBoard}>
            {t("turn-board")}
          </button>
          <label class="switch">
            <input
              type="checkbox"
              checked={coordinates()}
              onChange={(e) => setCoordinates(e.currentTarget.checked)}
            />
            {t("coordinates")}
          </label>
          <label class="switch">
            <input
              type="checkbox"
              checked={sound()}
              onChange={(e) => setSound(e.currentTarget.checked)}
            />
            {t("sound")}
          </label>
          <label class="switch">
            <input
              type="checkbox"
              checked={notify()}
              onChange={async (event) => {
                const wanted = event.currentTarget.checked;
                const granted =
                  wanted && "Notification" in window
                    ? (await Notification.requestPermission()) === "granted"
                    : false;
                setNotify(granted);
                event.currentTarget.checked = granted;
              }}
            />
            {t("notify")}
          </label>
        </div>
      </details>
    </header>
  );
}
