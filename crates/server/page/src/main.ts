// The page: a game, what is known about it, and views of it; or one of the pages beside the games.

import { backend } from "#backend";
import { ApiError, ask, isAbort, job, said, type Info, type Named, type Solution } from "./api";
import { Card } from "./card";
import type { Context, View } from "./context";
import { byId, h, outdated } from "./dom";
import { setUpJoin } from "./join";
import { saveFromLinks } from "./save";
import { meant } from "./search";
import { keepSetting, read, setting, tidy, turnHome, turnTo, write } from "./state";
import "./style.css";
import { atlas } from "./views/atlas";
import { check, takeDroppedFiles } from "./views/check";
import { col } from "./views/col";
import { home } from "./views/home";
import { misere } from "./views/misere";
import { play } from "./views/play";
import { proof } from "./views/proof";
import { rules } from "./views/rules";
import { scale } from "./views/scale";
import { sequence } from "./views/sequence";
import { worksheet } from "./views/worksheet";

/** Views of one game. */
const VIEWS: Record<string, { title: string; view: View }> = {
  sequence: { title: "Sequence", view: sequence },
  play: { title: "Play", view: play },
  proof: { title: "Proof", view: proof },
  rules: { title: "Rules", view: rules },
  misere: { title: "Misère", view: misere },
  scale: { title: "Grundy scale", view: scale },
};
/** Pages beside the games; they may be told of one. */
const PAGES: Record<string, { title: string; view: View }> = {
  atlas: { title: "Atlas", view: atlas },
  col: { title: "Col, Snort", view: col },
  worksheet: { title: "Values", view: worksheet },
  check: { title: "Check", view: check },
};
/** Values computed in search of a proof, unless the visitor asks for more. */
const SEARCH = 2_000_000;

const input = byId("game") as HTMLInputElement;
const form = byId("game-form");
const errorBox = byId("game-error");
const choicesBox = byId("game-choices");
const summary = byId("summary");
const tabs = byId("tabs");
const view = byId("view");

const games: Promise<Named[]> = ask<{ games: Named[] }>("games", {}).then(
  (answer) => answer.games,
  () => [],
);

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
  choicesBox.replaceChildren();
  errorBox.replaceChildren(...parts, h("p", {}, error.sentence));
  input.setAttribute("aria-invalid", "true");
}

function clearError(): void {
  errorBox.replaceChildren();
  choicesBox.replaceChildren();
  input.removeAttribute("aria-invalid");
}

function currentView(): string {
  const name = read().get("view") ?? "sequence";
  return name in VIEWS || name in PAGES ? name : "sequence";
}

/** Whether the address is that of the first page: no game, no page beside the games. */
function atHome(): boolean {
  return !read().get("game") && !(currentView() in PAGES);
}

