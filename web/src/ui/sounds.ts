// The sounds of the table, made by code. They are off until the player asks for them.

import { sound } from "../memory";
import type { GameEvent } from "../net/protocol";

export type Sound = "step" | "push" | "crate" | "bleat" | "shears" | "die" | "score" | "turn";

interface Tone {
  wave: OscillatorType;
  /** In hertz, at the beginning and at the end. */
  from: number;
  to: number;
  /** In seconds. */
  at: number;
  lasts: number;
  loud: number;
}

const tone = (
  wave: OscillatorType,
  from: number,
  to: number,
  at: number,
  lasts: number,
  loud = 0.1,
): Tone => ({ wave, from, to, at, lasts, loud });

const TONES: Record<Sound, Tone[]> = {
  step: [tone("sine", 190, 120, 0, 0.07), tone("sine", 170, 110, 0.12, 0.07)],
  push: [tone("sawtooth", 75, 55, 0, 0.28, 0.05)],
  crate: [tone("triangle", 140, 60, 0, 0.16, 0.2), tone("square", 90, 50, 0.02, 0.1, 0.04)],
  // A bleat trembles.
  bleat: [0, 0.06, 0.12, 0.18, 0.24].map((at) =>
    tone("sawtooth", 430 - 300 * at, 330, at, 0.06, 0.04),
  ),
  shears: [0, 0.16, 0.32].map((at) => tone("square", 2600, 1500, at, 0.05, 0.03)),
  die: [0, 0.07, 0.16, 0.3].map((at) => tone("triangle", 900 - 900 * at, 380, at, 0.04, 0.12)),
  score: [523, 659, 784].map((pitch, place) => tone("sine", pitch, pitch, 0.09 * place, 0.25)),
  turn: [tone("sine", 523, 523, 0, 0.4, 0.12), tone("sine", 784, 784, 0.14, 0.4, 0.12)],
};

const OF_EVENTS: Record<string, Sound> = {
  "docker-went": "step",
  "depot-placed": "crate",
  "docker-placed": "step",
  "crate-pushed": "push",
  "crate-stacked": "push",
  "crate-unstacked": "push",
  "crate-handed-over": "push",
  "crate-flipped": "crate",
  "crate-stored": "crate",
  "marker-taken": "score",
  "command-played": "bleat",
  "sheep-panicked": "bleat",
  "flock-panicked": "bleat",
  "group-moved": "bleat",
  "sheep-shorn": "shears",
  "panic-rolled": "die",
  "regroup-rolled": "die",
  "points-scored": "score",
};

/** The sounds of events, each once. */
export const soundsOf = (events: readonly GameEvent[]): Sound[] => [
  ...new Set(events.flatMap(({ kind }) => OF_EVENTS[kind] ?? [])),
];

// A browser allows only a few.
let audio: AudioContext | null = null;

/** Plays sounds, one a little after the other, if the player wants to hear any. */
export function play(...sounds: Sound[]): void {
  if (!sound() || !sounds.length || typeof AudioContext === "undefined") return;
  audio ??= new AudioContext();
  const now = audio.currentTime;
  sounds.forEach((name, place) => {
    for (const part of TONES[name]) start(audio as AudioContext, part, now + 0.2 * place);
  });
}

function start(context: AudioContext, part: Tone, from: number): void {
  const begins = from + part.at;
  const ends = begins + part.lasts;
  const source = context.createOscillator();
  const volume = context.createGain();
  source.type = part.wave;
  source.frequency.setValueAtTime(part.from, begins);
  source.frequency.exponentialRampToValueAtTime(part.to, ends);
  volume.gain.setValueAtTime(part.loud, begins);
  volume.gain.exponentialRampToValueAtTime(0.001, ends);
  source.connect(volume).connect(context.destination);
  source.start(begins);
  source.stop(ends + 0.02);
}
