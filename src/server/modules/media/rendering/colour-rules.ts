const hex = (channels: number[]) =>
  `#${channels.map((value) => Math.round(value).toString(16).padStart(2, "0")).join("")}`;

interface Bucket {
  count: number;
  sum: [number, number, number];
}

const meanOf = ({ sum, count }: Bucket) => sum.map((value) => value / count) as [number, number, number];

/** How much colour there is in a colour, 0 to 1. */
const chroma = (channels: number[]) => (Math.max(...channels) - Math.min(...channels)) / 255;

/** The light of a colour, 0 to 1, as eyes weigh it. */
const light = ([r = 0, g = 0, b = 0]: number[]) => (0.2126 * r + 0.7152 * g + 0.0722 * b) / 255;

/**
 * The colour that most of a picture has, and the most telling other one: a glow or border that stands out on near-black.
 * A picture without colour gets its own light as accent, never black.
 *
 * @param pixels RGB, three bytes a pixel
 */
export function coloursOf(pixels: Uint8Array): { dominant: string; accent: string } {
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
  const telling = (bucket: Bucket) => {
    const colour = meanOf(bucket);
    return (0.05 + chroma(colour)) * Math.sqrt(bucket.count) * Math.min(1, light(colour) * 3);
  };
  const accent = found.toSorted((a, b) => telling(b) - telling(a))[0]!;
  return { dominant: hex(meanOf(main)), accent: hex(lifted(meanOf(accent))) };
}

/** Brightens a colour until it is seen on near-black. */
function lifted(colour: [number, number, number]): number[] {
  const least = 0.18;
  const is = light(colour);
  if (is >= least) return colour;
  const part = (least - is) / (1 - is);
  return colour.map((value) => value + (255 - value) * part);
}
