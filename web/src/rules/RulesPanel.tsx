// The rules of a game beside the table: contents, search, and the cited paragraph.

import {
  createEffect,
  createMemo,
  createResource,
  createSignal,
  For,
  onMount,
  Show,
} from "solid-js";
import { gameName } from "../games/known";
import { said, t } from "../i18n";
import { motionAllowed } from "../memory";
import { api } from "../net/api";
import type { Rule } from "../net/protocol";
import { found } from "./rulebook";
import "./rules.css";

export default function RulesPanel(props: { game: string; rule: string; onClose(): void }) {
  const [book] = createResource(() => api.rules(props.game));
  const [search, setSearch] = createSignal("");
  const [here, setHere] = createSignal(props.rule);
  const chapters = createMemo(() => {
    const read = book.error ? undefined : book();
    return read ? found(read, search(), said) : [];
  });
  let dialog: HTMLDialogElement | undefined;
  onMount(() => dialog?.showModal());

  function show(rule: string): void {
    setSearch("");
    setHere(rule);
    const paragraph = document.getElementById(`rule-${rule}`);
    paragraph?.scrollIntoView({ behavior: motionAllowed() ? "smooth" : "auto", block: "start" });
    paragraph?.focus({ preventScroll: true });
  }
  createEffect(() => {
    if (book.state === "ready" && props.rule) queueMicrotask(() => show(props.rule));
  });

  function Paragraph(own: { rule: Rule }) {
    return (
      <section
        id={`rule-${own.rule.id}`}
        class="rule-text"
        classList={{ cited: here() === own.rule.id }}
        tabindex="-1"
        aria-labelledby={`title-${own.rule.id}`}
      >
        <h4 id={`title-${own.rule.id}`}>
          <span class="tag">{own.rule.id}</span> {said(own.rule.title)}
        </h4>
        <p>
          {said(own.rule.text)} <Sources rule={own.rule} />
        </p>
        <Figure rule={own.rule} />
      </section>
    );
  }

  /** A letter for each source of a rule. Its meaning is in the title, and for screen readers. */
  function Sources(own: { rule: Rule }) {
    const meaning = (mark: string) => said(book()?.marks[mark]);
    return (
      <span class="sources">
        <For each={own.rule.sources}>
          {(mark) => (
            <abbr class="tag source" title={meaning(mark)}>
              <span aria-hidden="true">{mark}</span>
              <span class="unseen">{meaning(mark)}</span>
            </abbr>
          )}
        </For>
      </span>
    );
  }

  function Figure(own: { rule: Rule }) {
    return (
      <Show when={own.rule.figure}>
        {(figure) => (
          <img
            class="rule-figure"
            loading="lazy"
            src={`/api/games/${props.game}/figures/${figure()}`}
            alt={said(own.rule.title)}
          />
        )}
      </Show>
    );
  }

  return (
    <dialog
      ref={dialog}
      class="rules-panel"
      aria-labelledby="rules-title"
      onClose={() => props.onClose()}
      onClick={(event) => event.target === dialog && dialog?.close()}
      onKeyDown={(event) => {
        // The keys of the table do not work in here. Escape closes, also in the search.
        event.stopPropagation();
        if (event.key === "Escape") dialog?.close();
      }}
    >
      <header>
        <h2 id="rules-title">{t("rules-of", { game: gameName(props.game) })}</h2>
        <button type="button" aria-label={t("close")} onClick={() => dialog?.close()}>
          ✕
        </button>
        <input
          type="search"
          placeholder={t("search-rules")}
          aria-label={t("search-rules")}
          value={search()}
          onInput={(event) => setSearch(event.currentTarget.value)}
        />
      </header>
      <div class="rules-text">
        <Show when={!book.error} fallback={<p role="alert">{t("offline")}</p>}>
          <Show when={book()} fallback={<p class="quiet">…</p>}>
            {(read) => (
              <>
                <Show when={!search()}>
                  <p>{said(read().about)}</p>
                  <nav aria-label={t("contents")}>
                    <For each={read().chapters}>
                      {(chapter) => (
                        <button type="button" onClick={() => show(chapter.id)}>
                          {said(chapter.title)}
                        </button>
                      )}
                    </For>
                  </nav>
                  <Show when={Object.keys(read().marks).length}>
                    <p class="rule-marks quiet">
                      {t("rule-sources")}{" "}
                      <For each={Object.entries(read().marks)}>
                        {([mark, meaning]) => (
                          <span>
                            <span class="tag source">{mark}</span> {said(meaning)}
                          </span>
                        )}
                      </For>
                    </p>
                  </Show>
                </Show>
                <For each={chapters()} fallback={<p class="quiet">{t("nothing-found")}</p>}>
                  {(chapter) => (
                    <>
                      <h3 id={`rule-${chapter.id}`} tabindex="-1">
                        <span class="tag">{chapter.id}</span> {said(chapter.title)}
                      </h3>
                      <p>
                        {said(chapter.text)} <Sources rule={chapter} />
                      </p>
                      <Figure rule={chapter} />
                      <For each={chapter.rules}>{(rule) => <Paragraph rule={rule} />}</For>
                    </>
                  )}
                </For>
              </>
            )}
          </Show>
        </Show>
      </div>
    </dialog>
  );
}
