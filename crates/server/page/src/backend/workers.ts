// Workers in this browser answer, with the whole program as WebAssembly: the page needs no server.

import { ApiError, parse, toError, type Backend, type Reply, type Verdict } from "../backend";
import { h } from "../dom";
import { MOST_BYTES, Pool, type Begin, type Hand, type Said } from "../workers/pool";

/** Which build of the program goes with this page, set when the site is built. */
declare const __PROGRAM__: string;
/** Whether the checker alone is a part of the site. */
declare const __CHECKER__: boolean;

/** Time for a question and for long work, as on a server. */
const SECONDS = 10;
const JOB_SECONDS = 120;
/** Time for a search that is to go as far as it can, and for the checker. */
const LONG_SECONDS = 600;
/** Values that a search computes unless the visitor asks for more. */
const FIRST_SEARCH = 2_000_000;
/** Answers that are kept, by their bytes. */
const KEPT = 16 << 20;

/** Memory for one question: half of what the machine has, as far as it says so, and never all that is possible. */
const memory = ((): number => {
  const gigabytes = (navigator as { deviceMemory?: number }).deviceMemory ?? 8;
  return Math.min(MOST_BYTES - 2 ** 29, gigabytes * 2 ** 29);
})();

const gigabytes = Math.round(memory / 2 ** 28) / 4;

const file = (name: string): string => new URL(`./${name}?v=${__PROGRAM__}`, document.baseURI).href;

/** The seed of the atlas. Without it everything else is answered, so that it is asked for once more and then left. */
async function seed(): Promise<Uint8Array | undefined> {
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      const response = await fetch(file("seed.bin"));
      if (response.ok) return new Uint8Array(await response.arrayBuffer());
      console.warn(`seed.bin: ${response.status}`);
    } catch (error) {
      console.warn(error);
    }
  }
  return undefined;
}

/** Fetches and compiles a module; hosts that do not know its type send it as bytes. */
async function compiled(name: string): Promise<Begin> {
  const glue = file(`${name}.js`);
  try {
    const response = await fetch(file(`${name}_bg.wasm`));
    if (!response.ok) throw new Error(String(response.status));
    const module = response.headers.get("content-type")?.startsWith("application/wasm")
      ? await WebAssembly.compileStreaming(response)
      : await WebAssembly.compile(await response.arrayBuffer());
    return { module, glue };
  } catch (error) {
    console.warn(error);
    throw new ApiError("the program could not be loaded", null, "is this machine connected, and does the browser know WebAssembly with SIMD?");
  }
}

function start(heard: (said: Said) => void, failed: (why: string) => void): Hand {
  const worker = new Worker(new URL("../workers/worker.ts", import.meta.url), { type: "module" });
  worker.addEventListener("message", (event) => heard(event.data as Said));
  worker.addEventListener("error", (event) => failed(event.message || "the worker could not be started"));
  return { post: (message) => worker.postMessage(message), end: () => worker.terminate() };
}

let foot: HTMLElement | null = null;
const size = Math.max(3, Math.min(4, navigator.hardwareConcurrency || 2));
/** The program and its atlas, fetched at the same time. */
let planted = false;
const program = async (): Promise<Begin> => {
  const atlas = seed();
  const begin = { ...(await compiled("sprague")), seed: await atlas };
  planted = begin.seed !== undefined;
  return begin;
};
const pool = new Pool(start, program, size, (version) => {
  if (!foot || foot.dataset["ready"]) return;
  foot.dataset["ready"] = "yes";
  foot.querySelector(".backend-state")?.replaceChildren(`sprague ${version} is loaded; one question may take ${gigabytes} GB of memory (a browser gives 4 at most).${planted ? "" : " Its atlas could not be loaded: open the page again."}`);
});
const checker = new Pool(start, () => compiled("checker"), 1);

/** Answers of the program that were stored when the site was built, for the time until it has arrived. */
const stored: Promise<Record<string, string>> = fetch(file("facts.json")).then(
  (response) => (response.ok ? response.json() : {}) as Promise<Record<string, string>>,
  () => ({}),
);

