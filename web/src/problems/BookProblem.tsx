// A problem of a book, perhaps the one of the day.

import { createMemo, Show } from "solid-js";
import { t } from "../i18n";
import type { ListedProblem } from "../net/protocol";
import { hashOf } from "../route";
import { Header } from "../ui/Header";
import { DeadEnd } from "../ui/notices";
import { addressOf, nearMyStrength, nextUnsolved, placeOf, useBooks } from "./books";
import { ProblemPage } from "./ProblemPage";
import { bookName, tp, trouble } from "./texts";

export default function BookProblem(props: { book: string; number: number; day?: string }) {
  const books = useBooks();
  const book = () =>
    books.error ? undefined : books()?.find((found) => found.name === props.book);
  const listed = createMemo(() => book()?.problems.find((found) => found.number === props.number));
  const all = () => book()?.problems ?? [];
  const address = (found: ListedProblem | null | undefined) =>
    found ? hashOf(placeOf(props.book, found)) : null;
  const beside = (by: number) =>
    address(all()[all().findIndex((one) => one.number === props.number) + by]);
  return (
    <Show
      when={listed()}
      fallback={
        <>
          <Header />
          <Show when={!books.loading} fallback={<p class="quiet middle">{t("opening")}</p>}>
            <DeadEnd href="#/problems" link={tp("to-problems")}>
              <h1>{t("lost")}</h1>
              <p>{books.error ? trouble(books.error) : tp("no-such-problem")}</p>
            </DeadEnd>
          </Show>
        </>
      }
    >
      {(found) => (
        <ProblemPage
          problem={found().problem}
          title={tp("problem-number", { number: props.number })}
          book={bookName(props.book)}
          day={props.day}
          difficulty={found().difficulty}
          next={address(nextUnsolved(all(), props.number))}
          near={addressOf(nearMyStrength(books() ?? [], found().problem))}
          before={beside(-1)}
          after={beside(1)}
        />
      )}
    </Show>
  );
}
