// The state of the page is its address: whoever gets the link sees the same.

export type State = Map<string, string>;

/** What the address says. */
export function read(): State {
  return new Map(new URLSearchParams(location.search));
}

/** Writes changes into the address; a change of game or view can be undone with Back. */
export function write(changes: Record<string, string | number | undefined>, step = false): void {
  const query = new URLSearchParams(location.search);
  for (const [key, value] of Object.entries(changes)) {
    if (value === undefined || value === "") query.delete(key);
    else query.set(key, String(value));
  }
  const text = query.toString();
  const target = text ? `?${text}` : location.pathname;
  if (target === (location.search || location.pathname)) return;
  if (step) history.pushState(null, "", target);
  else history.replaceState(null, "", target);
}
