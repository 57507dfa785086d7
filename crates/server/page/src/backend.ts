// Who answers the questions of the page: the server that sent it, or workers in this browser. Each
// build of the page has one of them, as `#backend`.

/** An answer, or an error of the API, as the text of its JSON. */
export interface Reply {
  status: number;
  text: string;
}

/** What a checker says of a certificate. */
export interface Verdict {
  verified: boolean;
  /** What was verified, where it was. */
  claim: string | null;
  reason: string;
}

export interface Backend {
  /** Asks a question, `query` without its question mark, and waits for the answer. */
  ask(name: string, query: string, signal?: AbortSignal, body?: string): Promise<Reply>;
  /** The same for long work: hears how far it is, and aborting stops the work itself. */
  job(name: string, query: string, progress: (done: number, total: number) => void, signal: AbortSignal): Promise<Reply>;
  /** Has a certificate judged by the independent checker. */
  check(certificate: string, signal: AbortSignal): Promise<Verdict>;
  /** How many values a search for a proof may compute at most. */
  readonly furthest: number;
  /** What such a search may take, in a few words. */
  readonly limits: string;
  /** Where certificates are judged, in a few words. */
  readonly judge: string;
  /** Called once when a page begins; says at its foot, where it has one, what there is to say. */
  begin(foot: HTMLElement | null): void;
}

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

/** The error in an answer that is one. */
export function toError(text: string): ApiError {
  const error = (parse(text) as { error?: { message?: string; position?: number | null; hint?: string | null } } | null)?.error;
  return new ApiError(error?.message ?? "the server gave no answer", error?.position ?? null, error?.hint ?? null);
}

export function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
