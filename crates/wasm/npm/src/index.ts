/**
 * The questions of sprague, answered by workers of the browser or of Node.
 *
 * The first question loads the program; several may be asked at once. Numbers that JavaScript does not
 * keep exact come as strings of digits, as the types say.
 */

import type { Best, Check, Col, Eval, Games, Info, Misere, Moves, Snort, Solve, Stats, Value, Values } from "./answers.js";
import { MOST_BYTES, Pool, type Asked, type Begin, type Hand, type Said } from "../../../server/page/src/workers/pool.js";

export type * from "./answers.js";

/** What every question may be told. */
export interface Options {
  /** Stops the work; the promise is then rejected with an `AbortError`. */
  signal?: AbortSignal;
  /** Told now and then how much of how much is done; the whole is 0 where it is not known. */
  progress?: (done: number, total: number) => void;
  /** The time it may take, 600 seconds unless said otherwise. */
  seconds?: number;
  /** The memory it may take, in bytes: 3.5 GB unless said otherwise, and never more than 4. */
  bytes?: number;
}

/** What is wrong with a question, or why it has no answer. */
export class SpragueError extends Error {
  override readonly name = "SpragueError";
  /** As HTTP would say it: 400 for what cannot be read, 422 for what is too much. */
  readonly status: number;
  /** The character of the text that is wrong. */
  readonly position: number | null;
  /** What would help. */
  readonly hint: string | null;
  constructor(status: number, message: string, position: number | null, hint: string | null) {
    super(message);
    this.status = status;
    this.position = position;
    this.hint = hint;
  }
}

/** The parameters of a question. */
export type Parameters = Record<string, string | number | bigint | boolean | undefined>;

const inNode = typeof process === "object" && process.versions?.node !== undefined;
const beside = (name: string): URL => new URL(name, import.meta.url);
// By names that bundlers for browsers do not follow.
const THREADS = "node:worker_threads";
const FILES = "node:fs/promises";
let threads: typeof import("node:worker_threads") | null = null;

async function load(): Promise<Begin> {
  const glue = new URL("./sprague.js", import.meta.url).href;
  if (inNode) {
    threads = (await import(/* @vite-ignore */ /* webpackIgnore: true */ THREADS)) as typeof import("node:worker_threads");
    const { readFile } = (await import(/* @vite-ignore */ /* webpackIgnore: true */ FILES)) as typeof import("node:fs/promises");
    // Without the seed, questions to the atlas say that it is not here; all others are answered.
    const seed = readFile(beside("./seed.bin")).catch(() => undefined);
    return { module: await WebAssembly.compile(await readFile(beside("./sprague_bg.wasm"))), glue, seed: await seed };
  }
  const seed = fetch(new URL("./seed.bin", import.meta.url)).then(
    async (response) => (response.ok ? new Uint8Array(await response.arrayBuffer()) : undefined),
    () => undefined,
  );
  const response = await fetch(new URL("./sprague_bg.wasm", import.meta.url));
  if (!response.ok) throw new SpragueError(503, `the program could not be loaded: ${response.status}`, null, null);
  return { module: await WebAssembly.compile(await response.arrayBuffer()), glue, seed: await seed };
}

function start(heard: (said: Said) => void, failed: (why: string) => void): Hand {
  if (threads) {
    const worker = new threads.Worker(beside("./worker.js"));
    // A worker that waits keeps no process alive, one that computes does.
    worker.unref();
    worker.on("message", (said: Said) => {
      if ("reply" in said || "fault" in said) worker.unref();
      heard(said);
    });
    worker.on("error", (error) => failed(error instanceof Error ? error.message : String(error)));
    const post = (message: Begin | Asked): void => {
      if ("id" in message) worker.ref();
      worker.postMessage(message);
    };
    return { post, end: () => void worker.terminate() };
  }
  const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  worker.addEventListener("message", (event) => heard(event.data as Said));
  worker.addEventListener("error", (event) => failed(event.message || "the worker could not be started"));
  return { post: (message) => worker.postMessage(message), end: () => worker.terminate() };
}

const cores = typeof navigator === "object" ? navigator.hardwareConcurrency || 2 : 4;
let pool: Pool | null = null;

