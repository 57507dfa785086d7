// The answer at a glance: what the game is, its first values, what is known for ever.

import { stoppable } from "./activity";
import { address, ask, askText, isAbort, said, type AtlasGame, type Info, type Literature, type Named, type Solution } from "./api";
import { grouped, h, sentence } from "./dom";
import { typeset } from "./math";
import { bfile, citation, copy, csv, download, downloadPng, fileName, frame, latex } from "./save";

/** How many values are shown at a glance. */
const GLANCE = 20;
/** How many formulas are shown at a glance; all of them are with the proof. */
const MOST_FORMULAS = 6;
/** How many values are carried away. */
const SAVED = 1000;

/** The large sentence: what the nim-sequence does. */
export function headline(solution: Solution): string {
  const { kind, period, preperiod, saltus } = solution;
  const from = preperiod === 0 ? "from the beginning" : `from heap ${grouped(preperiod ?? 0)}`;
  switch (kind) {
    case "periodic":
      return `Periodic with period ${grouped(period ?? 0)} ${from}`;
    case "arithmetic-periodic":
      return `Arithmetic-periodic: period ${grouped(period ?? 0)}, saltus ${grouped(saltus ?? 0)}, ${from}`;
    case "sapp":
      return `Periodic on some residues, growing on the others: period ${grouped(period ?? 0)}, saltus ${grouped(saltus ?? 0)}, ${from}`;
    case "ruler":
      return "Ruler-regular: given by formulas";
    case "automatic":
      return "Read by a finite automaton";
    case "closed-form":
      return "A formula for every heap";
    default:
      return "Open: no regularity is known";
  }
}

/** What a published result says, in a line. */
function literatureText(entry: Literature): string {
  const parts: string[] = [];
  if (entry.period != null) parts.push(`period ${grouped(entry.period)}${entry.preperiod != null ? ` from heap ${grouped(entry.preperiod)}` : ""}`);
  else if (entry.computed != null) parts.push(`computed to ${grouped(entry.computed)}`);
  else parts.push(entry.claim);
  const verdict = entry.atlas === "agrees" ? ", agrees with the atlas" : entry.atlas ? `, the atlas: ${entry.atlas}` : "";
  return `${entry.source}: ${parts.join(", ")}${verdict}`;
}

/** The card of a game; `open` shows another one. */
export class Card {
  readonly headline = h("p", { class: "headline" }, "…");
  readonly statement = h("p", { class: "statement" });
  readonly formulas = h("ul", { class: "formulas", hidden: true });
  readonly values = h("p", { class: "glance", "aria-label": "First nim-values" }, " ");
  readonly facts = h("dl", { class: "facts glance-facts" });
  readonly verdict = h("span", { class: "card-verdict", role: "status" });
  private solution: Solution | null = null;
  private known: AtlasGame | null = null;
  private first: number[] | null = null;

