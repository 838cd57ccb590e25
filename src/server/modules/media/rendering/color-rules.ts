const hex = (channels: number[]) =>
  `#${channels.map((value) => Math.round(value).toString(16).padStart(2, "0")).join("")}`;

interface Bucket {
  count: number;
  sum: [number, number, number];
}

const meanOf = ({ sum, count }: Bucket) => sum.map((value) => value / count) as [number, number, number];

/** The saturation of a color, 0 to 1. */
const chroma = (channels: number[]) => (Math.max(...channels) - Math.min(...channels)) / 255;

/** The perceived brightness of a color, 0 to 1. */
const light = ([r = 0, g = 0, b = 0]: number[]) => (0.2126 * r + 0.7152 * g + 0.0722 * b) / 255;

/**
 * An image's most common color, and its most striking one for a glow or border that stands out on near-black. A
 * grayscale image gets its own gray as accent, never black.
 *
 * @param pixels RGB, three bytes per pixel
 */
export function colorsOf(pixels: Uint8Array): { dominant: string; accent: string } {
  const buckets = new Map<number, Bucket>();
  for (let at = 0; at + 2 < pixels.length; at += 3) {
    const [r, g, b] = [pixels[at]!, pixels[at + 1]!, pixels[at + 2]!];
    const place = ((r >> 5) << 6) | ((g >> 5) << 3) | (b >> 5);
    const bucket = buckets.get(place) ?? { count: 0, sum: [0, 0, 0] };
    bucket.count++;
    bucket.sum[0] += r;
    bucket.sum[1] += g;
    bucket.sum[2] += b;
    buckets.set(place, bucket);
  }
  const found = [...buckets.values()].toSorted((a, b) => b.count - a.count);
  const main = found[0];
  if (main === undefined) return { dominant: "#000000", accent: "#808080" };
  const salience = (bucket: Bucket) => {
    const color = meanOf(bucket);
    return (0.05 + chroma(color)) * Math.sqrt(bucket.count) * Math.min(1, light(color) * 3);
  };
  const accent = found.toSorted((a, b) => salience(b) - salience(a))[0]!;
  return { dominant: hex(meanOf(main)), accent: hex(lifted(meanOf(accent))) };
}

/** Brightens a color until it is visible on near-black. */
function lifted(color: [number, number, number]): number[] {
  const least = 0.18;
  const is = light(color);
  if (is >= least) return color;
  const part = (least - is) / (1 - is);
  return color.map((value) => value + (255 - value) * part);
}
