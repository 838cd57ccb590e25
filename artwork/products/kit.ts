import type { Lettering } from "../brand/lettering.ts";
import { MARK } from "../brand/mark.ts";
import { clip, fill, line, place } from "../ink.ts";

/** The mark with its middle at a point, `size` wide and high. Density 1 prints, 0 knocks out. */
export function markAt(x: number, y: number, size: number, density = 1, turn = 0): string {
  const shade = Math.round(255 * (1 - density));
  const art = `<path fill="rgb(${shade},${shade},${shade})" fill-rule="evenodd" d="${MARK}" transform="translate(-32 -32)"/>`;
  return place(art, x, y, size / 64, turn);
}

/** A line of lettering, `width` wide, its middle at x and its feet on y. */
export function wordsAt({ path, width: own }: Lettering, x: number, y: number, width: number, density = 1): string {
  const scale = width / own;
  return place(fill(path, density), x - width / 2, y, scale);
}

/** The shade of a thing on the ground under it: its own shape, moved. */
export const cast = (shape: string, dx: number, dy: number, density = 0.55): string =>
  place(fill(shape, density) + line(shape, 10, density), dx, dy);

/** Creases of a cloth: drawn lines that end inside its outline. */
export const creases = (name: string, outline: string, lines: readonly string[], width: number, density = 1): string =>
  clip(name, outline, lines.map((path) => line(path, width, density)).join(""));

/** A seam: short stitches along a line. */
export const stitches = (path: string, width = 4, density = 1): string =>
  line(path, width, density, `stroke-dasharray="13 10"`);

/** Shows `art` only inside the mark. */
export function insideMark(name: string, x: number, y: number, size: number, art: string): string {
  const shape = `<path clip-rule="evenodd" d="${MARK}" transform="translate(${x} ${y}) scale(${size / 64}) translate(-32 -32)"/>`;
  return `<clipPath id="${name}">${shape}</clipPath><g clip-path="url(#${name})">${art}</g>`;
}