  constructor(
    root: HTMLElement,
    private readonly info: Info,
    private readonly named: Named | undefined,
    private readonly signal: AbortSignal,
    private readonly open: (game: string) => void,
  ) {
    const told = h("span", { class: "told", role: "status" });
    const tool = (label: string, act: () => void | Promise<void>): HTMLElement => h("button", { type: "button", class: "chip", onclick: () => void act() }, label);
    const saved = (label: string, write: (values: number[]) => [string, string, string]): HTMLElement =>
      tool(label, async () => {
        try {
          const { values } = await ask<{ values: number[] }>("values", { game: info.game, from: 0, to: SAVED - 1 }, signal);
          download(...write(values));
        } catch (error) {
          if (!isAbort(error)) told.replaceChildren(said(error));
        }
      });
    const copied = (label: string, text: () => string): HTMLElement =>
      tool(label, async () => {
        told.replaceChildren((await copy(text())) ? "Copied." : "The browser does not allow copying: take the address above.");
        setTimeout(() => told.replaceChildren(), 4000);
      });
    const name = named ? spaced(named.name) : info.game;
    const story = named ? named.about : info.words.join(" ");
    const answer = h(
      "div",
      { class: "card-answer" },
      h("div", { class: "card-head" }, h("h2", {}, named ? `${name} ` : "", h("code", {}, info.game)), h("p", { class: "words" }, story)),
      this.values,
      this.headline,
      this.statement,
      this.formulas,
    );
    const beside = h(
      "div",
      { class: "card-beside" },
      this.facts,
      h(
        "div",
        { class: "chips carry", role: "group", "aria-label": "Take it with you" },
        copied("Copy link", () => location.href),
        copied("Embed", () => frame(info.game)),
        copied("Cite", () => citation(name, info.game, this.solution, location.href)),
        saved("CSV", (values) => [fileName(info.game, "csv"), csv(values), "text/csv"]),
        saved("b-file", (values) => [fileName(info.game, "b.txt"), bfile(values), "text/plain"]),
        saved("LaTeX", (values) => [fileName(info.game, "tex"), latex(info.game, values), "text/plain"]),
        h("a", { class: "button chip", href: address("plot", { game: info.game, to: SAVED }), download: fileName(info.game, "svg") }, "SVG"),
        tool("PNG", async () => {
          try {
            await downloadPng(fileName(info.game, "png"), await askText("plot", { game: info.game, to: SAVED }, signal));
          } catch (error) {
            if (!isAbort(error)) told.replaceChildren(said(error));
          }
        }),
        told,
      ),
    );
    root.replaceChildren(answer, beside);
    this.showFacts(null);
    ask<{ values: number[] }>("values", { game: info.game, from: 0, to: GLANCE - 1 }, signal).then(
      ({ values }) => {
        this.first = values;
        this.showValues();
      },
      () => undefined,
    );
    ask<AtlasGame>("atlas-game", { game: info.game }, signal).then(
      (known) => this.showFacts(known),
      () => undefined,
    );
  }

  private showValues(): void {
    if (this.first) this.values.replaceChildren(h("span", { class: "muted" }, "n = 0, 1, 2, …: "), this.first.join(" "), " …");
  }

  /** How far an open game was computed, and how near to regular it is. */
  private openRows(): [string, (Node | string)[]][] {
    const found = this.solution;
    if (!found || found.status !== "open") return [];
    const rows: [string, (Node | string)[]][] = [["How far", [`${grouped(found.computed)} values computed now, the greatest is ${grouped(found.max_value)}`]]];
    const near: (Node | string)[] = [];
    if (found.nearest) {
      const { period, saltus, from, to, fails_at } = found.nearest;
      near.push(...typeset(`G(n+${grouped(period)}) = G(n)${saltus ? ` + ${grouped(saltus)}` : ""} from ${grouped(from)} to ${grouped(to)}, not at ${grouped(fails_at)}; `));
    }
    if (found.sub_period) {
      const { period, nim_saltus, share } = found.sub_period;
      near.push(...typeset(`G(n+${grouped(period)}) = G(n)${nim_saltus ? ` xor ${nim_saltus}` : ""} for ${(100 * share).toFixed(1)} % of the last heaps`));
    }
    if (found.sparse_space) near.push(`${near.length ? "; " : ""}${grouped(found.sparse_space.rares)} rare heaps${found.sparse_space.last_rare === null ? "" : `, the last is ${grouped(found.sparse_space.last_rare)}`}`);
    if (near.length) rows.push(["How near", near]);
    const misses = (found.near_misses ?? []).map(({ period, saltus, from, to, fails_at, compared, share }) =>
      typeset(
        `G(n+${grouped(period)}) = G(n)${saltus ? ` + ${grouped(saltus)}` : ""} for ${(100 * share).toFixed(1)} % of n ≤ ${grouped(compared - 1)}, longest from ${grouped(from)} to ${grouped(to)}${fails_at === null ? "" : `, not at ${grouped(fails_at)}`}`,
      ),
    );
    const [best, ...others] = misses;
    if (best) {
      // The others wait until they are asked for: what is below stays in sight.
      const list = h("ol", { class: "near-misses", start: 2 }, ...others.map((miss) => h("li", {}, ...miss)));
      const more = h("details", {}, h("summary", {}, `${others.length} more`), list);
      rows.push(["Near misses", others.length ? [...best, more] : best]);
    }
    return rows;
  }

