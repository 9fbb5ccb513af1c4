// The problem of the day.

import { Show } from "solid-js";
import { t } from "../i18n";
import { Header } from "../ui/Header";
import { DeadEnd } from "../ui/notices";
import BookProblem from "./BookProblem";
import { useDaily } from "./books";
import { tp, trouble } from "./texts";

export default function DailyProblem(props: { game: string }) {
  const daily = useDaily(props.game);
  return (
    <Show
      when={!daily.error && daily()}
      fallback={
        <>
          <Header />
          <Show when={daily.error} fallback={<p class="quiet middle">{t("opening")}</p>}>
            <DeadEnd href="#/problems" link={tp("to-problems")}>
              <p>{trouble(daily.error)}</p>
            </DeadEnd>
          </Show>
        </>
      }
    >
      {(found) => <BookProblem book={found().book} number={found().number} day={found().date} />}
    </Show>
  );
}
