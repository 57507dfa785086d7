// The state of the page is its address: whoever gets the link sees the same.

export type State = Map<string, string>;

/** What in an address belongs to which view; nothing else is in its links. */
const BELONGS: Record<string, string[]> = {
  sequence: ["game", "limit", "to", "color", "mod", "log", "wrap", "zoom"],
  play: ["game", "limit", "heaps", "first", "misere", "against", "m"],
  proof: ["game", "limit", "heap"],
  rules: ["game", "limit", "n"],
  misere: ["game", "limit", "mto"],
  scale: ["game", "limit", "heap0"],
  atlas: ["game", "a-game", "a-kind", "a-status", "a-preperiod", "a-period", "a-all", "a-order", "a-down", "a-from"],
  col: ["paint", "nodes", "edges", "mode", "me", "begins", "against", "m"],
  worksheet: ["lines"],
  check: [],
};
/** Pages beside the games: what they show is the same for every game. */
const BESIDE = ["atlas", "col", "worksheet", "check"];

/** What the address says. */
export function read(): State {
  return new Map(new URLSearchParams(location.search));
}

function go(query: URLSearchParams, step: boolean): void {
  const text = query.toString();
  const target = text ? `?${text}` : location.pathname;
  if (target === (location.search || location.pathname)) return;
  if (step) history.pushState(null, "", target);
  else history.replaceState(null, "", target);
}

/** Writes changes into the address; a change of game or view can be undone with Back. */
export function write(changes: Record<string, string | number | undefined>, step = false): void {
  const query = new URLSearchParams(location.search);
  for (const [key, value] of Object.entries(changes)) {
    if (value === undefined || value === "") query.delete(key);
    else query.set(key, String(value));
  }
  go(query, step);
}

/** Where what a view shows is kept while another is looked at, in this tab of the browser. */
function shelf(view: string, game: string): string {
  return `view:${view}:${BESIDE.includes(view) ? "" : game}`;
}

/** Remembers what the address says of the view that is shown. */
function shelve(): void {
  const now = new URLSearchParams(location.search);
  const view = now.get("view") ?? "sequence";
  const own = new URLSearchParams();
  for (const key of BELONGS[view] ?? []) if (key !== "game" && now.has(key)) own.set(key, now.get(key)!);
  try {
    sessionStorage.setItem(shelf(view, now.get("game") ?? ""), own.toString());
  } catch {
    // Storage is off: what a view showed is forgotten when it is left.
  }
}

/** The address of a view of a game, with what it showed when it was left. */
export function turnTo(view: string, game: string | undefined, step = true): void {
  shelve();
  const query = new URLSearchParams();
  const belongs = BELONGS[view] ?? [];
  if (game && belongs.includes("game")) query.set("game", game);
  if (view !== "sequence") query.set("view", view);
  let kept = "";
  try {
    kept = sessionStorage.getItem(shelf(view, game ?? "")) ?? "";
  } catch {
    // As above.
  }
  for (const [key, value] of new URLSearchParams(kept)) if (belongs.includes(key) && key !== "game") query.set(key, value);
  go(query, step);
}

/** Takes from the address what belongs to no view, or to another one. */
export function tidy(): void {
  const now = new URLSearchParams(location.search);
  const view = now.get("view") ?? "sequence";
  const belongs = ["view", ...(BELONGS[view] ?? ["game"])];
  const query = new URLSearchParams([...now].filter(([key]) => belongs.includes(key)));
  go(query, false);
}

/** The first page. */
export function turnHome(): void {
  shelve();
  go(new URLSearchParams(), true);
}

/** A setting that this browser remembers. */
export function setting(name: string, standard: string): string {
  try {
    return localStorage.getItem(name) ?? standard;
  } catch {
    return standard;
  }
}

export function keepSetting(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    // Storage is off: the setting holds until the page is left.
  }
}
