// The first page: a gallery of games, what this is about, and a builder of codes.

import { ask, type Named } from "../api";
import { spaced } from "../card";
import { h, s } from "../dom";
import { typeset } from "../math";

/** Games for a first look, with what to show under them. */
const GALLERY: [string, string][] = [
  ["Kayles", "Knock down one pin, or two that stand side by side."],
  ["Nim", "Take as many as you like from one heap."],
  ["DawsonsKayles", "Knock down exactly two neighbouring pins."],
  ["Grundy", "Split a heap into two different heaps."],
  ["S(1,2,4)", "Take one, two or four."],
  ["0.156", "Periodic, but only after 3479 heaps."],
  ["Mark", "Take one, or halve the heap."],
  ["0.2048", "A ruler: growing by formulas of powers of two."],
  ["Officers", "Nobody knows whether it is periodic."],
];
const PICTURE = 120;

/** A small picture of a nim-sequence. */
function picture(values: number[]): SVGElement {
  const most = Math.max(1, ...values);
  const [width, height] = [240, 84];
  return s(
    "svg",
    { viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true", class: "thumb" },
    ...values.map((v, n) => s("circle", { cx: (4 + ((width - 8) * n) / (values.length - 1)).toFixed(1), cy: (height - 5 - ((height - 10) * v) / most).toFixed(1), r: 1.7 })),
  );
}

/** The digits of a code: what may be taken, and what may be left. */
function builder(open: (game: string) => void): HTMLElement {
  const LEAVE: [number, string][] = [
    [1, "nothing"],
    [2, "one heap"],
    [4, "two heaps"],
  ];
  /** Where in the row the tokens are taken. */
  const WHERE = ["the whole heap", "from an end", "from inside"];
  const boxes: HTMLInputElement[][] = [];
  const rows = [1, 2, 3, 4].map((take) => {
    const row = LEAVE.map(([bit]) => h("input", { type: "checkbox", value: bit, "aria-label": `Take ${take}, leave ${LEAVE.find(([b]) => b === bit)![1]}` }));
    boxes.push(row);
    return h("tr", {}, h("th", { scope: "row" }, `take ${take}`), ...row.map((box) => h("td", {}, box)));
  });
  for (const row of boxes.slice(0, 2)) for (const box of row) box.checked = true;
  const code = h("code", {});
  const words = h("p", { class: "words", role: "status" });
  const show = h("button", { type: "button", onclick: () => open(text()) }, "Show this game");
  const text = (): string => {
    const digits = boxes.map((row) => row.reduce((sum, box) => sum + (box.checked ? Number(box.value) : 0), 0));
    while (digits.length > 1 && digits.at(-1) === 0) digits.pop();
    return `0.${digits.join("")}`;
  };
  let asked = 0;
  const preview = (): void => {
    code.replaceChildren(text());
    const mine = ++asked;
    ask<{ words: string[] }>("info", { game: text() }).then(
      (info) => { if (mine === asked) words.replaceChildren(info.words.join(" ")); },
      () => { if (mine === asked) words.replaceChildren("This game has no move."); },
    );
  };
  const table = h("table", { class: "builder" }, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "A move may …"), ...LEAVE.map(([, label], i) => h("th", { scope: "col" }, `leave ${label}`, h("br"), h("small", {}, WHERE[i]!))))), h("tbody", {}, ...rows));
  table.addEventListener("change", preview);
  preview();
  return h("div", {}, h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Code builder" }, table), h("p", {}, "Its code is ", code, "."), words, show);
}

export function home(root: HTMLElement, games: Promise<Named[]>, open: (game: string) => void, signal: AbortSignal): void {
  const gallery = h("div", { class: "gallery" });
  const other = h("div", { class: "chips" });
  root.replaceChildren(
    h("h2", {}, "Pick a game, or write one above"),
    gallery,
    other,
    h(
      "div",
      { class: "home-lower" },
      h("div", {}, h("h2", { class: "later" }, "What is this?"), h(
      "p",
      { class: "prose" },
      ...typeset("Two players take turns at heaps of tokens, and whoever cannot move loses. Every heap of n tokens has a nim-value G(n): the least number that no move from it leads to. Add the values of all heaps in binary without carrying: if the sum is 0, whoever is to move loses against good play, and if not, some move makes it 0. So the sequence G(0), G(1), G(2), … says everything about a game, and for many games it repeats for ever: here it is computed, proved and played."),
      )),
      h("div", {}, h("h2", { class: "later" }, "Build a game of your own"), builder(open)),
    ),
  );
  gallery.append(
    ...GALLERY.map(([game, about]) => {
      const place = h("span", { class: "thumb-place" });
      ask<{ values: number[] }>("values", { game, from: 0, to: PICTURE }, signal).then(
        ({ values }) => place.replaceChildren(picture(values)),
        () => undefined,
      );
      return h("button", { type: "button", class: "tile", onclick: () => open(game) }, place, h("strong", {}, spaced(game)), h("span", {}, about));
    }),
  );
  void games.then((list) => {
    const known = new Set(GALLERY.map(([game]) => game));
    other.replaceChildren(...list.filter((g) => !known.has(g.name)).map((g) => h("button", { type: "button", class: "chip", title: g.about, onclick: () => open(g.name) }, spaced(g.name))));
  });
}
