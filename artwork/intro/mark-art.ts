import { MARK } from "../brand/mark.ts";
import type { Point } from "../path.ts";

/** The mark's pieces, right half first: mask, eye, bow, plume; then the middle plume and the knot. */
const PIECES = MARK.split(/(?=M)/);
const [rightMask, rightEye, , rightPlume, leftMask, leftEye, , leftPlume, middlePlume] = PIECES;

/** Points along a piece made of absolute moves and curves; open where it would only close along the middle line. */
function trace(piece: string): Point[] {
  const points: Point[] = [];
  for (const [, numbers] of piece.matchAll(/[MC]([-\d. ]+)/g)) {
    const n = numbers!.trim().split(" ").map(Number);
    const from = points.at(-1);
    if (!from) {
      points.push([n[0]!, n[1]!]);
      continue;
    }
    for (let i = 1; i <= 14; i += 1) {
      const t = i / 14;
      const u = 1 - t;
      const at = (axis: 0 | 1) =>
        u ** 3 * from[axis] + 3 * u * u * t * n[axis]! + 3 * u * t * t * n[axis + 2]! + t ** 3 * n[axis + 4]!;
      points.push([at(0), at(1)]);
    }
  }
  return points;
}

export const MASK_LINES: readonly Point[][] = [trace(rightMask!), trace(leftMask!)];
export const EYE_LINES: readonly Point[][] = [trace(rightEye!), trace(leftEye!)];
export const PLUME_LINES: readonly Point[][] = [rightPlume!, leftPlume!, middlePlume!].map(trace);
export const EYES = rightEye! + leftEye!;
/** The middle of the right eye, and the level of both. */
export const EYE: Point = [45.7, 28.3];

/** Part of a traced line, from one share of its length to another, as an open path. */
export function stretch(points: readonly Point[], from: number, to: number): string {
  const lengths = points.map((point, i) =>
    i ? Math.hypot(point[0] - points[i - 1]![0], point[1] - points[i - 1]![1]) : 0,
  );
  const whole = lengths.reduce((sum, length) => sum + length, 0);
  let gone = 0;
  let path = "";
  for (let i = 1; i < points.length; i += 1) {
    const [a, b, length] = [points[i - 1]!, points[i]!, lengths[i]!];
    const enter = Math.max(0, (from * whole - gone) / length);
    const leave = Math.min(1, (to * whole - gone) / length);
    gone += length;
    if (enter >= 1 || leave <= 0) continue;
    const at = (t: number) => `${(a[0] + (b[0] - a[0]) * t).toFixed(2)} ${(a[1] + (b[1] - a[1]) * t).toFixed(2)}`;
    path += `${path ? "" : `M${at(enter)}`}L${at(leave)}`;
  }
  return path;
}

/** Art in the mark's units put on a frame: the mark's point `anchor` on the frame's point. */
export function onFrame(art: string, anchor: Point, [x, y]: Point, unit: number, extra = ""): string {
  return `<g transform="translate(${x.toFixed(2)} ${y.toFixed(2)}) scale(${unit.toFixed(4)}) translate(${-anchor[0]} ${-anchor[1]})" ${extra}>${art}</g>`;
}
