import sharp from "sharp";
import { SHEET, type Warp } from "./ink.ts";
import { along, type Point } from "./path.ts";
import { hashText } from "./seeded.ts";

const { width: WIDTH, height: HEIGHT } = SHEET;
const SIZE = WIDTH * HEIGHT;

/** A ridge of the cloth (a valley if `rise` is negative) along a curve through points. */
export interface Fold {
  path: readonly Point[];
  /** Half-width in pixels, and height. */
  width: number;
  rise: number;
  /** -1..1: makes one side steep and the other long. */
  lean?: number;
  /** Shares of the length over which it rises from nothing at its start, and fades at its end. */
  fade?: readonly [number, number];
}

/** Small ridges all over a panel. */
export interface Crumple {
  rise: number;
  /** Pixels from ridge to ridge. */
  size: number;
  /** How many times longer than wide, and in which direction (degrees). */
  stretch?: number;
  turn?: number;
}

/** One piece of cloth; later pieces lie on earlier ones. */
export interface Panel {
  outline: string;
  /** How high it is stuffed, and over how many pixels from its edge. */
  puff?: number;
  round?: number;
  folds?: readonly Fold[];
  crumples?: readonly Crumple[];
  /** Height of a pixel before anything else: a pleat, a wave, a cylinder. */
  form?: (x: number, y: number) => number;
  /** How strongly it shades the pieces under it, and how far away. */
  drop?: number;
  reach?: number;
}

/** What light does to a cloth, as films to print with, and how what is printed on it bends. */
export interface Cloth {
  light: Uint8Array;
  shade: Uint8Array;
  deep: Uint8Array;
  /** Where there is cloth. */
  mask: Uint8Array;
  warp: Warp;
}

/** Runs `blur` over an array in place: `passes` box blurs in both directions come close to a Gaussian. */
export function soften(values: Float32Array, radius: number, passes = 2): Float32Array {
  const r = Math.max(1, Math.round(radius));
  const row = new Float32Array(Math.max(WIDTH, HEIGHT));
  const run = (start: number, step: number, count: number) => {
    let sum = 0;
    const last = count - 1;
    for (let i = -r; i <= r; i += 1) sum += values[start + Math.min(last, Math.max(0, i)) * step]!;
    for (let i = 0; i < count; i += 1) {
      row[i] = sum / (2 * r + 1);
      sum += values[start + Math.min(last, i + r + 1) * step]! - values[start + Math.max(0, i - r) * step]!;
    }
    for (let i = 0; i < count; i += 1) values[start + i * step] = row[i]!;
  };
  for (let pass = 0; pass < passes; pass += 1) {
    for (let y = 0; y < HEIGHT; y += 1) run(y * WIDTH, 1, WIDTH);
    for (let x = 0; x < WIDTH; x += 1) run(x, WIDTH, HEIGHT);
  }
  return values;
}

