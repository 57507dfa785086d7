// Col and Snort on a graph you draw: valued, and played.

import { Latest, ask, isAbort, said } from "../api";
import type { Context } from "../context";
import { field, h, s } from "../dom";
import { allowed, decodeMoves, encodeMoves, rest, type Node, type Player, type Rule, type Tint } from "../paint/position";
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
  let mode: Mode = state.get("mode") === "play" ? "play" : "join";
  let chosen: number | null = null;
  let answer: Answer | null = null;

  const choice = h("select", {}, h("option", { value: "col" }, "Col"), h("option", { value: "snort", selected: state.get("paint") === "snort" }, "Snort"));
  const rule = h("p", {});
  const drawing = s("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "graph", role: "group", "aria-label": "The graph" });
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
    h("div", { class: "controls" }, field("Rule", choice, "paint")),
    rule,
    h("div", { class: "chips", role: "group", "aria-label": "What a click does" }, ...buttons),
    help,
    drawing,
    h(
      "div",
      { class: "chips", role: "group", "aria-label": "Ready-made graphs" },
      ...Object.keys(PRESETS).map((name) =>
        h("button", { type: "button", class: "chip", onclick: () => { ({ nodes, edges } = PRESETS[name]!()); moves = []; serial++; waiting = false; chosen = null; changed(); void computer(); } }, name),
      ),
      h("button", { type: "button", class: "chip", onclick: () => { nodes = []; edges = []; moves = []; chosen = null; changed(); } }, "Empty"),
    ),
    result,
  );

  // The game that is played on the drawing.
  const me = h("select", {}, h("option", { value: "L" }, "Left (black)"), h("option", { value: "R", selected: state.get("me") === "R" }, "Right (white)"));
  const first = h("select", {}, h("option", { value: "L" }, "Left"), h("option", { value: "R", selected: state.get("begins") === "R" }, "Right"));
  const against = h("select", {}, h("option", { value: "computer" }, "the computer"), h("option", { value: "friend", selected: state.get("against") === "friend" }, "a friend, on this board"));
  const turnText = h("p", { class: "statement", role: "status" });
  const undoButton = h("button", { type: "button", class: "quiet", onclick: () => takeBack() }, "Undo");
  const hintButton = h("button", { type: "button", class: "quiet", onclick: () => void hint() }, "Hint");
  const againButton = h("button", { type: "button", class: "quiet", onclick: () => restart() }, "Start again");
  const playing = h(
    "div",
    { class: "stack" },
    h("div", { class: "controls" }, field("You are", me, "me"), field("Begins", first, "begins"), field("Against", against, "painter")),
    turnText,
    h("div", { class: "toolbar" }, hintButton, undoButton, againButton),
  );
  drawing.before(playing);
  const ruleName = (): Rule => (choice.value === "snort" ? "snort" : "col");
  const graph = (): { nodes: Node[]; edges: [number, number][] } => ({ nodes, edges });
  let moves = decodeMoves(ruleName(), { nodes, edges }, state.get("m") ?? "");
  /** Grows when the game changes otherwise than by the move that is waited for. */
  let serial = 0;
  let waiting = false;
  const painted = (): (Player | null)[] => {
    const list: (Player | null)[] = nodes.map(() => null);
    for (const { node, player } of moves) list[node] = player;
    return list;
  };
  const toMove = (): Player => {
    const last = moves.at(-1)?.player;
    return last ? (last === "L" ? "R" : "L") : (first.value as Player);
  };
  const called = (player: Player): string => (against.value === "friend" ? (player === "L" ? "Left" : "Right") : player === me.value ? "You" : "The computer");
  const canPaint = (player: Player): boolean => nodes.some((_, i) => allowed(ruleName(), graph(), painted(), i).includes(player));
  /** What the server says of the position that is left; nodes as in the drawing. */
  const judge = async (): Promise<Answer> => {
    const left = rest(ruleName(), graph(), painted());
    const found = await ask<Answer>(choice.value, { nodes: left.nodes.length, edges: left.edges, tints: left.tints || undefined, moves: true }, signal);
    const renamed = (list: Best[]): Best[] => list.map((best) => ({ ...best, node: left.nodes[best.node]! }));
    return found.best ? { ...found, best: { left: renamed(found.best.left), right: renamed(found.best.right) } } : found;
  };
  const keepGame = (): void => {
    const on = mode === "play";
    write({
      mode: on ? "play" : undefined,
      me: on && me.value === "R" ? "R" : undefined,
      begins: on && first.value === "R" ? "R" : undefined,
      against: on && against.value === "friend" ? "friend" : undefined,
      m: on ? encodeMoves(moves) || undefined : undefined,
    });
  };
  const say = (): void => {
    const player = toMove();
    if (!canPaint(player)) {
      const winner = called(player === "L" ? "R" : "L");
      turnText.replaceChildren(h("strong", {}, `${called(player)} cannot paint: ${winner === "You" ? "you win!" : `${winner.toLowerCase() === "the computer" ? "the computer" : winner} wins.`}`));
    } else turnText.replaceChildren(called(player) === "You" ? "Your turn: choose a node." : `${called(player)}: ${against.value === "friend" ? "choose a node." : "thinking …"}`);
  };
  const computer = async (): Promise<void> => {
    if (mode !== "play" || against.value === "friend" || toMove() === me.value || !canPaint(toMove())) return;
    const mine = ++serial;
    waiting = true;
    draw();
    try {
      const found = await judge();
      if (mine !== serial || signal.aborted) return;
      const best = toMove() === "L" ? found.best?.left : found.best?.right;
      const node = best?.[0]?.node ?? nodes.findIndex((_, i) => allowed(ruleName(), graph(), painted(), i).includes(toMove()));
      moves.push({ node, player: toMove() });
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
    if (waiting || (against.value !== "friend" && player !== me.value)) return;
    if (!allowed(ruleName(), graph(), painted(), i).includes(player)) {
      turnText.replaceChildren(painted()[i] ? "This node is painted already." : `${player === "L" ? "Left" : "Right"} may not paint this node.`);
      return;
    }
    moves.push({ node: i, player });
    serial++;
    keepGame();
    say();
    draw();
    void computer();
  };
  const takeBack = (): void => {
    serial++;
    waiting = false;
    moves.pop();
    if (against.value !== "friend") while (moves.length && toMove() !== me.value) moves.pop();
    keepGame();
    say();
    draw();
    void computer();
  };
  const restart = (): void => {
    serial++;
    waiting = false;
    moves = [];
    keepGame();
    say();
    draw();
    void computer();
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
    if (next !== "play" && mode === "play") moves = [];
    if (next === "add" && mode === "add") addNode(80 + ((nodes.length * 137) % 480), 60 + ((nodes.length * 89) % 240));
    mode = next;
    chosen = null;
    serial++;
    waiting = false;
    keepGame();
    if (mode === "play") say();
    draw();
    if (mode === "play") void computer();
  };

  const addNode = (x: number, y: number): void => {
    if (nodes.length >= MOST_NODES) return;
    nodes.push({ x, y, tint: "o" });
    changed();
  };

  const act = (i: number): void => {
    if (mode === "play") paint(i);
    else if (mode === "remove") {
      nodes.splice(i, 1);
      edges = edges.filter(([a, b]) => a !== i && b !== i).map(([a, b]) => [a > i ? a - 1 : a, b > i ? b - 1 : b]);
      chosen = null;
      changed();
    } else if (mode === "tint") {
      const node = nodes[i]!;
      node.tint = node.tint === "o" ? "+" : node.tint === "+" ? "-" : "o";
      changed();
    } else if (mode === "join") {
      if (chosen === null || chosen === i) {
        chosen = chosen === i ? null : i;
        draw();
      } else {
        const a = chosen;
        const rest = edges.filter(([x, y]) => !((x === a && y === i) || (x === i && y === a)));
        edges = rest.length === edges.length ? [...edges, [a, i]] : rest;
        chosen = null;
        changed();
      }
    }
    const again = drawing.querySelector<SVGElement>(`[data-node="${i}"]`);
    again?.focus();
  };

  drawing.addEventListener("click", (event) => {
    if (mode !== "add" || (event.target as Element).closest("[data-node]")) return;
    // The drawing is scaled to fit its box and may be narrower than it.
    const matrix = drawing.getScreenCTM();
    if (!matrix) return;
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    if (at.x >= 0 && at.x <= WIDTH && at.y >= 0 && at.y <= HEIGHT) addNode(at.x, at.y);
  });

  const draw = (): void => {
    for (const button of buttons) button.setAttribute("aria-pressed", String(button.dataset["mode"] === mode));
    help.textContent = modes.find(([name]) => name === mode)![2];
    playing.hidden = mode !== "play";
    result.hidden = mode === "play";
    undoButton.disabled = !moves.length;
    const colours = painted();
    const left = new Set(mode === "play" ? [] : answer?.best?.left.map((m) => m.node));
    const right = new Set(mode === "play" ? [] : answer?.best?.right.map((m) => m.node));
    drawing.replaceChildren(
      s("rect", { width: WIDTH, height: HEIGHT, class: "ground" }),
      ...edges.map(([a, b]) => s("line", { x1: nodes[a]!.x, y1: nodes[a]!.y, x2: nodes[b]!.x, y2: nodes[b]!.y, class: "edge" })),
      ...nodes.map((node, i) => {
        const colour = mode === "play" ? colours[i] : null;
        const players = mode === "play" ? allowed(ruleName(), graph(), colours, i) : null;
        const free = players ? { 0: "nobody may paint it", 1: players[0] === "L" ? "Left only" : "Right only", 2: "unpainted" }[players.length] : TINT_NAMES[node.tint];
        const label = `Node ${i}, ${colour ? `painted ${colour === "L" ? "black" : "white"}` : free}${chosen === i ? ", chosen" : ""}`;
        const tint = players ? (players.length === 2 ? "none" : players.length === 0 ? "dead" : players[0] === "L" ? "left" : "right") : node.tint === "o" ? "none" : node.tint === "+" ? "left" : "right";
        return s(
          "g",
          {
            "data-node": i,
            class: `node tint-${tint}${colour ? ` painted-${colour === "L" ? "black" : "white"}` : ""}${chosen === i ? " chosen" : ""}`,
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
          s("circle", { cx: node.x, cy: node.y, r: 18 }),
          s("text", { x: node.x, y: node.y + 5, "text-anchor": "middle" }, i),
        );
      }),
      // Marks for the eye only: the list below says the same in words.
      ...nodes.flatMap((node, i) => {
        const mark = (letter: string, dx: number): SVGElement =>
          s("text", { x: node.x + dx, y: node.y - 16, "text-anchor": "middle", class: "best", "aria-hidden": "true" }, letter);
        return [...(left.has(i) ? [mark("L", -24)] : []), ...(right.has(i) ? [mark("R", 24)] : [])];
      }),
    );
  };

  const latest = new Latest(signal);
  const changed = (): void => {
    write({ paint: choice.value === "col" ? undefined : choice.value, nodes: encode(nodes) || undefined, edges: edges.map((e) => e.join(".")).join("_") || undefined });
    keepGame();
    rule.textContent = `Left paints nodes black, Right paints them white, in turn; ${RULES[choice.value]}. Whoever cannot paint loses.`;
    answer = null;
    // Another drawing or rule is another game.
    moves = moves.length ? decodeMoves(ruleName(), graph(), encodeMoves(moves)) : moves;
    if (mode === "play") say();
    draw();
    const mine = latest.next();
    ask<Answer>(
      choice.value,
      { nodes: nodes.length, edges: edges.map((e) => e.join("-")).join(","), tints: nodes.map((n) => n.tint).join("") || undefined, moves: true },
      mine.signal,
    ).then(
      (found) => {
        answer = found;
        draw();
        const list = (name: string, moves: Best[]): HTMLElement =>
          h("li", {}, `${name}: `, moves.length ? moves.map((m) => `paint ${m.node} (leaves ${m.value ?? "…"})`).join(", ") : "no move");
        result.replaceChildren(
          h("p", { class: "statement" }, "Value ", h("strong", { class: "col-value" }, found.value ?? "too long to write out"), `: ${WINNER[found.outcome]}.`),
          found.best ? h("ul", {}, list("Best for Left (black)", found.best.left), list("Best for Right (white)", found.best.right)) : "",
        );
      },
      (error: unknown) => {
        if (!isAbort(error)) result.replaceChildren(h("p", { class: "error" }, said(error)));
      },
    );
  };
  choice.addEventListener("change", () => {
    moves = [];
    serial++;
    waiting = false;
    changed();
    void computer();
  });
  changed();
  void computer();
}
