import { createEffect, lazy, Match, Suspense, Switch } from "solid-js";
import { render } from "solid-js/web";
import { loadGames } from "./games/known";
import { language } from "./i18n";
import { boardTurn, coordinates, theme } from "./memory";
import { route, startRouting } from "./route";
import { closeRules, Rules } from "./rules/open";
import "./style/palette.css";
import "./style/theme.css";
import "./style/page.css";
import "./style/lobby.css";
import "./style/table.css";
import "./style/players.css";
import "./style/shear_panic.css";
import "./style/board.css";
import "./style/general.css";
import "./style/talk.css";
import { Lobby } from "./ui/Lobby";
import { ReplayPage } from "./ui/ReplayPage";
import { TablePage } from "./ui/TablePage";

const LearnPage = lazy(() => import("./learn/LearnPage"));
// Not everybody solves problems: their pages come when they are wanted.
const ProblemsPage = lazy(() => import("./problems/ProblemsPage"));
const BookProblem = lazy(() => import("./problems/BookProblem"));
const OwnProblem = lazy(() => import("./problems/OwnProblem"));
const EditorPage = lazy(() => import("./problems/EditorPage"));

function Page() {
  createEffect(() => {
    document.documentElement.lang = language();
    document.documentElement.dataset.theme = theme();
    document.documentElement.style.setProperty("--turn", String(boardTurn()));
    document.documentElement.dataset.coordinates = coordinates() ? "shown" : "hidden";
  });
  const at = <P extends string>(page: P) => {
    const here = route();
    return here.page === page ? (here as Extract<typeof here, { page: P }>) : false;
  };
  createEffect(() => {
    route();
    closeRules();
  });
  return (
    <>
      <Rules />
      <Switch fallback={<Lobby />}>
        <Match when={at("learn")} keyed>
          {(here) => (
            <Suspense>
              <LearnPage game={here.game} step={here.step} />
            </Suspense>
          )}
        </Match>
        <Match when={at("table")} keyed>
          {(here) => <TablePage id={here.id} linkKey={here.key} />}
        </Match>
        <Match when={at("replay")} keyed>
          {(here) => (
            <ReplayPage
              id={here.id}
              linkKey={here.key}
              move={here.move}
              play={here.play ?? false}
            />
          )}
        </Match>
        <Match when={at("problems")}>
          <Suspense>
            <ProblemsPage />
          </Suspense>
        </Match>
        <Match when={at("problem")} keyed>
          {(here) => (
            <Suspense>
              <BookProblem book={here.book} number={here.number} />
            </Suspense>
          )}
        </Match>
        <Match when={at("own")} keyed>
          {(here) => (
            <Suspense>
              <OwnProblem text={here.text} />
            </Suspense>
          )}
        </Match>
        <Match when={at("editor")} keyed>
          {(here) => (
            <Suspense>
              <EditorPage text={here.text} />
            </Suspense>
          )}
        </Match>
      </Switch>
    </>
  );
}

startRouting();
loadGames().catch(() => {}); // the lobby asks again, and says what is wrong
const root = document.getElementById("page");
if (root) render(() => <Page />, root);
