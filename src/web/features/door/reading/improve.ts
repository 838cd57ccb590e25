/** A frame of the camera as pixels: what ImageData is, without needing a browser to make one. */
export type Picture = { data: Uint8ClampedArray<ArrayBuffer>; width: number; height: number };

/** Brightness of every pixel, 0 to 255, averaged over squares of `step` pixels: smaller, and less noisy. */
function toGrey({ data, width, height }: Picture, step: number): { grey: Float32Array; width: number; height: number } {
  const across = Math.floor(width / step);
  const down = Math.floor(height / step);
  const grey = new Float32Array(across * down);
  const share = 1 / (step * step * 4);
  for (let y = 0; y < down * step; y++) {
    const row = Math.floor(y / step) * across;
    for (let x = 0; x < across * step; x++) {
      const at = (y * width + x) * 4;
      const cell = row + Math.floor(x / step);
      grey[cell]! += (data[at]! + data[at + 1]! * 2 + data[at + 2]!) * share;
    }
  }
  return { grey, width: across, height: down };
}

/** Takes out what a soft lens put in: every pixel moves away from the mean of its neighbourhood (unsharp mask). */
function sharpen(grey: Float32Array, width: number, height: number, radius: number, strength: number): Float32Array {
  const mean = smooth(grey, width, height, radius);
  return grey.map((value, at) => value + (value - mean[at]!) * strength);
}

/** The mean of every pixel's neighbourhood, a square of twice the radius and one. */
const smooth = (grey: Float32Array, width: number, height: number, radius: number) =>
  blurRows(blurRows(grey, width, height, radius), height, width, radius);

/** The running mean along each row, turned by 90°, so that a second call does the columns and turns it back. */
function blurRows(grey: Float32Array, width: number, height: number, radius: number): Float32Array {
  const turned = new Float32Array(grey.length);
  const span = radius * 2 + 1;
  for (let y = 0; y < height; y++) {
    const row = y * width;
    const pixel = (x: number) => grey[row + Math.min(width - 1, Math.max(0, x))]!;
    let sum = 0;
    for (let x = -radius; x <= radius; x++) sum += pixel(x);
    for (let x = 0; x < width; x++) {
      turned[x * height + y] = sum / span;
      sum += pixel(x + radius + 1) - pixel(x - radius);
    }
  }
  return turned;
}

/** Spreads the brightness that is there over the whole range, leaving the outermost 0.5 % to be cut off. */
function spread(grey: Float32Array): Float32Array {
  const counts = new Uint32Array(256);
  for (const value of grey) counts[Math.min(255, Math.max(0, Math.round(value)))]!++;
  const edge = grey.length * 0.005;
  const low = findLevel(counts, edge, 0, 1);
  const high = findLevel(counts, edge, 255, -1);
  const scale = 255 / Math.max(1, high - low);
  return grey.map((value) => (value - low) * scale);
}

function findLevel(counts: Uint32Array, edge: number, from: number, step: 1 | -1): number {
  let seen = 0;
  let level = from;
  while (level + step >= 0 && level + step <= 255 && (seen += counts[level]!) < edge) level += step;
  return level;
}

function toPicture(grey: Float32Array, width: number, height: number): Picture {
  const data = new Uint8ClampedArray(grey.length * 4);
  for (let at = 0; at < grey.length; at++) {
    const value = grey[at]!;
    data[at * 4] = data[at * 4 + 1] = data[at * 4 + 2] = value;
    data[at * 4 + 3] = 255;
  }
  return { data, width, height };
}

/** For the dark: halves and smooths the picture, which averages the sensor's noise away, and spreads the light that is left. */
export function brighten(picture: Picture): Picture {
  const { grey, width, height } = toGrey(picture, 2);
  return toPicture(spread(smooth(grey, width, height, 1)), width, height);
}

/** For a code out of focus. At full size it brings back the most; at half size it costs a quarter and also helps in the dark. */
export function refocus(picture: Picture, step: 1 | 2): Picture {
  const { grey, width, height } = toGrey(picture, step);
  const sharp = step === 1 ? sharpen(grey, width, height, 6, 3) : sharpen(grey, width, height, 3, 8);
  return toPicture(spread(sharp), width, height);
}

/** Mean brightness, 0 to 255, from a few pixels: enough to know a covered lens. */
export function meanLight({ data }: Picture): number {
  const step = 4 * 97;
  let sum = 0;
  let count = 0;
  for (let at = 0; at + 2 < data.length; at += step, count++)
    sum += (data[at]! + data[at + 1]! * 2 + data[at + 2]!) / 4;
  return count === 0 ? 0 : sum / count;
}
