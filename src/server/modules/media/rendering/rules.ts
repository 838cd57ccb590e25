/** A size in pixels. */
interface Size {
  width: number;
  height: number;
}

/** A part of an image. */
interface Crop extends Size {
  left: number;
  top: number;
}

/** The point that every crop keeps, as fractions of the width and height. */
export interface Focal {
  x: number;
  y: number;
}

/** One file that is stored for every image: the ending of its name, its width and format. */
export interface Rendition {
  ending: string;
  width: number;
  format: "avif" | "webp" | "jpeg";
  /** Most bytes per pixel, as long as the image still looks good. */
  bytesPerPixel: number;
}

/** The files of an image that pages request. */
export const renditions: Rendition[] = [
  { ending: "480.avif", width: 480, format: "avif", bytesPerPixel: 0.1 },
  { ending: "768.avif", width: 768, format: "avif", bytesPerPixel: 0.07 },
  { ending: "960.avif", width: 960, format: "avif", bytesPerPixel: 0.065 },
  { ending: "480.webp", width: 480, format: "webp", bytesPerPixel: 0.13 },
  { ending: "960.webp", width: 960, format: "webp", bytesPerPixel: 0.09 },
  { ending: "1200.jpg", width: 1200, format: "jpeg", bytesPerPixel: 0.09 },
];

/** The card that shared links show. */
export const card = { ending: "social.jpg", width: 1200, height: 630, bytesPerPixel: 0.09 } as const;

/** The names of all files of an image under /media. */
export const filesOf = (key: string): string[] => [...renditions, card].map(({ ending }) => `posters/${key}-${ending}`);

/** The key of a public file; undefined for files that did not come from an upload. */
export function keyOfFile(name: string): string | undefined {
  return /^posters\/([0-9a-f]{32})-(?:\d+|social)\.(?:avif|webp|jpg)$/.exec(name)?.[1];
}

/**
 * The largest part of an image in the shape of `frame`. The focal point has the same relative position in the part as
 * in the image, like CSS object-position, so the part stays inside the image and always contains the point.
 */
export function cropAround(picture: Size, frame: Size, focal: Focal): Crop {
  const scale = Math.min(picture.width / frame.width, picture.height / frame.height);
  const width = Math.max(1, Math.min(picture.width, Math.round(frame.width * scale)));
  const height = Math.max(1, Math.min(picture.height, Math.round(frame.height * scale)));
  return {
    left: Math.round((picture.width - width) * focal.x),
    top: Math.round((picture.height - height) * focal.y),
    width,
    height,
  };
}

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
