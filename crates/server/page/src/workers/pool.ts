// Questions to the program in workers: several at once, each with its progress, each to be stopped.
// The same for browsers and for Node, which differ in how a worker is started.
//
// The program computes without looking up, so that stopping it means ending its worker; another
// one takes its place. The compiled module is shared, which makes that cheap. A worker is also
// replaced when its program has failed, and when its memory has grown, since it never shrinks.

/**
 * What a worker is asked to begin with: the compiled program, the script that goes with it, and the seed of
 * the atlas, where the program has one. Without it, questions to the atlas say that it is not here.
 */
export interface Begin {
  module: WebAssembly.Module;
  glue: string;
  seed?: Uint8Array | undefined;
}

/** What a worker is asked. */
export interface Asked {
  id: number;
  name: string;
  query: string;
  body: string | undefined;
  seconds: number;
  bytes: number;
}

/** What a worker says. */
export type Said =
  | { ready: string }
  | { id: number; begun: true }
  | { id: number; progress: [number, number] }
  | { id: number; reply: Reply; memory: number }
  | { id: number; fault: string };

/** An answer or an error, with the statuses of HTTP. */
export interface Reply {
  status: number;
  type: string;
  body: Uint8Array<ArrayBuffer>;
}

/** A worker of the browser or of Node. */
export interface Hand {
  post(message: Begin | Asked): void;
  end(): void;
}
export type Start = (heard: (said: Said) => void, failed: (why: string) => void) => Hand;

export interface Question {
  name: string;
  query: string;
  body?: string | undefined;
  /** Long questions leave a worker to the others. */
  long: boolean;
  /** The time it may take; a search ends a little earlier with what it has. */
  seconds: number;
  /** The memory it may take. */
  bytes: number;
  progress?: ((done: number, total: number) => void) | undefined;
  signal?: AbortSignal | undefined;
}

interface Task extends Question {
  id: number;
  resolve: (reply: Reply) => void;
  reject: (error: unknown) => void;
  /** Nobody waits for it any more. */
  left: boolean;
  timer?: ReturnType<typeof setTimeout> | undefined;
}

interface Place {
  hand: Hand;
  task: Task | null;
}

/** A worker that has grown beyond this is replaced after its answer. */
const LARGE = 256 << 20;
/** What is nearly done when nobody wants it any more is let finish: starting anew would take longer. */
const GRACE = 40;

/** The memory a program in a browser can have at all. */
export const MOST_BYTES = 4 * 2 ** 30;

const text = new TextEncoder();

/** An error as the program would write it. */
export function refusal(status: number, message: string, hint: string | null): Reply {
  return { status, type: "application/json", body: text.encode(JSON.stringify({ error: { message, position: null, hint } })) };
}

export function stopped(): DOMException {
  return new DOMException("stopped", "AbortError");
}

export class Pool {
  private readonly places: Place[] = [];
  private readonly waiting: Task[] = [];
  private begin: Promise<Begin> | null = null;
  private begun: Begin | null = null;
  private ids = 0;

  /** `load` fetches and compiles the program; `size` workers at most, at least two. */
  constructor(
    private readonly start: Start,
    private readonly load: () => Promise<Begin>,
    private readonly size: number,
    private readonly ready: (version: string) => void = () => undefined,
  ) {}

  /** Whether the program is there: before, questions wait for it. */
  get loaded(): boolean {
    return this.begun !== null;
  }

  /** Fetches the program and starts a worker, so that the first question need not wait for that. */
  warm(): Promise<void> {
    return this.loading().then(() => {
      if (!this.places.length) this.place();
      this.next();
    });
  }

