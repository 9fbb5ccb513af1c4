// The page that is shown. Routes stand behind #, so keys of tables stay out of the server's logs.

import { createSignal } from "solid-js";

export type Route =
  | { page: "lobby" }
  /** A link that leads nowhere. */
  | { page: "lost" }
  | { page: "learn"; game: string; step: number }
  | { page: "table"; id: string; key: string }
  | { page: "replay"; id: string; key: string; move: number | null; play?: boolean }
  | { page: "problems" }
  | { page: "daily"; game: string }
  | { page: "rush"; game: string }
  /** A book to print. */
  | { page: "sheets"; book: string }
  | { page: "problem"; book: string; number: number }
  /** A problem that is wholly in the link. */
  | { page: "own"; text: string }
  | { page: "editor"; text: string }
  /** A branch that is wholly in the link. Empty: a record is to be opened. */
  | { page: "whatif"; branch: string };

export function parseRoute(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?");
  const wishes = new URLSearchParams(query);
  const key = wishes.get("key") ?? "";
  const play = wishes.has("play") ? { play: true } : {};
  const [page = "", id, move] = path.split("/");
  const text = decoded(path.slice(page.length + 1));
  if (page === "learn" && id) return { page, game: id, step: Math.max(0, (Number(move) || 1) - 1) };
  if (page === "table" && id) return { page, id, key };
  if (page === "replay" && id)
    return { page, id, key, move: move ? Number(move) || 0 : null, ...play };
  if (page === "problems" && (id === "daily" || id === "rush"))
    return { page: id, game: move || "fragile" };
  if (page === "problems" && id === "sheets") return { page: id, book: move || "published" };
  if (page === "problems" && id) return { page: "problem", book: id, number: Number(move) || 0 };
  if (page === "problems") return { page };
  if (page === "problem" && id) return { page: "own", text };
  if (page === "what-if") return { page: "whatif", branch: id ?? "" };
  if (page === "editor") return { page, text };
  return { page: path ? "lost" : "lobby" };
}

/** Mail programs write ; and , as %3B and %2C. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function hashOf(route: Route): string {
  switch (route.page) {
    case "lobby":
      return "#/";
    case "lost":
      return "#/lost";
    case "learn":
      return `#/learn/${route.game}/${route.step + 1}`;
    case "problems":
      return "#/problems";
    case "daily":
    case "rush":
      return `#/problems/${route.page}/${route.game}`;
    case "sheets":
      return `#/problems/sheets/${route.book}`;
    case "problem":
      return `#/problems/${route.book}/${route.number}`;
    case "own":
      return `#/problem/${encodeURI(route.text)}`;
    case "whatif":
      return `#/what-if/${route.branch}`;
    case "editor":
      return route.text ? `#/editor/${encodeURI(route.text)}` : "#/editor";
  }
  const wishes = new URLSearchParams(route.key ? { key: route.key } : {});
  if (route.page === "replay" && route.play) wishes.set("play", "1");
  const key = wishes.size ? `?${wishes}` : "";
  if (route.page === "table") return `#/table/${route.id}${key}`;
  return `#/replay/${route.id}${route.move === null ? "" : `/${route.move}`}${key}`;
}

const [route, setRoute] = createSignal<Route>(
  parseRoute(typeof location === "undefined" ? "" : location.hash),
  // A page without parameters stays as it is.
  { equals: (before, now) => before.page === now.page && Object.keys(now).length === 1 },
);

export { route };

export function startRouting(): void {
  window.addEventListener("hashchange", () => setRoute(parseRoute(location.hash)));
}

export function go(target: Route): void {
  location.hash = hashOf(target);
}

/** Changes the address, without a step in the browser's history and without another page. */
export function replaceRoute(target: Route): void {
  history.replaceState(null, "", hashOf(target));
}

export const linkTo = (target: Route) => `${location.origin}/${hashOf(target)}`;
