import sharp from "sharp";
import { SHEET, type Printable, type Screen, type Separation, type Warp } from "./ink.ts";
import { hashText, smoothNoise } from "./seeded.ts";

const { width: WIDTH, height: HEIGHT } = SHEET;

/** Red, green and blue (0..255) of a `#rrggbb` colour. */
export function rgb(hex: string): [number, number, number] {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as [number, number, number];
}

/** A cheap repeatable noise in 0..1 for one grain of the sheet. */
function speck(x: number, y: number, salt: number): number {
  let mixed = Math.imul(x, 374761393) ^ Math.imul(y, 668265263) ^ salt;
  mixed = Math.imul(mixed ^ (mixed >>> 13), 1274126177);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 4294967296;
}

async function expose(separation: Separation): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}"><rect width="100%" height="100%" fill="#fff"/>${separation.art}</svg>`;
  const film = sharp(Buffer.from(svg), { unlimited: true }).flatten({ background: "#fff" }).grayscale();
  const drawn = await (separation.rough ? film.blur(1.4) : film).extractChannel(0).raw().toBuffer();
  return separation.warp ? bend(drawn, separation.warp) : drawn;
}

/** The film pulled along the folds of a cloth; between its pixels, densities are blended. */
function bend(film: Buffer, { dx, dy }: Warp): Buffer {
  const out = Buffer.allocUnsafe(film.length);
  for (let y = 0, i = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1, i += 1) {
      const fx = Math.min(WIDTH - 1.01, Math.max(0, x + dx[i]!));
      const fy = Math.min(HEIGHT - 1.01, Math.max(0, y + dy[i]!));
      const at = (fy | 0) * WIDTH + (fx | 0);
      const sx = fx - (fx | 0);
      const sy = fy - (fy | 0);
      const top = film[at]! + (film[at + 1]! - film[at]!) * sx;
      const bottom = film[at + WIDTH]! + (film[at + WIDTH + 1]! - film[at + WIDTH]!) * sx;
      out[i] = top + (bottom - top) * sy + 0.5;
    }
  }
  return out;
}

/** The threshold (0..1) a density must pass at a pixel to print. */
function spot(screen: Screen, salt: number): (x: number, y: number) => number {
  if (screen.kind === "grain") {
    const { size } = screen;
    return (x, y) => speck((x / size) | 0, (y / size) | 0, salt);
  }
  const cos = Math.cos((screen.angle * Math.PI) / 180) / screen.pitch;
  const sin = Math.sin((screen.angle * Math.PI) / 180) / screen.pitch;
  const turn = Math.PI * 2;
  if (screen.kind === "lines") return (x, y) => 0.5 - 0.5 * Math.cos((y * cos - x * sin) * turn);
  return (x, y) => 0.5 - 0.25 * (Math.cos((x * cos + y * sin) * turn) + Math.cos((y * cos - x * sin) * turn));
}

/** Prints a poster's separations in order on its paper and gives back raw RGB of the whole sheet. */
export async function print(poster: Printable): Promise<Buffer> {
  const salt = hashText(poster.key);
  const patch = smoothNoise(`${poster.key}-patch`, WIDTH, HEIGHT, 46);
  const fine = smoothNoise(`${poster.key}-fine`, WIDTH, HEIGHT, 5);
  const sheet = new Float32Array(WIDTH * HEIGHT * 3);
  const paper = rgb(poster.paper);
  for (let i = 0; i < sheet.length; i += 1) sheet[i] = paper[i % 3]!;

  let pull = 0;
  for (const separation of await poster.separations()) {
    pull += 1;
    const film = await expose(separation);
    const ink = rgb(separation.ink);
    const [dx, dy] = separation.shift ?? [0, 0];
    const { screen, opaque, rough = 0, wear = 0.2, film: tones } = separation;
    const threshold = screen && spot(screen, salt + pull);
    const contrast = screen?.kind === "grain" ? 8 : screen ? 1.6 + screen.pitch * 0.28 : 1;
    for (let y = 0; y < HEIGHT; y += 1) {
      const fy = Math.min(HEIGHT - 1, Math.max(0, y - dy));
      for (let x = 0; x < WIDTH; x += 1) {
        const fx = Math.min(WIDTH - 1, Math.max(0, x - dx));
        let density = 1 - film[fy * WIDTH + fx]! / 255;
        if (tones) density *= tones[fy * WIDTH + fx]! / 255;
        if (density < 0.012) continue;
        if (rough) density = Math.min(1, Math.max(0, (density - 0.5 + (fine(x, y) - 0.5) * rough * 0.7) * 3 + 0.5));
        if (threshold && density < 0.985)
          density = Math.min(1, Math.max(0, (density - threshold(x, y)) * contrast + 0.5));
        if (wear) {
          const dry = patch(x, y) * 0.6 + fine(x, y) * 0.4;
          if (speck(x >> 1, y >> 1, salt ^ (pull * 7919)) < wear * 0.03 * Math.max(0, dry * 2.4 - 0.7)) density *= 0.35;
        }
        const at = (y * WIDTH + x) * 3;
        for (let channel = 0; channel < 3; channel += 1) {
          const under = sheet[at + channel]!;
          const printed = opaque ? ink[channel]! : (under * ink[channel]!) / 255;
          sheet[at + channel] = under + (printed - under) * density;
        }
      }
    }
  }
  const out = Buffer.allocUnsafe(sheet.length);
  for (let i = 0; i < sheet.length; i += 1) out[i] = Math.max(0, Math.min(255, sheet[i]! + 0.5));
  return out;
}
