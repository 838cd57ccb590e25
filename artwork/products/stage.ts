import { palmFronds } from "./kit.ts";
import { fade, fill, WHOLE, type Separation } from "../ink.ts";
import { disc, type Point } from "../path.ts";

/** Where a product is photographed: a colored ground, a sun, and a palm's shadow that falls in from outside. */
export interface Stage {
  /** The ground's own shade, printed transparent: palm and far corner. */
  shade: string;
  sun?: { ink: string; low?: string; at: Point; radius: number };
  palm?: { at: Point; turn: number; size?: number; density?: number };
  /** A floor begins at this height. */
  floor?: { y: number; ink: string };
  dusk?: number;
}

/** The set, before anything stands on it. */
export function stage(key: string, { shade, sun, palm, floor, dusk = 0.5 }: Stage): Separation[] {
  const out: Separation[] = [];
  if (sun) {
    const shape = disc(...sun.at, sun.radius);
    out.push({ ink: sun.ink, opaque: true, art: fill(shape), rough: 0.15, wear: 0.4 });
    if (sun.low)
      out.push({
        ink: sun.low,
        opaque: true,
        art: fade("low", shape, [sun.at[0], sun.at[1] - sun.radius * 0.5, 0], [sun.at[0], sun.at[1] + sun.radius, 0.9]),
        screen: { kind: "lines", pitch: 15, angle: 0 },
      });
  }
  if (floor) out.push({ ink: floor.ink, opaque: true, art: fill(`M-40 ${floor.y}H1240V1540H-40Z`), wear: 0.3 });
  if (palm) {
    const fronds = palmFronds(key, palm.at, palm.turn, palm.size ?? 1000);
    const art = `<filter id="far" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="4"/></filter><g filter="url(#far)">${fill(fronds, palm.density ?? 0.42)}</g>`;
    out.push({ ink: shade, art, screen: { kind: "dots", pitch: 9, angle: 30 }, wear: 0 });
  }
  if (dusk)
    out.push({
      ink: shade,
      art: fade("dusk", WHOLE, [640, 900, 0], [1250, 1700, dusk]),
      screen: { kind: "dots", pitch: 9, angle: 30 },
      wear: 0,
    });
  return out;
}

/** The shadow of a thing on the ground: dark where it touches, soft where it is higher. */
export function fallen(
  ink: string,
  shapes: string | readonly string[],
  dx: number,
  dy: number,
  density = 0.8,
): Separation {
  const all = [shapes].flat();
  const blurred = (name: string, deviation: number, x: number, y: number, dark: number) =>
    `<filter id="${name}" x="-30%" y="-30%" width="160%" height="160%"><feGaussianBlur stdDeviation="${deviation}"/></filter><g style="mix-blend-mode:darken" filter="url(#${name})" transform="translate(${x} ${y})">${all.map((shape) => fill(shape, dark)).join("")}</g>`;
  return {
    ink,
    art:
      blurred("soft", Math.hypot(dx, dy) * 0.4, dx, dy, density * 0.86) +
      blurred("touch", 7, dx * 0.22, dy * 0.22, density),
    screen: { kind: "dots", pitch: 8, angle: 45 },
    wear: 0,
  };
}