  /** Asks; rejects when it was stopped, or when there is no program. */
  ask(question: Question): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const { signal } = question;
      if (signal?.aborted) return reject(stopped());
      const abort = (): void => this.leave(task);
      const task: Task = {
        ...question,
        id: ++this.ids,
        left: false,
        resolve: (reply) => {
          signal?.removeEventListener("abort", abort);
          resolve(reply);
        },
        reject: (error) => {
          signal?.removeEventListener("abort", abort);
          reject(error);
        },
      };
      signal?.addEventListener("abort", abort);
      this.waiting.push(task);
      this.loading().then(
        () => this.next(),
        (error: unknown) => {
          const at = this.waiting.indexOf(task);
          if (at >= 0) this.waiting.splice(at, 1);
          task.reject(error);
        },
      );
    });
  }

  /** Ends all workers; what was asked is stopped. */
  end(): void {
    for (const task of this.waiting.splice(0)) task.reject(stopped());
    for (const place of this.places.splice(0)) {
      place.hand.end();
      clearTimeout(place.task?.timer);
      if (place.task && !place.task.left) place.task.reject(stopped());
    }
  }

  private loading(): Promise<Begin> {
    this.begin ??= this.load().then(
      (begin) => (this.begun = begin),
      (error: unknown) => {
        // The next question tries again.
        this.begin = null;
        throw error;
      },
    );
    return this.begin;
  }

  private place(): Place {
    const place: Place = {
      task: null,
      hand: this.start(
        (said) => this.heard(place, said),
        (why) => this.fault(place, why),
      ),
    };
    this.places.push(place);
    place.hand.post(this.begun!);
    return place;
  }

  /** Gives waiting questions to free workers: short ones first, long ones as long as one worker is left. */
  private next(): void {
    if (!this.begun) return;
    while (this.waiting.length) {
      const long = this.places.filter((place) => place.task?.long).length;
      let at = this.waiting.findIndex((task) => !task.long);
      if (at < 0) at = long < Math.max(1, this.size - 1) ? 0 : -1;
      if (at < 0) return;
      const place = this.places.find((other) => !other.task) ?? (this.places.length < this.size ? this.place() : null);
      if (!place) return;
      const task = this.waiting.splice(at, 1)[0]!;
      place.task = task;
      const { id, name, query, body, seconds, bytes } = task;
      place.hand.post({ id, name, query, body, seconds, bytes });
    }
  }

  private heard(place: Place, said: Said): void {
    if ("ready" in said) return this.ready(said.ready);
    const task = place.task;
    if (task?.id !== said.id) return;
    if ("begun" in said) {
      task.timer = setTimeout(() => {
        const seconds = Math.round(10 * task.seconds) / 10;
        this.finish(place, refusal(422, `no answer within ${seconds} seconds`, "ask for less"));
        this.replace(place);
      }, 1000 * task.seconds);
    } else if ("progress" in said) {
      if (!task.left) task.progress?.(...said.progress);
    } else if ("fault" in said) this.fault(place, said.fault);
    else {
      this.finish(place, said.reply);
      if (said.memory > LARGE) this.replace(place);
      else this.next();
    }
  }

  private finish(place: Place, reply: Reply): void {
    const task = place.task;
    place.task = null;
    clearTimeout(task?.timer);
    if (task && !task.left) task.resolve(reply);
  }

  /** The program has failed: a fault of ours, or no memory was left. */
  private fault(place: Place, why: string): void {
    const full = /memory|allocat|grow|unreachable/i.test(why);
    this.finish(place, full ? refusal(422, "the computation ran out of memory or failed", "ask for less") : refusal(500, `the computation failed (${why})`, "please report the question you asked"));
    this.replace(place);
  }

  private replace(place: Place): void {
    place.hand.end();
    const at = this.places.indexOf(place);
    if (at >= 0) this.places.splice(at, 1);
    this.next();
  }

  private leave(task: Task): void {
    const at = this.waiting.indexOf(task);
    if (at >= 0) this.waiting.splice(at, 1);
    task.left = true;
    task.reject(stopped());
    const place = this.places.find((other) => other.task === task);
    if (!place) return;
    setTimeout(() => {
      if (place.task !== task) return;
      clearTimeout(task.timer);
      place.task = null;
      this.replace(place);
    }, GRACE);
  }
}
