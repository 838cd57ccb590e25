import { MARK } from "../brand/mark.ts";
import { plume } from "../feathers.ts";
import { dancer, type Headwear, type Outfit } from "../figures.ts";
import { BRAND } from "../palette.ts";
import type { Point } from "../path.ts";
import { POSES } from "../poses.ts";
import { rgb } from "../press.ts";
import { chance } from "../seeded.ts";
import { black, draw, halftone, type Pixels } from "./canvas.ts";
import { LAST_MARK, type Format } from "./formats.ts";
import { EYE, onFrame } from "./mark-art.ts";
import { matchUnit } from "./prints.ts";
import { ACT, BEAT, easeIn, easeInOut, easeOut, mix, overshoot, span } from "./timing.ts";

/** A row of plumes: when it opens and folds (frames into the act), and how it is cut, in the mark's units. */
const ROWS = [
  { ink: BRAND.hibiscus, count: 15, spread: 105, length: 92, width: 20, opens: 4, folds: 19 },
  { ink: BRAND.sea, count: 13, spread: 98, length: 66, width: 17.5, opens: 2, folds: 21 },
  { ink: BRAND.mango, count: 9, spread: 88, length: 44, width: 15, opens: 0, folds: 23 },
].map((row, i) => {
  const p = plume([0, 0], -90, row.length * 10, row.width * 10, 0, chance(`intro-${i}`));
  const barbs = p.barbs
    .filter((_, j) => j % 8 < 2)
    .map(([a, b]) => `M${a!.map(Math.round)}L${b!.map(Math.round)}`)
    .join("");
  const night = `fill="${BRAND.night}"`;
  return {
    ...row,
    art: `<g id="row${i}"><path d="${p.vane}" fill="${row.ink}" stroke="${BRAND.night}" stroke-width="14"/><path d="${barbs}" stroke="${BRAND.night}" stroke-width="8"/><path ${night} d="${p.shaft}"/><path ${night} d="${p.eye(0.86)}"/><path fill="${BRAND.gold}" d="${p.eye(0.58)}"/><path ${night} d="${p.eye(0.26)}"/></g>`,
  };
});

/** The fan about the origin, drawn outermost plume first; `time` is frames into the act. */
function fan(time: number): string {
  return ROWS.map(({ count, spread, opens, folds }, row) => {
    const open = overshoot(span(time, opens, opens + 9)) * (1 - easeIn(span(time, folds, folds + 8)));
    if (open <= 0.01) return "";
    let text = "";
    const half = (count - 1) / 2;
    for (let i = half; i >= 0; i -= 1)
      for (const side of i ? [-1, 1] : [1]) {
        const sway = Math.sin(span(time, 11, 18) * Math.PI) * -5;
        const turn = side * (i / half) * (spread * open + sway);
        const grown = mix(0.3, 1, Math.min(1, open)) / 10;
        text += `<use href="#row${row}" transform="rotate(${turn.toFixed(2)}) translate(0 -14) scale(${grown.toFixed(4)})"/>`;
      }
    return text;
  }).join("");
}

const OUTFITS: readonly Outfit[] = ["suit", "dress", "shorts", "gown"];
const HATS: readonly Headwear[] = ["panama", "afro", "plumes", "wrap", "none", "bun"];
const STEPS = Object.values(POSES);

/** Dancers along the bottom edge, up on the beat; each changes step on it. */
function crowd({ width, height, crowd: { tall, count } }: Format, time: number): string {
  const random = chance("intro-crowd");
  const beat = Math.floor(time / (BEAT / 2));
  const away = easeOut(1 - span(time, 2, 11)) + easeIn(span(time, 21, 28));
  return Array.from({ length: count }, (_, i) => {
    const scale = (tall / 200) * random.range(0.88, 1.1);
    const outfit = OUTFITS[i % OUTFITS.length]!;
    const hat = HATS[(i * 5) % HATS.length]!;
    const pose = STEPS[(i * 3 + (beat + i) * 2) % STEPS.length]!;
    const hop = Math.sin(span((time + (i % 2) * 6) % BEAT, 0, BEAT) * Math.PI) * tall * 0.07;
    const x = ((i + 0.5) / count) * (width + 60) - 30 + random.range(-12, 12);
    const y = height + tall * 0.24 - hop + away * tall * 1.4;
    const d = dancer(pose, outfit, hat);
    return `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale.toFixed(3)})"><path d="${d}" stroke="#000" stroke-width="9"/><path d="${d}" fill="${BRAND.hibiscus}"/></g>`;
  }).join("");
}

