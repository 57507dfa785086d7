// The page: a game, what is known about it, and views of it.

import { ApiError, ask, isAbort, job, said, type Info, type Named, type Solution } from "./api";
import type { Context, View } from "./context";
import { byId, h, sentence } from "./dom";
import { read, write } from "./state";
import "./style.css";
import { atlas } from "./views/atlas";
import { col } from "./views/col";
import { misere } from "./views/misere";
import { play } from "./views/play";
import { proof } from "./views/proof";
import { rules } from "./views/rules";
import { scale } from "./views/scale";
import { sequence } from "./views/sequence";

const VIEWS: Record<string, { title: string; view: View }> = {
  sequence: { title: "Sequence", view: sequence },
  proof: { title: "Proof", view: proof },
  rules: { title: "Rules", view: rules },
  play: { title: "Play", view: play },
  misere: { title: "Misère", view: misere },
  scale: { title: "Grundy scale", view: scale },
  atlas: { title: "Atlas", view: atlas },
  col: { title: "Col, Snort", view: col },
};

/** Values computed in search of a proof, unless the visitor asks for more. */
const SEARCH = 50_000;

const EXAMPLES: [string, string][] = [
  ["Kayles", "Kayles"],
  ["Nim", "Nim"],
  ["Dawson's Kayles", "DawsonsKayles"],
  ["Grundy's game", "Grundy"],
  ["S(1,2,4)", "S(1,2,4)"],
  ["Mark", "n -> n-1 | n div 2"],
  ["A ruler: 0.2048", "0.2048"],
];

const input = byId("game") as HTMLInputElement;
const form = byId("game-form");
const errorBox = byId("game-error");
const summary = byId("summary");
const tabs = byId("tabs");
const view = byId("view");

let shown: { game: string; info: Info; solution: Promise<Solution> } | null = null;
let gameScope = new AbortController();
let viewScope = new AbortController();

/** The text with the offending character marked. */
function showError(text: string, error: ApiError): void {
  const chars = [...text];
  const at = error.position;
  const parts: (Node | string)[] = [];
  if (at !== null) {
    parts.push(
      h(
        "code",
        { class: "at" },
        chars.slice(Math.max(0, at - 40), at).join(""),
        h("mark", {}, chars[at] ?? "␣"),
        chars.slice(at + 1, at + 41).join(""),
      ),
    );
    const start = chars.slice(0, at).join("").length;
    input.focus();
    input.setSelectionRange(start, start + (chars[at]?.length ?? 0));
  }
  errorBox.replaceChildren(...parts, h("p", {}, error.sentence));
  input.setAttribute("aria-invalid", "true");
}

function clearError(): void {
  errorBox.replaceChildren();
  input.removeAttribute("aria-invalid");
}

function currentView(): string {
  const name = read().get("view") ?? "sequence";
  return name in VIEWS ? name : "sequence";
}

function showTabs(): void {
  const current = currentView();
  for (const tab of tabs.querySelectorAll<HTMLElement>("[role=tab]")) {
    const selected = tab.dataset["view"] === current;
    tab.setAttribute("aria-selected", String(selected));
    tab.tabIndex = selected ? 0 : -1;
    if (selected && tabs.scrollWidth > tabs.clientWidth) {
      // On a phone the tabs scroll sideways; the page itself stays where it is.
      tabs.scrollLeft = tab.offsetLeft - (tabs.clientWidth - tab.offsetWidth) / 2;
    }
  }
  view.setAttribute("aria-labelledby", `tab-${current}`);
}

function showView(): void {
  showTabs();
  viewScope.abort();
  viewScope = new AbortController();
  view.replaceChildren();
  if (!shown) return;
  const context: Context = { ...shown, state: read(), signal: viewScope.signal, open: (game, name) => void open(game, true, name) };
  Promise.resolve(VIEWS[currentView()]!.view(view, context)).catch((error: unknown) => {
    if (!isAbort(error)) view.append(h("p", { class: "error" }, error instanceof ApiError ? error.sentence : "Something went wrong on this page."));
  });
}

function showSummary(info: Info, solution: Solution | null, progress: HTMLElement | null, error?: string): void {
  const name = info.names[0];
  summary.replaceChildren(
    h("h2", {}, name ? `${name} ` : "", h("code", {}, info.game)),
    h("p", { class: "words" }, info.words.join(" ")),
    h(
      "p",
      { class: "statement" },
      solution ? h("span", { class: `badge ${solution.status}` }, solution.status) : h("span", { class: "badge" }, error ? "no answer" : "searching"),
      " ",
      solution ? sentence(solution.statement) : (error ?? progress ?? ""),
    ),
  );
}

