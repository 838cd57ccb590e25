/** Drawing words: points in, SVG path text out. Angles are in degrees, clockwise from east. */
export type Point = readonly [number, number];

const RADIAN = Math.PI / 180;
const n = (value: number) => String(Math.round(value * 10) / 10);

/** The point at `radius` from a centre, in the direction `degrees`. */
export function polar(x: number, y: number, radius: number, degrees: number): Point {
  return [x + Math.cos(degrees * RADIAN) * radius, y + Math.sin(degrees * RADIAN) * radius];
}

/** The same outline, always clockwise, so that overlapping parts of one path never cancel out. */
function clockwise(points: readonly Point[]): readonly Point[] {
  const area = points.reduce((sum, [x, y], i) => {
    const [nextX, nextY] = points[(i + 1) % points.length]!;
    return sum + x * nextY - nextX * y;
  }, 0);
  return area < 0 ? [...points].reverse() : points;
}

/** A straight-edged closed shape. */
export function poly(outline: readonly Point[]): string {
  const points = clockwise(outline);
  return `M${points.map(([x, y]) => `${n(x)} ${n(y)}`).join("L")}Z`;
}

/** A curve that passes through every point (Catmull-Rom); `closed` joins the ends. */
export function curve(outline: readonly Point[], closed = true, tension = 1): string {
  const points = closed ? clockwise(outline) : outline;
  const count = points.length;
  const at = (i: number): Point =>
    closed ? points[(i + count) % count]! : points[Math.max(0, Math.min(count - 1, i))]!;
  let text = `M${n(points[0]![0])} ${n(points[0]![1])}`;
  for (let i = 0; i < (closed ? count : count - 1); i += 1) {
    const [before, from, to, after] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    const pull = tension / 6;
    text += `C${n(from[0] + (to[0] - before[0]) * pull)} ${n(from[1] + (to[1] - before[1]) * pull)} ${n(to[0] - (after[0] - from[0]) * pull)} ${n(to[1] - (after[1] - from[1]) * pull)} ${n(to[0])} ${n(to[1])}`;
  }
  return closed ? `${text}Z` : text;
}

/** Points along a Catmull-Rom curve, `steps` per stretch. */
export function along(points: readonly Point[], steps = 8): Point[] {
  const out: Point[] = [];
  const last = points.length - 1;
  const at = (i: number) => points[Math.max(0, Math.min(last, i))]!;
  for (let i = 0; i < last; i += 1) {
    for (let s = 0; s < steps; s += 1) {
      const t = s / steps;
      const blend = (axis: 0 | 1) => {
        const [a, b, c, d] = [at(i - 1)[axis], at(i)[axis], at(i + 1)[axis], at(i + 2)[axis]];
        return 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t * t * t);
      };
      out.push([blend(0), blend(1)]);
    }
  }
  out.push(points[last]!);
  return out;
}

/** A limb, stem or brush stroke: a spine with a width at each point, rounded at both ends. */
export function taper(spine: readonly Point[], widths: readonly number[], steps = 8): string {
  const points = along(spine, steps);
  const left: Point[] = [];
  const right: Point[] = [];
  points.forEach((point, i) => {
    const before = points[Math.max(0, i - 1)]!;
    const after = points[Math.min(points.length - 1, i + 1)]!;
    const length = Math.hypot(after[0] - before[0], after[1] - before[1]) || 1;
    const nx = -(after[1] - before[1]) / length;
    const ny = (after[0] - before[0]) / length;
    const place = (i / (points.length - 1)) * (widths.length - 1);
    const lower = Math.min(widths.length - 2, Math.floor(place));
    const half = (widths[lower]! + (widths[lower + 1]! - widths[lower]!) * (place - lower)) / 2;
    left.push([point[0] + nx * half, point[1] + ny * half]);
    right.push([point[0] - nx * half, point[1] - ny * half]);
  });
  const caps = disc(...spine[0]!, widths[0]! / 2) + disc(...spine.at(-1)!, widths.at(-1)! / 2);
  return poly([...left, ...right.reverse()]) + caps;
}

/** A full circle. */
export function disc(x: number, y: number, radius: number): string {
  return oval(x, y, radius, radius);
}

/** A full ellipse; `turn` tilts it. */
export function oval(x: number, y: number, rx: number, ry: number, turn = 0): string {
  const dx = Math.cos(turn * RADIAN) * rx;
  const dy = Math.sin(turn * RADIAN) * rx;
  return `M${n(x - dx)} ${n(y - dy)}A${n(rx)} ${n(ry)} ${n(turn)} 1 1 ${n(x + dx)} ${n(y + dy)}A${n(rx)} ${n(ry)} ${n(turn)} 1 1 ${n(x - dx)} ${n(y - dy)}Z`;
}

/** An upright rectangle. */
export function box(x: number, y: number, width: number, height: number): string {
  return `M${n(x)} ${n(y)}h${n(width)}v${n(height)}h${n(-width)}Z`;
}

/** A rectangle with round corners. */
export function softBox(x: number, y: number, w: number, h: number, r: number): string {
  return `M${n(x + r)} ${n(y)}h${n(w - 2 * r)}a${n(r)} ${n(r)} 0 0 1 ${n(r)} ${n(r)}v${n(h - 2 * r)}a${n(r)} ${n(r)} 0 0 1 ${n(-r)} ${n(r)}h${n(2 * r - w)}a${n(r)} ${n(r)} 0 0 1 ${n(-r)} ${n(-r)}v${n(2 * r - h)}a${n(r)} ${n(r)} 0 0 1 ${n(r)} ${n(-r)}Z`;
}

/** A wedge of light from a point: `from` and `to` degrees, between two radii. */
export function wedge(x: number, y: number, inner: number, outer: number, from: number, to: number): string {
  return poly([polar(x, y, inner, from), polar(x, y, outer, from), polar(x, y, outer, to), polar(x, y, inner, to)]);
}

/** `count` even rays filling `share` of the circle. */
export function rays(
  x: number,
  y: number,
  inner: number,
  outer: number,
  count: number,
  share = 0.5,
  start = 0,
): string {
  const step = 360 / count;
  return Array.from({ length: count }, (_, i) =>
    wedge(x, y, inner, outer, start + i * step, start + (i + share) * step),
  ).join("");
}

/** A star with `tips` points. */
export function star(x: number, y: number, outer: number, inner: number, tips: number, start = -90): string {
  return poly(Array.from({ length: tips * 2 }, (_, i) => polar(x, y, i % 2 ? inner : outer, start + (i * 180) / tips)));
}

/** A leaf or petal from base to tip; `bulge` is its greatest half-width, `at` where along its length. */
export function leaf(base: Point, tip: Point, bulge: number, at = 0.5): string {
  const [dx, dy] = [tip[0] - base[0], tip[1] - base[1]];
  const length = Math.hypot(dx, dy) || 1;
  const [nx, ny] = [(dy / length) * bulge, (-dx / length) * bulge];
  const near = (share: number, side: number) =>
    `${n(base[0] + dx * share + nx * side)} ${n(base[1] + dy * share + ny * side)}`;
  return `M${n(base[0])} ${n(base[1])}C${near(at * 0.4, 1.3)} ${near(at + (1 - at) * 0.3, 1.3)} ${n(tip[0])} ${n(tip[1])}C${near(at + (1 - at) * 0.3, -1.3)} ${near(at * 0.4, -1.3)} ${n(base[0])} ${n(base[1])}Z`;
}
