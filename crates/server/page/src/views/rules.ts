// The rules in words, relatives of the game, and the moves of a heap.

import { Latest, ask, isAbort, said, type Moves } from "../api";
import type { Context } from "../context";
import { field, h, outdated } from "../dom";
import { typeset } from "../math";
import { write } from "../state";

/** The least number that is not in the list. */
export function mex(values: Iterable<number>): number {
  const seen = new Set(values);
  let least = 0;
  while (seen.has(least)) least++;
  return least;
}

/** The rules of heaps whose pass is used up; the same rules where there is none. */
export function withoutPass(game: string): string {
  return game.replace(/ \+ pass$/, "");
}

/** Heaps as a sum; the one that keeps the pass, if there is one, has a star. */
export function heapsText(heaps: number[], keeper?: number | null): string {
  return heaps.length ? heaps.map((heap, i) => (i === keeper ? `${heap}*` : heap)).join(" + ") : "nothing";
}

export async function rules(root: HTMLElement, context: Context): Promise<void> {
  const { info, signal, state, open, game } = context;
  const link = (name: string): HTMLElement =>
    h("button", { type: "button", class: "link", onclick: () => open(name) }, name);
  const related = h("dl", { class: "facts" });
  const row = (name: string, ...content: (Node | string)[]): void => {
    related.append(h("dt", {}, name), h("dd", {}, ...content));
  };
  if (info.names.length) row("Names", info.names.join(", "));
  row("Class", info.class);
  if (info.standard_form !== null) {
    if (info.shift === 0) row("Standard form", "this code");
    else row("Standard form", link(info.standard_form), ` after ${info.shift} step${info.shift === 1 ? "" : "s"}`);
  }
  const between = (nodes: HTMLElement[]): (Node | string)[] => nodes.flatMap((node, i) => (i ? [", ", node] : [node]));
  if (info.cousins.length) row("First cousins", ...between(info.cousins.map(link)));
  if (info.equivalent.length) row("Same sequence", ...between(info.equivalent.map((e) => link(e.game))));
  const heap = h("input", { type: "number", min: 0, max: 2000, value: state.get("n") ?? "5" });
  const list = h("div", { "aria-live": "polite", class: "moves-area" });
  root.append(
    h("h2", {}, "Rules"),
    h("p", {}, "Two players move in turn; a move changes one heap. Whoever cannot move loses."),
    h("ul", { class: "words" }, ...info.words.map((w) => h("li", {}, w))),
    related,
    h("h3", {}, "Moves of a heap"),
    h("div", { class: "controls" }, field("Heap", heap, "moves-heap")),
    list,
  );
  const latest = new Latest(signal);
  const show = async (): Promise<void> => {
    const n = Number(heap.value);
    if (!Number.isInteger(n) || n < 0) return;
    write({ n: heap.value });
    const mine = latest.next();
    const answered = outdated(list);
    try {
      const answer = await ask<Moves>("moves", { game, n }, mine.signal);
      const seen = [...new Set(answer.moves.map((m) => m.value))].sort((a, b) => a - b);
      const sentence = answer.moves.length
        ? `G(${n}) is the least value no move leads to: mex{${seen.join(", ")}} = ${answer.value}.`
        : `A heap of ${n} has no move, so its value is 0.`;
      const most = 200;
      list.replaceChildren(
        h("p", {}, ...typeset(sentence)),
        answer.moves.length
          ? h(
              "div",
              { class: "scroll", tabindex: 0, role: "region", "aria-label": `Moves of a heap of ${n}` },
              h(
                "table",
                { class: "moves" },
                h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Leaves"), h("th", { scope: "col" }, "Nim-value"))),
                h(
                  "tbody",
                  {},
                  ...answer.moves.slice(0, most).map((m) =>
                    h("tr", {}, h("td", {}, heapsText(m.to, m.pass)), h("td", {}, m.to.length > 1 ? `${m.value} (nim-sum)` : m.value)),
                  ),
                ),
              ),
            )
          : "",
        answer.moves.some((m) => m.pass != null) ? h("p", { class: "muted" }, "The heap with a star keeps the pass.") : "",
        answer.moves.length > most ? h("p", { class: "muted" }, `${answer.moves.length - most} more moves are not shown.`) : "",
      );
    } catch (error) {
      if (!isAbort(error)) list.replaceChildren(h("p", { class: "error" }, said(error)));
    } finally {
      if (latest.is(mine)) answered();
    }
  };
  heap.addEventListener("input", () => void show());
  await show();
}
