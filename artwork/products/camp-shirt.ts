import { drape, type Fold } from "../cloth.ts";
import { clip, fill, line, type Printable, type Separation } from "../ink.ts";
import { hibiscus, monstera } from "../foliage.ts";
import { curve, disc, softBox } from "../path.ts";
import { chance } from "../seeded.ts";
import { dyed, type Dye } from "./dye.ts";
import { flip, markAt, mirrored, stitches } from "./kit.ts";
import { fallen, stage } from "./stage.ts";

const left =
  "M500 268L322 336C346 430 342 540 314 650C322 760 316 900 312 1010C310 1100 304 1180 296 1266C400 1290 500 1274 622 1286V470Z";
const right =
  "M700 268L878 336C854 430 858 540 886 650C878 760 884 900 888 1010C890 1100 896 1184 904 1272C800 1292 700 1276 586 1290V470Z";
const leftSleeve =
  "M346 324C274 346 222 396 190 458C150 540 106 616 70 694C64 710 70 718 84 724L266 812C282 818 292 812 298 798C316 750 322 700 330 656L390 480Z";
const rightSleeve = mirrored(leftSleeve);
const leftCollar = "M506 246C474 262 436 306 392 404C426 420 462 430 506 434C522 380 540 340 562 312Z";
const leftLapel =
  "M506 432C478 442 446 452 418 458C470 520 540 560 606 580C590 480 576 400 560 308C536 350 518 392 506 432Z";
const rightCollar = mirrored(leftCollar);
const rightLapel = mirrored(leftLapel).replaceAll("594.0 580.0", "590.0 584.0");
const inside = "M506 246C550 226 650 226 694 246L640 330L600 580L560 330Z";
const pocket = "M690 640L850 634L846 790L772 826L694 796Z";
const whole = [left, right, leftSleeve, rightSleeve, leftCollar, rightCollar, leftLapel, rightLapel, pocket];

const pulls: Fold[] = [
  {
    path: [
      [318, 656],
      [400, 706],
      [500, 716],
    ],
    width: 24,
    rise: 20,
    lean: 0.4,
    fade: [0.06, 0.85],
  },
  {
    path: [
      [316, 720],
      [390, 800],
      [470, 840],
    ],
    width: 24,
    rise: 17,
    lean: 0.4,
    fade: [0.06, 0.85],
  },
  {
    path: [
      [316, 860],
      [360, 980],
      [350, 1120],
    ],
    width: 28,
    rise: 18,
    lean: -0.3,
    fade: [0.1, 0.7],
  },
  {
    path: [
      [400, 1284],
      [420, 1160],
      [396, 1020],
    ],
    width: 26,
    rise: 22,
    lean: 0.3,
    fade: [0.03, 0.9],
  },
  {
    path: [
      [520, 1282],
      [504, 1190],
      [524, 1080],
    ],
    width: 22,
    rise: 16,
    lean: -0.3,
    fade: [0.03, 0.9],
  },
  {
    path: [
      [390, 350],
      [412, 470],
      [384, 590],
    ],
    width: 26,
    rise: 12,
    fade: [0.2, 0.7],
  },
];
const sleeve: Fold[] = [
  {
    path: [
      [326, 650],
      [256, 664],
      [170, 604],
    ],
    width: 22,
    rise: 22,
    lean: 0.4,
    fade: [0.05, 0.8],
  },
  {
    path: [
      [318, 710],
      [246, 740],
      [150, 706],
    ],
    width: 20,
    rise: 18,
    lean: 0.4,
    fade: [0.05, 0.8],
  },
  {
    path: [
      [180, 770],
      [200, 690],
      [236, 610],
    ],
    width: 20,
    rise: 16,
    fade: [0.03, 0.8],
  },
  {
    path: [
      [330, 350],
      [284, 450],
      [270, 560],
    ],
    width: 26,
    rise: 15,
    fade: [0.2, 0.7],
  },
];
const night: Dye = { base: "#16201f", light: "#42584f", shade: "#5d5f6a", deep: "#2a2833" };

