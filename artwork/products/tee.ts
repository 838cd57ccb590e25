import { gentlemen, savage } from "../brand/lettering.ts";
import { clip, fade, fill, glow, line, WHOLE, type Poster } from "../ink.ts";
import { rays } from "../path.ts";
import { cast, creases, insideMark, markAt, stitches, wordsAt } from "./kit.ts";

const body =
  "M486 286C520 356 680 356 714 286L806 314C868 334 910 370 938 430L1052 664C1060 682 1054 694 1038 700L906 750C892 755 884 750 879 737L846 640C842 810 848 1050 862 1240C864 1262 853 1270 834 1272C680 1286 520 1286 366 1272C347 1270 336 1262 338 1240C352 1050 358 810 354 640L321 737C316 750 308 755 294 750L162 700C146 694 140 682 148 664L262 430C290 370 332 334 394 314Z";
const collar = "M474 288C512 388 688 388 726 288L700 280C672 340 528 340 500 280Z";
const inside = "M500 280C528 340 672 340 700 280C660 262 540 262 500 280Z";
const folds = [
  "M846 640C800 700 770 720 700 742",
  "M852 720C800 790 760 810 690 824",
  "M354 640C400 700 430 720 500 742",
  "M348 720C400 790 440 810 510 824",
  "M420 1272C430 1180 424 1120 404 1040",
  "M560 1282C572 1220 566 1170 552 1120",
  "M760 1276C752 1190 762 1130 784 1050",
  "M938 430C900 480 872 540 858 610",
  "M262 430C300 480 328 540 342 610",
  "M1000 700C980 640 960 590 930 540",
  "M200 700C220 640 240 590 270 540",
];

export const tee: Poster = {
  key: "tee",
  alt: "A black T-shirt laid flat, a large gold Savage Gentlemen mask on its chest, on a mango-colored background with rays.",
  paper: "#f4a63a",
  accent: "#f29a2e",
  dominant: "#d9832a",
  social: [0, 330, 1200],
  separations: () => [
    { ink: "#ef7f2f", art: fill(rays(600, 690, 0, 1300, 28, 0.5)), wear: 0.3 },
    {
      ink: "#d8315b",
      art: glow("sun", 600, 690, 760, 0.8, 0),
      screen: { kind: "dots", pitch: 15, angle: 22 },
      shift: [2, -2],
    },
    {
      ink: "#5b1226",
      art: cast(body, 34, 44, 0.72),
      screen: { kind: "dots", pitch: 10, angle: 45 },
    },
    { ink: "#14100d", opaque: true, art: fill(body), rough: 0.15, wear: 0 },
    {
      ink: "#4b4034",
      opaque: true,
      art:
        clip(
          "light",
          body,
          fade("left", WHOLE, [150, 500, 0.8], [560, 560, 0]) +
            `<g style="mix-blend-mode:darken">${fade("hem", WHOLE, [600, 1020, 0], [600, 1300, 0.42])}</g>`,
        ) + creases("folds", body, folds, 9, 0.95),
      screen: { kind: "lines", pitch: 9, angle: 38 },
    },
    {
      ink: "#000000",
      opaque: true,
      art: creases("deep", body, folds, 5, 0.9),
      shift: [7, 8],
    },
    { ink: "#2f271e", opaque: true, art: fill(collar) },
    { ink: "#0a0806", opaque: true, art: fill(inside) },
    {
      ink: "#8a7c62",
      opaque: true,
      art:
        stitches("M356 1244C520 1258 680 1258 844 1244", 4) +
        stitches("M182 682L306 728M1018 682L894 728", 4) +
        line("M474 288C512 388 688 388 726 288", 3),
    },
    {
      ink: "#c9a24b",
      opaque: true,
      art: markAt(600, 660, 400) + wordsAt(savage, 600, 966, 250) + wordsAt(gentlemen, 600, 1042, 320),
      rough: 0.35,
      wear: 0.7,
    },
    {
      ink: "#f6dd97",
      opaque: true,
      art: insideMark("lit", 600, 660, 400, fade("shine", WHOLE, [600, 450, 1], [600, 660, 0])),
      screen: { kind: "dots", pitch: 8, angle: 10 },
    },
  ],
};
