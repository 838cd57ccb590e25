import { plume } from "../feathers.ts";
import { BRAND } from "../palette.ts";
import type { Chance } from "../seeded.ts";
import { gentlemen, savage, savageGentlemen, sgxMedia, type Lettering } from "./lettering.ts";
import { MARK } from "./mark.ts";

const svg = (width: number, height: number, body: string, title = "") =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"${title ? ` role="img" aria-label="${title}"` : ""}>${body}</svg>\n`;
const letters = ({ path }: Lettering, x: number, y: number, scale: number, ink: string) =>
  `<path transform="translate(${x} ${y}) scale(${Math.round(scale * 1e4) / 1e4})" fill="${ink}" d="${path}"/>`;
const mark = (x: number, y: number, size: number, ink: string) =>
  `<path transform="translate(${x} ${y}) scale(${size / 64})" fill="${ink}" fill-rule="evenodd" d="${MARK}"/>`;
const NAME = "Savage Gentlemen";

/** The mark alone, in the colour of the text around it. */
export const markSvg = (): string => svg(64, 64, mark(0, 0, 64, "currentColor"), NAME);

/** The name on one line. */
export const wordmarkSvg = (): string =>
  svg(Math.ceil(savageGentlemen.width) + 4, 168, letters(savageGentlemen, 2, 164, 1, "currentColor"), NAME);

/** The name on two lines, set to one width, with "SGX MEDIA" spaced below. */
export function wordmarkStackedSvg(): string {
  const top = gentlemen.width / savage.width;
  const small = gentlemen.width / sgxMedia.width / 2.4;
  const first = 160 * top;
  return svg(
    Math.ceil(gentlemen.width),
    Math.ceil(first + 26 + 160 + 40 + 160 * small),
    letters(savage, 0, Math.round(first), top, "currentColor") +
      letters(gentlemen, 0, Math.round(first) + 186, 1, "currentColor") +
      letters(
        sgxMedia,
        Math.round((gentlemen.width - sgxMedia.width * small) / 2),
        Math.round(first + 226 + 160 * small),
        small,
        BRAND.gold,
      ),
    NAME,
  );
}

/** Mark and name side by side; `ink` colours the name, gold the mark. */
export const logoSvg = (ink: string): string =>
  svg(
    Math.ceil(savageGentlemen.width * 0.42) + 102,
    80,
    mark(4, 6, 68, BRAND.gold) + letters(savageGentlemen, 94, 73, 0.42, ink),
    NAME,
  );

/** The browser tab's icon: gold on a night tile. */
export const faviconSvg = (): string =>
  svg(64, 64, `<rect width="64" height="64" rx="14" fill="${BRAND.night}"/>${mark(7, 7, 50, BRAND.gold)}`);

/** An app icon as SVG; `share` is how much of the tile the mark fills (a maskable icon keeps clear of the cut). */
export const iconSvg = (share: number): string =>
  svg(
    64,
    64,
    `<rect width="64" height="64" fill="${BRAND.night}"/>${mark(32 - 32 * share, 32 - 32 * share, 64 * share, BRAND.gold)}`,
  );

/** Overlapping plume scales, engraved: a tile for quiet grounds. */
export function scalesSvg(): string {
  const scale = (x: number, y: number) =>
    `<path d="M${x - 40} ${y}C${x - 40} ${y + 26} ${x - 16} ${y + 34} ${x} ${y + 40}C${x + 16} ${y + 34} ${x + 40} ${y + 26} ${x + 40} ${y}"/><path d="M${x} ${y + 40}V${y + 4}"/>` +
    [8, 15, 22, 29]
      .map(
        (d) =>
          `<path d="M${x} ${y + 44 - d}L${x - d * 0.92} ${y + 32 - d}M${x} ${y + 44 - d}L${x + d * 0.92} ${y + 32 - d}"/>`,
      )
      .join("");
  const rows = [
    [40, 0],
    [0, 40],
    [80, 40],
    [40, 80],
    [40, -80],
    [0, -40],
    [80, -40],
  ]
    .map(([x, y]) => scale(x!, y!))
    .join("");
  return `<svg xmlns="http://www.w3.org/2000/svg" width="80" height="80" viewBox="0 0 80 80"><g fill="none" stroke="${BRAND.gold}" stroke-opacity=".22" stroke-width=".9">${rows}</g></svg>\n`;
}

/** A wide fan of engraved plumes rising from the bottom edge, for a masthead's ground: two plumes drawn once and used round. */
export function plumesSvg(): string {
  const [long, short] = [plume([0, 0], -90, 500, 132, 0, STEADY), plume([0, 0], -90, 330, 104, 0, STEADY)].map(
    (p, i) => {
      const barbs = p.barbs.map(([a, b]) => `M${a!.map(Math.round)}L${b!.map(Math.round)}`).join("");
      return `<g id="${i ? "b" : "a"}"><path fill="${BRAND.night}" d="${p.vane}"/><path d="${barbs}"/><path fill="${BRAND.night}" d="${p.shaft}"/><path fill="${BRAND.night}" d="${p.eye(0.8)}"/><path d="${p.eye(0.55)}${p.eye(0.42)}${p.eye(0.28)}"/></g>`;
    },
  );
  const round = (id: string, from: number, step: number) => {
    let text = "";
    for (let spread = from; spread >= 0; spread -= step)
      for (const side of spread ? [-1, 1] : [1])
        text += `<use href="#${id}" transform="translate(600 640)rotate(${spread * side})translate(0 -70)"/>`;
    return text;
  };
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 600"><defs>${long}${short}</defs><g fill="none" stroke="${BRAND.gold}" stroke-opacity=".55" stroke-width="1.3">${round("a", 90, 15)}${round("b", 80, 20)}</g></svg>\n`;
}

/** Chance without chance: every draw is the middle of its range. */
const STEADY: Chance = {
  next: () => 0.5,
  range: (low, high) => (low + high) / 2,
  int: (low, high) => Math.round((low + high) / 2),
  pick: (items) => items[0] as never,
};
