/**
 * One shape of the film. Lengths are pixels of its frame; `unit` is pixels per unit of the 64 × 64 mark.
 * Both shapes are shown with `object-fit: cover`, so nothing that matters comes near an edge.
 */
export interface Format {
  name: "portrait" | "landscape";
  width: number;
  height: number;
  /** The line every pair of eyes sits on in the first three acts. */
  eyeLine: number;
  /** Pixels per pixel of a poster's sheet at which it just covers the frame. */
  cover: number;
  /** The masked queen's hub and size at the height of the carnival. */
  hub: number;
  hubUnit: number;
  /** Dancers along the bottom: how tall they stand and how many. */
  crowd: { tall: number; count: number };
}

export const PORTRAIT: Format = {
  name: "portrait",
  width: 720,
  height: 1280,
  eyeLine: 570,
  cover: 1280 / 1500,
  hub: 590,
  hubUnit: 4.6,
  crowd: { tall: 300, count: 8 },
};

export const LANDSCAPE: Format = {
  name: "landscape",
  width: 1280,
  height: 720,
  eyeLine: 345,
  cover: 1280 / 1200,
  hub: 398,
  hubUnit: 3.55,
  crowd: { tall: 200, count: 14 },
};

/** The mark on the last frame: its middle as shares of the frame, and its height as a share of the frame's height. */
export const LAST_MARK = {
  x: 0.5,
  y: 0.42,
  height: { portrait: 0.22, landscape: 0.3 },
} as const;
