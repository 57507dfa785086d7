// Col and Snort as positions: a drawn graph, the nodes painted so far, and what is left to play.

export type Tint = "o" | "+" | "-";
export type Player = "L" | "R";
export type Rule = "col" | "snort";
export interface Node {
  x: number;
  y: number;
  tint: Tint;
}
export interface Drawing {
  nodes: Node[];
  edges: [number, number][];
}

/** Who may still paint a node: both, one, or nobody. */
export function allowed(rule: Rule, { nodes, edges }: Drawing, painted: (Player | null)[], i: number): Player[] {
  if (painted[i]) return [];
  const tint = nodes[i]!.tint;
  const players: Player[] = tint === "o" ? ["L", "R"] : tint === "+" ? ["L"] : ["R"];
  const around = edges.flatMap(([a, b]) => (a === i ? [painted[b]] : b === i ? [painted[a]] : []));
  // Col: no neighbour of the same colour; Snort: none of the other colour.
  return players.filter((player) => around.every((other) => !other || (rule === "col" ? other !== player : other === player)));
}

/** The position that is left: nodes somebody may paint, with their tints, numbered anew. */
export function rest(rule: Rule, drawing: Drawing, painted: (Player | null)[]): { nodes: number[]; tints: string; edges: string } {
  const alive = drawing.nodes.map((_, i) => i).filter((i) => allowed(rule, drawing, painted, i).length > 0);
  const place = new Map(alive.map((node, index) => [node, index]));
  const tints = alive.map((i) => {
    const players = allowed(rule, drawing, painted, i);
    return players.length === 2 ? "o" : players[0] === "L" ? "+" : "-";
  });
  const edges = drawing.edges.filter(([a, b]) => place.has(a) && place.has(b)).map(([a, b]) => `${place.get(a)}-${place.get(b)}`);
  return { nodes: alive, tints: tints.join(""), edges: edges.join(",") };
}

/** The moves made so far, as text: `L0R3`. */
export function encodeMoves(moves: { node: number; player: Player }[]): string {
  return moves.map(({ node, player }) => `${player}${node}`).join("");
}

/** The moves of such a text that can be made one after the other. */
export function decodeMoves(rule: Rule, drawing: Drawing, text: string): { node: number; player: Player }[] {
  const painted: (Player | null)[] = drawing.nodes.map(() => null);
  const moves: { node: number; player: Player }[] = [];
  for (const [, player, digits] of text.matchAll(/([LR])(\d{1,2})/g)) {
    const node = Number(digits);
    if (node >= drawing.nodes.length || !allowed(rule, drawing, painted, node).includes(player as Player)) break;
    painted[node] = player as Player;
    moves.push({ node, player: player as Player });
  }
  return moves;
}
