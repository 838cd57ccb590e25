import { randomBytes } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { encode } from "uqr";

/** How a guest holds a ticket in front of the scanner's camera. */
export interface Look {
  /** Width of the QR code in the camera's image, including the quiet zone, in pixels. */
  size?: number;
  /** Degrees clockwise. */
  turn?: number;
  /** Sideways shear and foreshortening, 0 to 0.5: a phone that isn't held square to the lens. */
  skew?: number;
  /** Share of the light that is left, 1 to 0. */
  light?: number;
  /** Radius of the blur in pixels. */
  blur?: number;
  /** Strength of the sensor's noise, in gray levels. */
  noise?: number;
  /** Light modules on a dark background, as some dark modes show them. */
  inverted?: boolean;
}

/** The conditions in which every ticket must be readable. */
export const looks = {
  plain: { size: 320 },
  small: { size: 80 },
  tilted: { size: 250, turn: 24, skew: 0.28 },
  dark: { size: 260, light: 0.07, noise: 2 },
  blurred: { size: 260, blur: 4.5, noise: 2 },
  inverted: { size: 260, inverted: true },
} satisfies Record<string, Look>;

const width = 1280;
const height = 720;
/** The rate at which Chromium plays any Motion-JPEG file. */
const framesPerSecond = 30;
/** Varying the noise in a few frames works as well as in all of them, and makes a file in a second. */
const differentFrames = 4;

/** What the camera sees for some seconds: a ticket's code, or no ticket. */
export type Shot = { code?: string; look?: Look; seconds: number };

/**
 * Films a ticket for `--use-file-for-fake-video-capture`: a sequence of JPEG frames, which Chromium repeats forever.
 *
 * @returns the file
 */
export async function filmTicket(shots: Shot[]): Promise<string> {
  const frames: Buffer[] = [];
  for (const shot of shots) {
    const count = Math.max(1, Math.round(shot.seconds * framesPerSecond));
    const pictures = await Promise.all(
      Array.from({ length: Math.min(count, differentFrames) }, (_, index) =>
        photographTicket(shot.code, shot.look, index + 1),
      ),
    );
    for (let index = 0; index < count; index++) frames.push(pictures[index % pictures.length]!);
  }
  return writeFilm(frames);
}

/** One frame as a JPEG: a phone with the code on its screen in a room with colored lights. */
export async function photographTicket(code: string | undefined, look: Look = {}, seed = 1): Promise<Buffer> {
  const { light = 1, blur = 0, noise = 0 } = look;
  const layers = code === undefined ? [] : [{ input: await holdPhone(code, look), gravity: "centre" as const }];
  let picture = sharp(await sharp(Buffer.from(room)).composite(layers).png().toBuffer()).removeAlpha();
  if (blur > 0) picture = picture.blur(blur);
  if (light < 1) picture = picture.linear(light, 4);
  const { data } = await picture.raw().toBuffer({ resolveWithObject: true });
  if (noise > 0) addNoise(data, noise, seed);
  // Webcams send 4:2:0, and Chromium's file camera reads only that.
  return sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 82, chromaSubsampling: "4:2:0" })
    .toBuffer();
}

const room = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
  <defs>
    <radialGradient id="a"><stop stop-color="#7b2f4a"/><stop offset="1" stop-color="#7b2f4a" stop-opacity="0"/></radialGradient>
    <radialGradient id="b"><stop stop-color="#1c6a66"/><stop offset="1" stop-color="#1c6a66" stop-opacity="0"/></radialGradient>
  </defs>
  <rect width="100%" height="100%" fill="#231d1a"/>
  <circle cx="180" cy="140" r="380" fill="url(#a)"/><circle cx="1120" cy="560" r="420" fill="url(#b)"/>
  <path d="M0 600 L420 470 L860 520 L1280 430 V720 H0Z" fill="#171310"/>
  <g stroke="#4b4038" stroke-width="5" fill="none"><path d="M90 90V470M250 60V430M1010 70V450M1190 100V420"/></g>
</svg>`;

async function holdPhone(code: string, { size = 300, turn = 0, skew = 0, inverted = false }: Look): Promise<Buffer> {
  const { data: modules, size: count } = encode(code, { ecc: "M", border: 4 });
  const side = size;
  const cell = side / count;
  const [paper, print] = inverted ? ["#101010", "#f2f2f2"] : ["#f6f5f2", "#111111"];
  const squares = modules
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x * cell} ${y * cell}h${cell}v${cell}h-${cell}z` : "")))
    .join("");
  const margin = side * 0.12;
  const phone = { width: side + margin * 2, height: side * 1.55 };
  const top = phone.height * 0.2;
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${phone.width}" height="${phone.height}">
    <rect width="100%" height="100%" rx="${side * 0.12}" fill="#08080a"/>
    <rect x="${margin * 0.4}" y="${margin * 0.4}" width="${phone.width - margin * 0.8}" height="${phone.height - margin * 0.8}" rx="${side * 0.09}" fill="${inverted ? "#101010" : "#e9e6df"}"/>
    <g transform="translate(${margin} ${top})"><rect width="${side}" height="${side}" fill="${paper}"/><path d="${squares}" fill="${print}" shape-rendering="crispEdges"/></g>
  </svg>`;
  const clear = { r: 0, g: 0, b: 0, alpha: 0 };
  let image = sharp(Buffer.from(drawing)).ensureAlpha();
  if (skew !== 0) {
    image = sharp(
      await image
        .affine([1, skew, skew * 0.35, 1 - skew * 0.45], { background: clear })
        .png()
        .toBuffer(),
    );
  }
  return image
    .rotate(turn, { background: clear })
    .resize({ width, height: height - 4, fit: "inside", withoutEnlargement: true })
    .png()
    .toBuffer();
}

/** Pixel noise that is equal in all channels, as in a dim image; roughly bell-shaped, and the same in every run. */
function addNoise(pixels: Buffer, strength: number, seed: number): void {
  let state = seed >>> 0;
  // A linear congruential generator: too weak for dice, good enough for grain.
  const random = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 4_294_967_296;
  for (let at = 0; at < pixels.length; at += 3) {
    const change = (random() + random() + random() - 1.5) * 2 * strength;
    for (let channel = 0; channel < 3; channel++)
      pixels[at + channel] = Math.max(0, Math.min(255, pixels[at + channel]! + change));
  }
}

async function writeFilm(frames: Buffer[]): Promise<string> {
  const folder = join(tmpdir(), "savage-fake-camera");
  await mkdir(folder, { recursive: true });
  const file = join(folder, `${randomBytes(6).toString("hex")}.mjpeg`);
  await writeFile(file, Buffer.concat(frames));
  return file;
}
