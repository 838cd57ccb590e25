import { gentlemen, savage, savageGentlemen } from "../brand/lettering.ts";
import { drape, type Fold } from "../cloth.ts";
import { fade, fill, line, WHOLE, type Printable, type Separation } from "../ink.ts";
import { tropicNoir } from "../posters/tropic-noir.ts";
import { dyed, DYES, type Dye } from "./dye.ts";
import { flip, inset, insideMark, markAt, mirrored, stitches, wordsAt } from "./kit.ts";
import { fallen, stage, type Stage } from "./stage.ts";

// Laid flat and stroked once with the hand: the sides are not quite straight.
const front =
  "M478 262C516 336 684 336 722 262L884 326C862 400 858 500 884 606C872 710 882 820 876 930C874 1050 896 1150 908 1256C850 1276 790 1256 710 1270C630 1282 560 1262 480 1274C410 1282 350 1268 292 1260C306 1150 328 1050 322 930C316 820 330 710 316 606C344 500 340 400 316 326Z";
const rear = front.replace("M478 262C516 336 684 336 722 262L", "M478 262C530 288 670 288 722 262L");
const leftSleeve =
  "M346 312C280 326 236 356 210 400C164 480 118 566 80 646C72 664 76 672 92 680L252 762C270 770 280 766 288 750C304 712 316 660 328 606L380 480Z";
const rightSleeve = mirrored(leftSleeve).replaceAll("646.0", "640.0");
const collar = "M462 268C508 374 692 374 738 268L712 254C676 330 524 330 488 254Z";
const rearCollar = "M466 266C530 308 670 308 734 266L712 250C660 276 540 276 488 250Z";
const inside = "M488 254C524 330 676 330 712 254C664 234 536 234 488 254Z";

const pulls: Fold[] = [
  {
    path: [
      [318, 612],
      [400, 664],
      [500, 676],
    ],
    width: 20,
    rise: 17,
    lean: 0.45,
    fade: [0.08, 0.85],
  },
  {
    path: [
      [316, 664],
      [390, 744],
      [486, 776],
    ],
    width: 22,
    rise: 15,
    lean: 0.4,
    fade: [0.08, 0.85],
  },
  {
    path: [
      [330, 560],
      [420, 596],
      [520, 588],
    ],
    width: 16,
    rise: 9,
    lean: 0.4,
    fade: [0.1, 0.8],
  },
  {
    path: [
      [318, 740],
      [370, 860],
      [386, 990],
    ],
    width: 24,
    rise: 15,
    lean: -0.3,
    fade: [0.15, 0.75],
  },
  {
    path: [
      [392, 332],
      [404, 440],
      [376, 550],
    ],
    width: 22,
    rise: 11,
    fade: [0.2, 0.7],
  },
  {
    path: [
      [420, 1272],
      [436, 1160],
      [410, 1020],
    ],
    width: 24,
    rise: 20,
    lean: 0.3,
    fade: [0.05, 0.9],
  },
  {
    path: [
      [552, 1266],
      [536, 1180],
      [556, 1070],
    ],
    width: 20,
    rise: 14,
    lean: -0.3,
    fade: [0.05, 0.9],
  },
];
const sleeve: Fold[] = [
  {
    path: [
      [330, 606],
      [260, 620],
      [180, 570],
    ],
    width: 18,
    rise: 19,
    lean: 0.4,
    fade: [0.05, 0.8],
  },
  {
    path: [
      [318, 656],
      [250, 690],
      [160, 668],
    ],
    width: 18,
    rise: 16,
    lean: 0.4,
    fade: [0.05, 0.8],
  },
  {
    path: [
      [330, 340],
      [290, 430],
      [280, 540],
    ],
    width: 24,
    rise: 13,
    fade: [0.2, 0.7],
  },
  {
    path: [
      [206, 740],
      [216, 670],
      [246, 600],
    ],
    width: 18,
    rise: 13,
    fade: [0.05, 0.8],
  },
];
const middle: Fold[] = [
  {
    path: [
      [660, 1268],
      [676, 1160],
      [652, 1030],
    ],
    width: 22,
    rise: 14,
    fade: [0.05, 0.9],
  },
];
const seams =
  line("M330 318C352 400 344 500 320 606M870 318C848 400 856 500 880 606", 4, 0.9) +
  line("M462 268C508 374 692 374 738 268", 4, 0.8);
const stitching = stitches(
  "M298 1236C360 1250 420 1260 480 1250C560 1238 630 1258 710 1246C790 1232 850 1252 902 1232M94 652L272 744M1106 646L928 744",
  3.5,
);

interface Wish {
  key: string;
  alt: string;
  paper: string;
  dominant: string;
  accent: string;
  set: Stage;
  dye: Dye;
  thread: string;
  /** What is printed on it; without, the front of it. */
  printed: readonly Separation[];
  isRear?: boolean;
}

