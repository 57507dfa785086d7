// What every view is given.

import type { Info, Solution } from "./api";
import type { State } from "./state";

export interface Context {
  /** The rules as the server prints them, and what it knows about them. */
  game: string;
  info: Info;
  /** The solution, when it has come. */
  solution: Promise<Solution>;
  state: State;
  /** Aborted when the view goes. */
  signal: AbortSignal;
  /** Shows another game, in another view where one is named; Back undoes both at once. */
  open: (game: string, view?: string) => void;
}

export type View = (root: HTMLElement, context: Context) => void | Promise<void>;
