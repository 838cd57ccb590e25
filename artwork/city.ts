import { box, poly } from "./path.ts";
import type { Chance } from "./seeded.ts";

/** A skyline along `floor` with setbacks, spires and water tanks. */
export function skyline(random: Chance, from: number, to: number, floor: number, low: number, high: number): string {
  let text = "";
  for (let x = from; x < to;) {
    const width = random.range(38, 86);
    const height = random.range(low, high);
    const top = floor - height;
    text += box(x, top, width + 1, height);
    const crown = random.next();
    if (crown < 0.3)
      text +=
        box(x + width * 0.2, top - height * 0.1, width * 0.6, height * 0.1) +
        box(x + width * 0.46, top - height * 0.28, 4, height * 0.2);
    else if (crown < 0.5)
      text += poly([
        [x, top + 1],
        [x + width / 2, top - width * 0.7],
        [x + width, top + 1],
      ]);
    else if (crown < 0.75) text += waterTank(x + width * 0.5, top, 22);
    x += width;
  }
  return text;
}

/** A rooftop water tank standing at (x, y). */
export function waterTank(x: number, y: number, size: number): string {
  return (
    box(x - size * 0.55, y - size * 1.7, size * 1.1, size * 1.15) +
    poly([
      [x - size * 0.65, y - size * 1.68],
      [x, y - size * 2.3],
      [x + size * 0.65, y - size * 1.68],
    ]) +
    box(x - size * 0.45, y - size * 0.6, size * 0.12, size * 0.62) +
    box(x + size * 0.33, y - size * 0.6, size * 0.12, size * 0.62)
  );
}

/** Lit windows scattered in a rectangle. */
export function windows(
  random: Chance,
  x: number,
  y: number,
  width: number,
  height: number,
  share: number,
  cell = 16,
): string {
  let text = "";
  for (let cy = y; cy < y + height; cy += cell * 1.4)
    for (let cx = x; cx < x + width; cx += cell)
      if (random.next() < share) text += box(cx, cy, cell * 0.45, cell * 0.7);
  return text;
}
