// Misère play: whoever makes the last move loses.

import { Latest, ask, isAbort, job, said, type Misere } from "../api";
import type { Context } from "../context";
import { field, grouped, h, outdated } from "../dom";
import { typeset, words } from "../math";
import { write } from "../state";

/** A genus such as 4^146 with its exponent raised. */
function genus(text: string): (Node | string)[] {
  const at = text.indexOf("^");
  return at < 0 ? [text] : [text.slice(0, at), h("sup", {}, text.slice(at + 1))];
}

export async function misere(root: HTMLElement, context: Context): Promise<void> {
  const { game, signal, state } = context;
  const heaps = h("input", { type: "number", min: 1, max: 200, value: state.get("mto") ?? "20" });
  const table = h("div", { class: "moves-area", "aria-live": "polite" });
  const look = h("button", { type: "button" }, "Find the misère quotient");
  const quotient = h("div", { class: "stack", role: "status" });
  root.append(
    h("h2", {}, "Misère play"),
    h("p", {}, "The same moves, but whoever makes the last move loses. A heap is a P-position when whoever is to move loses. The genus ", h("var", {}, "g"), h("sup", {}, h("var", {}, "g"), "₀", h("var", {}, "g"), "₁…"), " of a heap tells its nim-value ", h("var", {}, "g"), " and its misère values, alone and beside heaps of 2."),
    h("div", { class: "controls" }, field("Heaps up to", heaps, "mto")),
    table,
    h("h3", {}, "Quotient"),
    h("p", {}, "Sums that behave alike beside every other sum form the misère quotient. Where it is finite and its periodicity is proved, it answers every position of the game; of some games it is infinite, and a rule answers every position all the same."),
    h("div", { class: "toolbar" }, look),
    quotient,
  );
  const latest = new Latest(signal);
  const show = async (): Promise<void> => {
    const to = Number(heaps.value);
    if (!Number.isInteger(to) || to < 1 || to > 200) return;
    write({ mto: to === 20 ? undefined : to });
    const mine = latest.next();
    const answered = outdated(table);
    try {
      const answer = await ask<Misere>("misere", { game, to }, mine.signal);
      const known = answer.genus.length - 1;
      table.replaceChildren(
        h(
          "p",
          { class: "statement" },
          answer.tame ? `Tame to heap ${to}: sums of these heaps are played like Nim.` : `Heap ${answer.first_wild!.heap} is the first wild heap: sums with it do not behave like Nim.`,
          known < to ? ` The genus is known to heap ${known} only.` : "",
        ),
        h(
          "div",
          { class: "scroll", tabindex: 0, role: "region", "aria-label": "Misère values" },
          h(
            "table",
            { class: "values" },
            h("thead", {}, h("tr", {}, h("th", { scope: "row" }, "heap"), ...answer.genus.map((_, n) => h("th", { scope: "col" }, n)))),
            h(
              "tbody",
              {},
              h("tr", {}, h("th", { scope: "row" }, "genus"), ...answer.genus.map((g) => h("td", {}, ...genus(g)))),
              h("tr", {}, h("th", { scope: "row" }, "misère value"), ...answer.misere_values.map((v) => h("td", {}, v))),
              h("tr", {}, h("th", { scope: "row" }, "outcome"), ...[...answer.outcomes].map((o) => h("td", o === "P" ? { class: "odd" } : {}, o))),
            ),
          ),
        ),
      );
    } catch (error) {
      if (!isAbort(error)) table.replaceChildren(h("p", { class: "error" }, said(error)));
    } finally {
      if (latest.is(mine)) answered();
    }
  };
  heaps.addEventListener("change", () => void show());

  const looking = new Latest(signal);
  look.addEventListener("click", () => {
    const mine = looking.next();
    const bar = h("progress", { "aria-label": "Looking for the quotient" });
    const stop = h("button", { type: "button", class: "quiet small", onclick: () => { mine.abort(); quotient.replaceChildren("Stopped."); look.focus(); } }, "Stop");
    quotient.replaceChildren("Looking for the quotient … ", bar, " ", stop);
    job<Misere>("misere", { game, quotient: true }, (done, total) => { if (total) bar.value = done / total; }, mine.signal)
      .then(
        ({ quotient: q }) => {
          if (!q) return;
          if (q.lead) {
            quotient.replaceChildren(...infinite(q.lead));
            return;
          }
          const proved = q.status === "proved";
          const shown = q.pretending_function.slice(0, proved ? Math.min(200, q.preperiod! + q.period!) : 60);
          quotient.replaceChildren(
            h(
              "p",
              { class: "statement" },
              h("span", { class: `badge ${q.status}` }, q.status),
              ` Order ${grouped(q.order)}, with ${grouped(q.p_order)} classes of P-positions. `,
              ...typeset(proved ? `Φ(n+${q.period}) = Φ(n) for all n ≥ ${q.preperiod}, so it is the quotient of all heaps.` : `It is verified for heaps to ${q.heaps} only: ${q.reason ?? "no period is proved"}.`),
            ),
            h(
              "dl",
              { class: "facts" },
              h("dt", {}, "Presentation"),
              h("dd", { class: "formula" }, ...words(q.presentation)),
              h("dt", {}, "P-portion"),
              h("dd", { class: "formula" }, ...words(q.p_portion.join(", "))),
              h("dt", {}, "Φ(0), Φ(1), …"),
              h("dd", { class: "formula" }, ...words(shown.join(", ")), shown.length < q.pretending_function.length ? " …" : ""),
            ),
          );
        },
        (error: unknown) => {
          if (!isAbort(error)) quotient.replaceChildren(h("p", { class: "error" }, said(error)));
        },
      )
      .catch(() => undefined);
  });
  await show();
}

/** The rule by which all sums are decided where the quotient is infinite. */
function infinite(lead: NonNullable<NonNullable<Misere["quotient"]>["lead"]>): Node[] {
  const row = (name: string, numbers: number[]) => h("tr", {}, h("th", { scope: "row" }, name), ...numbers.map((n) => h("td", {}, n)));
  return [
    h(
      "p",
      { class: "statement" },
      h("span", { class: "badge proved" }, "proved"),
      " The quotient is infinite, and yet every position is decided. Each heap has a weight and a reach; let a sum have the nim-value ",
      ...typeset("g, the total weight S and the greatest reach K. It is a P-position exactly if"),
    ),
    h(
      "ul",
      {},
      ...[`S = 0 and g = 1, or`, `S > 0, K ≤ S and g = 0, or`, `K ≥ S+2 and g = ${lead.value}.`].map((line) => h("li", {}, ...typeset(line))),
    ),
    h(
      "div",
      { class: "scroll", tabindex: 0, role: "region", "aria-label": "Weights and reaches" },
      h(
        "table",
        { class: "values" },
        h("thead", {}, h("tr", {}, h("th", { scope: "row" }, "heap"), ...lead.weights.map((_, n) => h("th", { scope: "col" }, n)))),
        h("tbody", {}, row("weight", lead.weights), row("reach", lead.reaches)),
      ),
    ),
    h("p", {}, ...typeset(`From heap ${lead.preperiod} on, ${lead.period} heaps later the weight is ${lead.step} greater, and the reach ${2 * lead.step} greater, or 0 where it is 0.`)),
  ];
}
