import { savageGentlemen } from "../brand/lettering.ts";
import { drape, type Fold, type Panel } from "../cloth.ts";
import { clip, fade, fill, line, WHOLE, type Printable, type Separation } from "../ink.ts";
import { box, disc, taper } from "../path.ts";
import { moonlightMas } from "../posters/moonlight-mas.ts";
import { SWEAT, sweatPanels } from "./cuts.ts";
import { dyed, DYES, type Dye } from "./dye.ts";
import { flip, inset, insideMark, markAt, stitches, wordsAt } from "./kit.ts";
import { fallen, stage, type Stage } from "./stage.ts";

// Seen from the front, hood up, as if someone stood in it.
const hood =
  "M378 452C350 380 372 280 410 214C450 140 520 108 600 106C680 108 750 140 790 214C828 280 850 380 822 452C770 500 680 530 600 534C520 530 430 500 378 452Z";
const opening =
  "M600 508C540 478 476 432 466 350C458 276 520 200 600 196C680 200 742 276 734 350C724 432 660 478 600 508Z";
const rearHood =
  "M396 420C390 380 440 350 520 340C570 334 630 334 680 340C760 350 810 380 804 420C810 520 740 640 600 676C460 640 390 520 396 420Z";
const pocket =
  "M420 946C480 956 720 956 780 946C800 1010 830 1060 858 1104C862 1130 856 1150 842 1168C760 1180 440 1180 358 1168C344 1150 338 1130 342 1104C370 1060 400 1010 420 946Z";
const cords = [
  taper(
    [
      [560, 496],
      [546, 560],
      [554, 630],
      [548, 664],
    ],
    [13, 12, 12, 12],
  ),
  taper(
    [
      [640, 496],
      [656, 552],
      [648, 600],
      [652, 632],
    ],
    [13, 12, 12, 12],
  ),
];
const tips = box(538, 660, 20, 42) + box(642, 628, 20, 42);

const cowl: Fold[] = [
  {
    path: [
      [440, 470],
      [410, 380],
      [440, 270],
    ],
    width: 24,
    rise: 22,
    fade: [0.1, 0.5],
  },
  {
    path: [
      [500, 510],
      [440, 440],
      [424, 360],
    ],
    width: 18,
    rise: 16,
    fade: [0.1, 0.7],
  },
  {
    path: [
      [420, 240],
      [500, 160],
      [590, 140],
    ],
    width: 26,
    rise: 16,
    fade: [0.2, 0.6],
  },
];
interface Wish {
  key: string;
  alt: string;
  paper: string;
  dominant: string;
  accent: string;
  set: Stage;
  dye: Dye;
  thread: string;
  cord: string;
  lining: readonly [string, string];
  printed: readonly Separation[];
  isRear?: boolean;
}

function hoodieIn({
  key,
  alt,
  paper,
  dominant,
  accent,
  set,
  dye,
  thread,
  cord,
  lining,
  printed,
  isRear,
}: Wish): Printable {
  const separations = async () => {
    const top: Panel[] = isRear
      ? [
          {
            outline: rearHood,
            puff: 46,
            round: 90,
            drop: 0.6,
            reach: 40,
            folds: [
              {
                path: [
                  [430, 430],
                  [500, 540],
                  [600, 560],
                ],
                width: 26,
                rise: 24,
                lean: 0.3,
                fade: [0.1, 0.5],
              },
              {
                path: [
                  [770, 430],
                  [700, 540],
                  [600, 560],
                ],
                width: 26,
                rise: 24,
                lean: -0.3,
                fade: [0.1, 0.5],
              },
              {
                path: [
                  [470, 390],
                  [540, 460],
                  [640, 470],
                ],
                width: 22,
                rise: 18,
                fade: [0.1, 0.6],
              },
              {
                path: [
                  [600, 570],
                  [600, 620],
                  [600, 676],
                ],
                width: 10,
                rise: -10,
                fade: [0.1, 0.1],
              },
            ],
          },
        ]
      : [
          {
            outline: hood,
            puff: 44,
            round: 84,
            drop: 0.5,
            reach: 30,
            folds: [...cowl, ...flip(cowl, 4)],
            crumples: [{ rise: 10, size: 110, stretch: 1.5, turn: 70 }],
          },
          {
            outline: pocket,
            puff: 12,
            round: 22,
            drop: 0.35,
            reach: 14,
            crumples: [{ rise: 14, size: 150, stretch: 2, turn: 10 }],
          },
        ];
    const cloth = await drape("hoodie", [...sweatPanels, ...top], 0.5);
    const over = isRear ? [rearHood] : [hood, pocket];
    const shapes = [...SWEAT, ...over];
    return [
      ...stage(key, set),
      fallen(set.shade, shapes, 42, 54, 1),
      ...dyed(shapes, cloth, dye, printed),
      {
        ink: dye.deep,
        art:
          line("M330 464C316 540 318 610 322 676M870 464C884 540 882 610 878 676", 4, 0.9) +
          (isRear ? "" : line(pocket, 4, 0.9)),
      },
      {
        ink: thread,
        opaque: true,
        art: isRear
          ? stitches("M414 430C420 520 480 610 600 654C720 610 780 520 786 430", 3.5)
          : stitches("M432 962C408 1030 380 1076 356 1116M768 962C792 1030 820 1076 844 1116", 3.5) +
            stitches(
              "M600 528C530 494 456 440 444 350C436 262 510 178 600 174C690 178 764 262 756 350C744 440 670 494 600 528",
              3.5,
            ),
      },
      ...(isRear ? [] : front(lining, cord)),
    ];
  };
  return { key, alt, paper, accent, dominant, social: [0, isRear ? 540 : 400, 1200], separations };
}

