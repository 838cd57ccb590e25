import { along, curve, disc, leaf, oval, polar, taper, type Point } from "./path.ts";
import type { Chance } from "./seeded.ts";

/** A palm frond: a drooping rib with leaflets that shorten to the tip. */
export function frond(
  base: Point,
  degrees: number,
  length: number,
  droop: number,
  random: Chance,
  fullness = 26,
): string {
  const spine: Point[] = [base];
  let [x, y] = base;
  for (let i = 1; i <= 6; i += 1) {
    const bend = Math.cos((degrees * Math.PI) / 180) >= 0 ? 1 : -1;
    const heading = degrees + bend * droop * (i / 6) ** 1.3;
    [x, y] = polar(x, y, length / 6, heading);
    spine.push([x, y]);
  }
  const points = along(spine, 8);
  let text = taper(spine, [length * 0.035, length * 0.022, 1.5]);
  for (let i = 0; i < fullness; i += 1) {
    const share = 0.08 + (0.92 * i) / fullness;
    const at = Math.min(points.length - 2, Math.floor(share * (points.length - 1)));
    const here = points[at]!;
    const next = points[at + 1]!;
    const heading = (Math.atan2(next[1] - here[1], next[0] - here[0]) * 180) / Math.PI;
    const reach = length * 0.3 * Math.sin(Math.PI * Math.min(1, 0.18 + share * 0.8)) + length * 0.05;
    for (const side of [-1, 1]) {
      const angle = heading + side * (62 - share * 38) + random.range(-5, 5);
      const tip = polar(here[0], here[1], reach * random.range(0.88, 1.08), angle);
      text += leaf(here, [tip[0], tip[1] + reach * 0.22], Math.max(2, length * 0.014), 0.4);
    }
  }
  return text;
}

/** A whole palm: leaning trunk from `foot` to `crown`, with a head of fronds. */
export function palm(foot: Point, crown: Point, size: number, random: Chance): string {
  const lean: Point = [(foot[0] * 2 + crown[0]) / 3 + (foot[0] - crown[0]) * 0.28, (foot[1] + crown[1]) / 2];
  let text = taper([foot, lean, crown], [size * 0.13, size * 0.075, size * 0.06]);
  for (const degrees of [-172, -142, -112, -84, -58, -30, -2, 22, 158]) {
    text += frond(
      crown,
      degrees + random.range(-8, 8),
      size * random.range(0.85, 1.1),
      random.range(50, 80),
      random,
      20,
    );
  }
  for (const turn of [20, 90, 160])
    text += disc(...polar(crown[0], crown[1] + size * 0.05, size * 0.055, turn), size * 0.055);
  return text;
}

/** A broad banana leaf and its rib and tears, to print and to knock out. */
export function bananaLeaf(
  base: Point,
  degrees: number,
  length: number,
  width: number,
  random: Chance,
): { blade: string; veins: Point[][] } {
  const tip = polar(base[0], base[1], length, degrees);
  const mid = polar(...polar(base[0], base[1], length * 0.55, degrees), width * 0.22, degrees + 90);
  const rib = along([base, mid, tip], 14);
  const edge = (side: number) =>
    rib.map((point, i): Point => {
      const share = i / (rib.length - 1);
      const swell = Math.sin(Math.PI * share ** 0.72) ** 0.8 * width * 0.5;
      return polar(point[0], point[1], swell * random.range(0.93, 1.04), degrees + side * 90);
    });
  const veins: Point[][] = [rib.filter((_, i) => i % 3 === 0)];
  for (let i = 3; i < rib.length - 2; i += 2) {
    for (const side of [-1, 1]) {
      const swell = Math.sin(Math.PI * (i / (rib.length - 1)) ** 0.72) * width * 0.46;
      veins.push([rib[i]!, polar(...polar(rib[i]![0], rib[i]![1], swell, degrees + side * 76), 0, 0)]);
    }
  }
  return { blade: curve([...edge(1), ...edge(-1).reverse()], true, 0.8), veins };
}

