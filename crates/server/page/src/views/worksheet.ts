// A worksheet for partisan values: expressions, names for them, comparisons.

import { Latest, address, isAbort, job, said } from "../api";
import type { Context } from "../context";
import { h } from "../dom";
import { value as typeset } from "../math";
import { write } from "../state";
import { numberOf, thermograph, type Walls } from "../thermograph";

interface Value {
  value: string | null;
  outcome: "L" | "R" | "N" | "P";
  left_stop: string;
  right_stop: string;
  mean: string;
  temperature: string;
  birthday: string;
  thermograph?: Walls;
}
interface Comparison {
  holds: boolean;
  relation: "<" | "=" | ">" | "||";
  left: string | null;
  right: string | null;
}

const MOST_LINES = 40;
const START = ["{1|-1}", "g = {2|-1}", "g + g", "^ > *", "Subtraction(1,3|2,3): 4"];
const WINNER = { L: "Left wins, whoever starts", R: "Right wins, whoever starts", N: "whoever starts wins", P: "whoever starts loses" };
const RELATION = { "<": "is less than", "=": "equals", ">": "is greater than", "||": "is confused with" };

/** The name a line gives, and its expression. */
export function named(line: string): { name: string | null; text: string } {
  const found = /^\s*([a-uw-z][A-Za-z0-9]*)\s*=(?!=)\s*(.+)$/.exec(line);
  return found ? { name: found[1]!, text: found[2]! } : { name: null, text: line.trim() };
}

/** An expression with the names before it written out. */
export function written(text: string, known: Map<string, string>): string {
  return text.replace(/[a-uw-z][A-Za-z0-9]*/g, (word) => (known.has(word) ? `(${known.get(word)})` : word));
}

export function worksheet(root: HTMLElement, context: Context): void {
  const { signal, state } = context;
  const kept = (state.get("lines") ?? "").split("\n").filter((line) => line !== "").slice(0, MOST_LINES);
  const area = h("div", { class: "worksheet" });
  root.append(
    h("h2", {}, "Values of partisan games"),
    h("p", { class: "help" }, "Numbers 3/8, nimbers *2, ups ^ and downs v, games {0|1}, switches +-1, sums and comparisons. Write g = {2|-1} to use g in the lines below, g > 0 to compare, g || 0 to ask whether they are confused."),
    area,
    h("button", { type: "button", class: "quiet", onclick: () => { add(""); rows.at(-1)?.input.focus(); } }, "Another line"),
  );
  interface Row {
    input: HTMLInputElement;
    output: HTMLElement;
    latest: Latest;
  }
  const rows: Row[] = [];

  const show = (output: HTMLElement, answer: Value | Comparison, full: string): void => {
    if ("holds" in answer) {
      const side = (text: string | null, name: string): (Node | string)[] => (text === null ? [name] : typeset(text));
      output.replaceChildren(
        h("span", { class: `badge ${answer.holds ? "proved" : "open"}` }, answer.holds ? "yes" : "no"),
        " ",
        ...side(answer.left, "the left side"),
        ` ${RELATION[answer.relation]} `,
        ...side(answer.right, "the right side"),
        ".",
      );
      return;
    }
    const drawing = answer.thermograph && thermograph(answer.thermograph, answer.value ?? "this value");
    output.replaceChildren(
      h("strong", { class: "canonical", "data-value": answer.value ?? "" }, ...(answer.value === null ? ["too long to write out"] : typeset(answer.value))),
      h("span", { class: "muted" }, ` ${WINNER[answer.outcome]}; stops `, ...typeset(answer.left_stop), " and ", ...typeset(answer.right_stop), ", mean ", ...typeset(answer.mean), ", temperature ", ...typeset(answer.temperature)),
      drawing
        ? h(
            "details",
            // A cold value has a mast and nothing else.
            { class: "heat-details", open: numberOf(answer.temperature) > 0 },
            h("summary", {}, "Thermograph"),
            drawing,
            h("a", { class: "button chip", href: address("thermograph", { expr: full }), download: "thermograph.svg" }, "SVG"),
          )
        : "",
    );
  };

  const evaluate = (from: number): void => {
    write({ lines: rows.map((row) => row.input.value).filter((line) => line.trim() !== "").join("\n") || undefined });
    const known = new Map<string, string>();
    for (const [i, { input, output, latest }] of rows.entries()) {
      const { name, text } = named(input.value);
      const full = written(text, known);
      if (name) known.set(name, full);
      if (i < from) continue;
      const mine = latest.next();
      if (text === "") {
        output.replaceChildren();
        continue;
      }
      output.replaceChildren("…");
      const stop = h("button", { type: "button", class: "quiet small", onclick: () => { mine.abort(); output.replaceChildren("Stopped."); } }, "Stop");
      const wait = setTimeout(() => { if (latest.is(mine)) output.replaceChildren(h("progress", { "aria-label": "Computing" }), " ", stop); }, 500);
      const found = job<Value | Comparison>("eval", { expr: full, thermograph: true }, () => undefined, mine.signal);
      void found.catch(() => undefined).finally(() => clearTimeout(wait));
      found.then(
        (answer) => { if (latest.is(mine)) show(output, answer, full); },
        (error: unknown) => { if (!isAbort(error) && latest.is(mine)) output.replaceChildren(h("span", { class: "error" }, said(error))); },
      );
    }
  };

  const add = (text: string): void => {
    if (rows.length >= MOST_LINES) return;
    const index = rows.length;
    const input = h("input", { type: "text", spellcheck: false, autocapitalize: "off", value: text, "aria-label": `Expression ${index + 1}` });
    const output = h("output", { class: "worked", "aria-live": "polite" });
    input.addEventListener("change", () => evaluate(index));
    input.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      evaluate(index);
      if (index === rows.length - 1) add("");
      rows[index + 1]?.input.focus();
    });
    rows.push({ input, output, latest: new Latest(signal) });
    area.append(h("div", { class: "worked-line" }, input, output));
  };
  for (const line of kept.length ? kept : START) add(line);
  evaluate(0);
}
