// An analysis as this page knows it: asked for, waited for, cancelled.

import { createSignal, onCleanup } from "solid-js";
import { language } from "../i18n";
import { ask, askText, Refused, troubleText, withKey } from "../net/api";
import type { AnalysisView } from "../net/protocol";

/** Milliseconds between two questions how far it is. */
const PAUSE = 700;

/** Where an analysis comes from: a table, or a record. */
export interface Source {
  look(): Promise<AnalysisView>;
  begin(): Promise<AnalysisView>;
  cancel(): Promise<unknown>;
  /** The record with the analysis in its comments. */
  commented(): Promise<string>;
}

export function ofTable(id: string, key: string): Source {
  const path = `/api/tables/${id}/analysis`;
  return {
    look: () => ask("GET", withKey(path, key)),
    begin: () => ask("POST", withKey(path, key)),
    cancel: () => ask("DELETE", path),
    commented: () => askText("GET", withKey(`${path}/record?language=${language()}`, key)),
  };
}

export function ofRecord(record: string): Source {
  let id = "";
  const path = () => `/api/analyses/${id}`;
  return {
    look: async () => (id ? ask("GET", path()) : { state: "none" }),
    begin: async () => {
      const begun = await ask<AnalysisView>("POST", "/api/analyses", { record });
      id = begun.id ?? "";
      return begun;
    },
    cancel: () => ask("DELETE", path()),
    commented: () => askText("POST", `/api/analyses/record?language=${language()}`, { record }),
  };
}

export type AnalysisStore = ReturnType<typeof createAnalysis>;

/** Looks once, and goes on looking while the analysis runs. */
export function createAnalysis(source: Source) {
  const [view, setView] = createSignal<AnalysisView>({ state: "none" });
  const [wrong, setWrong] = createSignal("");
  let timer = 0;
  /** The analysis was begun here: another server may not know of it until it is ready. */
  let begun = false;
  const hear = (found: AnalysisView) => {
    const waits = found.state === "running" || (begun && found.state === "none");
    setView(waits ? { ...found, state: "running", mine: found.mine ?? begun } : found);
    if (waits) timer = window.setTimeout(() => void look(), PAUSE);
    else begun = false;
  };
  const told = async (question: () => Promise<AnalysisView>) => {
    clearTimeout(timer);
    setWrong("");
    try {
      hear(await question());
    } catch (error) {
      // A server that cannot be reached may come back.
      if (begun && error instanceof Refused && error.refusal.code === "offline")
        timer = window.setTimeout(() => void look(), 4 * PAUSE);
      else setWrong(troubleText(error));
    }
  };
  const look = () => told(source.look);
  void look();
  onCleanup(() => clearTimeout(timer));
  return {
    view,
    wrong,
    commented: source.commented,
    begin: () => {
      begun = true;
      return told(source.begin);
    },
    cancel: () => {
      begun = false;
      clearTimeout(timer);
      return source.cancel().then(
        () => setView({ state: "none" }),
        (error: unknown) => setWrong(troubleText(error)),
      );
    },
  };
}
