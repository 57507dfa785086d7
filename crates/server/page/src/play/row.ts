// A heap as a row of tokens: which runs and gaps of the row are moves.

/** What a move leaves; `pass` is the new heap that keeps the pass. */
export interface Move {
  to: number[];
  pass?: number | null;
}

/** The moves of a heap as places in its row. */
export interface Places {
  /** Moves that take the tokens from `first` on, `count` of them; several where passes differ. */
  runs: Map<string, Move[]>;
  /** Moves that take nothing and part the row after this many tokens. */
  gaps: Map<number, Move[]>;
  /** Moves that no run and no gap shows: three heaps and more, a used pass, heaps that grow. */
  others: Move[];
  /** Whether no move of this heap leaves two heaps or parts it: one token says how many are taken. */
  endsOnly: boolean;
}

/** The key of a run. */
export function run(first: number, count: number): string {
  return `${first}:${count}`;
}

function add<K>(map: Map<K, Move[]>, key: K, move: Move): void {
  const known = map.get(key);
  if (!known) map.set(key, [move]);
  else if (!known.includes(move)) known.push(move);
}

/** Where in a row of n tokens these moves are. */
export function places(n: number, moves: Move[]): Places {
  const found: Places = { runs: new Map(), gaps: new Map(), others: [], endsOnly: true };
  for (const move of moves) {
    const taken = n - move.to.reduce((sum, heap) => sum + heap, 0);
    const [a, b] = move.to;
    if (move.to.length > 2 || taken < 0 || (taken === 0 && b === undefined)) {
      found.others.push(move);
    } else if (taken === 0) {
      add(found.gaps, a!, move);
      add(found.gaps, b!, move);
      found.endsOnly = false;
    } else if (b === undefined) {
      const rest = a ?? 0;
      add(found.runs, run(rest, taken), move);
      add(found.runs, run(0, taken), move);
    } else {
      add(found.runs, run(a!, taken), move);
      add(found.runs, run(b, taken), move);
      found.endsOnly = false;
    }
  }
  return found;
}

/** The run that shows a move, or the gap: what blinks when the computer moves. */
export function placeOf(n: number, move: Move): { first: number; count: number } | null {
  const taken = n - move.to.reduce((sum, heap) => sum + heap, 0);
  if (move.to.length > 2 || taken < 0 || (taken === 0 && move.to.length < 2)) return null;
  return { first: move.to[0] ?? 0, count: taken };
}
