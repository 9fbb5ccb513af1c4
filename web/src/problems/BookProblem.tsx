// A problem of a book.

import { createMemo, Show } from "solid-js";
import { hashOf } from "../route";
import { Header } from "../ui/Header";
import { nextUnsolved, placeOf, useBooks } from "./books";
import { ProblemPage } from "./ProblemPage";
import { type ProblemKey, tp, trouble } from "./texts";

export default function BookProblem(props: { book: string; number: number }) {
  const books = useBooks();
  const book = () =>
    books.error ? undefined : books()?.find((found) => found.name === props.book);
  const listed = createMemo(() => book()?.problems.find((found) => found.number === props.number));
  const next = () => {
    const found = nextUnsolved(book()?.problems ?? [], props.number);
    return found ? hashOf(placeOf(props.book, found)) : null;
  };
  const beside = (by: number) => {
    const all = book()?.problems ?? [];
    const found = all[all.findIndex((one) => one.number === props.number) + by];
    return found ? hashOf(placeOf(props.book, found)) : null;
  };
  return (
    <Show
      when={listed()}
      fallback={
        <>
          <Header />
          <main class="middle">
            <p>{books.error ? trouble(books.error) : tp("no-such-problem")}</p>
            <a class="primary" href="#/problems">
              {tp("to-problems")}
            </a>
          </main>
        </>
      }
    >
      {(found) => (
        <ProblemPage
          problem={found().problem}
          title={tp("problem-number", { number: props.number })}
          book={tp(`book-${props.book}` as ProblemKey)}
          difficulty={found().difficulty}
          next={next()}
          before={beside(-1)}
          after={beside(1)}
        />
      )}
    </Show>
  );
}
