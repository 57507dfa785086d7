// Questions, and the shapes of their answers. Who answers them is the business of the backend.

import { backend } from "#backend";
import { watched } from "./activity";
import { ApiError, parse, toError } from "./backend";

export { ApiError };

export type Parameters = Record<string, string | number | boolean | undefined>;

/** The address of a question. */
export function address(name: string, parameters: Parameters): string {
  const text = queryOf(parameters);
  return `./api/${name}${text ? `?${text}` : ""}`;
}

function queryOf(parameters: Parameters): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(parameters)) if (value !== undefined) query.set(key, String(value));
  return query.toString();
}

/** Asks a question and waits for the text of the answer. */
export function askText(name: string, parameters: Parameters, signal?: AbortSignal, body?: string): Promise<string> {
  return watched((mine) => answered(name, parameters, mine, body), new ApiError(STOPPED, null, null), signal);
}

async function answered(name: string, parameters: Parameters, signal: AbortSignal, body?: string): Promise<string> {
  const { status, text } = await backend.ask(name, queryOf(parameters), signal, body);
  if (status >= 400) throw toError(text);
  return text;
}

/** Asks a question and waits for the answer. */
export async function ask<T>(name: string, parameters: Parameters, signal?: AbortSignal, body?: string): Promise<T> {
  return parse(await askText(name, parameters, signal, body)) as T;
}

/** Asks for long work and hears how far it is; aborting stops the work. */
export async function job<T>(
  name: string,
  parameters: Parameters,
  progress: (done: number, total: number) => void,
  signal: AbortSignal,
): Promise<T> {
  const { status, text } = await backend.job(name, queryOf(parameters), progress, signal);
  if (status >= 400) throw toError(text);
  return parse(text) as T;
}

const STOPPED = "stopped";

/** Whether the visitor has stopped the question. */
export function isStop(error: unknown): boolean {
  return error instanceof ApiError && error.message === STOPPED;
}

/** Whether an error only says that nobody waits any more. */
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}

/** What an error says to the visitor. */
export function said(error: unknown): string {
  return error instanceof ApiError ? error.sentence : "No answer.";
}

/** One question at a time: the next one ends the one before, and leaving the view ends the last. */
export class Latest {
  private running: AbortController | null = null;
  constructor(private readonly view: AbortSignal) {}
  next(): AbortController {
    this.running?.abort();
    const mine = new AbortController();
    this.running = mine;
    if (this.view.aborted) mine.abort();
    this.view.addEventListener("abort", () => mine.abort(), { signal: mine.signal });
    return mine;
  }
  /** Whether no other question was asked since. */
  is(mine: AbortController): boolean {
    return this.running === mine;
  }
}

export interface Named {
  name: string;
  aliases: string[];
  rules: string;
  about: string;
  oeis: string | null;
}
export interface Info {
  game: string;
  class: string;
  words: string[];
  standard_form: string | null;
  shift: number | null;
  cousins: string[];
  equivalent: { game: string; status: string; reason?: string }[];
  names: string[];
}
export interface Solution {
  game: string;
  kind: string;
  /** A string of digits where it is too large for a number. */
  preperiod: number | string | null;
  period: number | string | null;
  saltus: number | string | null;
  status: "proved" | "observed" | "open";
  theorem: string | null;
  computed: number;
  max_value: number;
  periodic_residues: number[];
  statement: string;
  stopped?: string | null;
  /** How near the values of an open game come to a period. */
  nearest?: { period: number; saltus: number; from: number; to: number; fails_at: number } | null;
  /** The periods that most heaps obey, the best first. */
  near_misses?: { period: number; saltus: number; from: number; to: number; fails_at: number | null; compared: number; share: number }[];
  sub_period?: { period: number; nim_saltus: number; share: number } | null;
  sparse_space?: { mask: number; rares: number; last_rare: number | null } | null;
  /** What the atlas and the literature have on record, in sentences. */
  record?: string[];
  /** Whether the checker has verified the certificate; null where there is none. */
  checked?: boolean | null;
  /** What an automaton or a closed form says, in formulas. */
  formulas?: string[];
  /** When Coq accepted the statement as a theorem. */
  coq?: { version: string; date: string };
}
/** What a nim-sequence looks like: its sparse space and the heaps that are rare in it. */
export interface Stats {
  mask: string | null;
  position_parity: boolean;
  rares: { heap: number; value: number }[];
}
export interface AtlasRow {
  game: string;
  kind: string;
  preperiod: number | null;
  period: number | null;
  saltus: number | null;
  status: string;
  theorem: string | null;
  computed: number;
  max_value: number;
}
export interface AtlasPage {
  total: number;
  from: number;
  rows: AtlasRow[];
}
export interface AtlasGame {
  game: string;
  row: AtlasRow | null;
  cousins: string[];
  same_sequence: string[];
  literature: Literature[];
}
export interface Literature {
  game: string;
  claim: string;
  preperiod?: number | null;
  period?: number | null;
  saltus?: number | null;
  computed?: number | null;
  note?: string | null;
  source: string;
  atlas: string | null;
}
export interface Misere {
  game: string;
  to: number;
  misere_values: number[];
  genus: string[];
  outcomes: string;
  tame: boolean;
  first_wild: { heap: number; genus: string } | null;
  quotient?: {
    order: number;
    p_order: number;
    heaps: number;
    status: "proved" | "infinite" | "open";
    /** What decides all sums where the quotient is infinite. */
    lead?: { preperiod: number; period: number; step: number; value: number; weights: number[]; reaches: number[] };
    preperiod: number | null;
    period: number | null;
    reason: string | null;
    presentation: string;
    p_portion: string[];
    pretending_function: string[];
  };
}
export interface Moves {
  game: string;
  heap: number;
  value: number;
  moves: { to: number[]; value: number; pass?: number | null }[];
}
