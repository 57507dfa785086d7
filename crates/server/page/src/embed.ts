// One view of one game, for the frames of other pages: embed.html?game=0.156&view=plot, play or card.

import { backend } from "#backend";
import { ask, isAbort, job, said, type Info, type Named, type Solution } from "./api";
import { Card, headline, spaced } from "./card";
import type { Context } from "./context";
import { byId, grouped, h } from "./dom";
import { saveFromLinks } from "./save";
import { scatter } from "./scatter";
import { read } from "./state";
import "./style.css";
import { play } from "./views/play";

const root = byId("view");
const whole = byId("whole") as HTMLAnchorElement;
/** Values computed in search of a proof. */
const SEARCH = 2_000_000;
const LENGTHS = [100, 1000, 10_000, 100_000];

const state = read();
const game = state.get("game") || "Kayles";
const view = state.get("view") ?? "card";
const left = new AbortController();
const { signal } = left;
window.addEventListener("pagehide", () => left.abort());

/** The page around the frame is told how high this is; whoever does not listen loses nothing. */
function tellHeight(): void {
  if (window.parent === window) return;
  const tell = (): void => window.parent.postMessage({ sprague: "height", height: Math.ceil(document.body.getBoundingClientRect().height) }, "*");
  new ResizeObserver(tell).observe(document.body);
}

function title(info: Info, named: Named | undefined): HTMLElement {
  return h("h1", { class: "embedded-title" }, named ? `${spaced(named.name)} ` : "", h("code", {}, info.game));
}

/** The nim-sequence as far as one sees what it does. */
async function plot(info: Info, named: Named | undefined, solution: Promise<Solution>): Promise<void> {
  const readout = h("output", { class: "readout" }, " ");
  const canvas = h("div", { class: "plot", role: "img", "aria-label": `Plot of the nim-sequence of ${info.game}` });
  const told = h("p", { class: "statement", role: "status" }, "…");
  root.replaceChildren(title(info, named), canvas, readout, told);
  const drawn = scatter(canvas, (n, value) => { readout.textContent = n === null ? " " : `G(${grouped(n)}) = ${value ?? "?"}`; });
  const wanted = LENGTHS.includes(Number(state.get("to"))) ? Number(state.get("to")) : null;
  let regular: { preperiod: number; period: number } | undefined;
  const show = async (to: number): Promise<void> => {
    const { values } = await job<{ values: number[] }>("values", { game: info.game, from: 0, to }, () => undefined, signal);
    drawn.show({ from: 0, values: Uint32Array.from(values), classes: null, marked: 255, regular }, state.get("log")?.includes("x") ?? false, state.get("log")?.includes("y") ?? false);
  };
  await show(wanted ?? 1000);
  window.addEventListener("themechange", () => drawn.redraw(), { signal });
  const found = await solution;
  told.replaceChildren(headline(found), " ", h("span", { class: `badge ${found.status}` }, found.status));
  if (typeof found.preperiod !== "number" || typeof found.period !== "number") return;
  regular = { preperiod: found.preperiod, period: found.period };
  const enough = LENGTHS.find((length) => length >= regular!.preperiod + 2 * regular!.period);
  await show(wanted ?? Math.max(1000, enough ?? 1000));
}

async function begin(): Promise<void> {
  const link = new URLSearchParams([...state].filter(([key]) => key !== "view"));
  link.set("game", game);
  if (view === "play") link.set("view", "play");
  whole.href = `./?${link.toString()}`;
  document.title = `${game} – sprague`;
  const [info, games] = await Promise.all([
    ask<Info>("info", { game }, signal),
    ask<{ games: Named[] }>("games", {}, signal).then((answer) => answer.games, (): Named[] => []),
  ]);
  const named = games.find((g) => g.name === info.names[0]);
  whole.replaceChildren(`${named ? spaced(named.name) : info.game} in sprague`);
  const bar = h("progress", { max: 1, "aria-label": "Looking for a proof" });
  const search = new AbortController();
  signal.addEventListener("abort", () => search.abort());
  const solve = (): Promise<Solution> => job<Solution>("solve", { game: info.game, limit: SEARCH }, (done, total) => { if (total) bar.value = done / total; }, search.signal);
  if (view === "play") {
    const context: Context = { game: info.game, info, solution: new Promise<Solution>(() => undefined), state, signal, open: () => undefined };
    root.replaceChildren(title(info, named));
    await play(root, context);
  } else if (view === "plot") await plot(info, named, solve());
  else if (view !== "card") root.replaceChildren(h("p", { class: "error" }, `There is no view '${view}': write plot, play or card.`));
  else {
    const area = h("section", { class: "card", "aria-label": "What is known" });
    root.replaceChildren(area);
    const card = new Card(area, info, named, signal, (other) => { location.search = new URLSearchParams({ game: other, view: "card" }).toString(); });
    card.searching(bar, () => search.abort());
    await solve().then(
      (found) => card.found(found),
      (error: unknown) => card.failed(isAbort(error) ? "stopped" : "no answer", isAbort(error) ? "The search was stopped." : said(error)),
    );
  }
}

matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => window.dispatchEvent(new Event("themechange")));
tellHeight();
saveFromLinks();
backend.begin(null);
begin().catch((error: unknown) => {
  if (!isAbort(error)) root.append(h("p", { class: "error" }, said(error)));
});
