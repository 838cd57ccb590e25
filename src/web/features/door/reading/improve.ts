/** A camera frame as pixels: like ImageData, but usable outside a browser. */
export type Picture = { data: Uint8ClampedArray<ArrayBuffer>; width: number; height: number };

/** Brightness of every pixel, 0 to 255, averaged over squares of `step` pixels: smaller, and less noisy. */
function toGray({ data, width, height }: Picture, step: number): { gray: Float32Array; width: number; height: number } {
  const across = Math.floor(width / step);
  const down = Math.floor(height / step);
  const gray = new Float32Array(across * down);
  const share = 1 / (step * step * 4);
  for (let y = 0; y < down * step; y++) {
    const row = Math.floor(y / step) * across;
    for (let x = 0; x < across * step; x++) {
      const at = (y * width + x) * 4;
      const cell = row + Math.floor(x / step);
      gray[cell]! += (data[at]! + data[at + 1]! * 2 + data[at + 2]!) * share;
    }
  }
  return { gray, width: across, height: down };
}

/** The mean of every pixel's neighborhood, a square with a side of twice the radius plus one. */
const smooth = (gray: Float32Array, width: number, height: number, radius: number) =>
  blurRows(blurRows(gray, width, height, radius), height, width, radius);

/** The running mean along each row, rotated by 90°, so a second call processes the columns and rotates it back. */
function blurRows(gray: Float32Array, width: number, height: number, radius: number): Float32Array {
  const turned = new Float32Array(gray.length);
  const span = radius * 2 + 1;
  for (let y = 0; y < height; y++) {
    const row = y * width;
    const pixel = (x: number) => gray[row + Math.min(width - 1, Math.max(0, x))]!;
    let sum = 0;
    for (let x = -radius; x <= radius; x++) sum += pixel(x);
    for (let x = 0; x < width; x++) {
      turned[x * height + y] = sum / span;
      sum += pixel(x + radius + 1) - pixel(x - radius);
    }
  }
  return turned;
}

/** Stretches the brightness to the full range, clipping the outermost 0.5%. */
function spread(gray: Float32Array): Float32Array {
  const counts = new Uint32Array(256);
  for (const value of gray) counts[Math.min(255, Math.max(0, Math.round(value)))]!++;
  const edge = gray.length * 0.005;
  const low = findLevel(counts, edge, 0, 1);
  const high = findLevel(counts, edge, 255, -1);
  const scale = 255 / Math.max(1, high - low);
  return gray.map((value) => (value - low) * scale);
}

function findLevel(counts: Uint32Array, edge: number, from: number, step: 1 | -1): number {
  let seen = 0;
  let level = from;
  while (level + step >= 0 && level + step <= 255 && (seen += counts[level]!) < edge) level += step;
  return level;
}

function toPicture(gray: Float32Array, width: number, height: number): Picture {
  const data = new Uint8ClampedArray(gray.length * 4);
  for (let at = 0; at < gray.length; at++) {
    const value = gray[at]!;
    data[at * 4] = data[at * 4 + 1] = data[at * 4 + 2] = value;
    data[at * 4 + 3] = 255;
  }
  return { data, width, height };
}

/** For dark frames: halves and smooths the image, which averages out sensor noise, and stretches the remaining brightness. */
export function brighten(picture: Picture): Picture {
  const { gray, width, height } = toGray(picture, 2);
  return toPicture(spread(smooth(gray, width, height, 1)), width, height);
}

/** For a code out of focus. Full size recovers the most; half size costs a quarter of the time and also helps in the dark. */
export function refocus(picture: Picture, step: 1 | 2): Picture {
  const { gray, width, height } = toGray(picture, step);
  const [radius, strength] = step === 1 ? [6, 3] : [3, 8];
  const mean = smooth(gray, width, height, radius);
  // Moves every pixel away from its neighborhood's mean (unsharp mask).
  const sharp = gray.map((value, at) => value + (value - mean[at]!) * strength);
  return toPicture(spread(sharp), width, height);
}

/** Mean brightness, 0 to 255, from a few pixels: enough to detect a covered lens. */
export function meanLight({ data }: Picture): number {
  const step = 4 * 97;
  let sum = 0;
  let count = 0;
  for (let at = 0; at + 2 < data.length; at += step, count++)
    sum += (data[at]! + data[at + 1]! * 2 + data[at + 2]!) / 4;
  return count === 0 ? 0 : sum / count;
}
