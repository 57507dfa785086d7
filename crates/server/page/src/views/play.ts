// Playing: heaps as rows to touch, against the computer or a friend, with the theory on request.

import { ask, isAbort, isStop, said, type Moves } from "../api";
import type { Context } from "../context";
import { field, fullScreen, h, usable } from "../dom";
import { focusItem, row } from "../play/board";
import { after, decode, encode, replay, same, type Heap, type Step } from "../play/record";
import { placeOf, places, type Move } from "../play/row";
import { sound, soundSwitch } from "../sound";
import { write } from "../state";
import { heapsText, withoutPass } from "./rules";

interface Best {
  outcome: string;
  value: number | string | null;
  moves: (Move & { part: number; heap: number })[];
}

const MOST_HEAPS = 12;
const MOST_TOKENS = 60;
/** Games whose heaps are rows of pins. */
const PINS = ["0.77", "0.07", "Kayles"];
/** Who plays the other side; how often it errs on purpose. */
const OPPONENTS: [string, string, number][] = [
  ["perfect", "the computer", 0],
  ["good", "the computer, which errs now and then", 0.25],
  ["beginner", "the computer, a beginner", 0.7],
  ["friend", "a friend, on this board", 0],
];

/** The heaps of a text such as `3 5 7`, or `3 5; Nim: 4` where other games join in. */
export function parseHeaps(text: string, game: string): Heap[] | null {
  const heaps: Heap[] = [];
  for (const part of text.split(";")) {
    const colon = part.lastIndexOf(":");
    const rules = colon < 0 ? game : part.slice(0, colon).trim();
    const sizes = part.slice(colon + 1).split(/[\s,+]+/).filter((size) => size !== "");
    if (!rules || !sizes.every((size) => /^\d{1,4}$/.test(size) && Number(size) <= MOST_TOKENS)) return null;
    const plain = withoutPass(rules);
    heaps.push(...sizes.map((size) => ({ size: Number(size), pass: plain !== rules, game: plain })));
  }
  return heaps.length > MOST_HEAPS ? null : heaps.filter((heap) => heap.size > 0);
}

/** A heap large enough to have moves in its inside, where the game has any. */
const SAMPLE = 12;
/** Moves of a heap that are offered as buttons beside its row. */
const FEW = 4;
/** How the other side's move is shown before it is made, in milliseconds. */
const SHOWN = 650;