/** The sun behind: a disc of dots that comes up from below, heaviest at its foot; put out at the end. */
function sun(frame: Pixels, format: Format, time: number, [x, y]: Point): void {
  const rise = easeOut(span(time, 1, 14));
  const set = 1 - easeInOut(span(time, 16, 24));
  if (rise * set <= 0) return;
  const radius = format.hubUnit * 116;
  const middle = y + mix(format.height * 0.62, format.hubUnit * 10, rise);
  halftone(frame, format, rgb("#e2622a"), 21, (px, py) => {
    const away = Math.hypot(px - x, py - middle) / radius;
    if (away > 1) return 0;
    const high = (py - middle) / radius;
    return set * mix(0.34, 0.8, high * 0.5 + 0.5);
  });
}

/** Where the mark is: on the panther's face, then at the fan's hub, then in its last place. */
function markAt(format: Format, time: number): { at: Point; unit: number } {
  const { width, height, eyeLine, hub, hubUnit, name } = format;
  const lastUnit = (LAST_MARK.height[name] * height) / 64;
  const start = { y: eyeLine + (32 - EYE[1]) * matchUnit(format), unit: matchUnit(format) };
  const back = easeOut(span(time, 0, 11));
  const home = easeInOut(span(time, 21, 33));
  return {
    at: [width * LAST_MARK.x, mix(mix(start.y, hub, back), LAST_MARK.y * height, home)],
    unit: mix(mix(start.unit, hubUnit, back), lastUnit, home),
  };
}

/** The light that crosses the mark once it is alone. */
function runJob(time: number): string {
  const share = span(time, 29, 43);
  if (share <= 0 || share >= 1) return "";
  const x = mix(-34, 98, share);
  return `<linearGradient id="light" gradientUnits="userSpaceOnUse" x1="${x - 15}" y1="0" x2="${x + 15}" y2="12"><stop stop-color="#fff6dd" stop-opacity="0"/><stop offset=".5" stop-color="#fff6dd" stop-opacity=".95"/><stop offset="1" stop-color="#fff6dd" stop-opacity="0"/></linearGradient><path d="${MARK}" fill="url(#light)" fill-rule="evenodd"/>`;
}

/** Who wears the mask: head, neck and a dinner jacket's shoulders, in the mark's units, with the jacket's lines. */
const FIGURE =
  "M32 -7C46 -7 56 -2 58 12C59 26 54 38 44.5 45.5L45 60C58 64 84 68 96 82C104 96 108 130 110 190H-46C-44 130 -40 96 -32 82C-20 68 6 64 19 60L19.5 45.5C10 38 5 26 6 12C8 -2 18 -7 32 -7Z";
const LAPELS =
  "M45 60C52 66 58 74 60 84L50 88L55 94L32 132M19 60C12 66 6 74 4 84L14 88L9 94L32 132V190M19.5 60L32 108L44.5 60";

/** The mask throws its plumes open over a rising sun and a dancing crowd; all goes out but the mark. */
export async function carnival(frame: number, format: Format): Promise<Pixels> {
  // On twos while the fan is out, as hand-drawn film is; the mark goes home on every frame.
  const exact = frame - ACT.carnival;
  const time = exact > 2 && exact < 18 ? exact - (exact % 2) : exact;
  const picture = black(format);
  const { at, unit } = markAt(format, time);
  sun(picture, format, time, at);
  const fanned = fan(time);
  const shown = 1 - span(time, 19, 25);
  const figure = shown
    ? onFrame(
        `<g stroke="${BRAND.gold}" stroke-opacity="${shown.toFixed(3)}" stroke-linejoin="round"><path d="${FIGURE}" fill="#000" stroke-width="1.5"/><path d="${LAPELS}" fill="none" stroke-width=".8"/></g>`,
        [32, 32],
        at,
        unit,
      )
    : "";
  const mark = onFrame(
    `<path d="${MARK}" fill="${BRAND.gold}" fill-rule="evenodd"/>${runJob(time)}`,
    [32, 32],
    at,
    unit,
  );
  const dancers = time < 30 ? crowd(format, time) : "";
  await draw(
    picture,
    format,
    `<defs>${ROWS.map(({ art }) => art).join("")}</defs>${fanned && onFrame(fanned, [0, 0], at, unit)}${figure}${dancers}${mark}`,
  );
  return picture;
}
