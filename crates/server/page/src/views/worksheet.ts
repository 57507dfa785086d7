// A worksheet for partisan values: expressions, names for them, comparisons.

import { Latest, ask, isAbort, said } from "../api";
import type { Context } from "../context";
import { h } from "../dom";
import { write } from "../state";

interface Value {
  value: string | null;
  outcome: "L" | "R" | "N" | "P";
  left_stop: string;
  right_stop: string;
  mean: string;
  temperature: string;
  birthday: string;
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

/** A value with the signs of the books: ups, downs, stars, switches. */
export function drawn(value: string): string {
  return value.replaceAll("^", "↑").replace(/v(?=[\d*}|, ]|$)/g, "↓").replaceAll("+-", "±").replaceAll("*", "∗");
}

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
    h("p", { class: "help" }, "Numbers 3/8, nimbers *2, ups ^ and downs v, games {0|1}, switches +-1, sums and comparisons. Write g = {2|-1} to use g in the lines below."),
    area,
    h("button", { type: "button", class: "quiet", onclick: () => { add(""); rows.at(-1)?.input.focus(); } }, "Another line"),
  );
  interface Row {
    input: HTMLInputElement;
    output: HTMLElement;
    latest: Latest;
  }
  const rows: Row[] = [];

  const show = (output: HTMLElement, answer: Value | Comparison): void => {
    if ("holds" in answer) {
      const text = `${answer.holds ? "Yes" : "No"}: ${drawn(answer.left ?? "the left side")} ${RELATION[answer.relation]} ${drawn(answer.right ?? "the right side")}.`;
      output.replaceChildren(h("span", { class: `badge ${answer.holds ? "proved" : "open"}` }, answer.holds ? "yes" : "no"), " ", text.replace(/^(Yes|No): /, ""));
      return;
    }
    output.replaceChildren(
      h("strong", { class: "canonical" }, answer.value === null ? "too long to write out" : drawn(answer.value)),
      h("span", { class: "muted" }, ` ${WINNER[answer.outcome]}; stops ${answer.left_stop} and ${answer.right_stop}, mean ${answer.mean}, temperature ${answer.temperature}`),
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
      ask<Value | Comparison>("eval", { expr: full }, mine.signal).then(
        (answer) => { if (latest.is(mine)) show(output, answer); },
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
