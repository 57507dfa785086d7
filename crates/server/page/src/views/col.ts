// Col and Snort on a graph you draw: valued, and played.

import { Latest, ask, isAbort, job, said } from "../api";
import type { Context } from "../context";
import { field, fullScreen, h, outdated, s, usable } from "../dom";
import { value as typeset } from "../math";
import { allowed, decodeMoves, encodeMoves, rest, type Node, type Player, type Rule, type Tint } from "../paint/position";
import { sound, soundSwitch } from "../sound";
import { write } from "../state";

type Mode = "play" | "add" | "join" | "tint" | "remove";

/** A move and the value it leads to, null where that is too long to write. */
interface Best {
  node: number;
  value: string | null;
}
interface Answer {
  value: string | null;
  outcome: "L" | "R" | "N" | "P";
  best?: { left: Best[]; right: Best[] };
}

const WIDTH = 640;
const HEIGHT = 360;
const MOST_NODES = 40;
const WINNER = {
  L: "Left wins, whoever begins",
  R: "Right wins, whoever begins",
  N: "whoever begins wins",
  P: "whoever begins loses",
};
const RULES: Record<string, string> = {
  col: "no two joined nodes may get the same colour",
  snort: "no two joined nodes may get different colours",
};
/** How often the computer errs on purpose. */
const ERRS: Record<string, number> = { computer: 0, good: 0.25, beginner: 0.7 };
/** How long the computer's move is shown before it is made, in milliseconds. */
const SHOWN = 650;
const TINT_NAMES = { o: "untinted", "+": "Left only", "-": "Right only" };

function encode(nodes: Node[]): string {
  return nodes.map((n) => `${Math.round(n.x)}.${Math.round(n.y)}.${n.tint === "+" ? "l" : n.tint === "-" ? "r" : "o"}`).join("_");
}

function decode(text: string): Node[] {
  return text
    .split("_")
    .map((part) => /^(\d{1,3})\.(\d{1,3})\.([lro])$/.exec(part))
    .filter((m) => m !== null)
    .slice(0, MOST_NODES)
    .map((m) => ({ x: Math.min(WIDTH, Number(m[1])), y: Math.min(HEIGHT, Number(m[2])), tint: m[3] === "l" ? "+" : m[3] === "r" ? "-" : "o" }));
}

const PRESETS: Record<string, () => { nodes: Node[]; edges: [number, number][] }> = {
  "Path of 4": () => ({
    nodes: [0, 1, 2, 3].map((i) => ({ x: 110 + 140 * i, y: 180, tint: "o" as Tint })),
    edges: [[0, 1], [1, 2], [2, 3]],
  }),
  "Cycle of 6": () => ({
    nodes: [0, 1, 2, 3, 4, 5].map((i) => ({ x: 320 + 130 * Math.cos((i * Math.PI) / 3), y: 180 + 130 * Math.sin((i * Math.PI) / 3), tint: "o" as Tint })),
    edges: [0, 1, 2, 3, 4, 5].map((i) => [i, (i + 1) % 6] as [number, number]),
  }),
  "Grid 3 × 3": () => ({
    nodes: Array.from({ length: 9 }, (_, i) => ({ x: 200 + 120 * (i % 3), y: 70 + 110 * Math.floor(i / 3), tint: "o" as Tint })),
    edges: Array.from({ length: 9 }, (_, i) => i).flatMap((i) => [...(i % 3 < 2 ? [[i, i + 1] as [number, number]] : []), ...(i < 6 ? [[i, i + 3] as [number, number]] : [])]),
  }),
};

