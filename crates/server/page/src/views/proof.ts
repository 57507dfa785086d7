// What is proved, the certificate, and heaps of any size.

import { backend } from "#backend";
import { stoppable } from "../activity";
import { ApiError, Latest, address, ask, askText, isAbort, job, said } from "../api";
import type { Context } from "../context";
import { field, grouped, h, sentence } from "../dom";
import { typeset } from "../math";
import { write } from "../state";

/** Digits, or a power such as 10^100. */
export function heapDigits(text: string): string | null {
  const plain = text.replace(/[\s,_']/g, "");
  if (/^\d+$/.test(plain)) return plain.length <= 20_000 ? plain : null;
  const power = /^(\d{1,6})\^(\d{1,5})$/.exec(plain);
  if (!power) return null;
  const [, base = "0", exponent = "0"] = power;
  if (Number(exponent) * Math.log10(Math.max(1, Number(base))) >= 20_000) return null;
  return (BigInt(base) ** BigInt(exponent)).toString();
}

interface Automaton {
  kind: string;
  formulas: string[];
  drawing: string | null;
}

/** A drawing that came as text, as a part of the page, so that it has the page's colours. */
function drawing(svg: string, label: string): Node {
  const parsed = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  if (parsed.localName !== "svg") return h("p", { class: "muted" }, "The drawing cannot be shown.");
  parsed.setAttribute("class", "drawing");
  parsed.setAttribute("role", "img");
  parsed.setAttribute("aria-label", label);
  return document.importNode(parsed, true);
}

/** Looks for a proof by automata and shows its formulas and its drawing. */
async function byAutomata(root: HTMLElement, game: string, signal: AbortSignal): Promise<boolean> {
  const search = new AbortController();
  signal.addEventListener("abort", () => search.abort());
  const bar = h("progress", { "aria-label": "Looking for an automaton" });
  const stop = h("button", { type: "button", class: "quiet small", onclick: () => search.abort() }, "Stop");
  root.replaceChildren(h("h3", {}, "Automata"), h("p", { role: "status" }, "Looking for an automaton … ", bar, " ", stop));
  try {
    const found = await job<Automaton>("automaton", { game }, (done, total) => { if (total) bar.value = done / total; }, search.signal);
    root.replaceChildren(
      h("h3", {}, "Proved by an automaton"),
      h("p", {}, h("span", { class: "badge proved" }, "proved"), ` The nim-sequence is ${found.kind === "ruler" ? "ruler-regular" : found.kind}: an automaton reads it, and this was decided for all heaps at once.`),
      found.formulas.length ? h("ul", { class: "formulas" }, ...found.formulas.map((line) => h("li", { class: "formula" }, ...typeset(line)))) : "",
      found.drawing
        ? h(
            "details",
            { open: true },
            h("summary", {}, "The automaton"),
            h("p", { class: "help" }, "A circle is a state, a double one accepts. An arrow with x/z reads the digit x of the heap and the bit z of its value; “from r:c” says that reading of the heaps with residue r and low part c starts there."),
            h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Drawing of the automaton" }, drawing(found.drawing, `The automaton that reads the nim-sequence of ${game}`)),
          )
        : "",
    );
    return true;
  } catch (error) {
    if (isAbort(error)) {
      if (!signal.aborted) root.replaceChildren(h("h3", {}, "Automata"), h("p", { role: "status" }, "Stopped."));
      return false;
    }
    const refused = error instanceof ApiError && /not checked yet/.test(error.message);
    root.replaceChildren(
      h("h3", {}, "Automata"),
      refused
        ? h("p", { role: "status" }, h("span", { class: "badge observed" }, "not checked yet"), " An automaton was found. Its certificate is too long to be checked here while you wait, so nothing is called proved.")
        : h("p", { role: "status" }, said(error)),
    );
    return false;
  }
}

/** The certificate to download and to check. */
function offerCertificate(root: HTMLElement, game: string, signal: AbortSignal): void {
  const verdict = h("div", { role: "status", class: "verdict" });
  const check = h("button", { type: "button" }, "Check it");
  check.addEventListener("click", () => {
    const wait = stoppable(signal, () => verdict.replaceChildren("Stopped."));
    verdict.replaceChildren("Checking … ", wait.button);
    void (async (): Promise<void> => {
      try {
        // As text: its numbers may be larger than JavaScript keeps exact.
        const proofText = await askText("certificate", { game }, wait.signal);
        const answer = await ask<{ verdict: string; claim: string | null; reason: string }>("check", { game }, wait.signal, proofText);
        const good = answer.verdict === "verified";
        verdict.replaceChildren(
          h("p", {}, h("span", { class: `badge ${good ? "proved" : "open"}` }, answer.verdict), " ", ...typeset(answer.claim ?? "")),
          h("p", { class: "muted" }, answer.reason),
        );
      } catch (error) {
        if (!isAbort(error)) verdict.replaceChildren(h("p", { class: "error" }, said(error)));
      }
    })();
  });
  root.replaceChildren(
    h("h3", {}, "Certificate"),
    h("p", {}, "A certificate is a short file from which a small independent program verifies the statement anew."),
    h("div", { class: "toolbar" }, h("a", { class: "button", href: address("certificate", { game }), download: "certificate.json" }, "Download the certificate"), check),
    verdict,
  );
}

export async function proof(root: HTMLElement, context: Context): Promise<void> {
  const { game, signal, state } = context;
  const facts = h("div", { class: "facts-area" }, h("p", { class: "muted" }, "Looking for a proof …"));
  const certificate = h("div", { class: "stack" });
  const heap = h("input", { type: "text", inputmode: "numeric", value: state.get("heap") ?? "10^100", class: "wide" });
  const result = h("output", { class: "result", role: "status" });
  const form = h(
    "form",
    { class: "controls" },
    field("Heap", heap, "heap"),
    h("button", { type: "submit" }, "Find its nim-value"),
  );
  const automaton = h("div", { class: "stack" });
  root.append(
    h("h2", {}, "What is proved"),
    facts,
    certificate,
    automaton,
    h("h3", {}, "The value of a heap of any size"),
    form,
    result,
  );
  const latest = new Latest(signal);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const n = heapDigits(heap.value);
    if (n === null) {
      result.replaceChildren(h("span", { class: "error" }, "Write a whole number, or a power such as 10^100."));
      return;
    }
    write({ heap: heap.value });
    const mine = latest.next();
    const bar = h("progress", { "aria-label": "Computing" });
    const stop = h("button", { type: "button", class: "quiet small", onclick: () => { mine.abort(); result.replaceChildren("Stopped."); } }, "Stop");
    result.replaceChildren("… ");
    const wait = setTimeout(() => { if (latest.is(mine)) result.replaceChildren(bar, " ", stop); }, 400);
    const value = job<{ value: number | string }>("value", { game, n }, (done, total) => { if (total) bar.value = done / total; }, mine.signal);
    void value.catch(() => undefined).finally(() => clearTimeout(wait));
    value.then(
      (answer) => {
        const shown = n.length <= 24 ? grouped(n) : heap.value.trim();
        result.replaceChildren(...typeset(`G(${shown}) = `), h("strong", {}, grouped(answer.value)));
      },
      (error: unknown) => {
        if (!isAbort(error)) result.replaceChildren(h("span", { class: "error" }, said(error)));
      },
    );
  });
  try {
    const found = await context.solution;
    if (signal.aborted) return;
    const rows: [string, string | number | null][] = [
      ["Kind", found.kind],
      ["Preperiod", found.preperiod],
      ["Period", found.period],
      ["Saltus", found.saltus || null],
      ["Theorem", found.theorem],
      ["Values computed", grouped(found.computed)],
      ["Greatest value", found.max_value],
      ["Stopped because", found.stopped ?? null],
    ];
    facts.replaceChildren(
      h("p", { class: "statement" }, h("span", { class: `badge ${found.status}` }, found.status), " ", ...typeset(sentence(found.statement))),
      h("dl", { class: "facts" }, ...rows.filter(([, v]) => v !== null).flatMap(([k, v]) => [h("dt", {}, k), h("dd", {}, v)])),
    );
    const more = backend.furthest;
    if (found.status !== "proved" && found.computed < more) {
      certificate.append(
        h("div", { class: "toolbar" }, h("button", { type: "button", class: "quiet", onclick: () => { write({ limit: more }, true); context.open(game); } }, `Search further, up to ${grouped(more)} values`), h("span", { class: "muted" }, backend.limits)),
      );
    }
    if (found.status === "proved" && found.theorem && found.checked != null) offerCertificate(certificate, game, signal);
    if (found.kind === "ruler" || found.kind === "automatic") await byAutomata(automaton, game, signal);
    else if (found.status !== "proved") {
      const look = h("button", { type: "button" }, "Look for a proof by automata");
      look.addEventListener("click", () => void byAutomata(automaton, game, signal).then((proved) => { if (proved) offerCertificate(certificate, game, signal); }));
      automaton.append(
        h("h3", {}, "Automata"),
        h("p", {}, "Where a finite automaton reads the pairs (n, G(n)), that it does so can be decided for all heaps at once."),
        h("div", { class: "toolbar" }, look),
      );
    }
  } catch (error) {
    if (!isAbort(error)) facts.replaceChildren(h("p", { class: "error" }, said(error)));
    else if (!signal.aborted) facts.replaceChildren(h("p", {}, "The search for a proof was stopped."));
  }
}