/** A T-shirt in a color, on a set. */
function teeIn({ key, alt, paper, dominant, accent, set, dye, thread, printed, isRear }: Wish): Printable {
  const body = isRear ? rear : front;
  const band = isRear ? rearCollar : collar;
  const separations = async () => {
    const cloth = await drape(
      "tee",
      [
        {
          outline: leftSleeve,
          puff: 30,
          round: 64,
          folds: sleeve,
          crumples: [{ rise: 8, size: 90, stretch: 2, turn: 60 }],
        },
        {
          outline: rightSleeve,
          puff: 30,
          round: 64,
          folds: flip(sleeve),
          crumples: [{ rise: 8, size: 90, stretch: 2, turn: 120 }],
        },
        {
          outline: body,
          puff: 26,
          round: 76,
          drop: 0.3,
          reach: 14,
          folds: [...pulls, ...flip(pulls), ...middle],
          crumples: [{ rise: 15, size: 200, stretch: 1.7, turn: 78 }],
        },
        { outline: band, puff: 9, round: 18, drop: 0.3, reach: 10 },
      ],
      0.75,
    );
    return [
      ...stage(key, set),
      fallen(set.shade, [body, leftSleeve, rightSleeve, band, inside], 40, 52, 0.95),
      { ink: dye.base, opaque: true, art: fill(inside) },
      { ink: dye.shade, art: fill(inside) },
      { ink: dye.deep, art: fade("neck", inside, [520, 330, 0], [600, 230, 1]) },
      ...dyed([body, leftSleeve, rightSleeve, band], cloth, dye, printed),
      { ink: dye.deep, art: isRear ? seams.slice(0, seams.lastIndexOf("<path")) : seams },
      { ink: thread, opaque: true, art: stitching },
    ];
  };
  return { key, alt, paper, accent, dominant, social: [0, isRear ? 380 : 200, 1200], separations };
}

const chest = (ink: string, light: string, words = ink): Separation[] => [
  { ink, opaque: true, art: markAt(600, 620, 390), rough: 0.12, wear: 0.5 },
  {
    ink: words,
    opaque: true,
    art: wordsAt(savage, 600, 916, 250) + wordsAt(gentlemen, 600, 994, 330),
    rough: 0.08,
    wear: 0.5,
  },
  {
    ink: light,
    opaque: true,
    art: insideMark("lit", 600, 620, 390, fade("shine", WHOLE, [600, 410, 1], [600, 620, 0])),
    screen: { kind: "dots", pitch: 7, angle: 10 },
  },
];

export const tee = teeIn({
  key: "tee",
  alt: "A black T-shirt laid flat, a large gold Savage Gentlemen mask on its chest, on a mango-colored background with a palm's shadow.",
  paper: "#f09c33",
  dominant: "#d9832a",
  accent: "#f29a2e",
  set: {
    shade: "#a8401f",
    sun: { ink: "#f8c65a", at: [560, 640], radius: 500 },
    palm: { at: [1290, -120], turn: 132 },
  },
  dye: DYES.black,
  thread: "#7a6a52",
  printed: chest("#c9a24b", "#f6dd97"),
});

export const teeBone = teeIn({
  key: "tee-bone",
  alt: "The T-shirt in bone white: a hibiscus-pink mask on its chest, the name in black below.",
  paper: "#f09c33",
  dominant: "#d9832a",
  accent: "#f29a2e",
  set: {
    shade: "#a8401f",
    sun: { ink: "#f8c65a", at: [560, 640], radius: 500 },
    palm: { at: [1290, -120], turn: 132 },
  },
  dye: DYES.bone,
  thread: "#b59c74",
  printed: chest("#d8315b", "#f0708c", "#1b1611"),
});

export const teeSea = teeIn({
  key: "tee-sea",
  alt: "The T-shirt in sea green: a bone-white mask on its chest, the name below.",
  paper: "#f09c33",
  dominant: "#d9832a",
  accent: "#f29a2e",
  set: {
    shade: "#a8401f",
    sun: { ink: "#f8c65a", at: [560, 640], radius: 500 },
    palm: { at: [1290, -120], turn: 132 },
  },
  dye: DYES.sea,
  thread: "#8fd4c6",
  printed: chest("#f4ecdc", "#ffffff"),
});

/** The poster's window on the back, and where the poster lies in it. */
const ARCH = "M372 1050V610C372 460 474 376 600 376C726 376 828 460 828 610V1050Z";
const BACK = "translate(252 344) scale(0.58)";
export const teeBack = teeIn({
  key: "tee-back",
  alt: "The back of the black T-shirt: a panther in a mask and bow tie between gold rays, as large as the shoulders are wide.",
  paper: "#f09c33",
  dominant: "#d9832a",
  accent: "#f29a2e",
  set: { shade: "#a8401f", sun: { ink: "#f8c65a", at: [640, 700], radius: 500 }, palm: { at: [-90, -120], turn: 48 } },
  dye: DYES.black,
  thread: "#7a6a52",
  isRear: true,
  printed: [
    ...inset(tropicNoir, ARCH, BACK, 0.58, { paper: false, pick: (_, index) => index > 0 }),
    {
      ink: "#c9a24b",
      opaque: true,
      art: line(ARCH, 7) + wordsAt(savageGentlemen, 600, 1122, 456),
      rough: 0.08,
      wear: 0.4,
    },
  ],
});