export function col(root: HTMLElement, context: Context): void {
  const { signal, state } = context;
  let nodes: Node[] = decode(state.get("nodes") ?? "");
  let edges: [number, number][] = (state.get("edges") ?? "")
    .split("_")
    .map((part) => part.split(".").map(Number))
    .filter((pair): pair is [number, number] => pair.length === 2 && pair.every((n) => Number.isInteger(n) && n >= 0 && n < nodes.length) && pair[0] !== pair[1]);
  if (!nodes.length) ({ nodes, edges } = PRESETS["Path of 4"]!());
  // A bare address is for play; who has drawn something is shown what it is worth.
  let mode: Mode = state.get("mode") === "play" || (!state.has("mode") && !state.has("nodes")) ? "play" : "join";
  let chosen: number | null = null;
  let answer: Answer | null = null;

  const choice = h("select", {}, h("option", { value: "col" }, "Col"), h("option", { value: "snort", selected: state.get("paint") === "snort" }, "Snort"));
  const rule = h("p", {});
  const turnText = h("p", { class: "statement", role: "status" });
  const drawing = s("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "graph", role: "group", "aria-label": "The graph" });
  const stage = h("div", { class: "stage" }, turnText, drawing);
  const result = h("div", { class: "stack", role: "status" });
  const help = h("p", { class: "help" });
  const modes: [Mode, string, string][] = [
    ["play", "Play", "Choose a node to paint it. The marks for the best moves are hidden while you play."],
    ["join", "Join", "Choose two nodes, one after the other, to draw or remove an edge between them."],
    ["add", "Add node", "Click the empty ground; with the keyboard, press the button again."],
    ["tint", "Tint", "Choose a node to change who may paint it: both, Left only (black), Right only (white)."],
    ["remove", "Remove", "Choose a node to remove it."],
  ];
  const buttons = modes.map(([name, label]) =>
    h("button", { type: "button", class: "chip", "data-mode": name, onclick: () => setMode(name) }, label),
  );
  root.append(
    h("h2", {}, "Col and Snort on a graph"),
    h("div", { class: "controls" }, field("Rule", choice, "paint"), h("div", { class: "chips", role: "group", "aria-label": "What a click does" }, ...buttons)),
    help,
    stage,
    h(
      "div",
      { class: "chips", role: "group", "aria-label": "Ready-made graphs" },
      ...Object.keys(PRESETS).map((name) =>
        h("button", { type: "button", class: "chip", onclick: () => { ({ nodes, edges } = PRESETS[name]!()); fresh(); changed(true); void computer(); } }, name),
      ),
      h("button", { type: "button", class: "chip", onclick: () => { nodes = []; edges = []; fresh(); changed(true); } }, "Empty"),
    ),
    result,
  );

  // The game that is played on the drawing.
  const me = h("select", {}, h("option", { value: "L" }, "Left (black)"), h("option", { value: "R", selected: state.get("me") === "R" }, "Right (white)"));
  const first = h("select", {}, h("option", { value: "L" }, "Left"), h("option", { value: "R", selected: state.get("begins") === "R" }, "Right"));
  const against = h("select", {}, ...[["computer", "the computer"], ["good", "the computer, which errs now and then"], ["beginner", "the computer, a beginner"], ["friend", "a friend, on this board"]].map(([value, label]) => h("option", { value, selected: state.get("against") === value }, label)));
  const button = (text: string, act: () => void): HTMLButtonElement => {
    const made: HTMLButtonElement = h("button", { type: "button", class: "quiet", onclick: () => { if (made.getAttribute("aria-disabled") !== "true") act(); } }, text);
    return made;
  };
  const undoButton = button("Undo", () => takeBack());
  const hintButton = button("Hint", () => void hint());
  const againButton = button("Start again", () => restart());
  const backButton = button("◀ Step back", () => look(shown - 1));
  const onButton = button("Step on ▶", () => look(shown + 1));
  const reviewButton = button("Which moves were wrong?", () => void judgeMoves());
  const review = h("div", { class: "review", role: "status" });
  const playing = h(
    "div",
    { class: "stack" },
    h("div", { class: "toolbar" }, hintButton, undoButton, backButton, onButton, againButton, reviewButton, h("span", { class: "spring" }), soundSwitch(), button("Full screen", () => void fullScreen(stage))),
    review,
    h("div", { class: "controls" }, field("You are", me, "me"), field("Begins", first, "begins"), field("Against", against, "painter")),
  );
  stage.after(playing);
  playing.after(rule);
  const ruleName = (): Rule => (choice.value === "snort" ? "snort" : "col");
  const graph = (): { nodes: Node[]; edges: [number, number][] } => ({ nodes, edges });
  let moves = decodeMoves(ruleName(), { nodes, edges }, state.get("m") ?? "");
  /** Grows when the game changes otherwise than by the move that is waited for. */
  let serial = 0;
  let waiting = false;
  /** How many of the moves are shown; all of them while the game goes on. */
  let shown = moves.length;
  /** The node the computer is about to paint. */
  let about: number | null = null;
  const paintedAfter = (count: number): (Player | null)[] => {
    const list: (Player | null)[] = nodes.map(() => null);
    for (const { node, player } of moves.slice(0, count)) list[node] = player;
    return list;
  };
  const painted = (): (Player | null)[] => paintedAfter(moves.length);
  const toMove = (): Player => {
    const last = moves.at(-1)?.player;
    return last ? (last === "L" ? "R" : "L") : (first.value as Player);
  };
  /** Another game begins: what was asked about the one before is dropped. */
  const fresh = (): void => {
    serial++;
    waiting = false;
    about = null;
    chosen = null;
    moves = [];
    shown = 0;
    review.replaceChildren();
  };
  const called = (player: Player): string => (against.value === "friend" ? (player === "L" ? "Left" : "Right") : player === me.value ? "You" : "The computer");
  const canPaint = (player: Player): boolean => nodes.some((_, i) => allowed(ruleName(), graph(), painted(), i).includes(player));
  /** What the server says of the position that is left; nodes as in the drawing. */
  const judge = async (colours = painted()): Promise<Answer> => {
    const left = rest(ruleName(), graph(), colours);
    const found = await ask<Answer>(choice.value, { nodes: left.nodes.length, edges: left.edges, tints: left.tints || undefined, moves: true }, signal);
    const renamed = (list: Best[]): Best[] => list.map((best) => ({ ...best, node: left.nodes[best.node]! }));
    return found.best ? { ...found, best: { left: renamed(found.best.left), right: renamed(found.best.right) } } : found;
  };
  const keepGame = (): void => {
    const on = mode === "play";
    write({
      mode: on ? "play" : "draw",
      me: on && me.value === "R" ? "R" : undefined,
      begins: on && first.value === "R" ? "R" : undefined,
      against: on && against.value !== "computer" ? against.value : undefined,
      m: on ? encodeMoves(moves) || undefined : undefined,
    });
  };
  const over = (): boolean => !canPaint(toMove());
  const say = (): void => {
    const player = toMove();
    if (shown < moves.length) {
      turnText.replaceChildren(`After move ${shown} of ${moves.length}. Step on to go on with the game.`);
      return;
    }
    if (!canPaint(player)) {
      const winner = called(player === "L" ? "R" : "L");
      turnText.replaceChildren(h("strong", {}, `${called(player)} cannot paint: ${winner === "You" ? "you win!" : `${winner.toLowerCase() === "the computer" ? "the computer" : winner} wins.`}`));
    } else turnText.replaceChildren(called(player) === "You" ? "Your turn: choose a node." : `${called(player)}: ${against.value === "friend" ? "choose a node." : "thinking …"}`);
  };
  /** The sound of the move that was made last. */
  const ring = (): void => {
    const last = moves.at(-1)!.player;
    const mine = against.value === "friend" || last === me.value;
    sound(over() ? (mine ? "won" : "lost") : mine ? "mine" : "theirs");
  };
  const computer = async (): Promise<void> => {
    if (mode !== "play" || against.value === "friend" || toMove() === me.value || over()) return;
    const mine = ++serial;
    waiting = true;
    draw();
    try {
      const player = toMove();
      const errs = Math.random() < (ERRS[against.value] ?? 0);
      const choices = nodes.map((_, i) => i).filter((i) => allowed(ruleName(), graph(), painted(), i).includes(player));
      const found = errs ? null : await judge();
      if (mine !== serial || signal.aborted) return;
      const best = player === "L" ? found?.best?.left : found?.best?.right;
      const node = best?.[0]?.node ?? choices[errs ? Math.floor(Math.random() * choices.length) : 0]!;
      if (!matchMedia("(prefers-reduced-motion: reduce)").matches) {
        about = node;
        draw();
        await new Promise((done) => setTimeout(done, SHOWN));
        if (mine !== serial || signal.aborted) return;
        about = null;
      }
      moves.push({ node, player });
      shown = moves.length;
      ring();
    } catch (error) {
      if (mine === serial && !isAbort(error)) turnText.replaceChildren(said(error));
      return;
    } finally {
      if (mine === serial) waiting = false;
    }
    keepGame();
    say();
    draw();
  };
  const paint = (i: number): void => {
    const player = toMove();
    if (waiting || shown < moves.length || (against.value !== "friend" && player !== me.value)) return;
    if (!allowed(ruleName(), graph(), painted(), i).includes(player)) {
      turnText.replaceChildren(painted()[i] ? "This node is painted already." : `${player === "L" ? "Left" : "Right"} may not paint this node.`);
      return;
    }
    moves.push({ node: i, player });
    shown = moves.length;
    serial++;
    ring();
    keepGame();
    say();
    draw();
    void computer();
  };
  const takeBack = (): void => {
    serial++;
    waiting = false;
    about = null;
    review.replaceChildren();
    moves.pop();
    if (against.value !== "friend") while (moves.length && toMove() !== me.value) moves.pop();
    shown = moves.length;
    keepGame();
    say();
    draw();
    void computer();
  };
  const restart = (): void => {
    fresh();
    keepGame();
    say();
    draw();
    void computer();
  };
  /** Shows the position after so many moves. */
  const look = (count: number): void => {
    if (waiting) return;
    shown = Math.max(0, Math.min(moves.length, count));
    say();
    draw();
  };
  /** The visitor's moves that gave a won position away. */
  const judgeMoves = async (): Promise<void> => {
    const mine = serial;
    review.replaceChildren("Looking at your moves …");
    try {
      const lines: HTMLElement[] = [];
      for (const [i, { node, player }] of moves.entries()) {
        if (player !== me.value) continue;
        const before = await judge(paintedAfter(i));
        if (mine !== serial) return;
        if (before.outcome !== "N" && before.outcome !== player) continue;
        const then = await judge(paintedAfter(i + 1));
        if (mine !== serial) return;
        // The other side moves now: it must not be able to win.
        if (then.outcome === "P" || then.outcome === player) continue;
        const better = (player === "L" ? before.best?.left : before.best?.right)?.[0];
        lines.push(h("li", {}, `Move ${i + 1}, painting ${node}, gave the win away`, better ? `: painting ${better.node} would have won.` : "."));
      }
      review.replaceChildren(lines.length ? h("ul", {}, ...lines) : "None of your moves gave a won position away.");
    } catch (error) {
      if (!isAbort(error)) review.replaceChildren(said(error));
    }
  };
  const hint = async (): Promise<void> => {
    const mine = serial;
    const player = toMove();
    try {
      const found = await judge();
      if (mine !== serial) return;
      const best = player === "L" ? found.best?.left : found.best?.right;
      const wins = found.outcome === "N" || found.outcome === player;
      turnText.replaceChildren(best?.length ? `${wins ? "A winning move" : "All moves lose against best play; the best"}: paint ${best[0]!.node}.` : "There is no move.");
    } catch (error) {
      if (!isAbort(error)) turnText.replaceChildren(said(error));
    }
  };
  for (const control of [me, first, against]) control.addEventListener("change", restart);

  const setMode = (next: Mode): void => {
    if (next !== "play" && mode === "play") fresh();
    if (next === "add" && mode === "add") addNode(80 + ((nodes.length * 137) % 480), 60 + ((nodes.length * 89) % 240));
    mode = next;
    chosen = null;
    serial++;
    waiting = false;
    about = null;
    keepGame();
    if (mode === "play") say();
    draw();
    if (mode === "play") void computer();
    else if (!answer) value();
  };

  const addNode = (x: number, y: number): void => {
    if (nodes.length >= MOST_NODES) return;
    nodes.push({ x, y, tint: "o" });
    changed(true);
  };

  const act = (i: number): void => {
    if (mode === "play") paint(i);
    else if (mode === "remove") {
      nodes.splice(i, 1);
      edges = edges.filter(([a, b]) => a !== i && b !== i).map(([a, b]) => [a > i ? a - 1 : a, b > i ? b - 1 : b]);
      chosen = null;
      changed(true);
    } else if (mode === "tint") {
      const node = nodes[i]!;
      node.tint = node.tint === "o" ? "+" : node.tint === "+" ? "-" : "o";
      changed(true);
    } else if (mode === "join") {
      if (chosen === null || chosen === i) {
        chosen = chosen === i ? null : i;
        draw();
      } else {
        const a = chosen;
        const rest = edges.filter(([x, y]) => !((x === a && y === i) || (x === i && y === a)));
        edges = rest.length === edges.length ? [...edges, [a, i]] : rest;
        chosen = null;
        changed(true);
      }
    }
    drawing.querySelector<SVGElement>(`[data-node="${Math.min(i, nodes.length - 1)}"]`)?.focus();
  };

  drawing.addEventListener("click", (event) => {
    if (mode !== "add" || (event.target as Element).closest("[data-node]")) return;
    // The drawing is scaled to fit its box and may be narrower than it.
    const matrix = drawing.getScreenCTM();
    if (!matrix) return;
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    if (at.x >= 0 && at.x <= WIDTH && at.y >= 0 && at.y <= HEIGHT) addNode(at.x, at.y);
  });

  /** The part of the ground that has nodes: a game is played as large as it can be. */
  const cropped = (): string => {
    if (!nodes.length) return `0 0 ${WIDTH} ${HEIGHT}`;
    const [xs, ys] = [nodes.map((n) => n.x), nodes.map((n) => n.y)];
    const [x, y] = [Math.min(...xs) - 48, Math.min(...ys) - 48];
    return `${x} ${y} ${Math.max(...xs) + 48 - x} ${Math.max(...ys) + 48 - y}`;
  };

  const draw = (): void => {
    for (const button of buttons) button.setAttribute("aria-pressed", String(button.dataset["mode"] === mode));
    help.textContent = modes.find(([name]) => name === mode)![2];
    help.hidden = mode === "play";
    drawing.setAttribute("viewBox", mode === "play" ? cropped() : `0 0 ${WIDTH} ${HEIGHT}`);
    // The drawing is made anew: the keyboard stays on its node.
    const on = drawing.contains(document.activeElement) ? (document.activeElement as SVGElement).dataset["node"] : undefined;
    playing.hidden = mode !== "play";
    turnText.hidden = mode !== "play";
    result.hidden = mode === "play";
    const mine = against.value === "friend" || toMove() === me.value;
    usable(undoButton, moves.length > 0);
    usable(hintButton, !waiting && mine && shown === moves.length && !over());
    usable(backButton, shown > 0 && !waiting);
    usable(onButton, shown < moves.length && !waiting);
    reviewButton.hidden = !over() || !moves.length || against.value === "friend";
    const colours = paintedAfter(shown);
    const left = new Set(mode === "play" ? [] : answer?.best?.left.map((m) => m.node));
    const right = new Set(mode === "play" ? [] : answer?.best?.right.map((m) => m.node));
    drawing.replaceChildren(
      s("rect", { x: -60, y: -60, width: WIDTH + 120, height: HEIGHT + 120, class: "ground" }),
      ...edges.map(([a, b]) => s("line", { x1: nodes[a]!.x, y1: nodes[a]!.y, x2: nodes[b]!.x, y2: nodes[b]!.y, class: "edge" })),
      ...nodes.map((node, i) => {
        const colour = mode === "play" ? colours[i] : null;
        const players = mode === "play" ? allowed(ruleName(), graph(), colours, i) : null;
        const free = players ? { 0: "nobody may paint it", 1: players[0] === "L" ? "Left only" : "Right only", 2: "unpainted" }[players.length] : TINT_NAMES[node.tint];
        const label = `Node ${i}, ${colour ? `painted ${colour === "L" ? "black" : "white"}` : free}${chosen === i ? ", chosen" : ""}`;
        const tint = players ? (players.length ? "none" : "dead") : node.tint === "o" ? "none" : node.tint === "+" ? "left" : "right";
        return s(
          "g",
          {
            "data-node": i,
            class: `node tint-${tint}${colour ? ` painted-${colour === "L" ? "black" : "white"}` : ""}${chosen === i ? " chosen" : ""}${about === i ? " about" : ""}`,
            tabindex: 0,
            role: "button",
            "aria-label": label,
            onclick: () => act(i),
            onkeydown: ((event: KeyboardEvent) => {
              if (event.key !== "Enter" && event.key !== " ") return;
              event.preventDefault();
              act(i);
            }) as EventListener,
          },
          s("circle", { cx: node.x, cy: node.y, r: 22 }),
          s("text", { x: node.x, y: node.y + 5, "text-anchor": "middle" }, i),
          // While playing a small disc says who alone may paint here.
          players?.length === 1 ? s("circle", { cx: node.x + 18, cy: node.y + 18, r: 7, class: players[0] === "L" ? "only-left" : "only-right" }) : null,
        );
      }),
      // Marks for the eye only: the list below says the same in words.
      ...nodes.flatMap((node, i) => {
        const mark = (letter: string, dx: number): SVGElement =>
          s("text", { x: node.x + dx, y: node.y - 16, "text-anchor": "middle", class: "best", "aria-hidden": "true" }, letter);
        return [...(left.has(i) ? [mark("L", -24)] : []), ...(right.has(i) ? [mark("R", 24)] : [])];
      }),
    );
    if (on !== undefined) drawing.querySelector<SVGElement>(`[data-node="${on}"]`)?.focus();
  };

  const latest = new Latest(signal);
  /** The drawing or the rule is another one; `step` where Back is to lead to the one before. */
  const changed = (step = false): void => {
    write({ paint: choice.value === "col" ? undefined : choice.value, nodes: encode(nodes) || undefined, edges: edges.map((e) => e.join(".")).join("_") || undefined }, step);
    keepGame();
    rule.textContent = `Left paints nodes black, Right paints them white, in turn; ${RULES[choice.value]}. Whoever cannot paint loses.`;
    answer = null;
    // Another drawing or rule is another game.
    moves = moves.length ? decodeMoves(ruleName(), graph(), encodeMoves(moves)) : moves;
    shown = moves.length;
    if (mode === "play") say();
    draw();
    if (mode === "play") return;
    value();
  };
  /** Asks what the drawing is worth. */
  const value = (): void => {
    const mine = latest.next();
    const answered = outdated(result);
    const stop = h("button", { type: "button", class: "quiet small", onclick: () => { mine.abort(); result.replaceChildren("Stopped."); answered(); } }, "Stop");
    const wait = setTimeout(() => { if (latest.is(mine)) { answered(); result.replaceChildren(h("progress", { "aria-label": "Computing" }), " ", stop); } }, 700);
    const asked = job<Answer>(
      choice.value,
      { nodes: nodes.length, edges: edges.map((e) => e.join("-")).join(","), tints: nodes.map((n) => n.tint).join("") || undefined, moves: true },
      () => undefined,
      mine.signal,
    );
    void asked.catch(() => undefined).finally(() => {
      clearTimeout(wait);
      if (latest.is(mine)) answered();
    });
    asked.then(
      (found) => {
        if (!latest.is(mine)) return;
        answer = found;
        draw();
        const list = (name: string, moves: Best[]): HTMLElement =>
          h("li", {}, `${name}: `, ...(moves.length ? moves.flatMap((m, i) => [`${i ? ", " : ""}paint ${m.node} (leaves `, ...(m.value === null ? ["…"] : typeset(m.value)), ")"]) : ["no move"]));
        result.replaceChildren(
          h("p", { class: "statement" }, "Value ", h("strong", { class: "col-value", "data-value": found.value ?? "" }, ...(found.value === null ? ["too long to write out"] : typeset(found.value))), `: ${WINNER[found.outcome]}.`),
          found.best ? h("ul", {}, list("Best for Left (black)", found.best.left), list("Best for Right (white)", found.best.right)) : "",
        );
      },
      (error: unknown) => {
        if (!isAbort(error)) result.replaceChildren(h("p", { class: "error" }, said(error)));
      },
    );
  };
  choice.addEventListener("change", () => {
    fresh();
    changed(true);
    void computer();
  });
  changed();
  void computer();
}
