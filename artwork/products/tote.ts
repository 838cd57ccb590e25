import { experience, savageGentlemen } from "../brand/lettering.ts";
import { drape, type Fold } from "../cloth.ts";
import { fill, line, place, type Printable } from "../ink.ts";
import { disc, leaf, polar, softBox, taper } from "../path.ts";
import { dyed, DYES, type Dye } from "./dye.ts";
import { flip, markAt, stitches, wordsAt } from "./kit.ts";
import { fallen, stage } from "./stage.ts";

const bag =
  "M262 560C480 572 720 572 938 560C950 820 962 1100 968 1356C968 1380 956 1390 932 1392C710 1404 490 1404 268 1392C244 1390 232 1380 232 1356C238 1100 250 820 262 560Z";
const hem = "M262 560C480 572 720 572 938 560L942 628C720 640 480 640 258 628Z";
const backHandle = taper(
  [
    [452, 570],
    [470, 370],
    [530, 250],
    [600, 222],
    [670, 250],
    [730, 370],
    [748, 570],
  ],
  [36, 36, 36, 36, 36, 36, 36],
);
const frontHandle = taper(
  [
    [392, 640],
    [410, 420],
    [490, 250],
    [600, 200],
    [710, 250],
    [790, 420],
    [808, 640],
  ],
  [42, 42, 42, 42, 42, 42, 42],
);
const patches = softBox(358, 596, 70, 92, 4) + softBox(772, 596, 70, 92, 4);
/** What is printed on the bag, in its place. */
const printed = (art: string) => place(art, -90, -290, 1.15);
/** A fan palm's leaf, ray by ray. */
const fan = Array.from({ length: 13 }, (_, ray) => {
  const degrees = -170 + ray * 13.3;
  return leaf([600, 1160], polar(600, 1160, 330 - Math.abs(6 - ray) * 14, degrees), 30, 0.55);
}).join("");

/** Its own weight, hanging from two straps. */
const hang: Fold[] = [
  {
    path: [
      [392, 690],
      [380, 860],
      [330, 1040],
    ],
    width: 40,
    rise: 30,
    lean: 0.3,
    fade: [0.05, 0.8],
  },
  {
    path: [
      [300, 640],
      [316, 860],
      [296, 1100],
    ],
    width: 34,
    rise: 22,
    lean: -0.2,
    fade: [0.1, 0.7],
  },
  {
    path: [
      [410, 690],
      [480, 780],
      [600, 800],
    ],
    width: 30,
    rise: 16,
    lean: 0.3,
    fade: [0.05, 0.9],
  },
  {
    path: [
      [250, 1340],
      [330, 1290],
      [400, 1180],
    ],
    width: 34,
    rise: 26,
    lean: 0.3,
    fade: [0.05, 0.8],
  },
  {
    path: [
      [470, 1396],
      [480, 1330],
      [460, 1240],
    ],
    width: 30,
    rise: 18,
    fade: [0.05, 0.9],
  },
];
const CANVAS: Dye = { base: "#eddfc0", light: "#fff8e6", shade: "#bfa277", deep: "#957a68" };

interface Colors {
  key: string;
  alt: string;
  paper: string;
  accent: string;
  shade: string;
  dye: Dye;
  /** Of the mask, the words, and the stitches. */
  inks: { mask: string; words: string; thread: string };
}

/** A tote bag of a canvas. */
const toteIn = ({ key, alt, paper, accent, shade, dye, inks }: Colors): Printable => ({
  key,
  alt,
  paper,
  accent,
  dominant: paper,
  social: [0, 650, 1200],
  separations: async () => {
    const cloth = await drape("tote", [
      { outline: backHandle, puff: 12, round: 18 },
      {
        outline: bag,
        puff: 34,
        round: 90,
        drop: 0.4,
        reach: 16,
        folds: [...hang, ...flip(hang, 6)],
        crumples: [{ rise: 15, size: 220, stretch: 2, turn: 84 }],
      },
      { outline: hem, puff: 8, round: 14, crumples: [{ rise: 8, size: 120 }] },
      { outline: frontHandle, puff: 14, round: 20, drop: 0.5, reach: 20 },
      { outline: patches, puff: 8, round: 12, drop: 0.3, reach: 8 },
    ]);
    return [
      ...stage("tote", {
        shade,
        sun: { ink: "#d9a83f", at: [600, 640], radius: 470 },
        palm: { at: [-90, 1600], turn: -48, density: 0.6 },
        dusk: 0.7,
      }),
      fallen(shade, [bag, frontHandle], 52, 40, 0.95),
      ...dyed([backHandle], cloth, dye),
      {
        ink: "#c9a24b",
        opaque: true,
        art: fill(softBox(560, 40, 80, 132, 12)) + line("M600 150V196C600 236 660 236 660 192", 20),
      },
      { ink: "#6b4f16", opaque: true, art: fill(disc(600, 72, 8) + disc(600, 140, 8)) + line("M640 52V164", 6, 0.7) },
      ...dyed([bag, frontHandle, patches], cloth, dye, [
        { ink: "#2c8a5c", opaque: true, art: printed(fill(fan)), rough: 0.2, wear: 0.6 },
        {
          ink: "#0e4a34",
          opaque: true,
          art: printed(
            Array.from({ length: 13 }, (_, ray) =>
              line(
                `M600 1160L${polar(600, 1160, 280 - Math.abs(6 - ray) * 14, -170 + ray * 13.3)
                  .map(Math.round)
                  .join(" ")}`,
                5,
              ),
            ).join(""),
          ),
        },
        { ink: "#d8315b", opaque: true, art: printed(fill(disc(600, 1080, 128))), rough: 0.15, wear: 0.6 },
        { ink: inks.mask, opaque: true, art: printed(markAt(600, 1084, 178)) },
        {
          ink: inks.words,
          opaque: true,
          art: printed(wordsAt(savageGentlemen, 600, 1284, 520) + wordsAt(experience, 600, 1326, 420)),
          rough: 0.1,
          wear: 0.4,
        },
      ]),
      {
        ink: inks.thread,
        opaque: true,
        art:
          line(hem, 2.5, 0.7) +
          stitches("M266 622C480 634 720 634 934 622", 4) +
          stitches("M366 606H420V678H366ZM780 606H834V678H780ZM366 606L420 678M834 606L780 678", 3.5),
      },
    ];
  },
});

export const tote = toteIn({
  key: "tote",
  alt: "A canvas tote bag on a brass hook, printed with a green palm leaf that rises behind the Savage Gentlemen mask.",
  paper: "#145451",
  accent: "#4cc9ba",
  shade: "#06272a",
  dye: CANVAS,
  inks: { mask: "#efe3c6", words: "#14100d", thread: "#8b7445" },
});

export const toteBlack = toteIn({
  key: "tote-black",
  alt: "The tote bag in black canvas, the green palm leaf and the mask on it, the name in gold below, on a hibiscus-pink background.",
  paper: "#b02c53",
  accent: "#ff7a98",
  shade: "#4c0f2c",
  dye: DYES.black,
  inks: { mask: "#f0dca8", words: "#d8ab4c", thread: "#7a6a52" },
});
