import { drape, type Fold } from "../cloth.ts";
import { fill, line, place, type Printable } from "../ink.ts";
import { disc, leaf, polar } from "../path.ts";
import { dyed, type Dye } from "./dye.ts";
import { markAt, stitches } from "./kit.ts";
import { fallen, stage } from "./stage.ts";

// A square cloth thrown into the air, its corners flying.
const cloth =
  "M120 420C300 300 420 470 600 380C790 286 900 420 1080 300C1120 470 1040 600 1090 780C1130 920 1050 1010 1072 1150C900 1250 780 1120 600 1210C430 1296 300 1150 128 1240C80 1090 160 980 118 830C80 690 170 570 120 420Z";
const inner =
  "M196 486C330 400 440 540 602 462C780 380 890 490 1014 400C1036 520 972 620 1012 780C1046 910 982 990 996 1096C880 1166 770 1046 600 1128C440 1204 320 1080 204 1150C172 1040 236 960 198 826C168 710 238 600 196 486Z";
/** A rosette, for each corner of the cloth. */
const corner = (x: number, y: number) =>
  place(
    Array.from({ length: 8 }, (_, i) => fill(leaf(polar(0, 0, 20, i * 45), polar(0, 0, 64, i * 45), 12))).join("") +
      fill(disc(0, 0, 11)),
    x,
    y,
  );
const petals = (radius: number, length: number, count: number, width: number, start = 0) =>
  Array.from({ length: count }, (_, i) =>
    leaf(
      polar(600, 796, radius, start + (i * 360) / count),
      polar(600, 796, radius + length, start + (i * 360) / count),
      width,
      0.5,
    ),
  ).join("");
const beads = (radius: number, count: number, size: number) =>
  Array.from({ length: count }, (_, i) => disc(...polar(600, 796, radius, (i * 360) / count), size)).join("");

/** The wind in it. */
const wind = (x: number, y: number) =>
  22 * Math.sin((x * 0.92 + y * 0.3) / 74 + 0.9 * Math.sin(y / 190)) + 14 * Math.sin((x * 0.4 - y * 0.9) / 120);
const gusts: Fold[] = [
  {
    path: [
      [130, 430],
      [300, 560],
      [420, 780],
    ],
    width: 34,
    rise: 24,
    lean: 0.4,
    fade: [0.02, 0.7],
  },
  {
    path: [
      [1072, 310],
      [900, 500],
      [830, 700],
    ],
    width: 34,
    rise: 26,
    lean: -0.4,
    fade: [0.02, 0.7],
  },
  {
    path: [
      [134, 1234],
      [300, 1080],
      [420, 1000],
    ],
    width: 30,
    rise: 20,
    lean: -0.3,
    fade: [0.02, 0.8],
  },
  {
    path: [
      [1068, 1146],
      [900, 1060],
      [780, 940],
    ],
    width: 30,
    rise: 22,
    lean: 0.3,
    fade: [0.02, 0.8],
  },
];
const WINE: Dye = { base: "#9c1a3e", light: "#d8507a", shade: "#a55f78", deep: "#6b3a5c" };
const white = { ink: "#f4ecdc", opaque: true, rough: 0.15, wear: 0.5 } as const;

interface Colors {
  key: string;
  alt: string;
  paper: string;
  accent: string;
  shade: string;
  dye: Dye;
  /** Of the petals' hearts. */
  heart: string;
}

/** A bandana in a color. */
const bandanaIn = ({ key, alt, paper, accent, shade, dye, heart }: Colors): Printable => ({
  key,
  alt,
  paper,
  accent,
  dominant: paper,
  social: [0, 460, 1200],
  separations: async () => {
    const draped = await drape(
      "bandana",
      [{ outline: cloth, puff: 14, round: 30, form: wind, folds: gusts, crumples: [{ rise: 9, size: 170 }] }],
      0.8,
    );
    return [
      ...stage("bandana", {
        shade,
        sun: { ink: "#f6e8c8", at: [600, 760], radius: 500 },
        palm: { at: [1290, -120], turn: 132 },
      }),
      fallen("#3a2140", cloth, 60, 86, 0.9),
      ...dyed([cloth], draped, dye, [
        { ...white, art: line(inner, 14) },
        { ink: "#e0b653", opaque: true, art: line(cloth, 44) },
        { ink: dye.base, opaque: true, art: line(cloth, 30) },
        {
          ink: "#f0d9c0",
          opaque: true,
          art: `<g transform="translate(600 775) scale(0.962) translate(-600 -775)">${stitches(cloth, 4)}</g>`,
        },
        {
          ...white,
          art:
            fill(petals(210, 130, 16, 26)) +
            fill(beads(372, 44, 9)) +
            fill(beads(184, 40, 6)) +
            corner(282, 562) +
            corner(930, 500) +
            corner(286, 1062) +
            corner(918, 1012),
        },
        { ink: heart, opaque: true, art: fill(petals(226, 86, 16, 12)) },
        {
          ink: "#e0b653",
          opaque: true,
          art: fill(petals(196, 66, 16, 15, 11.25)) + fill(beads(338, 16, 12)) + markAt(600, 796, 260),
          rough: 0.1,
          wear: 0.4,
        },
      ]),
    ];
  },
});

export const bandana = bandanaIn({
  key: "bandana",
  alt: "A wine-red carnival bandana in the wind, a ring of petals and beads around the Savage Gentlemen mask, on a pale sea-green background.",
  paper: "#a4d9cd",
  accent: "#4cc9ba",
  shade: "#23706f",
  dye: WINE,
  heart: "#96173a",
});

export const bandanaSea = bandanaIn({
  key: "bandana-sea",
  alt: "The bandana in deep sea green: white petals and gold beads around the mask, on a blush background.",
  paper: "#f3b7a4",
  accent: "#ff8f9a",
  shade: "#8c3a4a",
  dye: { base: "#0f5a60", light: "#4fa9a6", shade: "#5a8a94", deep: "#3a5a74" },
  heart: "#0c4a52",
});
