// Questions to the server.

import { watched } from "./activity";

export type Parameters = Record<string, string | number | boolean | undefined>;

/** An error of the API: what is wrong, at which character, how to put it right. */
export class ApiError extends Error {
  constructor(
    message: string,
    readonly position: number | null,
    readonly hint: string | null,
  ) {
    super(message);
  }
  /** Message and advice in one sentence. */
  get sentence(): string {
    const text = this.message.charAt(0).toUpperCase() + this.message.slice(1);
    // Advice for the command line and for programs helps nobody here.
    const advice = this.hint && !/sprague |--|\/api\//.test(this.hint) ? this.hint : null;
    return advice ? `${text}: ${advice}.` : `${text}.`;
  }
}

/** The address of a question. */
export function address(name: string, parameters: Parameters): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(parameters)) if (value !== undefined) query.set(key, String(value));
  const text = query.toString();
  return `./api/${name}${text ? `?${text}` : ""}`;
}

function toError(body: unknown): ApiError {
  const error = (body as { error?: { message?: string; position?: number | null; hint?: string | null } } | null)?.error;
  return new ApiError(error?.message ?? "the server gave no answer", error?.position ?? null, error?.hint ?? null);
}

/** Asks a question and waits for the text of the answer. */
export function askText(name: string, parameters: Parameters, signal?: AbortSignal, body?: string): Promise<string> {
  return watched((mine) => answered(name, parameters, mine, body), new ApiError(STOPPED, null, null), signal);
}

async function answered(name: string, parameters: Parameters, signal: AbortSignal, body?: string): Promise<string> {
  let response: Response;
  try {
    response = await fetch(address(name, parameters), {
      signal,
      ...(body === undefined ? {} : { method: "POST", body, headers: { "content-type": "application/json" } }),
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new ApiError("the server cannot be reached", null, "is the machine that serves this page still on?");
  }
  const text = await response.text();
  if (!response.ok) throw toError(parse(text));
  return text;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Asks a question and waits for the answer. */
export async function ask<T>(name: string, parameters: Parameters, signal?: AbortSignal, body?: string): Promise<T> {
  return parse(await askText(name, parameters, signal, body)) as T;
}

/** Asks for long work and hears how far it is; aborting stops the work on the server. */
export function job<T>(
  name: string,
  parameters: Parameters,
  progress: (done: number, total: number) => void,
  signal: AbortSignal,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const events = new EventSource(address(`jobs/${name}`, parameters));
    const end = (): void => {
      events.close();
      signal.removeEventListener("abort", abort);
    };
    const abort = (): void => {
      end();
      reject(new DOMException("stopped", "AbortError"));
    };
    signal.addEventListener("abort", abort);
    if (signal.aborted) return abort();
    events.addEventListener("progress", (event) => {
      const { done, total } = JSON.parse(event.data as string) as { done: number; total: number };
      progress(done, total);
    });
    events.addEventListener("result", (event) => {
      end();
      resolve(JSON.parse(event.data as string) as T);
    });
    events.addEventListener("error", (event) => {
      end();
      const data = (event as MessageEvent<string>).data as string | undefined;
      if (data) return reject(toError(JSON.parse(data)));
      // Refused before the stream began: the plain question says why.
      ask<T>(name, parameters, signal).then(resolve, reject);
    });
  });
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
  sub_period?: { period: number; nim_saltus: number; share: number } | null;
  sparse_space?: { mask: number; rares: number; last_rare: number | null } | null;
  /** What the atlas and the literature have on record, in sentences. */
  record?: string[];
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
    status: "proved" | "open";
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
