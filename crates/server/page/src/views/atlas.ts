// The atlas: games that were surveyed, to filter, sort and open.

import { Latest, ask, isAbort, said, type AtlasGame, type AtlasPage, type Literature } from "../api";
import type { Context } from "../context";
import { field, grouped, h, outdated } from "../dom";
import { write } from "../state";

const PAGE = 25;

const KINDS = ["", "periodic", "arithmetic-periodic", "sapp", "ruler", "automatic", "closed-form", "open"];
const STATUSES = ["", "proved", "observed", "open"];
/** Columns of the table: the key in a row, the title. */
const COLUMNS: [string, string][] = [
  ["game", "Game"],
  ["kind", "Kind"],
  ["status", "Status"],
  ["preperiod", "Preperiod"],
  ["period", "Period"],
  ["saltus", "Saltus"],
  ["max_value", "Greatest value"],
  ["computed", "Computed"],
];
/** The columns it is sorted by. */
const SORTED = ["game", "preperiod", "period", "saltus", "max_value", "computed"];

function claimed(entry: Literature): string {
  const parts = [entry.claim];
  if (entry.preperiod != null) parts.push(`preperiod ${grouped(entry.preperiod)}`);
  if (entry.period != null) parts.push(`period ${grouped(entry.period)}`);
  if (entry.saltus) parts.push(`saltus ${grouped(entry.saltus)}`);
  if (entry.computed != null) parts.push(`computed to ${grouped(entry.computed)}`);
  if (entry.note) parts.push(entry.note);
  return `${entry.game}: ${parts.join(", ")}`;
}

