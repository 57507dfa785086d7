// The nim-sequence: a plot to zoom, a table wrapped at any width.

import { Latest, address, askText, isAbort, job, said, type Parameters, type Solution, type Stats } from "../api";
import type { Context } from "../context";
import { field, grouped, h } from "../dom";
import { downloadPng, fileName } from "../save";
import { scatter, type Points } from "../scatter";
import { write } from "../state";

const LENGTHS = [100, 1000, 10_000, 100_000, 1_000_000];
/** Fewer values than this come at once. */
const FIRST = 10_000;
const ROWS = 24;
/** Cells of the table drawn at once; a row may be as long as a period. */
const MOST_COLUMNS = 5000;
const CELLS = 2400;

/** Which heaps before the preperiod have a value that is not that of the regular part. */
interface Exceptions {
  at: (n: number) => boolean;
  /** From this heap on the counterpart in the regular part is not loaded: nothing is known here. */
  unknownFrom: number | null;
  /** Heaps up to which values are needed to know all. */
  needed: number;
}

function exceptional(values: Uint32Array, solution: Solution | null): Exceptions {
  const none = { at: () => false, unknownFrom: null, needed: 0 };
  if (!solution) return none;
  const { preperiod, period, saltus, periodic_residues } = solution;
  // Larger than a number: beyond all that is shown here.
  if (typeof preperiod !== "number" || typeof period !== "number" || typeof saltus === "string") return none;
  const still = new Set(periodic_residues);
  const counterpart = (n: number): number => n + Math.ceil((preperiod - n) / period) * period;
  let unknownFrom: number | null = null;
  for (let n = 0; n < Math.min(preperiod, values.length) && unknownFrom === null; n++) if (counterpart(n) >= values.length) unknownFrom = n;
  const at = (n: number): boolean => {
    if (n >= preperiod) return false;
    const later = values[counterpart(n)];
    const grown = still.has(n % period) ? 0 : Math.ceil((preperiod - n) / period) * (saltus ?? 0);
    return later !== undefined && values[n] !== later - grown;
  };
  return { at, unknownFrom, needed: preperiod + period };
}

/** What is said of the exceptions: how many, or why nobody knows. */
function exceptionsText(count: number, exceptions: Exceptions, solution: Solution | null): string {
  if (solution?.preperiod == null) return solution && solution.status !== "open" ? `regular as ${solution.kind}: no preperiod, so no exceptions are marked` : "no regularity is known";
  if (typeof solution.preperiod !== "number") return "the preperiod is beyond these heaps";
  if (exceptions.unknownFrom !== null) return `not known: the regular part begins at ${grouped(solution.preperiod)}; show heaps up to ${grouped(exceptions.needed)}`;
  return `${grouped(count)} exceptions`;
}