export async function play(root: HTMLElement, context: Context): Promise<void> {
  const { game, signal, state } = context;
  const plain = withoutPass(game);
  const passes = plain !== game;
  const heapsInput = h("input", { type: "text", value: state.get("heaps") ?? "3 5 7" });
  const against = h("select", {}, ...OPPONENTS.map(([value, label]) => h("option", { value, selected: state.get("against") === value }, label)));
  const first = h("select", {}, h("option", { value: "me" }, "I do"), h("option", { value: "computer", selected: state.get("first") === "computer" }, "the other side"));
  const misere = h("input", { type: "checkbox", checked: state.get("misere") === "1" });
  const form = h(
    "form",
    { class: "controls" },
    field("Heaps", heapsInput, "heaps"),
    field("Against", against, "against"),
    field("Who begins", first, "first"),
    h("label", { class: "check" }, misere, "misère (last to move loses)"),
    h("button", { type: "submit" }, "New game"),
  );
  const message = h("p", { class: "statement", role: "status" });
  const told = h("p", { class: "told", "aria-live": "polite" }, " ");
  const board = h("div", { class: "board" });
  const choices = h("div", { class: "choices" });
  const button = (text: string, act: () => void): HTMLButtonElement => {
    const made: HTMLButtonElement = h("button", { type: "button", class: "quiet", onclick: () => { if (made.getAttribute("aria-disabled") !== "true") act(); } }, text);
    return made;
  };
  const sums = h("div", { class: "scroll nimsum", tabindex: 0, role: "region", "aria-label": "Why" });
  const theory = h("details", { class: "theory" }, h("summary", {}, "Show the nim-sum"), sums);
  const listed = h("div", { class: "stack" });
  const list = h("details", { class: "all-moves" }, h("summary", {}, "All moves as a list"), listed);
  const history = h("ol", { class: "history" });
  const review = h("div", { class: "review", role: "status" });
  const hintButton = button("Hint", () => void hint());
  const undoButton = button("Undo", () => undo());
  const backButton = button("◀ Step back", () => look(shown - 1));
  const onButton = button("Step on ▶", () => look(shown + 1));
  const reviewButton = button("Which moves were wrong?", () => void judge());
  const wide = h("button", { type: "button", class: "quiet", onclick: () => void fullScreen(stage) }, "Full screen");
  const stage = h("div", { class: "stage" }, message, board, told, choices);
  root.append(
    h("h2", {}, "Play"),
    stage,
    h("div", { class: "toolbar" }, hintButton, undoButton, backButton, onButton, h("span", { class: "spring" }), soundSwitch(), wide),
    passes ? h("p", { class: "help" }, "A heap with a star carries a pass: instead of moving in it a player may use the pass up. When it splits, the mover chooses which of the new heaps keeps it.") : "",
    theory,
    list,
    h("h3", {}, "Moves"),
    history,
    reviewButton,
    review,
    h("h3", {}, "Another game"),
    form,
    h("p", { class: "help" }, "Other games may join in, each after a semicolon: 3 5; Nim: 4 2; Grundy: 6."),
  );

  let start: Heap[] = [];
  let steps: Step[] = [];
  /** How many of the moves are shown; all of them while the game goes on. */
  let shown = 0;
  let over = false;
  /** Whether a move is under way: until it is made nobody can touch the board. */
  let busy = false;
  /** Grows with every new game, undo and look back: answers to older questions are dropped. */
  let serial = 0;
  let focused: { heap: number; item: number } | null = null;

  const friend = (): boolean => against.value === "friend";
  /** Who makes move i: 0 begins. */
  const mover = (i: number): "me" | "other" => ((i % 2 === 0) === (first.value === "me") ? "me" : "other");
  const who = (i: number): string => {
    if (friend()) return i % 2 === 0 ? "First player" : "Second player";
    return mover(i) === "me" ? "You" : "Computer";
  };
  const heapsAt = (count: number): Heap[] => replay(start, steps.slice(0, count));
  const heaps = (): Heap[] => heapsAt(shown);
  /** The size, with a star for a pass, and the game where it is another one. */
  const name = (heap: Heap): string => `${heap.game === plain ? "" : `${heap.game} `}${heap.size}${heap.pass ? "*" : ""}`;
  const rulesOf = (heap: Heap): string => (heap.pass ? `${heap.game} + pass` : heap.game);
  const cache = new Map<string, Promise<Moves>>();
  const movesOf = (heap: Heap): Promise<Moves> => {
    const key = `${rulesOf(heap)}: ${heap.size}`;
    let known = cache.get(key);
    if (!known) {
      known = ask<Moves>("moves", { game: rulesOf(heap), n: heap.size }, signal);
      known.catch(() => cache.delete(key));
      cache.set(key, known);
    }
    return known;
  };
  const moveText = (heap: Heap, { to, pass }: Move): string =>
    heap.pass && pass == null && to.length === 1 && to[0] === heap.size ? "use the pass" : `leave ${heapsText(to, pass)}`;
  /** A move from the end of a row: how many are taken, or that the heap is halved. */
  const takeText = (heap: Heap, { to }: Move): string => {
    const left = to[0] ?? 0;
    return /mark/i.test(heap.game) && heap.size - left > 1 ? `halve: leave ${left}` : `take ${heap.size - left}`;
  };
  /** The parts of a position: the heaps with the same rules, those with a pass apart. */
  const partsOf = (list: Heap[]): string[] => [...new Set(list.map(rulesOf))];
  const position = (list: Heap[]): string =>
    partsOf(list)
      .map((rules) => `${rules}: ${list.filter((heap) => rulesOf(heap) === rules).map((heap) => heap.size).join(" ")}`)
      .join("; ") || `${plain}: 0`;
  const best = (list: Heap[]): Promise<Best> => ask<Best>("best", { position: position(list), misere: misere.checked || undefined }, signal);
  /** A winning move as a step in these heaps. */
  const asStep = (list: Heap[], move: Best["moves"][number]): Step => {
    const rules = partsOf(list)[move.part];
    return { heap: list.findIndex((heap) => heap.size === move.heap && rulesOf(heap) === rules), to: move.to, pass: move.pass ?? null };
  };
  const canMove = async (list: Heap[]): Promise<boolean> => {
    for (const heap of list) if ((await movesOf(heap)).moves.length) return true;
    return false;
  };
  const keep = (): void => {
    write({
      heaps: heapsInput.value,
      against: against.value === "perfect" ? undefined : against.value,
      first: first.value === "computer" ? "computer" : undefined,
      misere: misere.checked ? "1" : undefined,
      m: encode(steps),
    });
  };
  const fail = (error: unknown): void => {
    busy = false;
    if (!isAbort(error)) message.replaceChildren(said(error));
  };

  const turnText = (): string => (friend() ? `${who(steps.length)}, your move.` : "Your move: touch the board.");
  /** Why the position is won or lost; only computed when asked for. */
  const explain = async (): Promise<void> => {
    if (!theory.open) return;
    const mine = serial;
    const list = heaps();
    if (misere.checked) {
      const answer = await best(list);
      if (mine !== serial) return;
      sums.replaceChildren(
        h(
          "p",
          {},
          "In misère play the last mover loses, and the nim-sum of normal play does not decide. This position is ",
          h("strong", {}, answer.outcome === "N" ? "won for whoever moves now" : "lost for whoever moves now"),
          ".",
        ),
      );
      return;
    }
    const values = await Promise.all(list.map(async (heap) => (await movesOf(heap)).value));
    if (mine !== serial) return;
    const total = values.reduce((a, b) => a ^ b, 0);
    const width = Math.max(1, ...values.map((v) => v.toString(2).length));
    const bits = (v: number): string => v.toString(2).padStart(width, "0").split("").join(" ");
    sums.replaceChildren(
      h(
        "table",
        {},
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Heap"), h("th", { scope: "col" }, "Value"), h("th", { scope: "col" }, "Binary"))),
        h("tbody", {}, ...list.map((heap, i) => h("tr", {}, h("td", {}, name(heap)), h("td", {}, values[i]), h("td", { class: "bits" }, bits(values[i]!))))),
        h("tfoot", {}, h("tr", {}, h("th", { scope: "row" }, "Nim-sum"), h("td", {}, total), h("td", { class: "bits" }, bits(total)))),
      ),
      h("p", { class: "help" }, total === 0 ? "The nim-sum is 0: whoever moves now loses against good play." : "The nim-sum is not 0: a move that makes it 0 wins."),
    );
  };

  const live = (): boolean => !over && !busy && shown === steps.length && (friend() || mover(steps.length) === "me");

  /** The list of all moves, for those who would rather read. */
  const showList = async (): Promise<void> => {
    if (!list.open) return;
    const mine = serial;
    const now = heaps();
    const answers = await Promise.all(now.map(movesOf));
    if (mine !== serial) return;
    listed.replaceChildren(
      ...now.map((heap, i) =>
        h(
          "div",
          {},
          h("h4", {}, `Heap of ${name(heap)}`),
          answers[i]!.moves.length
            ? h("div", { class: "chips" }, ...answers[i]!.moves.map((m) => h("button", { type: "button", class: "chip move", disabled: !live(), onclick: () => void mine_(i, m) }, moveText(heap, m))))
            : h("p", { class: "muted" }, "No move."),
        ),
      ),
    );
  };

  /** Shows the position, and with it whose turn it is, if `turn`: nobody is asked to touch what is not there yet. */
  const draw = async (blink: { heap: number; place: { first: number; count: number } } | null = null, turn = false): Promise<void> => {
    const mine = serial;
    const now = heaps();
    // Small heaps have no inside: whether moves take from an end only is seen in a larger one.
    const kinds = [...new Set(now.map((heap) => heap.game))];
    const [samples, answers] = await Promise.all([
      Promise.all(kinds.map((kind) => movesOf({ size: SAMPLE, pass: false, game: kind }))),
      Promise.all(now.map(movesOf)),
    ]);
    const ends = new Map(kinds.map((kind, i) => [kind, places(SAMPLE, samples[i]!.moves).endsOnly]));
    if (mine !== serial || signal.aborted) return;
    const touchable = live() && blink === null;
    if (turn) message.replaceChildren(turnText());
    choices.replaceChildren();
    board.replaceChildren(
      ...(now.length
        ? now.map((heap, i) => {
            const endsOnly = ends.get(heap.game) === true;
            const found = { ...places(heap.size, answers[i]!.moves), endsOnly };
            const element = row({
              n: heap.size,
              name: name(heap),
              label: `Heap of ${heap.size}${heap.pass ? " with a pass" : ""}${heap.game === plain ? "" : `, ${heap.game}`}`,
              places: found,
              pins: PINS.includes(heap.game),
              live: touchable,
              blink: blink?.heap === i ? blink.place : null,
              choose: (moves, item) => {
                focused = { heap: i, item };
                if (moves.length === 1) void mine_(i, moves[0]!);
                else pick(i, heap, moves);
              },
              tell: (text) => told.replaceChildren(text ?? " "),
              describe: (move) => moveText(heap, move),
            });
            const single = endsOnly ? answers[i]!.moves.filter((m) => m.to.length <= 1 && m.pass == null && (m.to[0] ?? 0) < heap.size) : [];
            if (single.length && single.length <= FEW)
              element.append(
                h("div", { class: "chips" }, ...single.map((m) => h("button", { type: "button", class: "chip take", "aria-disabled": touchable ? undefined : "true", onclick: () => { if (touchable) void mine_(i, m); } }, takeText(heap, m)))),
              );
            if (found.others.length && found.others.length <= 12)
              element.append(
                h("div", { class: "chips" }, ...found.others.map((m) => h("button", { type: "button", class: "chip other", disabled: !touchable, onclick: () => void mine_(i, m) }, moveText(heap, m)))),
              );
            else if (found.others.length) element.append(h("p", { class: "help" }, `${found.others.length} more moves are in the list below.`));
            return element;
          })
        : [h("p", { class: "muted" }, "No heap is left.")]),
    );
    usable(undoButton, steps.length > 0 && !busy);
    usable(hintButton, live());
    usable(backButton, shown > 0 && !busy);
    usable(onButton, shown < steps.length && !busy);
    reviewButton.hidden = !over || friend();
    const entries = steps.map((s, i) => {
      const before = heapsAt(i)[s.heap];
      const text = `${who(i)}: ${before ? name(before) : "?"} → ${heapsText(s.to, s.pass)}`;
      return h("li", shown === i + 1 ? { class: "here", "aria-current": "step" } : {}, text);
    });
    history.replaceChildren(...entries);
    if (focused && touchable && document.activeElement === document.body) focusItem(board.children[Math.min(focused.heap, board.children.length - 1)], focused.item);
    await Promise.all([explain(), showList()]);
  };

  /** Which of the new heaps keeps the pass. */
  const pick = (index: number, heap: Heap, moves: Move[]): void => {
    choices.replaceChildren(
      h("p", {}, "Which heap keeps the pass?"),
      h("div", { class: "chips" }, ...moves.map((m) => h("button", { type: "button", class: "chip move", onclick: () => void mine_(index, m) }, moveText(heap, m)))),
    );
    choices.querySelector("button")?.focus();
  };

  const finish = (): void => {
    over = true;
    const last = steps.length - 1;
    const lastWins = !misere.checked;
    let text: string;
    if (last < 0) text = misere.checked ? "No move: whoever is to move wins." : "No move: whoever is to move loses.";
    else if (friend()) text = `${who(last)} made the last move and ${lastWins ? "wins" : "loses"}.`;
    else if (mover(last) === "me") text = lastWins ? "You made the last move and win!" : "You made the last move and lose.";
    else text = lastWins ? "The computer made the last move and wins." : "The computer made the last move and loses: you win!";
    message.replaceChildren(h("strong", {}, text));
  };

  /** Makes a move; false where the game was left meanwhile. */
  const make = async (step: Step, mine: number): Promise<boolean> => {
    steps.push(step);
    shown = steps.length;
    keep();
    const more = await canMove(heaps());
    if (mine !== serial) return false;
    if (!more) {
      finish();
      sound(friend() || (mover(steps.length - 1) === "me") !== misere.checked ? "won" : "lost");
    } else sound(friend() || mover(steps.length - 1) === "me" ? "mine" : "theirs");
    return true;
  };

  const mine_ = async (index: number, move: Move): Promise<void> => {
    if (!live()) return;
    busy = true;
    const mine = ++serial;
    try {
      if (!(await make({ heap: index, ...move }, mine))) return;
      busy = false;
      if (over || friend()) {
        return await draw(null, !over);
      }
      await reply(mine);
    } catch (error) {
      fail(error);
    }
  };

  /** A move of the computer: a winning one, unless it errs; else one that keeps the game long. */
  const choose = async (now: Heap[]): Promise<Step | null> => {
    const errs = Math.random() < (OPPONENTS.find(([value]) => value === against.value)?.[2] ?? 0);
    const winning = errs
      ? undefined
      : await best(now).then(
          (answer) => answer.moves[0],
          (error: unknown) => {
            // Thinking was stopped: it moves without.
            if (!isStop(error)) throw error;
            return undefined;
          },
        );
    if (winning) return asStep(now, winning);
    const options: { step: Step; taken: number }[] = [];
    for (const [i, heap] of now.entries())
      for (const m of (await movesOf(heap)).moves) options.push({ step: { heap: i, ...m }, taken: m.to.reduce((size, x) => size - x, heap.size) });
    if (errs) return options[Math.floor(Math.random() * options.length)]?.step ?? null;
    options.sort((a, b) => a.taken - b.taken);
    return options[0]?.step ?? null;
  };

  const reply = async (mine: number): Promise<void> => {
    busy = true;
    message.replaceChildren("The computer thinks …");
    await draw();
    const now = heaps();
    const step = await choose(now);
    if (mine !== serial) return;
    if (step) {
      const place = placeOf(now[step.heap]!.size, step);
      if (place && !matchMedia("(prefers-reduced-motion: reduce)").matches) {
        await draw({ heap: step.heap, place });
        await new Promise((done) => setTimeout(done, SHOWN));
        if (mine !== serial) return;
      }
      if (!(await make(step, mine))) return;
    } else finish();
    busy = false;
    await draw(null, !over);
  };

  const hint = async (): Promise<void> => {
    if (!live()) return;
    const mine = serial;
    const now = heaps();
    try {
      const answer = await best(now);
      if (mine !== serial) return;
      const list = answer.moves.slice(0, 6).map((m) => `${name(now[asStep(now, m).heap]!)} → ${heapsText(m.to, m.pass)}`);
      message.replaceChildren(list.length ? `You can win: ${list.join("; ")}${answer.moves.length > 6 ? "; …" : ""}.` : "Whatever you do, the other side can win. Make it difficult.");
    } catch (error) {
      fail(error);
    }
  };

  /** Takes the last move back, with the computer's reply to it. */
  const undo = (): void => {
    if (!steps.length || busy) return;
    serial++;
    steps.pop();
    while (!friend() && steps.length && mover(steps.length) !== "me") steps.pop();
    // What the computer did before anything else stays.
    shown = steps.length;
    over = false;
    review.replaceChildren();
    keep();
    if (!friend() && mover(steps.length) !== "me") void reply(serial).catch(fail);
    else void draw(null, true).catch(fail);
  };

  /** Shows the position after so many moves. */
  const look = (count: number): void => {
    if (busy) return;
    serial++;
    shown = Math.max(0, Math.min(steps.length, count));
    if (shown < steps.length) message.replaceChildren(`After move ${shown} of ${steps.length}. Step on to go on with the game.`);
    else if (over) finish();
    void draw(null, shown === steps.length && !over).catch(fail);
  };

  /** The visitor's moves that gave a won position away. */
  const judge = async (): Promise<void> => {
    const mine = serial;
    review.replaceChildren("Looking at your moves …");
    try {
      const lines: HTMLElement[] = [];
      for (const [i, step] of steps.entries()) {
        if (mover(i) !== "me") continue;
        const before = heapsAt(i);
        const answer = await best(before);
        if (mine !== serial) return;
        if (answer.outcome !== "N") continue;
        const then = await best(after(before, step));
        if (mine !== serial) return;
        if (then.outcome === "P") continue;
        const better = answer.moves[0];
        const heap = before[step.heap]!;
        const instead = better && before[asStep(before, better).heap];
        lines.push(
          h("li", {}, `Move ${i + 1}, ${name(heap)} → ${heapsText(step.to, step.pass)}, gave the win away`, better && instead ? `: ${name(instead)} → ${heapsText(better.to, better.pass)} would have won.` : "."),
        );
      }
      review.replaceChildren(lines.length ? h("ul", {}, ...lines) : "None of your moves gave a won position away.");
    } catch (error) {
      if (!isAbort(error)) review.replaceChildren(said(error));
    }
  };

  /** Whether these moves are moves of the game from these heaps. */
  const allowed = async (from: Heap[], list: Step[]): Promise<boolean> => {
    let now = from;
    for (const step of list) {
      const heap = now[step.heap];
      if (!heap || now.length > 100) return false;
      if (!(await movesOf(heap)).moves.some((m) => same(m, step))) return false;
      now = after(now, step);
    }
    return true;
  };

  const begin = async (kept: Step[]): Promise<void> => {
    const parsed = parseHeaps(heapsInput.value, game);
    if (!parsed || !parsed.length) {
      message.replaceChildren(h("span", { class: "error" }, `Write up to ${MOST_HEAPS} heaps of at most ${MOST_TOKENS}, such as 3 5 7, with other games 3 5; Nim: 4.`));
      return;
    }
    const mine = ++serial;
    start = parsed;
    steps = [];
    shown = 0;
    over = false;
    busy = true;
    focused = null;
    review.replaceChildren();
    told.replaceChildren(" ");
    theory.open = false;
    theory.querySelector("summary")!.textContent = misere.checked ? "Who wins?" : "Show the nim-sum";
    try {
      const goes = await allowed(start, kept);
      if (mine !== serial) return;
      steps = goes ? kept : [];
      shown = steps.length;
      keep();
      const more = await canMove(heaps());
      if (mine !== serial) return;
      busy = false;
      if (!more) {
        finish();
        return await draw();
      }
      if (!friend() && mover(steps.length) !== "me") await reply(mine);
      else await draw(null, true);
    } catch (error) {
      fail(error);
    }
  };

  theory.addEventListener("toggle", () => void explain().catch(fail));
  list.addEventListener("toggle", () => void showList().catch(fail));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void begin([]);
  });
  await begin(decode(state.get("m") ?? "") ?? []);
}
