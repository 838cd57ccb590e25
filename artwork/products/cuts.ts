import type { Fold, Panel } from "../cloth.ts";
import { flip, mirrored } from "./kit.ts";

// A sweatshirt seen from the front, as if someone stood in it.
const torso =
  "M404 424C470 476 730 476 796 424L874 462C900 520 894 600 886 672C880 800 902 900 900 1010C900 1080 912 1130 904 1188C800 1206 400 1206 296 1188C288 1130 300 1080 300 1010C298 900 320 800 314 672C306 600 300 520 326 462Z";
const leftSleeve =
  "M372 436C290 452 236 490 214 560C186 650 180 760 164 860C150 960 128 1060 116 1150C114 1170 122 1180 138 1184L226 1196C246 1198 256 1190 260 1172C270 1080 292 990 304 890C312 800 316 740 322 670L400 520Z";
const rightSleeve = mirrored(leftSleeve);
const leftCuff =
  "M112 1150C150 1138 210 1146 264 1164C266 1200 262 1240 252 1272C220 1282 160 1276 116 1258C104 1226 104 1190 112 1150Z";
const rightCuff = mirrored(leftCuff);
const hem =
  "M290 1176C400 1200 800 1200 910 1176C918 1210 914 1250 904 1288C800 1312 400 1312 296 1288C286 1250 282 1210 290 1176Z";
const body: Fold[] = [
  {
    path: [
      [316, 676],
      [392, 730],
      [500, 738],
    ],
    width: 26,
    rise: 22,
    lean: 0.4,
    fade: [0.06, 0.85],
  },
  {
    path: [
      [314, 740],
      [384, 820],
      [470, 860],
    ],
    width: 26,
    rise: 20,
    lean: 0.4,
    fade: [0.06, 0.85],
  },
  {
    path: [
      [330, 600],
      [420, 640],
      [520, 628],
    ],
    width: 22,
    rise: 12,
    lean: 0.3,
    fade: [0.1, 0.8],
  },
  {
    path: [
      [302, 880],
      [340, 990],
      [336, 1100],
    ],
    width: 26,
    rise: 20,
    lean: -0.3,
    fade: [0.1, 0.6],
  },
  {
    path: [
      [340, 1186],
      [352, 1110],
      [330, 1030],
    ],
    width: 22,
    rise: 20,
    fade: [0.04, 0.8],
  },
  {
    path: [
      [420, 470],
      [450, 560],
      [430, 660],
    ],
    width: 26,
    rise: 12,
    fade: [0.2, 0.7],
  },
];
const arm: Fold[] = [
  {
    path: [
      [318, 690],
      [260, 700],
      [190, 650],
    ],
    width: 24,
    rise: 24,
    lean: 0.4,
    fade: [0.05, 0.75],
  },
  {
    path: [
      [312, 750],
      [250, 780],
      [176, 740],
    ],
    width: 22,
    rise: 24,
    lean: 0.4,
    fade: [0.05, 0.7],
  },
  {
    path: [
      [170, 860],
      [230, 850],
      [306, 866],
    ],
    width: 18,
    rise: 15,
    lean: -0.35,
    fade: [0.05, 0.7],
  },
  {
    path: [
      [298, 930],
      [240, 960],
      [180, 960],
    ],
    width: 20,
    rise: 17,
    lean: 0.35,
    fade: [0.05, 0.7],
  },
  {
    path: [
      [134, 1050],
      [180, 1010],
      [240, 1004],
    ],
    width: 22,
    rise: 19,
    lean: -0.35,
    fade: [0.05, 0.7],
  },
  {
    path: [
      [266, 1110],
      [200, 1110],
      [124, 1080],
    ],
    width: 22,
    rise: 26,
    lean: 0.3,
    fade: [0.05, 0.6],
  },
  {
    path: [
      [116, 1140],
      [180, 1120],
      [250, 1140],
    ],
    width: 16,
    rise: 16,
    fade: [0.1, 0.4],
  },
];
const ribs = (slant: number) => (x: number, y: number) => 5 * Math.cos(((x + (y - 1200) * slant) * Math.PI) / 7.5);

/** The pieces of a sweatshirt or a jacket without what is at its neck. */
export const SWEAT: readonly string[] = [leftSleeve, rightSleeve, leftCuff, rightCuff, torso, hem];
export const SWEAT_RIBS: readonly string[] = [leftCuff, rightCuff, hem];
export const SWEAT_ARMS: readonly [string, string] = [leftSleeve, rightSleeve];
export const SWEAT_TORSO = torso;

/** How they fall. */
export const sweatPanels: readonly Panel[] = [
  { outline: leftSleeve, puff: 54, round: 74, folds: arm, crumples: [{ rise: 11, size: 100, stretch: 2, turn: 20 }] },
  {
    outline: rightSleeve,
    puff: 54,
    round: 74,
    folds: flip(arm, 5),
    crumples: [{ rise: 11, size: 100, stretch: 2, turn: 160 }],
  },
  { outline: leftCuff, puff: 26, round: 40, drop: 0.3, reach: 10, form: ribs(0.12) },
  { outline: rightCuff, puff: 26, round: 40, drop: 0.3, reach: 10, form: ribs(-0.12) },
  {
    outline: torso,
    puff: 40,
    round: 110,
    drop: 0.45,
    reach: 24,
    folds: [...body, ...flip(body, 6)],
    crumples: [{ rise: 17, size: 210, stretch: 1.6, turn: 80 }],
  },
  { outline: hem, puff: 24, round: 44, drop: 0.3, reach: 8, form: ribs(0) },
];