/** Asks any question of the API by its name, and gives the text of the answer. */
export async function askText(name: string, parameters: Parameters = {}, options: Options = {}, body?: string): Promise<string> {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(parameters)) if (value !== undefined) query.set(key, String(value));
  pool ??= new Pool(start, load, Math.max(3, Math.min(4, cores)));
  const { signal, progress, seconds = 600, bytes = MOST_BYTES - 2 ** 29 } = options;
  const reply = await pool.ask({ name, query: query.toString(), body, long: true, seconds, bytes, progress, signal });
  const text = new TextDecoder().decode(reply.body);
  if (reply.status < 400) return text;
  let error: { message?: string; position?: number | null; hint?: string | null } | undefined;
  try {
    error = (JSON.parse(text) as { error?: typeof error }).error;
  } catch {
    // No JSON: the status says it all.
  }
  throw new SpragueError(reply.status, error?.message ?? "there is no answer", error?.position ?? null, error?.hint ?? null);
}

/** Asks any question of the API by its name, and gives the answer. */
export async function ask<T = unknown>(name: string, parameters: Parameters = {}, options: Options = {}, body?: string): Promise<T> {
  return JSON.parse(await askText(name, parameters, options, body)) as T;
}

/** The named games. */
export const games = (options?: Options): Promise<Games> => ask("games", {}, options);

/** The rules in words, the standard form, cousins, names. */
export const info = (game: string, options?: Options): Promise<Info> => ask("info", { game }, options);

/** The nim-sequence G(from), ..., G(to). */
export const values = (game: string, options: Options & { from?: number; to?: number } = {}): Promise<Values> => ask("values", { game, from: options.from, to: options.to }, options);

/** The nim-value of one heap, of any size once the game is solved. */
export const value = (game: string, heap: number | bigint | string, options?: Options): Promise<Value> => ask("value", { game, n: heap }, options);

/** The options of a heap with their nim-values. */
export const moves = (game: string, heap: number, options?: Options): Promise<Moves> => ask("moves", { game, n: heap }, options);

/** Who wins a position such as `Kayles: 3 5 7`, and the winning moves. */
export const best = (position: string, options: Options & { misere?: boolean } = {}): Promise<Best> => ask("best", { position, misere: options.misere }, options);

/** The regularity of the nim-sequence, and what proves it. */
export const solve = (game: string, options: Options & { limit?: number } = {}): Promise<Solve> => ask("solve", { game, limit: options.limit }, options);

/** The proof as a certificate, a text for `check` and for the program `sprague check`. */
export const certificate = (game: string, options: Options & { limit?: number } = {}): Promise<string> => askText("certificate", { game, limit: options.limit }, options);

/** The verdict of the independent checker on the text of a certificate; with `game`, it must be about that game. */
export const check = (certificate: string, options: Options & { game?: string } = {}): Promise<Check> => ask("check", { game: options.game }, options, certificate);

/** Misere play: values, genus and outcomes of heaps, and the misere quotient. */
export const misere = (game: string, options: Options & { to?: number; quotient?: boolean } = {}): Promise<Misere> => ask("misere", { game, to: options.to, quotient: options.quotient }, options);

/** What a nim-sequence looks like: its sparse space, rare heaps, records. */
export const stats = (game: string, options: Options & { to?: number } = {}): Promise<Stats> => ask("stats", { game, to: options.to }, options);

/** A partisan value in canonical form, or whether a comparison holds. */
export const evaluate = (expression: string, options: Options & { thermograph?: boolean } = {}): Promise<Eval> => ask("eval", { expr: expression, thermograph: options.thermograph }, options);

/** The value of a Col position: a chain, a standard graph such as `grid 3x4`, or a graph string. */
export const col = (graph: string, options: Options & { moves?: boolean } = {}): Promise<Col> => ask("col", { graph, moves: options.moves }, options);

/** The value of a Snort position. */
export const snort = (graph: string, options: Options & { moves?: boolean } = {}): Promise<Snort> => ask("snort", { graph, moves: options.moves }, options);

/** The nim-sequence drawn, as the text of an SVG file. */
export const plot = (game: string, options: Options & { from?: number; to?: number; color?: "plain" | "rare" | "residues" | "exceptions" } = {}): Promise<string> => askText("plot", { game, from: options.from, to: options.to, color: options.color }, options);

/** Ends the workers; what was asked is stopped. The next question starts others. */
export function close(): void {
  pool?.end();
  pool = null;
}