const leaves = [
  [330, 560, 190, -60],
  [520, 900, 210, 20],
  [890, 560, 190, 200],
  [820, 1010, 210, 120],
  [350, 960, 180, 70],
  [650, 700, 190, -40],
  [140, 560, 170, 100],
  [1040, 520, 170, 60],
  [470, 1230, 190, -100],
  [760, 1260, 200, -70],
  [440, 420, 170, 60],
  [760, 380, 180, 120],
  [240, 430, 160, -20],
  [960, 760, 160, -120],
  [600, 1120, 190, 190],
] as const;
const flowers = [
  [420, 690, 118, 10],
  [760, 560, 112, 40],
  [560, 1040, 126, 80],
  [820, 860, 122, 0],
  [350, 1150, 118, 30],
  [720, 1180, 114, 60],
  [170, 690, 104, 20],
  [1040, 660, 108, 50],
  [350, 410, 100, 0],
  [880, 420, 96, 70],
  [600, 800, 92, 15],
  [472, 356, 78, 30],
  [730, 344, 82, 50],
  [260, 520, 84, 0],
] as const;

interface Colors {
  key: string;
  alt: string;
  paper: string;
  accent: string;
  dominant: string;
  shade: string;
  lee: string;
  sun: string;
  dye: Dye;
  print: { leaf: string; rib: string; edge: string; blooms: readonly [string, string, string] };
  /** Of the inside, the label, the seams and the stitches. */
  inks: { inside: string; label: string; seam: string; thread: string };
}

/** The print, all over; seams cut through it as they do when yardage is sewn. */
function yardage({ leaf, rib, edge, blooms }: Colors["print"]): Separation[] {
  const random = chance("camp-shirt");
  const grown = leaves.map(([x, y, size, turn]) => monstera(x, y, size, turn));
  const open = flowers.map(([x, y, size, turn]) => hibiscus(x, y, size, turn, random));
  const only = (art: string) => clip("cloth", whole.join(""), art);
  const of = (pick: (flower: (typeof open)[number]) => string, which: (i: number) => boolean = () => true) =>
    only(open.map((flower, i) => (which(i) ? pick(flower) : "")).join(""));
  const heads = (which: (i: number) => boolean) =>
    of(({ petals }) => petals.map((petal) => fill(petal)).join(""), which);
  return [
    { ink: leaf, opaque: true, art: only(grown.map(({ blade }) => fill(blade)).join("")), wear: 0.2 },
    {
      ink: rib,
      opaque: true,
      art: only(grown.flatMap(({ ribs }) => ribs.map((rib) => line(curve(rib, false), 4))).join("")),
    },
    { ink: edge, opaque: true, art: of(({ petals }) => petals.map((petal) => line(petal, 14)).join("")) },
    { ink: blooms[0], opaque: true, art: heads((i) => i % 3 === 0), wear: 0.2 },
    { ink: blooms[1], opaque: true, art: heads((i) => i % 3 === 1), wear: 0.2 },
    { ink: blooms[2], opaque: true, art: heads((i) => i % 3 === 2), wear: 0.2 },
    {
      ink: "#a81f4c",
      art: of(
        ({ folds, veins }) =>
          folds.map((fold) => fill(fold, 0.8)).join("") +
          veins.map((vein) => line(curve(vein, false), 3, 0.9)).join(""),
      ),
    },
    { ink: "#8e1740", opaque: true, art: of(({ heart }) => fill(heart)) },
    {
      ink: "#fbe3a6",
      opaque: true,
      art: of(({ column, anthers, stigma }) => fill(column) + fill(anthers) + fill(stigma)),
    },
  ];
}

const buttons = [640, 780, 920, 1060, 1200];