  private showFacts(known: AtlasGame | null): void {
    this.known = known;
    const rows: [string, (Node | string)[]][] = this.openRows();
    const link = (game: string): HTMLElement => h("button", { type: "button", class: "link", onclick: () => this.open(game) }, game);
    const some = known?.literature.filter((entry) => entry.claim !== "conflict").slice(0, 3) ?? [];
    if (some.length) rows.push(["Literature", [some.map(literatureText).join("; ")]]);
    if (this.named?.oeis) rows.push(["OEIS", [h("a", { href: `https://oeis.org/${this.named.oeis}`, rel: "noopener" }, this.named.oeis)]]);
    const cousins = this.info.cousins.slice(0, 6);
    if (cousins.length) rows.push(["Cousins", cousins.flatMap((game, i) => (i ? [", ", link(game)] : [link(game)]))]);
    this.facts.replaceChildren(...rows.flatMap(([name, content]) => [h("dt", {}, name), h("dd", {}, ...content)]));
  }

  /** While a proof is looked for. */
  searching(progress: HTMLElement, stop: () => void): void {
    this.formulas.hidden = true;
    this.headline.replaceChildren(h("span", { class: "badge" }, "searching"), " ", progress, " ", h("button", { type: "button", class: "quiet small", onclick: stop }, "Stop"));
    this.statement.replaceChildren();
  }

  /** No answer. */
  failed(what: string, why: string): void {
    this.headline.replaceChildren(h("span", { class: "badge" }, what));
    this.statement.replaceChildren(why);
  }

  /** What was found. */
  found(solution: Solution): void {
    this.solution = solution;
    this.headline.replaceChildren(headline(solution), " ", h("span", { class: `badge ${solution.status}` }, solution.status));
    const small: (Node | string)[] = [...typeset(sentence(solution.statement))];
    if (solution.status === "proved" && solution.theorem !== "closed-form") {
      const check = h("button", { type: "button", class: "quiet small", onclick: () => void this.check(check) }, "Check");
      small.push(" ", check, " ", this.verdict);
    }
    if (solution.coq) small.push(" ", h("span", { class: "muted" }, `This statement was checked by Coq ${solution.coq.version} on ${solution.coq.date}.`));
    const formulas = solution.formulas?.slice(0, MOST_FORMULAS) ?? [];
    this.formulas.hidden = !formulas.length;
    this.formulas.replaceChildren(...formulas.map((line) => h("li", { class: "formula" }, ...typeset(line))));
    this.statement.replaceChildren(...small);
    this.showFacts(this.known);
  }

  /** Has the certificate judged by the independent checker. */
  private async check(button: HTMLButtonElement): Promise<void> {
    button.disabled = true;
    const wait = stoppable(this.signal, () => this.verdict.replaceChildren("Stopped."));
    this.verdict.replaceChildren("Checking … ", wait.button);
    try {
      const text = await askText("certificate", { game: this.info.game }, wait.signal);
      const { verdict } = await ask<{ verdict: string }>("check", { game: this.info.game }, wait.signal, text);
      this.verdict.replaceChildren(h("span", { class: `badge ${verdict === "verified" ? "proved" : "open"}` }, verdict === "verified" ? "certificate verified" : verdict));
    } catch (error) {
      if (!isAbort(error)) this.verdict.replaceChildren(said(error));
    } finally {
      button.disabled = false;
    }
  }
}

/** `DawsonsKayles` as people write it. */
export function spaced(name: string): string {
  return name.replace(/([a-z])([A-Z])/g, "$1 $2").replace(/\b(Dawson|Lasker|Kenyon|Grundy)s\b/g, "$1’s");
}
