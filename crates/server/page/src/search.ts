// What a visitor may write into the search field, and the game or page it means.

import { ask, type Named } from "./api";

/** A game, another page, or why nothing is meant. */
export type Meant = { game: string } | { view: "col" | "atlas" } | { sorry: string };

/** CGSuite's names for heap games. */
function fromCgsuite(text: string): string | null {
  const coded = /^(?:game\.heap\.)?TakeAndBreak\(\s*"([^"]+)"\s*\)(?:\(.*\))?$/i.exec(text);
  if (coded) return coded[1]!;
  const named = /^game\.heap\.(\w+)(?:\(\s*\d*\s*\))?$/i.exec(text);
  return named ? named[1]! : null;
}

/** The numbers of a pasted sequence. */
export function pasted(text: string): number[] | null {
  if (!/^\s*\d+(?:\s*,\s*\d+){3,}\s*,?\s*$/.test(text)) return null;
  return text.split(",").map((part) => part.trim()).filter((part) => part !== "").map(Number);
}

/** Whether the values begin so, perhaps without their first zeros. */
export function begins(values: number[], wanted: number[]): boolean {
  for (let skip = 0; skip <= 2; skip++) {
    if (skip > 0 && values[skip - 1] !== 0) return false;
    if (wanted.every((v, i) => values[skip + i] === v)) return true;
  }
  return false;
}

export async function meant(text: string, games: Promise<Named[]>): Promise<Meant> {
  const plain = text.trim();
  if (/^(col|snort)$/i.test(plain)) return { view: "col" };
  if (/^atlas$/i.test(plain)) return { view: "atlas" };
  const cgsuite = fromCgsuite(plain);
  if (cgsuite) return { game: cgsuite };
  if (/^A\d{6}$/i.test(plain)) {
    const found = (await games).find((g) => g.oeis?.toUpperCase() === plain.toUpperCase());
    return found ? { game: found.name } : { sorry: `No game here is known to have the sequence ${plain.toUpperCase()}.` };
  }
  const wanted = pasted(plain);
  if (wanted) {
    if (wanted.length > 200) return { sorry: "At most 200 terms are compared." };
    for (const { name } of await games) {
      try {
        const { values } = await ask<{ values: number[] }>("values", { game: name, from: 0, to: wanted.length + 2 });
        if (begins(values, wanted)) return { game: name };
      } catch {
        // A game that cannot be computed so far is not the one.
      }
    }
    return { sorry: "No named game has nim-values that begin like this." };
  }
  return { game: text };
}
