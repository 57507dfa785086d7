// What a visitor may write into the search field, and the game or page it means.

import { ask } from "./api";

/** A game, some games, or another page with what it is to show. */
export type Meant = { game: string } | { games: string[]; said: string } | { view: string; with?: Record<string, string> };

/** CGSuite's heaps, whose rules alone are meant: `game.heap.Kayles(5)`. */
function fromCgsuite(text: string): string | null {
  const heap = /^((?:game\.heap\.)?\w+(?:\(\s*["[].*\))?)\(\s*\d*\s*\)$/i.exec(text);
  return heap && /^game\.heap\.|^TakeAndBreak|^Subtraction\(\[|^Splittles\(\[/i.test(text) ? heap[1]! : null;
}

/** The numbers of a pasted sequence, as the server reads them. */
export function pasted(text: string): string | null {
  const found = /^[[({]?\s*(\d+(?:\s*[,;\s]\s*\d+){3,})\s*(?:,|\.\.\.|…|\s)*[\])}]?$/.exec(text);
  return found ? found[1]!.split(/[,;\s]+/).join(",") : null;
}

/** Whether a text is a value of the partisan calculus, as CGSuite writes it, and no rules of heaps. */
export function isValue(text: string): boolean {
  return /^[-+*^v\d\s/().,{}|_<>=]+$/.test(text) && /[{*^v]|\d\s*\/\s*\d/.test(text) && !/^S?\s*\{[\d\s,]+\}$/.test(text);
}

export async function meant(text: string, signal: AbortSignal): Promise<Meant> {
  const plain = text.trim();
  const board = /^(?:game\.(?:graph|grid)\.)?(col|snort)\b/i.exec(plain);
  if (board) return { view: "col", with: board[1]!.toLowerCase() === "snort" ? { paint: "snort", mode: "play" } : { paint: "", mode: "play" } };
  if (/^atlas$/i.test(plain)) return { view: "atlas" };
  if (/^(check|certificate)$/i.test(plain)) return { view: "check" };
  if (/^(values|worksheet|thermographs?)$/i.test(plain)) return { view: "worksheet" };
  const oeis = /^A\d{6}$/i.test(plain);
  const values = oeis ? null : pasted(plain);
  if (oeis || values !== null) {
    const found = await ask<{ total: number; games: string[] }>("lookup", oeis ? { oeis: plain.toUpperCase() } : { begins: values! }, signal);
    if (found.games.length === 1) return { game: found.games[0]! };
    const how = oeis ? `have the sequence ${plain.toUpperCase()}` : "have nim-values that begin like this";
    const listed = found.total > found.games.length ? `, the first ${found.games.length} are` : "";
    const said = found.games.length ? `${found.total} games ${how}${listed}:` : `No game that is known here ${oeis ? `has the sequence ${plain.toUpperCase()}` : "has nim-values that begin like this"}.`;
    return { games: found.games, said };
  }
  if (isValue(plain)) return { view: "worksheet", with: { lines: plain } };
  return { game: fromCgsuite(plain) ?? text };
}