export async function atlas(root: HTMLElement, context: Context): Promise<void> {
  const { state, signal, open, game } = context;
  const select = (values: string[], key: string): HTMLSelectElement =>
    h("select", {}, ...values.map((value) => h("option", { value, selected: state.get(key) === value }, value || "any")));
  const text = (key: string, hint: string): HTMLInputElement =>
    h("input", { type: "text", value: state.get(key) ?? "", placeholder: hint, spellcheck: "false", autocapitalize: "off" });
  const pattern = text("a-game", "0.1*");
  const kind = select(KINDS, "a-kind");
  const status = select(STATUSES, "a-status");
  const preperiod = text("a-preperiod", ">100");
  const period = text("a-period", "10..20");
  const same = h("input", { type: "checkbox", checked: state.get("a-all") !== "1" });
  let order = SORTED.includes(state.get("a-order") ?? "") ? state.get("a-order")! : "game";
  let descending = state.get("a-down") === "1";
  let from = Math.max(0, Math.floor(Number(state.get("a-from"))) || 0);

  const form = h(
    "form",
    { class: "controls filters" },
    field("Game", pattern, "a-game"),
    field("Kind", kind, "a-kind"),
    field("Status", status, "a-status"),
    field("Preperiod", preperiod, "a-preperiod"),
    field("Period", period, "a-period"),
    h("label", { class: "check" }, same, "equal games once"),
    h("button", { type: "submit" }, "Find"),
  );
  const count = h("p", { class: "muted", role: "status" });
  const table = h("div", { class: "scroll atlas", tabindex: 0, role: "region", "aria-label": "Games of the atlas" });
  const back = h("button", { type: "button", class: "quiet" }, "← Back");
  const next = h("button", { type: "button", class: "quiet" }, "Next →");
  const about = h("div", { class: "stack" });
  root.append(
    h("h2", {}, "Atlas"),
    h("p", {}, "Games that were surveyed, with what is proved about each. Numbers take conditions such as 12, >100 or 10..20."),
    form,
    count,
    table,
    h("div", { class: "toolbar pages" }, back, next),
    about,
  );

  const show = ({ rows }: AtlasPage): void => {
    const head = COLUMNS.map(([key, title]) => {
      if (!SORTED.includes(key)) return h("th", { scope: "col" }, title);
      const here = key === order;
      return h(
        "th",
        { scope: "col", "aria-sort": here ? (descending ? "descending" : "ascending") : "none" },
        h("button", { type: "button", class: "sort", "data-key": key, onclick: () => { descending = here ? !descending : key !== "game"; order = key; from = 0; void load(true); } }, title, here ? (descending ? " ▾" : " ▴") : ""),
      );
    });
    // The keyboard may be on a head of the table that is made anew.
    const at = table.contains(document.activeElement) ? (document.activeElement as HTMLElement).dataset["key"] : undefined;
    const cell = (value: number | string | null): HTMLElement => h("td", typeof value === "string" ? { class: "word" } : {}, value === null ? "" : typeof value === "number" ? grouped(value) : value);
    table.replaceChildren(
      h(
        "table",
        {},
        h("thead", {}, h("tr", {}, ...head)),
        h(
          "tbody",
          {},
          ...rows.map((row) =>
            h(
              "tr",
              {},
              h("td", { class: "word" }, h("button", { type: "button", class: "link", onclick: () => open(row.game, "sequence") }, row.game)),
              cell(row.kind),
              h("td", { class: "word" }, h("span", { class: `badge ${row.status}` }, row.status)),
              cell(row.preperiod),
              cell(row.period),
              cell(row.saltus),
              cell(row.max_value),
              cell(row.computed),
            ),
          ),
        ),
      ),
    );
    if (at !== undefined) table.querySelector<HTMLElement>(`[data-key="${at}"]`)?.focus();
  };

  const latest = new Latest(signal);
  /** Shows what is asked for; `step` where Back is to lead to what was shown before. */
  const load = async (step = false): Promise<void> => {
    const mine = latest.next();
    const given = (value: string): string | undefined => value.trim() || undefined;
    write({
      "a-game": given(pattern.value),
      "a-kind": given(kind.value),
      "a-status": given(status.value),
      "a-preperiod": given(preperiod.value),
      "a-period": given(period.value),
      "a-all": same.checked ? undefined : "1",
      "a-order": order === "game" ? undefined : order,
      "a-down": descending ? "1" : undefined,
      "a-from": from || undefined,
    }, step);
    const answered = outdated(table, count);
    try {
      const page = await ask<AtlasPage>(
        "atlas",
        {
          game: given(pattern.value),
          kind: given(kind.value),
          status: given(status.value),
          preperiod: given(preperiod.value),
          period: given(period.value),
          representatives: same.checked || undefined,
          order,
          descending: descending || undefined,
          from,
          most: PAGE,
        },
        mine.signal,
      );
      if (page.total && !page.rows.length) {
        // An address may ask for more than there is.
        from = 0;
        return await load();
      }
      const last = from + page.rows.length;
      count.textContent = page.total ? `${grouped(from + 1)} to ${grouped(last)} of ${grouped(page.total)} games` : "No game of the atlas is like this.";
      back.disabled = from === 0;
      next.disabled = last >= page.total;
      show(page);
    } catch (error) {
      if (isAbort(error)) return;
      table.replaceChildren();
      count.replaceChildren(h("span", { class: "error" }, said(error)));
      back.disabled = next.disabled = true;
    } finally {
      if (latest.is(mine)) answered();
    }
  };

  const turn = (by: number): void => {
    from = Math.max(0, from + by);
    void load(true);
  };
  back.addEventListener("click", () => turn(-PAGE));
  next.addEventListener("click", () => turn(PAGE));
  const again = (): void => {
    from = 0;
    void load(true);
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    again();
  });
  for (const control of [kind, status, same]) control.addEventListener("change", again);

  await load();
  if (!game) return;
  try {
    const entry = await ask<AtlasGame>("atlas-game", { game }, signal);
    const link = (name: string): HTMLElement => h("button", { type: "button", class: "link", onclick: () => open(name) }, name);
    const list = (names: string[]): (Node | string)[] => names.slice(0, 40).flatMap((name, i) => (i ? [", ", link(name)] : [link(name)]));
    const rows: [string, (Node | string)[]][] = [];
    if (entry.cousins.length) rows.push(["Solved together with", list(entry.cousins)]);
    if (entry.same_sequence.length) rows.push(["Same sequence, by proof", list(entry.same_sequence)]);
    about.append(
      h("h3", {}, `${game} in the atlas and in the literature`),
      rows.length ? h("dl", { class: "facts" }, ...rows.flatMap(([name, content]) => [h("dt", {}, name), h("dd", {}, ...content)])) : "",
      entry.literature.length
        ? h("ul", { class: "literature" }, ...entry.literature.map((e) => h("li", {}, claimed(e), " ", h("span", { class: "muted" }, `(${e.source}${e.atlas && e.atlas !== "silent" ? `; the atlas ${e.atlas}` : ""})`))))
        : h("p", { class: "muted" }, "The literature that was gathered says nothing about it."),
    );
  } catch (error) {
    if (isAbort(error)) return;
    about.append(h("p", { class: "muted" }, `${game} is not in this atlas.`));
  }
}