/** The inside of an outline as 0..1 by pixel. */
export async function maskOf(outline: string): Promise<Float32Array> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><rect width="100%" height="100%" fill="#000"/><path d="${outline}" fill="#fff"/></svg>`;
  const pixels = await sharp(Buffer.from(svg), { unlimited: true }).extractChannel(0).raw().toBuffer();
  return Float32Array.from(pixels, (value) => value / 255);
}

/** Pixels to the nearest edge of a mask, by two chamfer passes. */
function depthOf(mask: Float32Array): Float32Array {
  const depth = Float32Array.from(mask, (value) => (value > 0.5 ? 1e4 : 0));
  const relax = (i: number, j: number, cost: number) => {
    if (depth[j]! + cost < depth[i]!) depth[i] = depth[j]! + cost;
  };
  for (let y = 1; y < HEIGHT; y += 1)
    for (let x = 1; x < WIDTH - 1; x += 1) {
      const i = y * WIDTH + x;
      if (depth[i] === 0) continue;
      relax(i, i - 1, 1);
      relax(i, i - WIDTH, 1);
      relax(i, i - WIDTH - 1, 1.414);
      relax(i, i - WIDTH + 1, 1.414);
    }
  for (let y = HEIGHT - 2; y >= 0; y -= 1)
    for (let x = WIDTH - 2; x > 0; x -= 1) {
      const i = y * WIDTH + x;
      if (depth[i] === 0) continue;
      relax(i, i + 1, 1);
      relax(i, i + WIDTH, 1);
      relax(i, i + WIDTH + 1, 1.414);
      relax(i, i + WIDTH - 1, 1.414);
    }
  return depth;
}

/** A slope of noise at a corner of a grid, and the noise between corners, about -1..1. */
function gradientNoise(salt: number): (x: number, y: number) => number {
  const corner = (cx: number, cy: number, dx: number, dy: number) => {
    let mixed = Math.imul(cx, 374761393) ^ Math.imul(cy, 668265263) ^ salt;
    mixed = Math.imul(mixed ^ (mixed >>> 13), 1274126177);
    const angle = ((mixed ^ (mixed >>> 16)) >>> 0) * (Math.PI / 2147483648);
    return Math.cos(angle) * dx + Math.sin(angle) * dy;
  };
  return (x, y) => {
    const cx = Math.floor(x);
    const cy = Math.floor(y);
    const fx = x - cx;
    const fy = y - cy;
    const sx = fx * fx * fx * (fx * (fx * 6 - 15) + 10);
    const sy = fy * fy * fy * (fy * (fy * 6 - 15) + 10);
    const top = corner(cx, cy, fx, fy) + (corner(cx + 1, cy, fx - 1, fy) - corner(cx, cy, fx, fy)) * sx;
    const low = corner(cx, cy + 1, fx, fy - 1);
    return (top + (low + (corner(cx + 1, cy + 1, fx - 1, fy - 1) - low) * sx - top) * sy) * 1.5;
  };
}

const ease = (t: number) => (t <= 0 ? 0 : t >= 1 ? 1 : t * t * (3 - 2 * t));

/** Raises one fold on a height field. */
function raise(height: Float32Array, { path, width, rise, lean = 0, fade = [0.25, 0.6] }: Fold): void {
  const spine = along(path, 10);
  const lengths = [0];
  for (let i = 1; i < spine.length; i += 1)
    lengths.push(lengths[i - 1]! + Math.hypot(spine[i]![0] - spine[i - 1]![0], spine[i]![1] - spine[i - 1]![1]));
  const whole = lengths.at(-1)!;
  const reach = width * (1 + Math.abs(lean)) * 2.2;
  const xs = spine.map(([x]) => x);
  const ys = spine.map(([, y]) => y);
  const x0 = Math.max(0, Math.floor(Math.min(...xs) - reach));
  const x1 = Math.min(WIDTH - 1, Math.ceil(Math.max(...xs) + reach));
  const y0 = Math.max(0, Math.floor(Math.min(...ys) - reach));
  const y1 = Math.min(HEIGHT - 1, Math.ceil(Math.max(...ys) + reach));
  for (let y = y0; y <= y1; y += 1)
    for (let x = x0; x <= x1; x += 1) {
      let best = reach * reach;
      let side = 0;
      let at = 0;
      for (let i = 1; i < spine.length; i += 1) {
        const ax = xs[i - 1]!;
        const ay = ys[i - 1]!;
        const bx = xs[i]! - ax;
        const by = ys[i]! - ay;
        const run = bx * bx + by * by || 1;
        const t = Math.min(1, Math.max(0, ((x - ax) * bx + (y - ay) * by) / run));
        const px = x - ax - bx * t;
        const py = y - ay - by * t;
        const far = px * px + py * py;
        if (far < best) {
          best = far;
          side = bx * (y - ay) - by * (x - ax);
          at = lengths[i - 1]! + Math.sqrt(run) * t;
        }
      }
      if (at === 0 && side === 0) continue;
      const share = at / whole;
      const grown = ease(share / (fade[0] || 1e-3)) * ease((1 - share) / (fade[1] || 1e-3));
      const u = Math.sqrt(best) / (width * (side > 0 ? 1 + lean : 1 - lean));
      height[y * WIDTH + x]! += rise * grown * Math.exp(-u * u * 1.6);
    }
}

/** Covers a height field with small ridges, sharp on top and soft between. */
function crumple(
  height: Float32Array,
  mask: Float32Array,
  { rise, size, stretch = 1, turn = 0 }: Crumple,
  seed: string,
) {
  const noise = gradientNoise(hashText(seed));
  const cos = Math.cos((turn * Math.PI) / 180) / size;
  const sin = Math.sin((turn * Math.PI) / 180) / size;
  for (let y = 0, i = 0; y < HEIGHT; y += 1)
    for (let x = 0; x < WIDTH; x += 1, i += 1) {
      if (mask[i] === 0) continue;
      const u = (x * cos + y * sin) / stretch;
      const v = y * cos - x * sin;
      const bent = noise(u * 0.6 + 31, v * 0.6 + 7);
      const ridge = 1 - Math.abs(noise(u + bent * 0.7, v + bent * 0.5));
      height[i]! += rise * (ridge * ridge + 0.4 * noise(u * 2.1 + 5, v * 2.1));
    }
}

/** Lays the panels on each other, lights them from the upper left, and gives back the films. */
export async function drape(key: string, panels: readonly Panel[], bend = 1): Promise<Cloth> {
  const tone = new Float32Array(SIZE);
  const dx = new Float32Array(SIZE);
  const dy = new Float32Array(SIZE);
  const whole = new Uint8Array(SIZE);
  let number = 0;
  for (const panel of panels) {
    number += 1;
    const mask = await maskOf(panel.outline);
    if (panel.drop) {
      // What lies under this panel gets its shadow, toward the lower right.
      const reach = panel.reach ?? 26;
      const shadow = new Float32Array(SIZE);
      const step = Math.round(reach * 0.6);
      for (let y = HEIGHT - 1; y >= step; y -= 1)
        for (let x = WIDTH - 1; x >= step; x -= 1) shadow[y * WIDTH + x] = mask[(y - step) * WIDTH + x - step]!;
      soften(shadow, reach * 0.45);
      for (let i = 0; i < SIZE; i += 1) tone[i]! -= panel.drop * shadow[i]! * (1 - mask[i]!);
    }
    const height = new Float32Array(SIZE);
    const { puff = 0, round = 80, form } = panel;
    if (puff) {
      const depth = depthOf(mask);
      for (let i = 0; i < SIZE; i += 1) {
        const rest = 1 - Math.min(1, depth[i]! / round);
        height[i] = puff * Math.sqrt(Math.max(0, 1 - rest * rest));
      }
      soften(height, 7);
    }
    if (form)
      for (let y = 0, i = 0; y < HEIGHT; y += 1)
        for (let x = 0; x < WIDTH; x += 1, i += 1) if (mask[i]! > 0) height[i]! += form(x, y);
    for (const fold of panel.folds ?? []) raise(height, fold);
    panel.crumples?.forEach((wish, i) => crumple(height, mask, wish, `${key}-${number}-${i}`));
    const hollow = soften(Float32Array.from(height), 20);
    for (let y = 1; y < HEIGHT - 1; y += 1)
      for (let x = 1; x < WIDTH - 1; x += 1) {
        const i = y * WIDTH + x;
        const share = mask[i]!;
        if (share === 0) continue;
        whole[i] = Math.max(whole[i]!, share * 255);
        const sx = (height[i + 1]! - height[i - 1]!) / 2;
        const sy = (height[i + WIDTH]! - height[i - WIDTH]!) / 2;
        const long = Math.sqrt(sx * sx + sy * sy + 1);
        const lit = (0.52 * sx + 0.6 * sy + 0.62) / long - 0.62 - 0.012 * Math.max(0, hollow[i]! - height[i]!);
        tone[i] = tone[i]! * (1 - share) + lit * share;
        dx[i] = dx[i]! * (1 - share) + sx * 13 * bend * share;
        dy[i] = dy[i]! * (1 - share) + sy * 13 * bend * share;
      }
  }
  const films = [new Uint8Array(SIZE), new Uint8Array(SIZE), new Uint8Array(SIZE)] as const;
  for (let i = 0; i < SIZE; i += 1) {
    const value = tone[i]!;
    films[0][i] = 255 * ease((value - 0.02) / 0.26);
    films[1][i] = 255 * ease((-value - 0.015) / 0.34);
    films[2][i] = 255 * ease((-value - 0.16) / 0.4);
  }
  // Ink bends with the cloth; it never tears.
  soften(dx, 9);
  soften(dy, 9);
  return { light: films[0], shade: films[1], deep: films[2], mask: whole, warp: { dx, dy } };
}
