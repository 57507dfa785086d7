// The nim-sequence as a plot: uPlot for axes and zooming, and every point painted into
// one bitmap, so that a million points pan and zoom fluently.

import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { grouped } from "./dom";

export interface Points {
  from: number;
  values: Uint32Array;
  /** The class of each point, an index into the colours of the theme. */
  classes: Uint8Array | null;
  /** Classes from this one on are marked: larger, on top. */
  marked: number;
  /** Where the regular part begins, and its period: a line, and bands behind the points. */
  regular?: { preperiod: number; period: number } | undefined;
}

export interface Plot {
  element: HTMLElement;
  show(points: Points, logX: boolean, logY: boolean): void;
  zoom(factor: number): void;
  pan(part: number): void;
  reset(): void;
  /** The heaps shown, where not all are. */
  range(): [number, number] | null;
  /** Shows these heaps. */
  look(min: number, max: number): void;
  redraw(): void;
  destroy(): void;
}

function css(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/** `#rrggbb` as the 32 bits of a pixel. */
function pixel(colour: string): number {
  const n = parseInt(colour.slice(1), 16);
  return (255 << 24) | ((n & 255) << 16) | (n & 0xff00) | (n >> 16);
}

/** Bands narrower than this many pixels would be grey. */
const NARROW = 6;

/** Round numbers on a logarithmic axis: 0 and the powers of ten, with twice and five times them where there is
 * room; all of them inside, each with its label. */
export function decades(min: number, max: number, most: number): number[] {
  const inside = (factors: number[]): number[] => {
    const found = min <= 0 ? [0] : [];
    for (let power = 1; power <= max; power *= 10) for (const factor of factors) if (factor * power >= min && factor * power <= max) found.push(factor * power);
    return found;
  };
  for (const factors of [[1, 2, 5], [1]]) {
    const found = inside(factors);
    if (found.length <= most && found.length >= 2) return found;
  }
  const powers = inside([1]);
  if (powers.length >= 2) return powers.filter((_, i) => i % Math.ceil(powers.length / most) === 0);
  // Less than a factor of ten is shown: steps as on a plain axis.
  const rough = Math.max(1, (max - min) / most);
  const unit = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((m) => m * unit).find((s) => s >= rough) ?? rough;
  const found: number[] = [];
  for (let t = Math.ceil(min / step) * step; t <= max; t += step) found.push(t);
  return found;
}

/** A plot that fills its element; `readout` is told which heap is under the pointer, `moved` that
 * other heaps are shown. */
export function scatter(element: HTMLElement, readout: (n: number | null, value: number | null) => void, moved: () => void = () => undefined): Plot {
  let chart: uPlot | null = null;
  let points: Points | null = null;
  let logX = false;
  let logY = false;
  const bitmap = document.createElement("canvas");

  const paint = (u: uPlot): void => {
    if (!points) return;
    const { left, top, width, height } = u.bbox;
    const w = Math.round(width);
    const hgt = Math.round(height);
    if (w < 1 || hgt < 1) return;
    bitmap.width = w;
    bitmap.height = hgt;
    const context = bitmap.getContext("2d");
    if (!context) return;
    const image = context.createImageData(w, hgt);
    const cells = new Uint32Array(image.data.buffer);
    const xs = u.scales["x"]!;
    const ys = u.scales["y"]!;
    if (xs.min == null || xs.max == null || ys.min == null || ys.max == null) return;
    const fx = logX ? Math.asinh : (v: number): number => v;
    const fy = logY ? Math.asinh : (v: number): number => v;
    const x0 = fx(xs.min);
    const y0 = fy(ys.min);
    const kx = (w - 1) / (fx(xs.max) - x0 || 1);
    const ky = (hgt - 1) / (fy(ys.max) - y0 || 1);
    const { from, values, classes, marked } = points;
    const first = Math.max(0, Math.floor(xs.min) - from);
    const last = Math.min(values.length - 1, Math.ceil(xs.max) - from);
    const shown = last - first + 1;
    const dpr = devicePixelRatio || 1;
    const size = Math.max(1, Math.round(dpr * (shown < 300 ? 5 : shown < 2000 ? 3.4 : 2)));
    const colours: number[] = [];
    for (let i = 0; i < 8; i++) colours.push(pixel(css(`--class-${i}`)) >>> 0);
    const top_y = hgt - 1;
    const dot = (i: number, side: number, colour: number): void => {
      const centre_x = Math.round((fx(from + i) - x0) * kx);
      const centre_y = top_y - Math.round((fy(values[i]!) - y0) * ky);
      // Of a million points most fall where one is painted already.
      if (side <= 2 && !classes && centre_x >= 0 && centre_x < w && centre_y >= 0 && centre_y < hgt && cells[centre_y * w + centre_x] === colour) return;
      const x = centre_x - (side >> 1);
      const y = centre_y - (side >> 1);
      // Small squares, with the corners left out when there is room for it.
      for (let dy = 0; dy < side; dy++) {
        const yy = y + dy;
        if (yy < 0 || yy >= hgt) continue;
        const edge = side > 3 && (dy === 0 || dy === side - 1) ? 1 : 0;
        for (let dx = edge; dx < side - edge; dx++) {
          const xx = x + dx;
          if (xx >= 0 && xx < w) cells[yy * w + xx] = colour;
        }
      }
    };
    for (let i = first; i <= last; i++) {
      const c = classes ? classes[i]! : 0;
      if (c < marked) dot(i, size, colours[c % 8]!);
    }
    if (classes) {
      const large = Math.max(size, Math.round(3 * dpr)) + 1;
      for (let i = first; i <= last; i++) if (classes[i]! >= marked) dot(i, large, colours[classes[i]! % 8]!);
    }
    context.putImageData(image, 0, 0);
    u.ctx.drawImage(bitmap, Math.round(left), Math.round(top));
  };

  /** The preperiod as a line, every other period as a band. */
  const bands = (u: uPlot): void => {
    if (!points?.regular) return;
    const { preperiod, period } = points.regular;
    const { left, top, width, height } = u.bbox;
    const { min, max } = u.scales["x"]!;
    if (min == null || max == null) return;
    const x = (n: number): number => u.valToPos(n - 0.5, "x", true);
    const clip = (n: number): number => Math.max(left, Math.min(left + width, x(n)));
    u.ctx.save();
    const first = Math.max(0, Math.floor((min - preperiod) / period));
    const wide = x(preperiod + (first + 1) * period) - x(preperiod + first * period);
    if (wide >= NARROW) {
      u.ctx.fillStyle = css("--band");
      for (let k = first; preperiod + k * period <= max; k++) {
        if (k % 2 === 1) continue;
        const [a, b] = [clip(preperiod + k * period), clip(preperiod + (k + 1) * period)];
        if (b > a) u.ctx.fillRect(a, top, b - a, height);
      }
    }
    if (preperiod > min && preperiod <= max) {
      u.ctx.strokeStyle = css("--class-1");
      u.ctx.lineWidth = 2 * (devicePixelRatio || 1);
      u.ctx.setLineDash([8, 5]);
      u.ctx.beginPath();
      u.ctx.moveTo(x(preperiod), top);
      u.ctx.lineTo(x(preperiod), top + height);
      u.ctx.stroke();
    }
    u.ctx.restore();
  };

  const size = (): { width: number; height: number } => ({
    width: Math.max(260, element.clientWidth),
    height: Math.max(220, element.clientHeight),
  });

  const build = (): void => {
    chart?.destroy();
    if (!points) return;
    const { from, values } = points;
    const n = values.length;
    const xs = new Float64Array(n);
    let most = 1;
    for (let i = 0; i < n; i++) {
      xs[i] = from + i;
      if (values[i]! > most) most = values[i]!;
    }
    const axis = {
      stroke: css("--ink"),
      grid: { stroke: css("--grid"), width: 1 },
      ticks: { stroke: css("--grid"), width: 1 },
      font: "12px system-ui, sans-serif",
      labelFont: "13px system-ui, sans-serif",
      labelSize: 22,
    };
    // Heaps and values are whole numbers, and so are the places of the grid.
    const incrs = [1, 10, 100, 1000, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9].flatMap((power) => [power, 2 * power, 5 * power]);
    const whole = (_: uPlot, ticks: number[]): string[] =>
      ticks.map((t) => (Number.isInteger(t) ? grouped(t) : ""));
    // The plot would leave labels of logarithmic axes out by rules of its own.
    const filter = (_: uPlot, splits: number[]): number[] => splits;
    const across = { filter, splits: (_: uPlot, _i: number, min: number, max: number) => decades(min, max, Math.max(3, Math.floor(size().width / 90))) };
    const upwards = { filter, splits: (_: uPlot, _i: number, min: number, max: number) => decades(min, max, Math.max(3, Math.floor(size().height / 40))) };
    chart = new uPlot(
      {
        ...size(),
        legend: { show: false },
        // Room for half of the last label.
        padding: [8, 32, 0, 0],
        cursor: { drag: { x: true, y: false }, points: { show: false } },
        scales: {
          x: { time: false, distr: logX ? 4 : 1, range: (_u, min, max) => [min, Math.max(max, min + 1)] },
          y: { distr: logY ? 4 : 1, range: (_u, _min, max) => (logY ? [0, 1.3 * Math.max(1, max)] : [-0.03 * Math.max(1, max), 1.05 * Math.max(1, max)]) },
        },
        axes: [
          { ...axis, label: "heap n", values: whole, ...(logX ? across : { incrs }) },
          { ...axis, label: "nim-value G(n)", values: whole, size: 62, ...(logY ? upwards : { incrs }) },
        ],
        series: [{}, { paths: () => null, points: { show: false } }],
        hooks: {
          drawAxes: [bands],
          draw: [paint],
          setScale: [
            (_u, key): void => {
              if (key !== "x") return;
              aim = null;
              moved();
            },
          ],
          setCursor: [
            (u): void => {
              const i = u.cursor.idx;
              if (i == null || (u.cursor.left ?? -1) < 0) readout(null, null);
              else readout(from + i, values[i] ?? null);
            },
          ],
        },
      },
      [xs, values] as unknown as uPlot.AlignedData,
      element,
    );
  };

  const observer = new ResizeObserver(() => chart?.setSize(size()));
  observer.observe(element);

  /** A range that was set and is drawn soon. */
  let aim: [number, number] | null = null;
  const set = ([a, b]: [number, number], least: number, most: number): void => {
    if (b - a >= most - least) [a, b] = [least, most];
    if (a < least) [a, b] = [least, b + least - a];
    if (b > most) [a, b] = [a + most - b, most];
    if (b - a < 4) b = a + 4;
    aim = [Math.max(least, a), b];
    chart?.setScale("x", { min: aim[0], max: b });
  };
  const range = (change: (min: number, max: number, least: number, most: number) => [number, number]): void => {
    if (!chart || !points) return;
    const { min, max } = chart.scales["x"]!;
    if (min == null || max == null) return;
    const least = points.from;
    const most = points.from + points.values.length - 1;
    set(change(min, max, least, most), least, most);
  };

  element.addEventListener(
    "wheel",
    (event) => {
      if (!chart || !points) return;
      event.preventDefault();
      const rect = chart.over.getBoundingClientRect();
      const at = chart.posToVal(event.clientX - rect.left, "x");
      const factor = event.deltaY > 0 ? 1.25 : 0.8;
      range((min, max) => [at - (at - min) * factor, at + (max - at) * factor]);
    },
    { passive: false },
  );

  // Fingers: one moves the plot, two stretch it. The mouse keeps its drag over a range.
  const fingers = new Map<number, number>();
  const place = (event: PointerEvent): number => event.clientX - (chart?.over.getBoundingClientRect().left ?? 0);
  element.addEventListener(
    "pointerdown",
    (event) => {
      if (event.pointerType !== "touch") return;
      event.stopPropagation();
      fingers.set(event.pointerId, place(event));
    },
    true,
  );
  element.addEventListener(
    "pointermove",
    (event) => {
      const before = fingers.get(event.pointerId);
      if (before === undefined || !chart) return;
      const now = place(event);
      const value = (at: number): number => chart!.posToVal(at, "x");
      const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
      if (other === undefined) {
        const step = value(before) - value(now);
        range((min, max) => [min + step, max + step]);
      } else if (Math.abs(now - other) > 10) {
        const factor = Math.abs(before - other) / Math.abs(now - other);
        const still = value(other);
        range((min, max) => [still - (still - min) * factor, still + (max - still) * factor]);
      }
      fingers.set(event.pointerId, now);
    },
    true,
  );
  for (const end of ["pointerup", "pointercancel"] as const) element.addEventListener(end, (event) => fingers.delete(event.pointerId), true);

  return {
    element,
    show(next, lx, ly) {
      points = next;
      logX = lx;
      logY = ly;
      build();
    },
    zoom(factor) {
      range((min, max) => {
        const middle = (min + max) / 2;
        return [middle - ((max - min) / 2) * factor, middle + ((max - min) / 2) * factor];
      });
    },
    pan(part) {
      range((min, max) => [min + (max - min) * part, max + (max - min) * part]);
    },
    reset() {
      range((_min, _max, least, most) => [least, most]);
    },
    range() {
      const scale = chart?.scales["x"];
      const [min, max] = aim ?? [scale?.min, scale?.max];
      if (!points || min == null || max == null) return null;
      const [least, most] = [points.from, points.from + points.values.length - 1];
      return min <= least && max >= most ? null : [Math.round(min), Math.round(max)];
    },
    look(min, max) {
      // A new chart has no range of its own before it is drawn.
      if (points) set([min, max], points.from, points.from + points.values.length - 1);
    },
    redraw: build,
    destroy() {
      observer.disconnect();
      chart?.destroy();
    },
  };
}
