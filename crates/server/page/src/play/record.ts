// The record of a game: its first position and its moves, short enough for an address.

import type { Move } from "./row";

/** A heap; where the rules have passes, whether it still carries its own. */
export interface Heap {
  size: number;
  pass: boolean;
  /** Its rules, without a pass. */
  game: string;
}

/** A move in the heap with this index. */
export interface Step extends Move {
  heap: number;
}

/** The heaps after a move. */
export function after(heaps: Heap[], step: Step): Heap[] {
  const next = heaps.slice();
  const game = heaps[step.heap]?.game ?? "";
  next.splice(step.heap, 1, ...step.to.map((size, i) => ({ size, pass: i === step.pass, game })));
  return next;
}

/** The heaps after all these moves. */
export function replay(start: Heap[], steps: Step[]): Heap[] {
  return steps.reduce(after, start);
}

/** The moves as text: heap index, then the heaps left; a star after the one with the pass. */
export function encode(steps: Step[]): string {
  return steps.map((s) => [s.heap, ...s.to.map((size, i) => `${size}${i === s.pass ? "*" : ""}`)].join(".")).join("-");
}

/** The moves of a text, as far as it makes sense; whether they are allowed is for the server. */
export function decode(text: string): Step[] | null {
  if (text === "") return [];
  const steps: Step[] = [];
  for (const part of text.split("-")) {
    const [heap, ...to] = part.split(".");
    if (!heap || !/^\d{1,3}$/.test(heap) || !to.every((t) => /^\d{1,4}\*?$/.test(t))) return null;
    const pass = to.findIndex((t) => t.endsWith("*"));
    steps.push({ heap: Number(heap), to: to.map((t) => parseInt(t, 10)), pass: pass < 0 ? null : pass });
  }
  return steps;
}

/** Whether two moves leave the same heaps, and the pass in the same one. */
export function same(a: Move, b: Move): boolean {
  return a.to.length === b.to.length && a.to.every((size, i) => size === b.to[i]) && (a.pass ?? null) === (b.pass ?? null);
}
