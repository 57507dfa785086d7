// One worker: the program, and one question after another. The same script for browsers and for Node.

import type { Asked, Begin, Said } from "./pool";

/** What wasm-bindgen makes of the program, or of the checker alone. */
interface Program {
  initSync(options: { module: WebAssembly.Module }): { memory: WebAssembly.Memory };
  answer?(
    name: string,
    query: string,
    body: string | undefined,
    progress: (done: number, total: number) => void,
    seconds: number,
    bytes: number,
  ): { status: number; content_type: string; body: Uint8Array<ArrayBuffer>; free(): void };
  plant?(seed: Uint8Array): void;
  version?(): string;
  check?(certificate: string): { ok: boolean; text: string; free?(): void };
}

interface Port {
  postMessage(message: Said, transfer?: ArrayBuffer[]): void;
  listen(heard: (message: Begin | Asked) => void): void;
}

/** How often a computation says how far it is, in milliseconds. */
const TICK = 100;

let program: Program | null = null;
let memory: WebAssembly.Memory | null = null;
const bytes = new TextEncoder();

function work(port: Port, { id, name, query, body, seconds, bytes: most }: Asked): void {
  if (!program) return port.postMessage({ id, fault: "there is no program" });
  port.postMessage({ id, begun: true });
  let told = 0;
  const progress = (done: number, total: number): void => {
    const now = performance.now();
    if (now - told < TICK) return;
    told = now;
    port.postMessage({ id, progress: [Number(done), Number(total)] });
  };
  try {
    let reply: { status: number; type: string; body: Uint8Array<ArrayBuffer> };
    if (program.answer) {
      const answer = program.answer(name, query, body, progress, seconds, most);
      reply = { status: answer.status, type: answer.content_type, body: answer.body };
      answer.free();
    } else {
      const { ok, text } = program.check!(body ?? "");
      reply = { status: 200, type: "application/json", body: bytes.encode(JSON.stringify({ ok, text })) };
    }
    port.postMessage({ id, reply, memory: memory?.buffer.byteLength ?? 0 }, [reply.body.buffer]);
  } catch (error) {
    // A trap: what is left of the program cannot be used again.
    port.postMessage({ id, fault: error instanceof Error ? error.message : String(error) });
  }
}

function serve(port: Port): void {
  const early: Asked[] = [];
  port.listen((message) => {
    if (!("glue" in message)) {
      if (program) work(port, message);
      else early.push(message);
      return;
    }
    import(/* @vite-ignore */ /* webpackIgnore: true */ message.glue).then(
      (loaded: Program) => {
        memory = loaded.initSync({ module: message.module }).memory;
        if (message.seed) loaded.plant?.(message.seed);
        program = loaded;
        port.postMessage({ ready: loaded.version?.() ?? "" });
        for (const asked of early.splice(0)) work(port, asked);
      },
      (error: unknown) => {
        // Outside of the promise, so that whoever started the worker hears of it.
        setTimeout(() => { throw error; });
      },
    );
  });
}

if (typeof process === "object" && process.versions?.node) {
  const threads = "node:worker_threads";
  // No await here: bundlers make workers that cannot wait at their top level. Node keeps messages until somebody listens.
  void import(/* @vite-ignore */ /* webpackIgnore: true */ threads).then(({ parentPort: port }: typeof import("node:worker_threads")) => {
    if (!port) return;
    serve({
      postMessage: (message, transfer) => port.postMessage(message, transfer ?? []),
      listen: (heard) => port.on("message", heard),
    });
  });
} else {
  serve({
    postMessage: (message, transfer) => postMessage(message, { transfer: transfer ?? [] }),
    listen: (heard) => addEventListener("message", (event) => heard(event.data as Begin | Asked)),
  });
}
