/** A size in pixels. */
export interface Size {
  width: number;
  height: number;
}

/** A part of an image. */
export interface Crop extends Size {
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
