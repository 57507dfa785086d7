// Playing against the computer, with the nim-sum shown.

import { ask, isAbort, said, type Moves } from "../api";
import type { Context } from "../context";
import { field, h } from "../dom";
import { write } from "../state";
import { heapsText, withoutPass } from "./rules";

/** A heap; where the rules have passes, whether it still carries its own. */
interface Heap {
  size: number;
  pass: boolean;
}
/** What a move leaves; `pass` is the new heap that keeps the pass. */
interface Move {
  to: number[];
  pass?: number | null;
}
interface Best {
  outcome: string;
  value: number | string | null;
  moves: (Move & { part: number; heap: number })[];
}

const MOST_HEAPS = 12;
const MOST_TOKENS = 60;

/** The heaps of a text such as `3 5 7`. */
export function parseHeaps(text: string): number[] | null {
  const parts = text.split(/[\s,;+]+/).filter((part) => part !== "");
  if (parts.length > MOST_HEAPS || !parts.every((part) => /^\d{1,4}$/.test(part))) return null;
  const heaps = parts.map(Number);
  return heaps.every((heap) => heap <= MOST_TOKENS) ? heaps.filter((heap) => heap > 0) : null;
}

export async function play(root: HTMLElement, context: Context): Promise<void> {
  const { game, signal, state } = context;
  const plain = withoutPass(game);
  const passes = plain !== game;
  const heapsInput = h("input", { type: "text", value: state.get("heaps") ?? "3 5 7" });
  const first = h("select", {}, h("option", { value: "me" }, "I do"), h("option", { value: "computer", selected: state.get("first") === "computer" }, "the computer"));
  const misere = h("input", { type: "checkbox", checked: state.get("misere") === "1" });
  const form = h(
    "form",
    { class: "controls" },
    field("Heaps", heapsInput, "heaps"),
    field("Who begins", first, "first"),
    h("label", { class: "check" }, misere, "misère (last to move loses)"),
    h("button", { type: "submit" }, "New game"),
  );
  const message = h("p", { class: "statement", role: "status" });
  const board = h("div", { class: "board" });
  const choices = h("div", { class: "choices" });
  const sums = h("div", { class: "scroll nimsum", tabindex: 0, role: "region", "aria-label": "Nim-sum" });
  const hintButton = h("button", { type: "button", class: "quiet" }, "Hint");
  const history = h("ol", { class: "history" });
  root.append(
    h("h2", {}, "Play"),
    passes ? h("p", {}, "A heap with a star carries a pass: instead of moving in it a player may use the pass up. When it splits, the mover chooses which of the new heaps keeps it.") : "",
    form,
    message,
    h("div", { class: "split" }, h("div", {}, board, choices, h("div", { class: "toolbar" }, hintButton)), h("div", {}, h("h3", {}, "Nim-sum"), sums, h("h3", {}, "Moves"), history)),
  );

  let heaps: Heap[] = [];
  let chosen: number | null = null;
  let over = false;
  const name = ({ size, pass }: Heap): string => (pass ? `${size}*` : String(size));
  const cache = new Map<string, Promise<Moves>>();
  const movesOf = (heap: Heap): Promise<Moves> => {
    let known = cache.get(name(heap));
    if (!known) {
      known = ask<Moves>("moves", { game: heap.pass ? game : plain, n: heap.size }, signal);
      cache.set(name(heap), known);
    }
    return known;
  };
  const moveText = (heap: Heap, { to, pass }: Move): string =>
    heap.pass && pass == null && to.length === 1 && to[0] === heap.size ? "use the pass" : `leave ${heapsText(to, pass)}`;
  /** The parts of the position: the heaps that carry a pass, and the others. */
  const parts = (): boolean[] => [true, false].filter((pass) => heaps.some((heap) => heap.pass === pass));
  const position = (): string =>
    parts()
      .map((pass) => `${pass ? game : plain}: ${heaps.filter((heap) => heap.pass === pass).map((heap) => heap.size).join(" ")}`)
      .join("; ");
  const best = (): Promise<Best> => ask<Best>("best", { position: position(), misere: misere.checked || undefined }, signal);

  const fail = (error: unknown): void => {
    if (!isAbort(error)) message.replaceChildren(said(error));
  };

  const showSums = async (): Promise<void> => {
    const values = await Promise.all(heaps.map(async (heap) => (await movesOf(heap)).value));
    const total = values.reduce((a, b) => a ^ b, 0);
    const width = Math.max(1, ...values.map((v) => v.toString(2).length));
    const bits = (v: number): string => v.toString(2).padStart(width, "0").split("").join(" ");
    sums.replaceChildren(
      h(
        "table",
        {},
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Heap"), h("th", { scope: "col" }, "Value"), h("th", { scope: "col" }, "Binary"))),
        h("tbody", {}, ...heaps.map((heap, i) => h("tr", {}, h("td", {}, name(heap)), h("td", {}, values[i]), h("td", { class: "bits" }, bits(values[i]!))))),
        h("tfoot", {}, h("tr", {}, h("th", { scope: "row" }, "Nim-sum"), h("td", {}, total), h("td", { class: "bits" }, bits(total)))),
      ),
    );
  };

  const tokens = (heap: number): HTMLElement =>
    h("span", { class: "tokens", "aria-hidden": "true" }, ...Array.from({ length: heap }, () => h("span", { class: "token" })));

  const draw = (): void => {
    board.replaceChildren(
      ...(heaps.length
        ? heaps.map((heap, i) =>
            h(
              "button",
              {
                type: "button",
                class: `heap${chosen === i ? " chosen" : ""}`,
                "aria-pressed": chosen === i ? "true" : "false",
                "aria-label": `Heap of ${heap.size}${heap.pass ? " with a pass" : ""}`,
                disabled: over,
                onclick: () => {
                  chosen = i;
                  draw();
                },
              },
              h("span", { class: "size" }, name(heap)),
              tokens(heap.size),
            ),
          )
        : [h("p", { class: "muted" }, "No heap is left.")]),
    );
    choices.replaceChildren();
    if (chosen !== null && !over) void showChoices(chosen);
    void showSums().catch(fail);
  };

  const showChoices = async (index: number): Promise<void> => {
    const heap = heaps[index];
    if (heap === undefined) return;
    const answer = await movesOf(heap);
    if (chosen !== index || signal.aborted) return;
    choices.replaceChildren(
      h("h3", {}, `Moves from the heap of ${name(heap)}`),
      answer.moves.length
        ? h("div", { class: "chips" }, ...answer.moves.map((m) => h("button", { type: "button", class: "chip move", onclick: () => void mine(index, m) }, moveText(heap, m))))
        : h("p", { class: "muted" }, "This heap has no move."),
    );
  };

  const apply = (index: number, { to, pass }: Move, who: string): void => {
    const heap = heaps[index]!;
    heaps.splice(index, 1, ...to.map((size, i) => ({ size, pass: i === pass })));
    chosen = null;
    history.append(h("li", {}, `${who}: ${name(heap)} → ${heapsText(to, pass)}`));
  };

  /** Whether anyone can still move. */
  const canMove = async (): Promise<boolean> => {
    for (const heap of heaps) if ((await movesOf(heap)).moves.length) return true;
    return false;
  };

  const finish = (text: string): void => {
    over = true;
    message.replaceChildren(h("strong", {}, text));
    draw();
  };

  const mine = async (index: number, move: Move): Promise<void> => {
    if (over) return;
    try {
      apply(index, move, "You");
      draw();
      if (!(await canMove())) return finish(misere.checked ? "You made the last move and lose." : "You made the last move and win!");
      await computer();
    } catch (error) {
      fail(error);
    }
  };

  const computer = async (): Promise<void> => {
    message.replaceChildren("The computer thinks …");
    const answer = await best();
    let index: number;
    let move: Move;
    const winning = answer.moves[0];
    if (winning) {
      const pass = parts()[winning.part];
      index = heaps.findIndex((heap) => heap.size === winning.heap && heap.pass === pass);
      move = winning;
    } else {
      // Lost with best play: keep the game long with a move that takes little.
      const options: { index: number; move: Move; taken: number }[] = [];
      for (const [i, heap] of heaps.entries())
        for (const m of (await movesOf(heap)).moves) options.push({ index: i, move: m, taken: m.to.reduce((size, x) => size - x, heap.size) });
      options.sort((a, b) => a.taken - b.taken);
      const some = options[0];
      if (!some) return finish("Nobody can move.");
      ({ index, move } = some);
    }
    apply(index, move, "Computer");
    draw();
    if (!(await canMove())) return finish(misere.checked ? "The computer made the last move and loses: you win!" : "The computer made the last move and wins.");
    message.replaceChildren("Your move: choose a heap.");
  };

  const begin = async (): Promise<void> => {
    const parsed = parseHeaps(heapsInput.value);
    if (!parsed || !parsed.length) {
      message.replaceChildren(h("span", { class: "error" }, `Write up to ${MOST_HEAPS} heaps of at most ${MOST_TOKENS}, such as 3 5 7.`));
      return;
    }
    heaps = parsed.map((size) => ({ size, pass: passes }));
    over = false;
    chosen = null;
    history.replaceChildren();
    write({ heaps: heapsInput.value, first: first.value === "computer" ? "computer" : undefined, misere: misere.checked ? "1" : undefined });
    message.replaceChildren("Your move: choose a heap.");
    draw();
    try {
      if (!(await canMove())) return finish(misere.checked ? "No move: whoever is to move wins." : "No move: whoever is to move loses.");
      if (first.value === "computer") await computer();
    } catch (error) {
      fail(error);
    }
  };

  hintButton.addEventListener("click", () => {
    if (over) return;
    best().then((answer) => {
      const list = answer.moves.slice(0, 6).map((m) => `${name({ size: m.heap, pass: parts()[m.part] === true })} → ${heapsText(m.to, m.pass)}`);
      message.replaceChildren(
        list.length
          ? `You can win: ${list.join("; ")}${answer.moves.length > 6 ? "; …" : ""}.`
          : "Whatever you do, the other side can win. Make it difficult.",
      );
    }, fail);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void begin();
  });
  await begin();
}