const kept = new Map<string, Reply>();
let keptBytes = 0;

/** Keeps an answer for whoever asks next; the one not asked for longest goes first. */
function keep(key: string, reply: Reply): void {
  if (reply.text.length > KEPT / 4) return;
  kept.set(key, reply);
  keptBytes += reply.text.length;
  for (const [old, { text }] of kept) {
    if (keptBytes <= KEPT) break;
    kept.delete(old);
    keptBytes -= text.length;
  }
}

const decoder = new TextDecoder();

async function answered(name: string, query: string, long: boolean, signal?: AbortSignal, body?: string, progress?: (done: number, total: number) => void): Promise<Reply> {
  const key = `${name}?${query}`;
  const known = body === undefined ? kept.get(key) : undefined;
  if (known) {
    kept.delete(key);
    kept.set(key, known);
    return known;
  }
  if (!pool.loaded && body === undefined) {
    void pool.warm().catch(() => undefined);
    const fact = (await stored)[key];
    if (fact !== undefined && !pool.loaded) return { status: 200, text: fact };
  }
  const further = Number(new URLSearchParams(query).get("limit")) > FIRST_SEARCH;
  const seconds = !long ? SECONDS : further || body !== undefined ? LONG_SECONDS : JOB_SECONDS;
  const begun = performance.now();
  const reply = await pool.ask({ name, query, body, long, seconds, bytes: memory, progress, signal });
  const found = { status: reply.status, text: decoder.decode(reply.body) };
  // What time may have cut short is not kept: another moment may find more.
  if (body === undefined && found.status === 200 && performance.now() - begun < 500 * seconds) keep(key, found);
  return found;
}

/** By the checker alone: its module has no line of what finds proofs. */
async function checkAlone(certificate: string, signal: AbortSignal): Promise<Verdict> {
  const reply = await checker.ask({ name: "check", query: "", body: certificate, long: false, seconds: LONG_SECONDS, bytes: memory, signal });
  const text = decoder.decode(reply.body);
  if (reply.status >= 400) throw toError(text);
  const verdict = parse(text) as { ok: boolean; text: string };
  return { verified: verdict.ok, claim: verdict.ok ? verdict.text : null, reason: verdict.ok ? "" : verdict.text };
}

/** By the checker inside the program. */
async function checkWithin(certificate: string, signal: AbortSignal): Promise<Verdict> {
  const { status, text } = await answered("check", "", true, signal, certificate);
  if (status >= 400) throw toError(text);
  const { verdict, claim, reason } = JSON.parse(text) as { verdict: string; claim: string | null; reason: string };
  return { verified: verdict === "verified", claim, reason };
}

/** Only embed.html is for the frames of others; a plain host cannot say so, the page itself can. */
function refuseFrame(): boolean {
  if (window.parent === window) return false;
  for (const child of document.body.children) child.setAttribute("hidden", "");
  document.body.prepend(h("p", { class: "card" }, h("a", { href: location.href, target: "_blank", rel: "noopener" }, "Open sprague")));
  return true;
}

/** Keeps the site in the browser, so that it opens without a network the next time. */
function keepSite(): void {
  if (!("serviceWorker" in navigator) || !window.isSecureContext) return;
  window.addEventListener("load", () => void navigator.serviceWorker.register("./service-worker.js").catch(() => undefined));
}

export const backend: Backend = {
  ask: (name, query, signal, body) => answered(name, query, false, signal, body),
  job: (name, query, progress, signal) => answered(name, query, true, signal, undefined, progress),
  check: __CHECKER__ ? checkAlone : checkWithin,
  furthest: 300_000_000,
  limits: `or as far as ${LONG_SECONDS / 60} minutes and ${gigabytes} GB of memory reach`,
  judge: __CHECKER__ ? "by the checker alone, in this browser" : "by the checker, in this browser",
  begin(where) {
    if (where && refuseFrame()) return;
    foot = where;
    keepSite();
    pool.warm().catch(() => {
      foot?.querySelector(".backend-state")?.replaceChildren("The program could not be loaded.");
    });
  },
};
