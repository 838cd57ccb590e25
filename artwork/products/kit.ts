import type { Lettering } from "../brand/lettering.ts";
import { MARK } from "../brand/mark.ts";
import type { Fold } from "../cloth.ts";
import { frond } from "../foliage.ts";
import { fill, line, place, type Poster, type Separation, type Warp } from "../ink.ts";
import type { Point } from "../path.ts";
import { chance } from "../seeded.ts";

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

/** A seam: short stitches along a line. */
export const stitches = (path: string, width = 4, density = 1): string =>
  line(path, width, density, `stroke-dasharray="13 10"`);

/** Shows `art` only inside the mark. */
export function insideMark(name: string, x: number, y: number, size: number, art: string): string {
  const shape = `<path clip-rule="evenodd" d="${MARK}" transform="translate(${x} ${y}) scale(${size / 64}) translate(-32 -32)"/>`;
  return `<clipPath id="${name}">${shape}</clipPath><g clip-path="url(#${name})">${art}</g>`;
}

/** Three palm fronds from one point outside, as their shadow falls. */
export function palmFronds(key: string, at: Point, turn: number, size: number): string {
  const random = chance(`${key}-palm`);
  return [-30, 4, 36]
    .map((lean, i) => frond(at, turn + lean + random.range(-3, 3), size * [0.84, 1, 0.78][i]!, 22, random, 15))
    .join("");
}

/** A poster as it is printed on something else: moved, turned and scaled, inside a path of the sheet. */
export function inset(
  poster: Poster,
  window: string,
  transform: string,
  scale: number,
  options: { paper?: boolean; pick?: (separation: Separation, index: number) => boolean; warp?: Warp } = {},
): Separation[] {
  const { paper = true, pick = () => true, warp } = options;
  const printed = poster
    .separations()
    .filter(pick)
    .map((separation): Separation => {
      const { screen, shift } = separation;
      return {
        ...separation,
        art: `<clipPath id="inset-window"><path d="${window}"/></clipPath><g clip-path="url(#inset-window)"><g transform="${transform}">${separation.art}</g></g>`,
        ...(warp && { warp }),
        ...(shift && { shift: [Math.round(shift[0] * scale), Math.round(shift[1] * scale)] }),
        ...(screen && screen.kind !== "grain" && { screen: { ...screen, pitch: Math.max(5, screen.pitch * scale) } }),
        rough: 0,
      };
    });
  const sheet = { ink: poster.paper, opaque: true, art: fill(window), wear: 0, ...(warp && { warp }) };
  return paper ? [sheet, ...printed] : printed;
}

/** Mirrors folds at the sheet's middle line; `drop` lowers them, so that no cloth is symmetrical. */
export const flip = (folds: readonly Fold[], drop = 8): Fold[] =>
  folds.map((fold) => ({
    ...fold,
    path: fold.path.map(([x, y]): Point => [1200 - x, y + drop]),
    lean: -(fold.lean ?? 0),
  }));

/** A path of absolute M, L, C and Z with every point moved. */
export function mapped(path: string, move: (point: Point) => Point): string {
  return path.replaceAll(/([MLC])([^A-Z]*)/g, (_, letter: string, numbers: string) => {
    const values = numbers.match(/-?[\d.]+/g)!.map(Number);
    const points: string[] = [];
    for (let i = 0; i < values.length; i += 2)
      points.push(
        move([values[i]!, values[i + 1]!])
          .map((value) => value.toFixed(1))
          .join(" "),
      );
    return letter + points.join(" ");
  });
}

/** A path mirrored at the sheet's middle line. */
export const mirrored = (path: string): string => mapped(path, ([x, y]) => [1200 - x, y]);

/** Moves points as `place` moves art. */
export const placed = (x: number, y: number, scale: number, degrees: number) => {
  const cos = Math.cos((degrees * Math.PI) / 180) * scale;
  const sin = Math.sin((degrees * Math.PI) / 180) * scale;
  return ([px, py]: Point): Point => [x + px * cos - py * sin, y + px * sin + py * cos];
};
