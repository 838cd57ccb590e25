import { curve, type Point } from "./path.ts";

/** A band of swell from the left edge to the right, closed along `floor`; peaks lean like carved waves. */
export function swell(
  top: number,
  height: number,
  length: number,
  offset: number,
  floor: number,
  width = 1240,
): string {
  let text = `M-40 ${floor}V${top}`;
  for (let x = -40 - offset; x < width + length; x += length) {
    text += `L${x} ${top}C${x + length * 0.3} ${top + height * 0.95} ${x + length * 0.62} ${top + height * 0.7} ${x + length * 0.78} ${top - height * 0.2}C${x + length * 0.84} ${top + height * 0.18} ${x + length * 0.92} ${top + height * 0.16} ${x + length} ${top}`;
  }
  return `${text}V${floor}Z`;
}

/** An open rippling line across the sheet. */
export function ripple(y: number, height: number, length: number, offset: number, from = -40, to = 1240): string {
  const points: Point[] = [];
  for (let x = from, i = 0; x <= to; x += length / 2, i += 1)
    points.push([x + (offset % length), y + (i % 2 ? height : -height)]);
  return curve(points, false);
}