/** A camp shirt in the colors of a print. */
const campShirtIn = ({ shade, lee, sun, dye, print, inks, ...sheet }: Colors): Printable => ({
  ...sheet,
  social: [0, 300, 1200],
  separations: async () => {
    const cloth = await drape("camp-shirt", [
      {
        outline: leftSleeve,
        puff: 34,
        round: 70,
        folds: sleeve,
        crumples: [{ rise: 9, size: 100, stretch: 2, turn: 60 }],
      },
      {
        outline: rightSleeve,
        puff: 34,
        round: 70,
        folds: flip(sleeve),
        crumples: [{ rise: 9, size: 100, stretch: 2, turn: 120 }],
      },
      {
        outline: left,
        puff: 26,
        round: 70,
        drop: 0.35,
        reach: 16,
        folds: pulls,
        crumples: [{ rise: 16, size: 200, stretch: 1.8, turn: 80 }],
      },
      {
        outline: right,
        puff: 26,
        round: 70,
        drop: 0.4,
        reach: 16,
        folds: flip(pulls),
        crumples: [{ rise: 16, size: 200, stretch: 1.8, turn: 96 }],
      },
      { outline: pocket, puff: 6, round: 12, drop: 0.25, reach: 10, crumples: [{ rise: 9, size: 120 }] },
      { outline: leftLapel, puff: 12, round: 30, drop: 0.5, reach: 20 },
      { outline: rightLapel, puff: 12, round: 30, drop: 0.5, reach: 20 },
      { outline: leftCollar, puff: 14, round: 30, drop: 0.5, reach: 16 },
      { outline: rightCollar, puff: 14, round: 30, drop: 0.5, reach: 16 },
    ]);
    return [
      ...stage("camp-shirt", {
        shade,
        sun: { ink: sun, at: [600, 700], radius: 520 },
        palm: { at: [1290, -120], turn: 132 },
      }),
      fallen(lee, [...whole, inside], 40, 52, 0.95),
      { ink: inks.inside, opaque: true, art: fill(inside) },
      ...dyed(whole, cloth, dye, yardage(print)),
      { ink: inks.label, opaque: true, art: fill(softBox(566, 262, 68, 40, 3)) },
      { ink: "#c9a24b", opaque: true, art: markAt(600, 281, 30) },
      {
        ink: inks.seam,
        opaque: true,
        art:
          line("M346 330C366 420 352 540 322 660M854 330C834 420 848 540 878 660", 4, 0.9) +
          line(pocket, 3, 0.9) +
          line("M586 584V1288", 4, 0.9) +
          [leftCollar, rightCollar, leftLapel, rightLapel].map((path) => line(path, 3, 0.9)).join(""),
      },
      {
        ink: inks.thread,
        opaque: true,
        art: stitches(
          "M640 592V1280M300 1244C400 1268 500 1252 622 1264M622 1264C720 1254 800 1270 902 1250M92 700L274 786M1108 700L926 786",
          3,
        ),
      },
      { ink: "#3a2a18", opaque: true, art: buttons.map((y) => fill(disc(616, y + 4, 15), 0.7)).join("") },
      { ink: "#e9d3a2", opaque: true, art: buttons.map((y) => fill(disc(613, y, 14))).join("") },
      {
        ink: "#6b4f22",
        opaque: true,
        art: buttons
          .map((y) =>
            fill(disc(609, y - 4, 2.6) + disc(617, y - 4, 2.6) + disc(609, y + 4, 2.6) + disc(617, y + 4, 2.6)),
          )
          .join(""),
      },
    ];
  },
});

export const campShirt = campShirtIn({
  key: "camp-shirt",
  alt: "A camp-collar shirt in near-black, printed all over with pink, mango and cream hibiscus among green leaves, on a blush background.",
  paper: "#f3b7a4",
  accent: "#ff8f9a",
  dominant: "#e8968c",
  shade: "#8c3a4a",
  lee: "#6b2338",
  sun: "#fbe0c4",
  dye: night,
  print: { leaf: "#1f7d6c", rib: "#6fc7a4", edge: "#16201f", blooms: ["#e23d68", "#f4a02f", "#f6d9c6"] },
  inks: { inside: "#0b1110", label: "#2f3d3a", seam: "#0b1110", thread: "#8fae9f" },
});

export const campShirtCream = campShirtIn({
  key: "camp-shirt-cream",
  alt: "The camp shirt in cream: coral, violet and sea-green hibiscus among pale green leaves, on a deep teal background.",
  paper: "#1f6f70",
  accent: "#4cc9ba",
  dominant: "#1f6f70",
  shade: "#08343c",
  lee: "#062a30",
  sun: "#f2b25a",
  dye: { base: "#f3e8cf", light: "#fffaf0", shade: "#c8ad82", deep: "#a58a72" },
  print: { leaf: "#9cbf8f", rib: "#5f8f68", edge: "#f3e8cf", blooms: ["#ea6a5a", "#7a5aa8", "#2a9a92"] },
  inks: { inside: "#b59c74", label: "#7d6844", seam: "#8f7850", thread: "#b59c74" },
});
