// Heaps as rows of tokens to touch: a token, a run of them, or a gap between two.

import { h } from "../dom";
import { run, type Move, type Places } from "./row";

export interface RowOptions {
  n: number;
  name: string;
  label: string;
  places: Places;
  /** Pins instead of tokens. */
  pins: boolean;
  /** Whether it can be touched now. */
  live: boolean;
  /** A run that was taken last, or is about to be: it blinks. */
  blink: { first: number; count: number } | null;
  /** Called with the moves a place stands for: one, or several that differ in the pass. */
  choose: (moves: Move[], focus: number) => void;
  /** What the place under the pointer would do, in words; null when there is none. */
  tell: (text: string | null) => void;
  describe: (move: Move) => string;
}

/** The items of a row: token i is item 2i, the gap after token i is item 2i+1. */
const token = (i: number): number => 2 * i;

/** A heap as a row. `focus` is the item that the keyboard was on. */
export function row(options: RowOptions): HTMLElement {
  const { n, places, live } = options;
  const items: HTMLElement[] = [];
  let anchor: number | null = null;
  let current = 0;

  /** The moves of the tokens from a to b, and of the gap after token i. */
  const runMoves = (a: number, b: number): Move[] => places.runs.get(run(Math.min(a, b), Math.abs(a - b) + 1)) ?? [];
  const gapMoves = (i: number): Move[] => places.gaps.get(i + 1) ?? [];
  /** What a gap stands for: parting the row there, or taking both neighbours. */
  const betweenMoves = (i: number): Move[] => (gapMoves(i).length ? gapMoves(i) : runMoves(i, i + 1));
  /** The tokens that a touch of token i takes: it alone, or where moves take from an end, all from it on. */
  const touched = (i: number): [number, number] => (places.endsOnly ? [i, n - 1] : [i, i]);

  const mark = (a: number | null, b: number | null, way: "over" | "held"): void => {
    const [low, high] = a === null || b === null ? [1, 0] : [Math.min(a, b), Math.max(a, b)];
    for (let i = 0; i < n; i++) items[token(i)]?.classList.toggle(way, i >= low && i <= high);
  };
  const say = (moves: Move[], nothing: string | null): void => {
    options.tell(moves[0] ? options.describe(moves[0]) : nothing);
  };
  const commit = (moves: Move[], item: number): boolean => {
    if (!live || !moves.length) return false;
    options.choose(moves, item);
    return true;
  };
  const clear = (): void => {
    anchor = null;
    mark(null, null, "held");
    mark(null, null, "over");
    options.tell(null);
  };
  /** The tokens that end a run from the anchor. */
  const reachable = (i: number): boolean => {
    for (let j = 0; j < n; j++) if (runMoves(i, j).length) return true;
    return false;
  };

  /** A touch of one token. */
  const touch = (i: number): void => {
    if (anchor !== null && anchor !== i) {
      if (commit(runMoves(anchor, i), token(i))) return;
      clear();
    }
    const [a, b] = touched(i);
    if (commit(runMoves(a, b), token(i))) return;
    if (!places.endsOnly && reachable(i)) {
      anchor = i;
      mark(i, i, "held");
      options.tell("Now the last token of the run.");
    } else {
      clear();
      options.tell(places.endsOnly ? `You may not take ${n - i}.` : "No move takes this token.");
    }
  };

  const at = (event: PointerEvent): number | null => {
    const element = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>("[data-item]");
    return element && items.includes(element) ? Number(element.dataset["item"]) : null;
  };

  for (let i = 0; i < n; i++) {
    const blink = options.blink && i >= options.blink.first && i < options.blink.first + options.blink.count;
    items.push(
      h("button", {
        type: "button",
        class: `${options.pins ? "pin" : "token"}${blink ? " blink" : ""}`,
        "data-item": token(i),
        tabindex: i === 0 && live ? 0 : -1,
        "aria-label": `${options.pins ? "Pin" : "Token"} ${i + 1} of ${n}`,
        "aria-disabled": live ? undefined : "true",
      }),
    );
    if (i + 1 < n) {
      const moves = betweenMoves(i);
      const parts = gapMoves(i).length > 0;
      const split = options.blink?.count === 0 && options.blink.first === i + 1;
      items.push(
        h("button", {
          type: "button",
          class: `gap${moves.length ? "" : " shut"}${parts ? " parts" : ""}${split ? " blink" : ""}`,
          "data-item": token(i) + 1,
          tabindex: -1,
          "aria-label": moves[0] ? options.describe(moves[0]) : `Between ${i + 1} and ${i + 2}`,
          "aria-hidden": moves.length ? undefined : "true",
          "aria-disabled": live && moves.length ? undefined : "true",
        }),
      );
    }
  }
  const line = h("div", { class: "line" }, ...items);

  let from: number | null = null;
  let dragged = false;
  line.addEventListener("pointerdown", (event) => {
    const item = at(event);
    if (!live || item === null || event.button !== 0) return;
    from = item;
    dragged = false;
  });
  line.addEventListener("pointermove", (event) => {
    const item = at(event);
    if (!live || item === null) return;
    if (from !== null && item !== from && from % 2 === 0) dragged = true;
    if (from !== null && dragged) {
      const [a, b] = [from / 2, Math.round(item / 2)];
      mark(a, b, "held");
      say(runMoves(a, b), "This run is no move.");
    } else if (item % 2 === 1) {
      const i = (item - 1) / 2;
      const moves = betweenMoves(i);
      if (moves.length && !gapMoves(i).length) mark(i, i + 1, "over");
      else mark(null, null, "over");
      say(moves, null);
    } else if (anchor === null) {
      const [a, b] = touched(item / 2);
      const moves = runMoves(a, b);
      mark(moves.length ? a : null, moves.length ? b : null, "over");
      say(moves, null);
    }
  });
  line.addEventListener("pointerleave", () => {
    mark(null, null, "over");
    if (anchor === null && from === null) options.tell(null);
  });
  const end = (event: PointerEvent): void => {
    if (from === null) return;
    const start = from;
    from = null;
    const item = at(event);
    if (!live || item === null) return clear();
    if (dragged) {
      const [a, b] = [start / 2, Math.round(item / 2)];
      mark(null, null, "held");
      if (!commit(runMoves(a, b), token(a))) {
        clear();
        options.tell("This run is no move.");
      }
    } else if (item === start) act(item);
  };
  line.addEventListener("pointerup", end);
  line.addEventListener("pointercancel", () => {
    from = null;
    clear();
  });

  // A click without a pointer: from a screen reader.
  line.addEventListener("click", (event) => {
    const item = (event.target as HTMLElement).dataset["item"];
    if (event.detail === 0 && item !== undefined) act(Number(item));
  });

  const act = (item: number): void => {
    if (!live) return;
    if (item % 2 === 0) return touch(item / 2);
    if (!commit(betweenMoves((item - 1) / 2), item)) options.tell("The row cannot part here.");
  };
  const move = (to: number): void => {
    current = Math.max(0, Math.min(items.length - 1, to));
    for (const [i, item] of items.entries()) item.tabIndex = i === current ? 0 : -1;
    items[current]?.focus();
  };
  line.addEventListener("focusin", (event) => {
    const item = (event.target as HTMLElement).dataset["item"];
    if (item !== undefined) current = Number(item);
  });
  line.addEventListener("keydown", (event) => {
    const steps = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (steps !== undefined) {
      event.preventDefault();
      if (event.shiftKey) {
        if (current % 2 === 1) current -= 1;
        anchor ??= current / 2;
        move(current + 2 * steps);
        mark(anchor, current / 2, "held");
        say(runMoves(anchor, current / 2), "This run is no move yet.");
      } else {
        let to = current + steps;
        while (items[to]?.classList.contains("shut")) to += steps;
        if (to >= 0 && to < items.length) move(to);
      }
    } else if (event.key === "Home" || event.key === "End") {
      event.preventDefault();
      move(event.key === "Home" ? 0 : items.length - 1);
    } else if (event.key === "Escape") clear();
    else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      if (anchor !== null && anchor !== current / 2 && commit(runMoves(anchor, current / 2), current)) return;
      act(current);
    }
  });
  return h("div", { class: `heap${live ? "" : " still"}`, role: "group", "aria-label": options.label }, h("span", { class: "size" }, options.name), line);
}

/** Puts the keyboard on an item of a row, or the nearest there is. */
export function focusItem(heap: Element | null | undefined, item: number): void {
  const items = heap?.querySelectorAll<HTMLElement>("[data-item]");
  if (!items?.length) return;
  const wanted = items[Math.min(item, items.length - 1)]!;
  for (const other of items) other.tabIndex = other === wanted ? 0 : -1;
  wanted.focus();
}
