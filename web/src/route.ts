// Where we are. Routes live behind #: keys of tables then stay out of the server's logs.

import { createSignal } from "solid-js";

export type Route =
  | { page: "lobby" }
  | { page: "learn"; game: string; step: number }
  | { page: "table"; id: string; key: string }
  | { page: "replay"; id: string; key: string; move: number | null; play?: boolean };

export function parseRoute(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?");
  const wishes = new URLSearchParams(query);
  const key = wishes.get("key") ?? "";
  const play = wishes.has("play") ? { play: true } : {};
  const [page, id, move] = path.split("/");
  if (page === "learn" && id) return { page, game: id, step: Math.max(0, (Number(move) || 1) - 1) };
  if (page === "table" && id) return { page, id, key };
  if (page === "replay" && id)
    return { page, id, key, move: move ? Number(move) || 0 : null, ...play };
  return { page: "lobby" };
}

export function hashOf(route: Route): string {
  if (route.page === "lobby") return "#/";
  if (route.page === "learn") return `#/learn/${route.game}/${route.step + 1}`;
  const wishes = new URLSearchParams(route.key ? { key: route.key } : {});
  if (route.page === "replay" && route.play) wishes.set("play", "1");
  const key = wishes.size ? `?${wishes}` : "";
  if (route.page === "table") return `#/table/${route.id}${key}`;
  return `#/replay/${route.id}${route.move === null ? "" : `/${route.move}`}${key}`;
}

const [route, setRoute] = createSignal<Route>(
  parseRoute(typeof location === "undefined" ? "" : location.hash),
);

export { route };

export function startRouting(): void {
  window.addEventListener("hashchange", () => setRoute(parseRoute(location.hash)));
}

export function go(target: Route): void {
  location.hash = hashOf(target);
}

/** Change the address without a step in the browser's history. */
export function replaceRoute(target: Route): void {
  history.replaceState(null, "", hashOf(target));
}

export const linkTo = (target: Route) => `${location.origin}/${hashOf(target)}`;
