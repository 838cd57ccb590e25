import type { Cloth } from "../cloth.ts";
import { fill, type Separation } from "../ink.ts";

/** The inks of one color of cloth. Light covers; shade and deep multiply, so they darken what is printed on the cloth too. */
export interface Dye {
  base: string;
  light: string;
  shade: string;
  deep: string;
}

/** What the brand dyes its cloth. */
export const DYES = {
  black: { base: "#1b1611", light: "#6b5c48", shade: "#4c4238", deep: "#17120e" },
  bone: { base: "#f0e6d0", light: "#fffaf0", shade: "#c8ad82", deep: "#a58a72" },
  hibiscus: { base: "#c92f58", light: "#f0809c", shade: "#a83a5c", deep: "#7c2a4c" },
  sea: { base: "#1c8580", light: "#5fc4b6", shade: "#4a8f90", deep: "#3a6274" },
} as const satisfies Record<string, Dye>;

/** Cloth in its color, with what is printed on it under its shade. */
export function dyed(
  outlines: readonly string[],
  cloth: Cloth,
  dye: Dye,
  printed: readonly Separation[] = [],
): Separation[] {
  const art = outlines.map((outline) => fill(outline)).join("");
  return [
    { ink: dye.base, opaque: true, art, rough: 0.1, wear: 0 },
    { ink: dye.light, opaque: true, art, film: cloth.light, screen: { kind: "dots", pitch: 7, angle: 20 }, wear: 0 },
    ...printed.map((separation) => ({ film: cloth.mask, ...separation, warp: cloth.warp })),
    { ink: dye.shade, art, film: cloth.shade, screen: { kind: "dots", pitch: 7, angle: 65 }, wear: 0 },
    { ink: dye.deep, art, film: cloth.deep, screen: { kind: "lines", pitch: 6, angle: 40 }, wear: 0 },
  ];
}
