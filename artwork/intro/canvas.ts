import sharp from "sharp";
import { SHEET } from "../ink.ts";
import type { Format } from "./formats.ts";

/** A frame of raw RGB, row by row. */
export type Pixels = Uint8Array;

export const black = ({ width, height }: Format): Pixels => new Uint8Array(width * height * 3);

/** Draws SVG (in the frame's own pixels) over a frame. */
export async function draw(frame: Pixels, { width, height }: Format, art: string): Promise<void> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${art}</svg>`;
  const over = await sharp(Buffer.from(svg), { unlimited: true }).ensureAlpha().raw().toBuffer();
  for (let i = 0, at = 0; i < over.length; i += 4, at += 3) {
    const alpha = over[i + 3]!;
    if (alpha === 0) continue;
    for (let c = 0; c < 3; c += 1) frame[at + c] = frame[at + c]! + ((over[i + c]! - frame[at + c]!) * alpha) / 255;
  }
}

/** Where a printed sheet is looked at from: the sheet's point under a frame's point, and the enlargement. */
export interface View {
  sheet: readonly [number, number];
  frame: readonly [number, number];
  zoom: number;
  /** Degrees. */
  turn?: number;
}

/** Photographs a printed sheet (raw RGB, 1200 × 1500). Beyond its edge, the edge goes on. */
export function photograph(sheet: Buffer, { width, height }: Format, view: View): Pixels {
  const out = new Uint8Array(width * height * 3);
  const angle = ((view.turn ?? 0) * Math.PI) / 180;
  const cos = Math.cos(angle) / view.zoom;
  const sin = Math.sin(angle) / view.zoom;
  const maxX = SHEET.width - 1.001;
  const maxY = SHEET.height - 1.001;
  const row = SHEET.width * 3;
  for (let y = 0, at = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, at += 3) {
      const fx = x - view.frame[0];
      const fy = y - view.frame[1];
      const sx = Math.min(maxX, Math.max(0, view.sheet[0] + fx * cos + fy * sin));
      const sy = Math.min(maxY, Math.max(0, view.sheet[1] - fx * sin + fy * cos));
      const from = (sy | 0) * row + (sx | 0) * 3;
      const tx = sx - (sx | 0);
      const ty = sy - (sy | 0);
      for (let c = 0; c < 3; c += 1) {
        const top = sheet[from + c]! * (1 - tx) + sheet[from + c + 3]! * tx;
        const low = sheet[from + row + c]! * (1 - tx) + sheet[from + row + c + 3]! * tx;
        out[at + c] = top * (1 - ty) + low * ty;
      }
    }
  return out;
}

/** Lays round dots of one ink on a frame; the dots stand still and only grow, as densities (0..1) do. */
export function halftone(
  frame: Pixels,
  { width, height }: Format,
  ink: readonly [number, number, number],
  pitch: number,
  density: (x: number, y: number) => number,
): void {
  const step = (Math.PI * 2 * Math.SQRT1_2) / pitch;
  for (let y = 0, at = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, at += 3) {
      const wanted = density(x, y);
      if (wanted <= 0.01) continue;
      const spot = 0.5 - 0.25 * (Math.cos((x + y) * step) + Math.cos((y - x) * step));
      const share = Math.min(1, Math.max(0, (wanted - spot) * pitch * 0.32 + 0.5));
      if (share === 0) continue;
      for (let c = 0; c < 3; c += 1) frame[at + c] = frame[at + c]! + (ink[c]! - frame[at + c]!) * share;
    }
}