/** One hibiscus seen from the front: five ruffled petals, their veins, and the stamen column. */
export function hibiscus(x: number, y: number, size: number, turn: number, random: Chance) {
  const petals: string[] = [];
  const folds: string[] = [];
  const veins: Point[][] = [];
  for (let petal = 0; petal < 5; petal += 1) {
    const heading = turn + petal * 72;
    const rim: Point[] = [];
    for (let i = -7; i <= 7; i += 1) {
      const spread = i / 7;
      const reach = size * (1 - 0.3 * Math.abs(spread) ** 2.6) * random.range(0.955, 1.035);
      rim.push(polar(x, y, reach, heading + spread * 47));
    }
    petals.push(
      curve(
        [
          polar(x, y, size * 0.08, heading),
          polar(x, y, size * 0.5, heading - 41),
          ...rim,
          polar(x, y, size * 0.5, heading + 41),
        ],
        true,
        0.9,
      ),
    );
    folds.push(leaf(polar(x, y, size * 0.12, heading + 30), polar(x, y, size * 0.95, heading + 40), size * 0.13, 0.7));
    for (const spread of [-30, -20, -10, 0, 10, 20, 30]) {
      veins.push([
        polar(x, y, size * 0.16, heading + spread * 0.5),
        polar(x, y, size * 0.5, heading + spread * 0.8),
        polar(x, y, size * random.range(0.72, 0.86), heading + spread),
      ]);
    }
  }
  const lean = turn + 18;
  const tip = polar(x, y, size * 0.92, lean);
  const column = taper(
    [[x, y], polar(...polar(x, y, size * 0.45, lean), size * 0.06, lean + 90), tip],
    [size * 0.075, size * 0.055, size * 0.045],
  );
  let anthers = "";
  for (let i = 0; i < 26; i += 1) {
    const on = polar(x, y, size * random.range(0.55, 0.95), lean + random.range(-2, 2));
    anthers += disc(...polar(on[0], on[1], size * random.range(0.04, 0.11), random.range(0, 360)), size * 0.02);
  }
  const stigma = [-26, -13, 0, 13, 26]
    .map((spread) => disc(...polar(tip[0], tip[1], size * 0.1, lean + spread * 2), size * 0.03))
    .join("");
  return {
    petals,
    folds,
    veins,
    column,
    anthers,
    stigma,
    heart: oval(x, y, size * 0.22, size * 0.22),
  };
}

/** A split monstera leaf, pointing in `degrees`, with its stem end at (x, y): blade, ribs, and the shaded half. */
export function monstera(
  x: number,
  y: number,
  size: number,
  degrees: number,
): { blade: string; ribs: Point[][]; shade: string } {
  const heart = polar(x, y, size * 0.26, degrees);
  const reach = (spread: number) =>
    size *
    (0.56 +
      0.26 * Math.cos((spread * Math.PI) / 180) +
      0.12 * Math.cos((spread * Math.PI) / 90) +
      0.1 * Math.max(0, 1 - Math.abs(spread) / 26));
  const at = (share: number, spread: number) => polar(heart[0], heart[1], reach(spread) * share, degrees + spread);
  const lobe = (mid: number, half: number): Point[] => [
    at(0.42, mid - half),
    at(0.8, mid - half + 1.5),
    at(0.97, mid - half * 0.6),
    at(1, mid),
    at(0.97, mid + half * 0.6),
    at(0.8, mid + half - 1.5),
  ];
  const mids = [-136, -104, -76, -51, -29];
  const edge = [
    at(0.34, -172),
    at(0.85, -164),
    ...mids.flatMap((mid) => lobe(mid, 11.5)),
    at(0.5, -15),
    at(0.86, -12),
    at(1, -4),
    at(1.06, 0),
  ];
  const mirror = [
    at(1, 4),
    at(0.86, 12),
    at(0.5, 15),
    ...mids.toReversed().flatMap((mid) => lobe(-mid, 11.5)),
    at(0.85, 164),
    at(0.34, 172),
  ];
  const ribs = [
    [[x, y], heart, at(0.98, 0)] as Point[],
    ...[...mids, ...mids.map((mid) => -mid)].map((mid): Point[] => [
      polar(heart[0], heart[1], size * 0.04, degrees),
      at(0.5, mid * 0.96),
      at(0.86, mid),
    ]),
  ];
  return {
    blade: curve([...edge, ...mirror], true, 0.55),
    ribs,
    shade: curve([...edge, at(0.1, 0)], true, 0.55),
  };
}