function showTabs(): void {
  const current = currentView();
  const beside = current in PAGES || atHome();
  tabs.hidden = beside;
  summary.hidden = beside;
  document.body.dataset["view"] = beside ? "beside" : current;
  for (const link of document.querySelectorAll<HTMLElement>("nav [data-view]")) {
    if (link.dataset["view"] === current) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  for (const tab of tabs.querySelectorAll<HTMLElement>("[role=tab]")) {
    const selected = tab.dataset["view"] === current;
    tab.setAttribute("aria-selected", String(selected));
    tab.tabIndex = selected ? 0 : -1;
    if (selected && tabs.scrollWidth > tabs.clientWidth) {
      // On a phone the tabs scroll sideways; the page itself stays where it is.
      tabs.scrollLeft = tab.offsetLeft - (tabs.clientWidth - tab.offsetWidth) / 2;
    }
  }
  if (beside) {
    view.removeAttribute("role");
    view.removeAttribute("aria-labelledby");
  } else {
    view.setAttribute("role", "tabpanel");
    view.setAttribute("aria-labelledby", `tab-${current}`);
  }
}

/** A view of no game in particular. */
const NO_GAME: Info = { game: "", class: "", words: [], standard_form: null, shift: null, cousins: [], equivalent: [], names: [] };

function showView(): void {
  for (const area of [summary, view]) area.removeAttribute("aria-busy");
  showTabs();
  viewScope.abort();
  viewScope = new AbortController();
  view.replaceChildren();
  const { signal } = viewScope;
  if (atHome()) {
    document.title = "sprague: heap games computed, proved, played";
    home(view, games, (game) => void open(game, true), signal);
    return;
  }
  const name = currentView();
  if (name in PAGES) document.title = `${PAGES[name]!.title} – sprague`;
  else if (shown) document.title = `${shown.info.names[0] ?? shown.game} – sprague`;
  const known = shown ?? (name in PAGES ? { game: "", info: NO_GAME, solution: new Promise<Solution>(() => undefined) } : null);
  if (!known) return;
  const context: Context = { ...known, state: read(), signal, open: (game, other) => void open(game, true, other) };
  Promise.resolve((VIEWS[name] ?? PAGES[name])!.view(view, context)).catch((error: unknown) => {
    if (!isAbort(error)) view.append(h("p", { class: "error" }, error instanceof ApiError ? error.sentence : "Something went wrong on this page."));
  });
}

let searches = new AbortController();

/** Follows what was written into the search field. */
async function search(text: string): Promise<void> {
  searches.abort();
  searches = new AbortController();
  const { signal } = searches;
  clearError();
  const wait = setTimeout(() => choicesBox.replaceChildren(h("p", { role: "status" }, "Looking …")), 300);
  try {
    const found = await meant(text, signal);
    clearTimeout(wait);
    if (signal.aborted) return;
    choicesBox.replaceChildren();
    if ("view" in found) {
      turnTo(found.view, undefined);
      if (found.with) write(found.with);
      showView();
    } else if ("games" in found) {
      const button = (game: string): HTMLElement => h("button", { type: "button", class: "chip", onclick: () => void open(game, true) }, game);
      choicesBox.replaceChildren(h("p", {}, found.said), h("div", { class: "chips" }, ...found.games.map(button)));
    } else await open(found.game, true);
  } catch (error) {
    clearTimeout(wait);
    if (error instanceof ApiError && !signal.aborted) showError(text, error);
  }
}

async function open(text: string, step: boolean, name?: string): Promise<void> {
  gameScope.abort();
  gameScope = new AbortController();
  const { signal } = gameScope;
  input.value = text;
  // What is shown belongs to the question before.
  const answered = outdated(summary, view);
  let info: Info;
  try {
    info = await ask<Info>("info", { game: text }, signal);
  } catch (error) {
    if (isAbort(error)) return;
    answered();
    if (error instanceof ApiError) {
      showError(text, error);
      // Nothing was shown yet: say where to begin instead of showing empty boxes.
      if (!shown) {
        write({ game: undefined }, false);
        showView();
      }
    }
    return;
  }
  clearError();
  // What belongs to the game before does not belong to this one, and opening a game leaves the pages beside.
  if (step) {
    const view = name ?? (currentView() in PAGES ? "sequence" : currentView());
    if (shown?.game === info.game && view === currentView()) write({ game: text }, true);
    else turnTo(view, text);
  } else tidy();
  const named = (await games).find((g) => g.name === info.names[0]);
  if (signal.aborted) return;
  const bar = h("progress", { max: 1, "aria-label": "Looking for a proof" });
  // The search ends with its game, or when it is stopped.
  const search = new AbortController();
  signal.addEventListener("abort", () => search.abort());
  const solution = job<Solution>("solve", { game: info.game, limit: Number(read().get("limit")) || SEARCH }, (done, total) => {
    if (total) bar.value = done / total;
  }, search.signal);
  shown = { game: info.game, info, solution };
  const card = new Card(summary, info, named, signal, (game) => void open(game, true));
  card.searching(bar, () => search.abort());
  solution.then(
    (found) => { if (!signal.aborted) card.found(found); },
    (error: unknown) => {
      if (!isAbort(error)) card.failed("no answer", said(error));
      else if (!signal.aborted) card.failed("stopped", "The search was stopped, and nothing is said about what it might have found.");
    },
  );
  showView();
}

/** Turns to a view; what belongs to other views leaves the address. */
function turn(name: string): void {
  turnTo(name, read().get("game"));
  if (!read().get("game") && name in PAGES) shown = null;
  showView();
}

function setUpTabs(): void {
  const names = Object.keys(VIEWS);
  tabs.replaceChildren(
    ...names.map((name) =>
      h("button", { type: "button", role: "tab", id: `tab-${name}`, "data-view": name, "aria-controls": "view", onclick: () => turn(name) }, VIEWS[name]!.title),
    ),
  );
  tabs.addEventListener("keydown", (event) => {
    const at = names.indexOf(currentView());
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: names.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    const name = names[(next + names.length) % names.length]!;
    turn(name);
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
  let theme = setting("theme", "auto");
  if (!order.includes(theme)) theme = "auto";
  apply(theme);
  button.addEventListener("click", () => {
    theme = order[(order.indexOf(theme) + 1) % order.length]!;
    keepSetting("theme", theme);
    apply(theme);
  });
  matchMedia(DARK).addEventListener("change", () => window.dispatchEvent(new Event("themechange")));
}

function setUpGames(): void {
  void games.then((list) => byId("games").replaceChildren(...list.map((g) => h("option", { value: g.name }, `${g.rules} · ${g.about}`))));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void search(input.value);
  });
  for (const link of document.querySelectorAll<HTMLAnchorElement>("[data-view]")) {
    if (!(link instanceof HTMLAnchorElement)) continue;
    link.addEventListener("click", (event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      const name = link.dataset["view"]!;
      if (name === "home") {
        gameScope.abort();
        shown = null;
        input.value = "";
        clearError();
        turnHome();
        showView();
      } else turn(name);
    });
  }
}

/** Shows what the address says. */
function follow(): void {
  const game = read().get("game");
  clearError();
  if (game && shown && input.value === game) {
    // The same game, another view of it or another state of the view.
    showView();
  } else if (game) void open(game, false);
  else {
    gameScope.abort();
    shown = null;
    input.value = "";
    tidy();
    showView();
  }
}

setUpTheme();
setUpTabs();
// What is on its way has its place before it comes.
showTabs();
setUpGames();
setUpJoin();
saveFromLinks();
takeDroppedFiles(() => turn("check"));
backend.begin(byId("computed"));
window.addEventListener("popstate", follow);
follow();