/** What only the front shows: the lining of the hood, and the cords. */
const front = ([dark, pattern]: readonly [string, string], cord: string): Separation[] => [
  { ink: dark, opaque: true, art: fill(opening), wear: 0 },
  {
    ink: pattern,
    opaque: true,
    art: clip(
      "lining",
      opening,
      Array.from({ length: 30 }, (_, i) =>
        markAt(440 + (i % 6) * 64 + (Math.floor(i / 6) % 2) * 32, 216 + Math.floor(i / 6) * 62, 40),
      ).join(""),
    ),
  },
  {
    ink: "#241019",
    art:
      clip("hollow", opening, fade("depth", WHOLE, [640, 520, 0], [540, 190, 1])) +
      clip("rim", opening, line(opening, 26, 0.8)),
    screen: { kind: "dots", pitch: 7, angle: 15 },
    wear: 0,
  },
  {
    ink: "#2c1220",
    art: `<g transform="translate(10 8)">${cords.map((path) => fill(path, 0.7)).join("")}</g>`,
    screen: { kind: "dots", pitch: 6, angle: 45 },
  },
  { ink: "#c9a24b", opaque: true, art: fill(disc(560, 496, 15) + disc(640, 496, 15)) },
  { ink: cord, opaque: true, art: cords.map((path) => fill(path)).join("") },
  { ink: "#5d4a33", opaque: true, art: line("M551 520L549 656M651 520L652 624", 3, 0.5, 'stroke-dasharray="5 7"') },
  { ink: "#c9a24b", opaque: true, art: fill(tips) },
  { ink: "#f6dd97", opaque: true, art: line("M543 666V696M647 634V664", 4) },
];

const chest = (ink: string, light: string): Separation[] => [
  { ink, opaque: true, art: markAt(600, 824, 230) + wordsAt(savageGentlemen, 600, 1102, 330), rough: 0.08, wear: 0.4 },
  {
    ink: light,
    opaque: true,
    art: insideMark("lit", 600, 824, 230, fade("shine", WHOLE, [600, 690, 1], [600, 820, 0])),
    screen: { kind: "dots", pitch: 6, angle: 10 },
  },
];

const ARCH = "M392 1128V930C392 800 480 722 600 722C720 722 808 800 808 930V1128Z";
const set: Stage = {
  shade: "#0a4450",
  sun: { ink: "#63c4b3", at: [640, 720], radius: 520 },
  palm: { at: [-90, -100], turn: 48 },
};
const shared = { paper: "#22938a", dominant: "#1f8f86", accent: "#ff7a98", set } as const;

export const hoodie = hoodieIn({
  ...shared,
  key: "hoodie",
  alt: "A hibiscus-pink hoodie with a gold mask on the chest, the Savage Gentlemen name across its pocket, and little masks in the lining of the hood.",
  dye: DYES.hibiscus,
  thread: "#f2a3b6",
  cord: "#f4ecdc",
  lining: ["#4a0d28", "#8f2148"],
  printed: chest("#d8ab4c", "#f9e2a0"),
});

export const hoodieBlack = hoodieIn({
  ...shared,
  key: "hoodie-black",
  alt: "The hoodie in black: a gold mask on the chest, gold masks in the lining of the hood, bone-white cords.",
  dye: DYES.black,
  thread: "#7a6a52",
  cord: "#f4ecdc",
  lining: ["#120e0a", "#6f5524"],
  printed: chest("#c9a24b", "#f6dd97"),
});

export const hoodieBone = hoodieIn({
  ...shared,
  key: "hoodie-bone",
  alt: "The hoodie in bone white: a black mask on the chest, hibiscus-pink lining, black cords.",
  dye: DYES.bone,
  thread: "#b59c74",
  cord: "#1b1611",
  lining: ["#a51f45", "#d8577a"],
  printed: chest("#1b1611", "#4d4234"),
});

export const hoodieBack = hoodieIn({
  ...shared,
  key: "hoodie-back",
  alt: "The back of the hibiscus-pink hoodie, hood down: a masked woman under a great fan of peacock feathers, printed in an arch.",
  set: { ...set, sun: { ink: "#63c4b3", at: [560, 720], radius: 520 }, palm: { at: [1290, -100], turn: 132 } },
  dye: DYES.hibiscus,
  thread: "#f2a3b6",
  cord: "#f4ecdc",
  lining: ["#4a0d28", "#8f2148"],
  isRear: true,
  printed: [
    ...inset(moonlightMas, ARCH, "translate(346 642) scale(0.423)", 0.423),
    { ink: "#f6dd97", opaque: true, art: line(ARCH, 7), rough: 0.08, wear: 0.4 },
  ],
});
