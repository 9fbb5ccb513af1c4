import { type Component, createEffect, Show } from "solid-js";
import { Dynamic, render } from "solid-js/web";
import { loadGames } from "./games/known";
import { language } from "./i18n";
import { boardTurn, coordinates, theme } from "./memory";
import { type Route, route, startRouting } from "./route";
import { closeRules, Rules } from "./rules/open";
import "./style/palette.css";
import "./style/theme.css";
import "./style/page.css";
import "./style/wishes.css";
import "./style/lobby.css";
import "./style/table.css";
import "./style/players.css";
import "./style/shear_panic.css";
import "./style/board.css";
import "./style/climax.css";
import "./style/general.css";
import "./style/talk.css";
import { watchMine } from "./table/mine";
import { keepFocus } from "./ui/focus";
import { KeysDialog, openKeys } from "./ui/KeysDialog";
import { Lobby } from "./ui/Lobby";
import { later } from "./ui/later";
import { LostPage } from "./ui/notices";
import { TablePage } from "./ui/TablePage";

const PAGES: { [P in Route["page"]]: Component<Extract<Route, { page: P }>> } = {
  lobby: Lobby,
  lost: LostPage,
  table: TablePage,
  replay: later(() => import("./replay/ReplayPage")),
  learn: later(() => import("./learn/LearnPage")),
  problems: later(() => import("./problems/ProblemsPage")),
  daily: later(() => import("./problems/DailyProblem")),
  rush: later(() => import("./problems/RushPage")),
  sheets: later(() => import("./problems/SheetsPage")),
  problem: later(() => import("./problems/BookProblem")),
  own: later(() => import("./problems/OwnProblem")),
  editor: later(() => import("./problems/EditorPage")),
  whatif: later(() => import("./whatif/WhatIfPage")),
};

function Page() {
  createEffect(() => {
    const { dataset, style } = document.documentElement;
    document.documentElement.lang = language();
    dataset.theme = theme();
    dataset.coordinates = coordinates() ? "shown" : "hidden";
    style.setProperty("--turn", String(boardTurn()));
  });
  createEffect(() => {
    route();
    closeRules();
    openKeys(null);
  });
  return (
    <>
      <Rules />
      <KeysDialog />
      <Show when={route()} keyed>
        {(here) => <Dynamic component={PAGES[here.page] as Component<Route>} {...here} />}
      </Show>
    </>
  );
}

startRouting();
watchMine();
keepFocus();
loadGames().catch(() => {}); // the lobby asks again, and says what is wrong
const root = document.getElementById("page");
if (root) render(() => <Page />, root);