async function open(text: string, step: boolean, name?: string): Promise<void> {
  gameScope.abort();
  gameScope = new AbortController();
  const { signal } = gameScope;
  input.value = text;
  let info: Info;
  try {
    info = await ask<Info>("info", { game: text }, signal);
  } catch (error) {
    if (isAbort(error)) return;
    if (error instanceof ApiError) {
      showError(text, error);
      // Nothing was shown yet: say where to begin instead of showing empty boxes.
      if (!shown) {
        showTabs();
        summary.replaceChildren(h("p", { class: "muted" }, "Correct the rules above, or pick one of the examples."));
        view.replaceChildren(h("p", { class: "muted" }, "The views of the game appear here."));
      }
    }
    return;
  }
  clearError();
  const fresh = shown?.game !== info.game;
  // What belongs to the game before does not belong to this one.
  const other = fresh && shown ? { heaps: undefined, n: undefined, heap: undefined, heap0: undefined, wrap: undefined, limit: undefined } : {};
  const turned = name ? { view: name === "sequence" ? undefined : name } : {};
  write({ game: text, ...other, ...turned }, step);
  document.title = `${info.names[0] ?? info.game} – sprague`;
  const bar = h("progress", { max: 1, "aria-label": "Looking for a proof" });
  const solution = job<Solution>("solve", { game: info.game, limit: Number(read().get("limit")) || SEARCH }, (done, total) => {
    if (total) bar.value = done / total;
  }, signal);
  shown = { game: info.game, info, solution };
  showSummary(info, null, bar);
  solution.then(
    (found) => { if (!signal.aborted) showSummary(info, found, null); },
    (error: unknown) => { if (!isAbort(error)) showSummary(info, null, null, said(error)); },
  );
  showView();
}

function setUpTabs(): void {
  const names = Object.keys(VIEWS);
  tabs.replaceChildren(
    ...names.map((name) =>
      h("button", { type: "button", role: "tab", id: `tab-${name}`, "data-view": name, "aria-controls": "view", onclick: () => go(name) }, VIEWS[name]!.title),
    ),
  );
  const go = (name: string): void => {
    write({ view: name === "sequence" ? undefined : name }, true);
    showView();
  };
  tabs.addEventListener("keydown", (event) => {
    const at = names.indexOf(currentView());
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: names.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    const name = names[(next + names.length) % names.length]!;
    go(name);
    byId(`tab-${name}`).focus();
  });
}

const DARK = "(prefers-color-scheme: dark)";

/** The condition under which the style sheet has its dark colours. */
function darkCondition(): MediaList | undefined {
  for (const sheet of document.styleSheets)
    for (const rule of sheet.cssRules) if (rule instanceof CSSMediaRule && rule.conditionText === DARK) return rule.media;
  return undefined;
}

function setUpTheme(): void {
  const button = byId("theme");
  const dark = darkCondition();
  const order = ["auto", "light", "dark"];
  const apply = (theme: string): void => {
    if (dark) dark.mediaText = theme === "auto" ? DARK : theme === "dark" ? "all" : "not all";
    button.textContent = `Theme: ${theme}`;
    window.dispatchEvent(new Event("themechange"));
  };
  let theme = "auto";
  try {
    theme = localStorage.getItem("theme") ?? "auto";
  } catch {
    // Storage is off: the theme of the system will do.
  }
  if (!order.includes(theme)) theme = "auto";
  apply(theme);
  button.addEventListener("click", () => {
    theme = order[(order.indexOf(theme) + 1) % order.length]!;
    try {
      localStorage.setItem("theme", theme);
    } catch {
      // As above.
    }
    apply(theme);
  });
  matchMedia(DARK).addEventListener("change", () => window.dispatchEvent(new Event("themechange")));
}

function setUpGames(): void {
  byId("examples").replaceChildren(
    ...EXAMPLES.map(([label, game]) => h("button", { type: "button", class: "chip", onclick: () => void open(game, true) }, label)),
  );
  ask<{ games: Named[] }>("games", {}).then(
    ({ games }) => byId("games").replaceChildren(...games.map((g) => h("option", { value: g.name }, `${g.rules} · ${g.about}`))),
    () => undefined,
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void open(input.value, true);
  });
}

setUpTheme();
setUpTabs();
setUpGames();
window.addEventListener("popstate", () => void open(read().get("game") ?? "Kayles", false));
void open(read().get("game") ?? "Kayles", false);
