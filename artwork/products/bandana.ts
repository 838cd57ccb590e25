import { clip, fill, line, place, type Poster } from "../ink.ts";
import { disc, leaf, polar, rays, star } from "../path.ts";
import { cast, markAt } from "./kit.ts";

// A square cloth thrown into the air, its corners flying.
const cloth =
  "M120 420C300 300 420 470 600 380C790 286 900 420 1080 300C1120 470 1040 600 1090 780C1130 920 1050 1010 1072 1150C900 1250 780 1120 600 1210C430 1296 300 1150 128 1240C80 1090 160 980 118 830C80 690 170 570 120 420Z";
const inner =
  "M196 486C330 400 440 540 602 462C780 380 890 490 1014 400C1036 520 972 620 1012 780C1046 910 982 990 996 1096C880 1166 770 1046 600 1128C440 1204 320 1080 204 1150C172 1040 236 960 198 826C168 710 238 600 196 486Z";
/** Three leaves and a bead, for each corner of the cloth. */
const corner = (x: number, y: number, turn: number) =>
  place(
    [-38, 0, 38].map((lean) => place(fill(leaf([0, 0], [0, -118], 23, 0.55)), 0, 0, 1, lean)).join("") +
      fill(disc(0, 24, 13)),
    x,
    y,
    0.6,
    turn,
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
const folds = [
  "M270 340C330 560 250 800 300 1200",
  "M480 400C420 600 540 860 470 1240",
  "M930 330C870 560 960 860 880 1200",
];

export const bandana: Poster = {
  key: "bandana",
  alt: "A wine-red carnival bandana flying in the air, a ring of petals and beads around the Savage Gentlemen mask.",
  paper: "#f1e4c8",
  accent: "#c9a24b",
  dominant: "#8f1a35",
  social: [0, 460, 1200],
  separations: () => [
    { ink: "#f2b632", art: fill(rays(600, 796, 0, 1300, 40, 0.42, 4)), wear: 0.4 },
    {
      ink: "#f2b632",
      art: fill(
        Array.from({ length: 34 }, (_, i) =>
          star(...polar(600, 790, 560 + ((i * 97) % 300), i * 47), 15, 6, 4, i * 20),
        ).join(""),
      ),
    },
    { ink: "#5b1226", art: cast(cloth, 26, 54, 0.62), screen: { kind: "dots", pitch: 11, angle: 30 } },
    { ink: "#96173a", opaque: true, art: fill(cloth), rough: 0.15, wear: 0.1 },
    {
      ink: "#f4ecdc",
      opaque: true,
      art: line(inner, 14) + line(inner, 4) + clip("edge", cloth, line(cloth, 40)),
      rough: 0.25,
      wear: 0.6,
    },
    { ink: "#96173a", opaque: true, art: clip("dots", cloth, line(cloth, 16, 1, 'stroke-dasharray="1 34"')) },
    {
      ink: "#f4ecdc",
      opaque: true,
      art:
        fill(petals(210, 130, 16, 26)) +
        fill(beads(372, 44, 9)) +
        fill(beads(184, 40, 6)) +
        corner(262, 552, 135) +
        corner(950, 474, -135) +
        corner(262, 1082, 45) +
        corner(940, 1034, -45),
      rough: 0.25,
      wear: 0.7,
    },
    { ink: "#96173a", opaque: true, art: fill(petals(226, 86, 16, 12)) },
    {
      ink: "#c9a24b",
      opaque: true,
      art: fill(petals(196, 66, 16, 15, 11.25)) + fill(beads(338, 16, 12)) + markAt(600, 796, 260),
      rough: 0.25,
      wear: 0.5,
      shift: [2, -2],
    },
    {
      ink: "#4a0719",
      opaque: true,
      art: clip("waves", cloth, folds.map((path, index) => shade(`wave-${index}`, path)).join("")),
      screen: { kind: "dots", pitch: 9, angle: 45 },
    },
  ],
};

/** A valley of the cloth: dark along its line, fading to both sides. */
const shade = (name: string, path: string) =>
  `<filter id="${name}" x="-50%" width="200%"><feGaussianBlur stdDeviation="30 0"/></filter><g filter="url(#${name})">${line(path, 70, 0.75)}</g>`;
