/** How a separation's greys become ink: solid, round dots, a line screen, or a stipple of grains. */
export type Screen =
  | { kind: "dots"; pitch: number; angle: number }
  | { kind: "lines"; pitch: number; angle: number }
  | { kind: "grain"; size: number };

/** One pull of the squeegee: what is drawn black prints in full, white knocks out, greys go through the screen. */
export interface Separation {
  ink: string;
  art: string;
  screen?: Screen;
  /** Opaque ink covers what lies under it; otherwise inks multiply, as on a risograph. */
  opaque?: boolean;
  /** Misregistration in pixels. */
  shift?: readonly [number, number];
  /** How ragged the edges print, 0 (knife-cut) to 1. */
  rough?: number;
  /** Share of pinholes and dry patches, 0..1. */
  wear?: number;
  /** Densities of every pixel of the sheet, 0..255, as `cloth.ts` computes them; they thin out what is drawn. */
  film?: Uint8Array;
  /** Moves what is drawn along the folds of a cloth. */
  warp?: Warp;
}

/** For every pixel of the sheet, how far away the art that prints there was drawn. */
export interface Warp {
  dx: Float32Array;
  dy: Float32Array;
}

/** A poster: a sheet of paper and the separations printed on it in order. */
export interface Poster {
  key: string;
  alt: string;
  paper: string;
  accent: string;
  dominant: string;
  /** The crop used for the wide social card: left, top and width on the 1200 × 1500 sheet. */
  social: readonly [number, number, number];
  separations(): Separation[];
}

/** A sheet whose separations are computed first: a poster, or a product with cloth to drape. */
export interface Printable extends Omit<Poster, "separations"> {
  separations(): Separation[] | Promise<Separation[]>;
}

/** The sheet in pixels; every poster is drawn on it. */
export const SHEET = { width: 1200, height: 1500 } as const;

const gray = (density: number) => {
  const value = Math.round(255 * (1 - density))
    .toString(16)
    .padStart(2, "0");
  return `#${value}${value}${value}`;
};

/** A filled shape; density 1 prints solid, 0 knocks out. */
export function fill(path: string, density = 1, extra = ""): string {
  return `<path d="${path}" fill="${gray(density)}" fill-rule="nonzero" ${extra}/>`;
}

/** Knocks a shape out of this separation. */
export function cut(path: string, extra = ""): string {
  return fill(path, 0, extra);
}

/** A drawn line. */
export function line(path: string, width: number, density = 1, extra = ""): string {
  return `<path d="${path}" fill="none" stroke="${gray(density)}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" ${extra}/>`;
}

/** A group moved, turned and scaled: `place(art, x, y, scale, degrees, mirrored)`. */
export function place(art: string, x: number, y: number, scale = 1, degrees = 0, mirrored = false): string {
  return `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${degrees.toFixed(2)}) scale(${(mirrored ? -scale : scale).toFixed(4)} ${scale.toFixed(4)})">${art}</g>`;
}

/** Shows `art` only inside a path. The name must be unique within its separation. */
export function clip(name: string, path: string, art: string): string {
  return `<clipPath id="${name}"><path d="${path}"/></clipPath><g clip-path="url(#${name})">${art}</g>`;
}

/** A run of grey fills a shape, from one density to another; coordinates are on the sheet. */
export function fade(
  name: string,
  path: string,
  from: readonly [number, number, number],
  to: readonly [number, number, number],
): string {
  return `<linearGradient id="${name}" gradientUnits="userSpaceOnUse" x1="${from[0]}" y1="${from[1]}" x2="${to[0]}" y2="${to[1]}"><stop stop-color="${gray(from[2])}"/><stop offset="1" stop-color="${gray(to[2])}"/></linearGradient><path d="${path}" fill="url(#${name})"/>`;
}

/** A round fade: density at the middle (kept for the share `hold` of the radius) and at the rim. */
export function glow(
  name: string,
  x: number,
  y: number,
  radius: number,
  middle: number,
  rim: number,
  path?: string,
  hold = 0,
): string {
  const shape = path
    ? `<path d="${path}" fill="url(#${name})"/>`
    : `<circle cx="${x}" cy="${y}" r="${radius}" fill="url(#${name})"/>`;
  return `<radialGradient id="${name}" gradientUnits="userSpaceOnUse" cx="${x}" cy="${y}" r="${radius}"><stop offset="${hold}" stop-color="${gray(middle)}"/><stop offset="1" stop-color="${gray(rim)}"/></radialGradient>${shape}`;
}

/** The whole sheet as a path. */
export const WHOLE = `M-40 -40h1280v1580h-1280Z`;
