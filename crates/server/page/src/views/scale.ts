// The Grundy scale to slide: the lower strip moves under the upper one, its marks point at
// the values of the options, and the mex is the next value.

import { address, ask, isAbort, said, type Moves } from "../api";
import type { Context } from "../context";
import { field, h, outdated } from "../dom";
import { typeset } from "../math";
import { write } from "../state";
import { withoutPass } from "./rules";

const CELL = 40;
const LAST = 40;

export async function scale(root: HTMLElement, context: Context): Promise<void> {
  const { game, signal, state } = context;
  if (withoutPass(game) !== game) {
    root.append(h("h2", {}, "Grundy scale"), h("p", {}, "A Grundy scale knows no pass: its upper strip has one value for each heap, and here there are two."));
    return;
  }
  const start = Math.min(LAST, Math.max(0, Number(state.get("heap0") ?? 9) || 0));
  const slider = h("input", { type: "range", min: 0, max: LAST, value: start, class: "wide" });
  const upper = h("div", { class: "strip upper" });
  const lower = h("div", { class: "strip lower" });
  const sentence = h("p", { class: "statement", role: "status" });
  const pairs = h("div", { class: "pairs" });
  const frame = h("div", { class: "scroll scale", tabindex: 0, role: "region", "aria-label": "Grundy scale" }, h("div", { class: "strips" }, upper, lower));
  const step = (by: number): void => {
    slider.value = String(Number(slider.value) + by);
    void show();
  };
  const save = h("a", { class: "button", download: "grundy-scale.svg" }, "Save as SVG");
  root.append(
    h("h2", {}, "Grundy scale"),
    h("p", {}, "Slide the lower strip: its 0 stands under a heap, its marks point at the heaps that one move leaves. The least value they do not show is the value of the heap."),
    h(
      "div",
      { class: "controls" },
      field("Heap", slider, "scale-heap"),
      h("button", { type: "button", "aria-label": "One heap back", onclick: () => step(-1) }, "←"),
      h("button", { type: "button", "aria-label": "One heap further", onclick: () => step(1) }, "→"),
      h("span", { class: "spring" }),
      save,
    ),
    frame,
    sentence,
    pairs,
  );
  let values: number[] = [];
  const known = new Map<number, Moves>();
  let turn = 0;
  const show = async (): Promise<void> => {
    const mine = ++turn;
    const n = Number(slider.value);
    write({ heap0: n });
    save.href = address("scale", { game, n });
    let moves = known.get(n);
    if (!moves) {
      const answered = outdated(frame, sentence, pairs);
      try {
        moves = await ask<Moves>("moves", { game, n }, signal);
      } catch (error) {
        if (!isAbort(error)) sentence.replaceChildren(said(error));
        return;
      } finally {
        if (mine === turn) answered();
      }
      known.set(n, moves);
    }
    if (mine !== turn || signal.aborted) return;
    const single = new Set(moves.moves.filter((m) => m.to.length <= 1).map((m) => m.to[0] ?? 0));
    upper.replaceChildren(
      ...values.map((v, i) =>
        h(
          "div",
          { class: `cell${i === n ? " here" : single.has(i) && i < n ? " hit" : ""}` },
          h("span", { class: "index" }, i),
          h("span", { class: "value" }, i <= n ? v : ""),
        ),
      ),
    );
    lower.replaceChildren(
      ...Array.from({ length: n + 1 }, (_, i) => {
        const take = n - i;
        return h(
          "div",
          { class: "cell" },
          h("span", { class: take === 0 ? "mark zero" : "mark" }, take === 0 || single.has(i) ? "▲" : ""),
          h("span", { class: "index" }, take),
        );
      }),
    );
    frame.scrollTo({ left: Math.max(0, (n + 3) * CELL - frame.clientWidth) });
    const seen = [...new Set(moves.moves.map((m) => m.value))].sort((a, b) => a - b);
    sentence.replaceChildren(...typeset(`G(${n}) = mex{${seen.join(", ")}} = `), h("strong", {}, moves.value));
    const groups = new Map<number, { to: number[]; value: number }[]>();
    for (const m of moves.moves) {
      if (m.to.length < 2) continue;
      const take = n - m.to.reduce((a, b) => a + b, 0);
      const group = groups.get(take) ?? [];
      group.push(m);
      groups.set(take, group);
    }
    pairs.replaceChildren(
      ...[...groups].sort(([a], [b]) => a - b).map(([take, list]) =>
        h(
          "div",
          {},
          h("h3", {}, take ? `Take ${take} and split` : "Split"),
          h(
            "ul",
            { class: "sums" },
            ...list.slice(0, 60).map((m) => h("li", {}, `${m.to.join(" + ")}: ${m.to.map((x) => values[x]).join(" ⊕ ")} = ${m.value}`)),
          ),
        ),
      ),
    );
  };
  slider.addEventListener("input", () => void show());
  try {
    values = (await ask<{ values: number[] }>("values", { game, to: LAST }, signal)).values;
    await show();
  } catch (error) {
    if (!isAbort(error)) sentence.replaceChildren(said(error));
  }
}
