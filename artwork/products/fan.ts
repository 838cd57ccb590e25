import { drape } from "../cloth.ts";
import { fill, line, place, type Printable } from "../ink.ts";
import { disc, leaf, polar, poly, taper, type Point } from "../path.ts";
import { dyed, type Dye } from "./dye.ts";
import { markAt } from "./kit.ts";
import { fallen, stage } from "./stage.ts";

const X = 600;
const Y = 1040;
const FROM = -171;
const TO = -9;
const PLEATS = 22;
const STEP = (TO - FROM) / PLEATS;
const OUTER = 552;
const INNER = 216;
/** Radii below are drawn for a fan of 690. */
const K = OUTER / 690;
/** Ridges reach out a little farther than valleys. */
const rim = (radius: number, deep: number): Point[] =>
  Array.from({ length: PLEATS + 1 }, (_, i) => polar(X, Y, radius - (i % 2 ? deep : 0), FROM + i * STEP));
const paper = poly([...rim(OUTER, 13), ...rim(INNER, 5).reverse()]);
/** The nearer leaf of every fold. */
const sticks = Array.from({ length: PLEATS / 2 + 1 }, (_, i) => {
  const at = FROM + i * STEP * 2;
  return taper([polar(X, Y, -66, at), polar(X, Y, 120, at), polar(X, Y, INNER + 20, at)], [22, 25, 30]);
});
const guards = [FROM - 1.2, TO + 1.2].map((at) =>
  taper([polar(X, Y, -72, at), polar(X, Y, 180, at), polar(X, Y, OUTER + 8, at)], [28, 34, 26]),
);
const pleat = (x: number, y: number) => {
  const at = (Math.atan2(y - Y, x - X) * 180) / Math.PI;
  const phase = ((at - FROM) / STEP) % 2;
  const far = Math.hypot(x - X, y - Y) / OUTER;
  return 17 * far * Math.abs(phase < 1 ? 1 - phase : phase - 1);
};
const ring = (radius: number, width: number, density = 1) =>
  line(
    `M${polar(X, Y, radius * K, FROM).join(" ")}A${radius * K} ${radius * K} 0 0 1 ${polar(X, Y, radius * K, TO).join(" ")}`,
    width,
    density,
    'style="stroke-linecap:butt"',
  );
const around = (count: number, draw: (at: number, i: number) => string) =>
  Array.from({ length: count }, (_, i) => draw(FROM + ((i + 0.5) * (TO - FROM)) / count, i)).join("");
/** One ray of plumes that stand behind the mask. */
const plumes = (from: number, to: number, bulge: number, which: (i: number) => boolean) =>
  fill(
    around(11, (at, i) => (which(i) ? leaf(polar(X, Y, from * K, at), polar(X, Y, to * K, at), bulge * K, 0.74) : "")),
  );

const CLOTH: Dye = { base: "#1a1511", light: "#6a5a46", shade: "#5a4e52", deep: "#2b2430" };
const WOOD: Dye = { base: "#c98f4e", light: "#eec98e", shade: "#b08a74", deep: "#7a5a58" };

export const fan: Printable = {
  key: "fan",
  alt: "An open folding fan of black cloth on wooden sticks: pink, sea-green and mango plumes with peacock eyes around the gold mask.",
  paper: "#f4e4c6",
  accent: "#f29a2e",
  dominant: "#e9d2a8",
  social: [0, 460, 1200],
  separations: async () => {
    const folded = await drape("fan", [{ outline: paper, form: pleat }], 0.8);
    const wood = await drape("fan-sticks", [
      ...sticks.map((outline) => ({ outline, puff: 9, round: 12, drop: 0.35, reach: 12 })),
      ...guards.map((outline) => ({ outline, puff: 16, round: 18, drop: 0.5, reach: 18 })),
    ]);
    return [
      ...stage("fan", {
        shade: "#a5703c",
        sun: { ink: "#e8506f", low: "#f29a2e", at: [600, 760], radius: 500 },
        palm: { at: [-90, -100], turn: 48, density: 0.5 },
      }),
      fallen("#4a1a2a", [paper, ...guards], 46, 64, 0.9),
      ...dyed(sticks, wood, WOOD),
      ...dyed([paper], folded, CLOTH, [
        {
          ink: "#8c6a2c",
          opaque: true,
          art: around(44, (at) =>
            line(`M${polar(X, Y, INNER, at).join(" ")}L${polar(X, Y, OUTER, at).join(" ")}`, 2.4),
          ),
        },
        { ink: "#17857e", opaque: true, art: plumes(280, 640, 62, (i) => i % 3 === 1) },
        { ink: "#d8315b", opaque: true, art: plumes(280, 640, 62, (i) => i % 3 === 0) },
        { ink: "#f29a2e", opaque: true, art: plumes(280, 640, 62, (i) => i % 3 === 2) },
        {
          ink: "#1a1511",
          opaque: true,
          art: around(11, (at) =>
            line(`M${polar(X, Y, 300 * K, at).join(" ")}L${polar(X, Y, 480 * K, at).join(" ")}`, 5),
          ),
        },
        { ink: "#f4ecdc", opaque: true, art: fill(around(11, (at) => disc(...polar(X, Y, 528 * K, at), 30))) },
        { ink: "#1a1511", opaque: true, art: fill(around(11, (at) => disc(...polar(X, Y, 528 * K, at), 21))) },
        { ink: "#d9b45a", opaque: true, art: fill(around(11, (at) => disc(...polar(X, Y, 528 * K, at), 10))) },
        {
          ink: "#d9b45a",
          opaque: true,
          art:
            ring(668, 10) +
            ring(650, 3) +
            ring(288, 8) +
            fill(around(44, (at) => disc(...polar(X, Y, 634 * K, at), 4))),
        },
        { ink: "#1a1511", opaque: true, art: fill(disc(600, 712, 128)) },
        { ink: "#d9b45a", opaque: true, art: line(disc(600, 712, 121), 5) + markAt(600, 714, 180) },
      ]),
      ...dyed(guards, wood, WOOD),
      {
        ink: "#5c3a1c",
        opaque: true,
        art: guards.map((path) => line(path, 2.5, 0.6)).join("") + sticks.map((path) => line(path, 2, 0.5)).join(""),
      },
      {
        ink: "#c9a24b",
        opaque: true,
        art:
          fill(disc(X, Y, 24)) +
          line(`M${X} ${Y + 24}C${X - 20} ${Y + 90} ${X + 30} ${Y + 120} ${X + 6} ${Y + 190}`, 8),
      },
      { ink: "#d8315b", opaque: true, art: place(fill("M-22 0C-24 -30 24 -30 22 0L36 130H-36Z"), X + 6, Y + 206) },
      {
        ink: "#7d1234",
        opaque: true,
        art: place(
          line("M-20 24L-24 126M-8 20L-9 128M6 20L8 128M18 24L24 126", 4) + line("M-22 8H22", 8),
          X + 6,
          Y + 206,
        ),
      },
      { ink: "#fff0bd", opaque: true, art: fill(disc(X - 7, Y - 7, 7)) },
    ];
  },
};
