// The search in a rulebook.

import type { Chapter, Rule, Rulebook, Spoken } from "../net/protocol";

const plain = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** The rules that have every word of the search, in their chapters. An empty search finds all. */
export function found(book: Rulebook, search: string, said: (spoken: Spoken) => string): Chapter[] {
  const words = plain(search).split(/\s+/).filter(Boolean);
  const holds = (rule: Rule) => {
    const text = plain(`${rule.id} ${said(rule.title)} ${said(rule.text)}`);
    return words.every((word) => text.includes(word));
  };
  return book.chapters.flatMap((chapter) => {
    if (holds(chapter)) return [chapter];
    const rules = chapter.rules.filter(holds);
    return rules.length ? [{ ...chapter, rules }] : [];
  });
}
