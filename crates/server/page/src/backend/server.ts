// The server that sent the page answers.

import { ApiError, toError, type Backend, type Reply, type Verdict } from "../backend";

function where(name: string, query: string): string {
  return `./api/${name}${query ? `?${query}` : ""}`;
}

async function ask(name: string, query: string, signal?: AbortSignal, body?: string): Promise<Reply> {
  let response: Response;
  try {
    response = await fetch(where(name, query), {
      signal: signal ?? null,
      ...(body === undefined ? {} : { method: "POST", body, headers: { "content-type": "application/json" } }),
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new ApiError("the server cannot be reached", null, "is the machine that serves this page still on?");
  }
  return { status: response.status, text: await response.text() };
}

function job(name: string, query: string, progress: (done: number, total: number) => void, signal: AbortSignal): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const events = new EventSource(where(`jobs/${name}`, query));
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
      resolve({ status: 200, text: event.data as string });
    });
    events.addEventListener("error", (event) => {
      end();
      const data = (event as MessageEvent<string>).data as string | undefined;
      if (data) return resolve({ status: 422, text: data });
      // Refused before the stream began: the plain question says why.
      ask(name, query, signal).then(resolve, reject);
    });
  });
}

async function check(certificate: string, signal: AbortSignal): Promise<Verdict> {
  const { status, text } = await ask("check", "", signal, certificate);
  if (status >= 400) throw toError(text);
  const { verdict, claim, reason } = JSON.parse(text) as { verdict: string; claim: string | null; reason: string };
  return { verified: verdict === "verified", claim, reason };
}

export const backend: Backend = { ask, job, check, furthest: 2_000_000, limits: "or as far as two minutes and the memory of the server reach", judge: "by the checker on the machine that serves this page", begin: () => undefined };
