import { box, disc, polar, poly, softBox, type Point } from "./path.ts";

/** A loudspeaker cone seen square on: rings to print and rings to leave. */
export function cone(
  x: number,
  y: number,
  radius: number,
): { rim: string; well: string; rings: string[]; cap: string; bolts: string } {
  const bolts = Array.from({ length: 8 }, (_, i) =>
    disc(...polar(x, y, radius * 0.93, i * 45 + 22), radius * 0.035),
  ).join("");
  return {
    rim: disc(x, y, radius),
    well: disc(x, y, radius * 0.86),
    rings: [0.78, 0.66, 0.54, 0.42].map((share) => disc(x, y, radius * share)),
    cap: disc(x, y, radius * 0.27),
    bolts,
  };
}

/** The grooves of a record as circles to stroke, outermost first. */
export function grooves(x: number, y: number, inner: number, outer: number, count: number): string[] {
  return Array.from({ length: count }, (_, i) => disc(x, y, outer - ((outer - inner) * i) / (count - 1)));
}

/** A compact cassette, `width` wide, its top-left at (x, y). */
export function cassette(x: number, y: number, width: number) {
  const h = width * 0.64;
  const hub = (at: number) => polarTeeth([x + width * at, y + h * 0.46], width * 0.07);
  return {
    shell: softBox(x, y, width, h, width * 0.04),
    label: softBox(x + width * 0.08, y + h * 0.12, width * 0.84, h * 0.6, width * 0.025),
    window: softBox(x + width * 0.22, y + h * 0.32, width * 0.56, h * 0.28, h * 0.14),
    hubs: hub(0.32) + hub(0.68),
    foot: poly([
      [x + width * 0.2, y + h],
      [x + width * 0.24, y + h * 0.8],
      [x + width * 0.76, y + h * 0.8],
      [x + width * 0.8, y + h],
    ]),
    rules: [0.19, 0.26].map((at) => box(x + width * 0.14, y + h * at, width * 0.72, h * 0.018)).join(""),
  };
}

function polarTeeth([x, y]: Point, radius: number): string {
  return poly(Array.from({ length: 24 }, (_, i) => polar(x, y, radius * (i % 4 < 2 ? 1 : 0.72), i * 15)));
}
