// Thermographs, drawn with the page's own colours: values grow to the left, temperature upwards.

import { h, s } from "./dom";

export interface Corner {
  temperature: string;
  value: string;
}
export interface Walls {
  left_wall: Corner[];
  right_wall: Corner[];
}

const [WIDTH, HEIGHT] = [360, 230];
const [LEFT, RIGHT, TOP, GROUND] = [40, 340, 20, 190];

/** The number of a text such as -3/8. */
export function numberOf(text: string): number {
  const [above, below] = text.split("/").map(Number);
  return (above ?? NaN) / (below ?? 1);
}

/** Round numbers between two ends. */
function ticks(low: number, high: number, wanted: number): number[] {
  const rough = (high - low) / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((m) => m * power).find((one) => one >= rough) ?? rough;
  const found: number[] = [];
  for (let k = Math.ceil(low / step); k * step <= high; k++) found.push(Number((k * step).toPrecision(6)));
  return found;
}

/** The drawing, or null where the numbers are too large for one. */
export function thermograph({ left_wall, right_wall }: Walls, name: string): HTMLElement | null {
  const points = (wall: Corner[]): [number, number][] => wall.map((corner) => [numberOf(corner.value), numberOf(corner.temperature)]);
  const [left, right] = [points(left_wall), points(right_wall)];
  const all = [...left, ...right];
  if (!left.length || !right.length || all.length > 400 || all.some((point) => point.some((n) => !Number.isFinite(n) || Math.abs(n) > 1e9))) return null;
  const values = all.map(([v]) => v);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const hottest = Math.max(0, ...all.map(([, t]) => t));
  const margin = most > least ? 0.1 * (most - least) : 1;
  const [low, high] = [least - margin, most + margin];
  const height = hottest > 0 ? 1.35 * hottest : 1;
  const x = (v: number): number => LEFT + ((high - v) / (high - low)) * (RIGHT - LEFT);
  const y = (t: number): number => GROUND - (t / height) * (GROUND - TOP);
  const line = (list: [number, number][]): string => list.map(([v, t]) => `${x(v).toFixed(1)},${y(t).toFixed(1)}`).join(" ");
  const mean = left.at(-1)![0];
  const foot: [number, number] = [mean, Math.max(left.at(-1)![1], right.at(-1)![1])];
  const label = `Thermograph of ${name}: the left wall starts at ${left_wall[0]!.value}, the right wall at ${right_wall[0]!.value}, the mast stands on ${left_wall.at(-1)!.value} from temperature ${foot[1]} on`;
  const picture = s(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "thermograph", role: "img", "aria-label": label },
    ...ticks(0, height, 4).flatMap((t) => [
      s("line", { x1: LEFT, x2: RIGHT, y1: y(t), y2: y(t), class: "grid" }),
      s("text", { x: LEFT - 6, y: y(t) + 4, "text-anchor": "end" }, t),
    ]),
    ...ticks(low, high, 6).flatMap((v) => [
      s("line", { x1: x(v), x2: x(v), y1: GROUND, y2: GROUND + 4, class: "tick" }),
      s("text", { x: x(v), y: GROUND + 17, "text-anchor": "middle" }, String(v).replace("-", "−")),
    ]),
    s("line", { x1: LEFT, x2: RIGHT, y1: GROUND, y2: GROUND, class: "tick" }),
    s("polyline", { points: line([foot, [mean, height]]), class: "mast" }),
    s("polyline", { points: line([...left, foot]), class: "wall left" }),
    s("polyline", { points: line([...right, foot]), class: "wall right" }),
    s("text", { x: (LEFT + RIGHT) / 2, y: HEIGHT - 6, "text-anchor": "middle" }, "value"),
    s("text", { x: 4, y: 11 }, "temperature"),
  );
  return h("figure", { class: "thermograph-figure" }, picture);
}
