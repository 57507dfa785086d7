// Questions that take longer than a moment: what is under way, for how long, and Stop.

import { byId, h } from "./dom";

/** Questions shorter than this are not spoken of. */
const MOMENT = 700;
/** How long a sentence stays. */
const TOLD = 8000;
/** Signals of questions whose own place on the page says that they run and can stop them. */
const shownElsewhere = new WeakSet<AbortSignal>();

/** A signal that a Stop button gives as well, and the button for whoever waits. */
export function stoppable(signal: AbortSignal, stopped: () => void): { signal: AbortSignal; button: HTMLElement } {
  const mine = new AbortController();
  shownElsewhere.add(mine.signal);
  signal.addEventListener("abort", () => mine.abort());
  const stop = (): void => { mine.abort(); stopped(); };
  return { signal: mine.signal, button: h("button", { type: "button", class: "quiet small", onclick: stop }, "Stop") };
}

interface Question {
  begun: number;
  stop: () => void;
}
const running = new Set<Question>();
let clock: ReturnType<typeof setInterval> | undefined;
let told: ReturnType<typeof setTimeout> | undefined;

/** Says a sentence where nothing else on the page has a place for it. */
export function tell(text: string): void {
  clearTimeout(told);
  const area = byId("activity");
  area.replaceChildren(h("span", {}, text));
  area.togglePopover(true);
  told = setTimeout(() => {
    told = undefined;
    show();
  }, TOLD);
}

function show(): void {
  const area = byId("activity");
  const long = [...running].filter(({ begun }) => performance.now() - begun >= MOMENT);
  if (!running.size) {
    clearInterval(clock);
    clock = undefined;
  }
  if (!long.length) {
    if (told !== undefined) return;
    area.togglePopover(false);
    area.replaceChildren();
    return;
  }
  clearTimeout(told);
  told = undefined;
  area.togglePopover(true);
  const seconds = Math.floor((performance.now() - Math.min(...long.map(({ begun }) => begun))) / 1000);
  const text = seconds < 2 ? "Computing …" : `Computing for ${seconds} s …`;
  const said = area.querySelector(".said");
  // The button stays the same one, so that the keyboard and a slow finger find it.
  if (said) said.textContent = text;
  else area.replaceChildren(h("progress", { "aria-label": "Computing" }), h("span", { class: "said" }, text), h("button", { type: "button", class: "quiet small", onclick: stopAll }, "Stop"));
}

function stopAll(): void {
  for (const question of [...running]) if (performance.now() - question.begun >= MOMENT) question.stop();
}

/** Asks, and shows at the edge of the page that it takes long, with a Stop; whoever asked then gets `stopped`. */
export function watched<T>(ask: (signal: AbortSignal) => Promise<T>, stopped: Error, signal?: AbortSignal): Promise<T> {
  if (signal && shownElsewhere.has(signal)) return ask(signal);
  const mine = new AbortController();
  if (signal?.aborted) mine.abort();
  const leave = (): void => mine.abort();
  signal?.addEventListener("abort", leave);
  return new Promise((resolve, reject) => {
    const question: Question = {
      begun: performance.now(),
      stop: () => {
        reject(stopped);
        mine.abort();
      },
    };
    running.add(question);
    clock ??= setInterval(show, 250);
    ask(mine.signal)
      .then(resolve, reject)
      .finally(() => {
        running.delete(question);
        signal?.removeEventListener("abort", leave);
        show();
      });
  });
}
