import { along, curve, leaf, oval, polar, taper, type Point } from "./path.ts";
import type { Chance } from "./seeded.ts";

/** The parts of one plume: its vane, the shaft, the barbs' gaps and the eye at its tip. */
export interface Plume {
  vane: string;
  shaft: string;
  gaps: string;
  barbs: Point[][];
  eye: (share: number) => string;
}

/** A carnival plume from `base`, bending by `bend` degrees on its way. */
export function plume(
  base: Point,
  degrees: number,
  length: number,
  width: number,
  bend: number,
  random: Chance,
): Plume {
  const spine: Point[] = [base];
  let [x, y] = base;
  for (let i = 1; i <= 5; i += 1) {
    [x, y] = polar(x, y, length / 5, degrees + bend * (i / 5) ** 1.6);
    spine.push([x, y]);
  }
  const points = along(spine, 10);
  const heading = (i: number) => {
    const a = points[Math.max(0, i - 1)]!;
    const b = points[Math.min(points.length - 1, i + 1)]!;
    return (Math.atan2(b[1] - a[1], b[0] - a[0]) * 180) / Math.PI;
  };
  const swell = (share: number) =>
    width * 0.5 * Math.sin(Math.PI * Math.min(1, 0.06 + share * 0.9)) ** 0.75 * (0.55 + share * 0.6);
  const side = (sign: number) =>
    points.map((point, i): Point =>
      polar(
        point[0],
        point[1],
        swell(i / (points.length - 1)) * random.range(0.94, 1.03),
        heading(i) + sign * (72 - (i / points.length) * 12),
      ),
    );
  const last = points.length - 1;
  const tip = polar(points[last]![0], points[last]![1], width * 0.16, heading(last));
  const barbs: Point[][] = [];
  let gaps = "";
  for (let i = 4; i < last; i += 1) {
    const share = i / last;
    for (const sign of [-1, 1]) {
      const end = polar(points[i]![0], points[i]![1], swell(share) * 1.12, heading(i) + sign * 52);
      barbs.push([points[i]!, end]);
      if (random.next() < 0.1)
        gaps += leaf(
          polar(points[i]![0], points[i]![1], swell(share) * 0.3, heading(i) + sign * 54),
          polar(points[i]![0], points[i]![1], swell(share) * 1.5, heading(i) + sign * 48),
          width * 0.022,
          0.8,
        );
    }
  }
  const eyeAt = points[Math.floor(last * 0.86)]!;
  const eyeTurn = heading(Math.floor(last * 0.86));
  return {
    vane: curve([base, ...side(1).slice(2), tip, ...side(-1).slice(2).reverse()], true, 0.8),
    shaft: taper(spine, [width * 0.06, width * 0.045, width * 0.015]),
    gaps,
    barbs,
    eye: (share) => oval(eyeAt[0], eyeAt[1], width * 0.42 * share, width * 0.32 * share, eyeTurn),
  };
}