export async function sequence(root: HTMLElement, context: Context): Promise<void> {
  const { state, signal, game } = context;
  const asked = LENGTHS.includes(Number(state.get("to"))) ? Number(state.get("to")) : null;
  const to = asked ?? 1000;
  const length = h("select", {}, ...LENGTHS.map((n) => h("option", { value: n, selected: n === to }, grouped(n))));
  const colour = h(
    "select",
    {},
    ...[
      ["plain", "nothing"],
      ["exceptions", "exceptions"],
      ["rare", "rare values"],
      ["residues", "n mod m"],
    ].map(([value, label]) => h("option", { value, selected: state.get("color") === value }, label)),
  );
  const modulus = h("input", { type: "number", min: 1, max: 8, value: state.get("mod") ?? "2" });
  const logX = h("input", { type: "checkbox", checked: state.get("log")?.includes("x") ?? false });
  const logY = h("input", { type: "checkbox", checked: state.get("log")?.includes("y") ?? false });
  const modulusField = field("m", modulus, "modulus");
  const readout = h("output", { class: "readout" }, " ");
  const canvas = h("div", { class: "plot", role: "img", "aria-label": `Plot of the nim-sequence of ${game}` });
  const plot = scatter(canvas, (n, value) => {
    readout.textContent = n === null ? " " : `G(${grouped(n)}) = ${value ?? "?"}`;
  }, () => {
    clearTimeout(remember);
    remember = setTimeout(() => {
      const range = plot.range();
      if (!signal.aborted && !zoomed) write({ zoom: range ? range.join("-") : undefined });
    }, 400);
  });
  let remember: ReturnType<typeof setTimeout> | undefined;
  signal.addEventListener("abort", () => clearTimeout(remember));
  signal.addEventListener("abort", () => plot.destroy());
  const tool = (label: string, text: string, act: () => void): HTMLButtonElement =>
    h("button", { type: "button", class: "tool", "aria-label": label, title: label, onclick: act }, text);
  const picture = h("a", { class: "button", download: fileName(game, "svg") }, "Save as SVG");
  const pixels = h("button", { type: "button", class: "quiet" }, "PNG");
  pixels.addEventListener("click", () => {
    askText("plot", drawnWith(), signal)
      .then((svg) => downloadPng(fileName(game, "png"), svg))
      .catch((error: unknown) => { if (!isAbort(error)) status.replaceChildren(h("p", { class: "error" }, said(error))); });
  });
  const data = h("a", { class: "button", download: fileName(game, "json") }, "JSON");
  const status = h("div", { class: "status", role: "status" });
  const legend = h("p", { class: "legend" });
  const wrap = h("input", { type: "number", min: 1, max: MOST_COLUMNS, value: state.get("wrap") ?? "" });
  const heat = h("canvas", { class: "heat", role: "img", "aria-label": `Nim-values of ${game} as colours, wrapped` });
  const heatNote = h("p", { class: "help" });
  const table = h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Table of nim-values" });

  root.append(
    h("h2", {}, "Nim-sequence"),
    h(
      "div",
      { class: "controls" },
      field("Heaps up to", length, "length"),
      field("Colour shows", colour, "colour"),
      modulusField,
      h("label", { class: "check" }, logX, "log n"),
      h("label", { class: "check" }, logY, "log G"),
    ),
    canvas,
    h(
      "div",
      { class: "toolbar" },
      tool("Zoom in", "+", () => plot.zoom(0.5)),
      tool("Zoom out", "−", () => plot.zoom(2)),
      tool("Move left", "←", () => plot.pan(-0.5)),
      tool("Move right", "→", () => plot.pan(0.5)),
      tool("Show everything", "⤢", () => plot.reset()),
      readout,
      h("span", { class: "spring" }),
      picture,
      pixels,
      data,
    ),
    legend,
    status,
    h("p", { class: "help" }, "Drag over the plot or turn the wheel to zoom, double-click for everything."),
    h("h3", {}, "Wrapped"),
    h("div", { class: "controls" }, field("Values in a row", wrap, "wrap")),
    heat,
    heatNote,
    h("h3", {}, "Table"),
    table,
  );

  const kept = /^(\d+)-(\d+)$/.exec(state.get("zoom") ?? "");
  let zoomed: [number, number] | null = kept ? [Number(kept[1]), Number(kept[2])] : null;
  let values: Uint32Array | null = null;
  let solution: Solution | null = null;
  let rows = ROWS;

  /** One pixel or more for each value, as many in a row as a period: what repeats becomes columns. */
  const drawHeat = (): void => {
    if (!values) return;
    const width = Math.min(MOST_COLUMNS, Math.max(1, Math.floor(Number(wrap.value)) || 20));
    const side = Math.max(1, Math.min(14, Math.floor(Math.max(240, heat.parentElement?.clientWidth ?? 600) / width)));
    const count = Math.min(Math.ceil(values.length / width), Math.max(8, Math.floor(420 / side)));
    heat.width = width * side;
    heat.height = count * side;
    const context = heat.getContext("2d");
    if (!context) return;
    let most = 1;
    const shown = Math.min(values.length, count * width);
    for (let n = 0; n < shown; n++) most = Math.max(most, values[n]!);
    for (let n = 0; n < shown; n++) {
      // From dark blue over green to yellow: light grows with the value.
      const part = values[n]! / most;
      context.fillStyle = `hsl(${260 - 205 * part} 70% ${18 + 52 * part}%)`;
      context.fillRect((n % width) * side, Math.floor(n / width) * side, side, side);
    }
    const asked = Math.floor(Number(wrap.value));
    const less = asked > MOST_COLUMNS ? ` A row has at most ${grouped(MOST_COLUMNS)} values here, not ${grouped(asked)}.` : "";
    heatNote.replaceChildren(`Heaps 0 to ${grouped(shown - 1)}, ${grouped(width)} in a row; dark is 0, light is ${grouped(most)}.${less}`);
  };

  const drawTable = (): void => {
    if (!values) return;
    drawHeat();
    const width = Math.min(MOST_COLUMNS, Math.max(1, Math.floor(Number(wrap.value)) || 20));
    const odd = exceptional(values, solution);
    const body = h("tbody");
    const few = Math.max(4, Math.min(rows, Math.ceil((CELLS * rows) / ROWS / width)));
    const count = Math.min(Math.ceil(values.length / width), few);
    for (let r = 0; r < count; r++) {
      const row = h("tr", {}, h("th", { scope: "row" }, r * width));
      for (let n = r * width; n < Math.min(values.length, (r + 1) * width); n++) {
        row.append(h("td", odd.at(n) ? { class: "odd", title: `G(${n}) is an exception` } : {}, values[n]));
      }
      body.append(row);
    }
    const head = h("tr", {}, h("th", { scope: "col" }, "n"));
    for (let c = 0; c < width; c++) head.append(h("th", { scope: "col" }, `+${c}`));
    const more = count * width < values.length;
    table.replaceChildren(
      h("table", { class: "values" }, h("thead", {}, head), body),
      more
        ? h("button", { type: "button", class: "quiet more", onclick: () => { rows += 100; drawTable(); (table.querySelector<HTMLElement>("button.more") ?? table).focus(); } }, "Show more rows")
        : "",
    );
  };

  /** What the colours mean, with a sample of each. */
  const explain = (...classes: [number, string][]): void => {
    legend.replaceChildren(...classes.map(([i, text]) => h("span", { class: "key" }, h("span", { class: `dot class-${i}` }), text)));
  };

  /** Which heaps are rare, once the server has said so; asked for once per length. */
  let rare: { length: number; heaps: Uint8Array; text: string } | null = null;
  let asking: AbortController | null = null;
  /** How many values there were when the visitor stopped the search for rare ones. */
  let stoppedAt: number | null = null;
  const looking = h("progress", { max: 1, "aria-label": "Looking for rare and common values" });
  const askForRares = async (length: number): Promise<void> => {
    asking?.abort();
    const mine = new AbortController();
    asking = mine;
    signal.addEventListener("abort", () => mine.abort());
    try {
      const answer = await job<Stats>("stats", { game, to: length - 1 }, (done, total) => { if (total) looking.value = done / total; }, mine.signal);
      const heaps = new Uint8Array(length);
      for (const { heap } of answer.rares) heaps[heap] = 1;
      const parity = answer.position_parity ? " with the parity of n" : "";
      const text = answer.mask === null ? "these values have no sparse space" : `rare by the mask 0x${answer.mask}${parity}: ${grouped(answer.rares.length)} heaps`;
      rare = { length, heaps, text };
      drawPlot();
    } catch (error) {
      if (!isAbort(error)) legend.replaceChildren(said(error));
    }
  };

  const drawPlot = (): void => {
    if (!values) return;
    modulusField.hidden = colour.value !== "residues";
    legend.hidden = colour.value === "plain";
    legend.replaceChildren();
    const regular =
      typeof solution?.preperiod === "number" && typeof solution.period === "number" ? { preperiod: solution.preperiod, period: solution.period } : undefined;
    const points: Points = { from: 0, values, classes: null, marked: 255, regular };
    if (colour.value === "residues") {
      const m = Math.min(8, Math.max(1, Math.floor(Number(modulus.value)) || 2));
      points.classes = Uint8Array.from(values, (_, n) => n % m);
      explain(...Array.from({ length: m }, (_, r): [number, string] => [r, `n mod ${m} = ${r}`]));
    } else if (colour.value === "exceptions") {
      const odd = exceptional(values, solution);
      points.classes = Uint8Array.from(values, (_, n) => (odd.at(n) ? 1 : 0));
      points.marked = 1;
      const count = points.classes.reduce((sum, c) => sum + c, 0);
      explain([0, "regular"], [1, exceptionsText(count, odd, solution)]);
    } else if (colour.value === "rare") {
      if (rare?.length === values.length) {
        points.classes = rare.heaps;
        points.marked = 1;
        explain([0, "common"], [1, rare.text]);
      } else if (stoppedAt === values.length) legend.replaceChildren("Stopped.");
      else {
        const { length } = values;
        legend.replaceChildren("Looking for rare and common values … ", looking, " ", h("button", { type: "button", class: "quiet small", onclick: () => { asking?.abort(); stoppedAt = length; legend.replaceChildren("Stopped."); } }, "Stop"));
        void askForRares(length);
      }
    }
    // A range of the address waits until its values are there.
    const wanted = zoomed && zoomed[1] < values.length ? zoomed : null;
    if (wanted) zoomed = null;
    const zoom = wanted ?? plot.range();
    plot.show(points, logX.checked, logY.checked);
    if (zoom) plot.look(...zoom);
  };

  const logs = (): string | undefined => (logX.checked ? "x" : "") + (logY.checked ? "y" : "") || undefined;
  /** The question for the same picture from the server. */
  const drawnWith = (): Parameters => ({
    game,
    to: length.value,
    color: colour.value === "plain" ? undefined : colour.value,
    modulus: colour.value === "residues" ? modulus.value : undefined,
    log: logs(),
  });

  const links = (): void => {
    const log = logs();
    picture.href = address("plot", drawnWith());
    data.href = address("values", { game, to: length.value });
    write({
      to: asked === null && length.value === "1000" ? undefined : length.value,
      color: colour.value === "plain" ? undefined : colour.value,
      mod: colour.value === "residues" ? modulus.value : undefined,
      log,
    });
  };

  const latest = new Latest(signal);
  const load = async (): Promise<void> => {
    const mine = latest.next();
    const bar = h("progress", { max: 1, value: 0, "aria-label": "Computing" });
    const stop = h("button", { type: "button", class: "quiet", onclick: () => mine.abort() }, "Stop");
    const wait = setTimeout(() => status.replaceChildren(bar, stop), 300);
    try {
      // The first thousands at once, then more: whatever comes is shown and stays when it is stopped.
      const target = Number(length.value);
      for (const to of [...LENGTHS.filter((n) => n >= FIRST && n < target), target]) {
        if (values && to < target && values.length > to) continue;
        const answer = await job<{ values: number[] }>(
          "values",
          { game, from: 0, to },
          (done) => { bar.value = done / target; },
          mine.signal,
        );
        if (!latest.is(mine)) return;
        values = Uint32Array.from(answer.values);
        drawPlot();
        drawTable();
      }
      zoomed = null;
      status.replaceChildren();
    } catch (error) {
      if (signal.aborted) return;
      zoomed = null;
      const shown = values ? ` Heaps to ${grouped(values.length - 1)} are shown.` : "";
      if (isAbort(error)) status.replaceChildren(latest.is(mine) ? `Stopped.${shown}` : "");
      else status.replaceChildren(h("p", { class: "error" }, said(error) + shown));
    } finally {
      clearTimeout(wait);
    }
  };

  length.addEventListener("change", () => { links(); void load(); });
  colour.addEventListener("change", () => { stoppedAt = null; });
  for (const control of [colour, modulus, logX, logY]) control.addEventListener("change", () => { links(); drawPlot(); });
  wrap.addEventListener("change", () => { write({ wrap: wrap.value }); drawTable(); });
  window.addEventListener("themechange", () => plot.redraw(), { signal });
  links();
  modulusField.hidden = colour.value !== "residues";
  legend.hidden = colour.value === "plain";
  void context.solution.then((found) => {
    if (signal.aborted) return;
    solution = found;
    if (!wrap.value) wrap.value = String(typeof found.period === "number" && found.period > 0 && found.period <= MOST_COLUMNS ? found.period : 20);
    // Where nobody has chosen a length: enough to see the preperiod and two periods.
    const needed = typeof found.preperiod === "number" && typeof found.period === "number" ? found.preperiod + 2 * found.period : 0;
    const longer = LENGTHS.find((n) => n >= needed);
    if (asked === null && longer !== undefined && longer > Number(length.value) && longer <= 100_000) {
      length.value = String(longer);
      links();
      void load();
      return;
    }
    drawTable();
    drawPlot();
  }, () => undefined);
  await load();
}
