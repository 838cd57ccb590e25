import { savageGentlemen } from "../brand/lettering.ts";
import { clip, fade, fill, glow, line, place, WHOLE, type Poster } from "../ink.ts";
import { disc, oval, poly, polar, taper } from "../path.ts";
import { markAt, wordsAt } from "./kit.ts";

const cupBody =
  "M330 520C500 556 700 556 870 520L800 1270C796 1300 780 1312 756 1318C660 1336 540 1336 444 1318C420 1312 404 1300 400 1270Z";
const lip = oval(600, 512, 274, 62);
const drink = oval(600, 522, 244, 47);
const bandA = "M345 690C500 724 700 724 855 690L848 760C700 794 500 794 352 760Z";
const bandB = "M383 1112C500 1136 700 1136 817 1112L810 1182C700 1206 500 1206 390 1182Z";
const straw = taper(
  [
    [690, 540],
    [772, 250],
    [880, 168],
  ],
  [34, 34, 34],
  10,
);
/** The straw where it leaves the drink, before the rim. */
const lower = taper(
  [
    [690, 540],
    [716, 448],
  ],
  [34, 34],
);
const limeAt = (art: string) => place(art, 366, 452, 1, -24);
const ice =
  poly([
    [470, 470],
    [560, 452],
    [596, 520],
    [500, 548],
  ]) +
  poly([
    [610, 476],
    [700, 462],
    [716, 516],
    [640, 540],
  ]);

export const cup: Poster = {
  key: "cup",
  alt: "A purple cup with gold bands and the Savage Gentlemen mask, filled with rum punch, a lime and a striped straw.",
  paper: "#efe0bd",
  accent: "#7b2ff2",
  dominant: "#8a5bd0",
  social: [0, 330, 1200],
  separations: () => [
    { ink: "#f2b632", art: fill("M0 900C260 820 460 960 720 880C940 812 1080 860 1200 830V1500H0Z"), wear: 0.4 },
    {
      ink: "#e0662c",
      art: fade(
        "sand",
        "M0 900C260 820 460 960 720 880C940 812 1080 860 1200 830V1500H0Z",
        [600, 860, 0],
        [600, 1500, 0.8],
      ),
      screen: { kind: "dots", pitch: 14, angle: 20 },
    },
    { ink: "#4cc9ba", art: glow("sky", 880, 300, 720, 0.9, 0), screen: { kind: "lines", pitch: 14, angle: 0 } },
    { ink: "#6b1f3a", art: fill(oval(700, 1316, 380, 58, -4), 0.7), screen: { kind: "dots", pitch: 10, angle: 45 } },
    { ink: "#f7f0e0", opaque: true, art: fill(straw) },
    {
      ink: "#d8315b",
      opaque: true,
      art: clip(
        "stripes",
        straw,
        Array.from({ length: 12 }, (_, i) => line(`M${640 + i * 4} ${560 - i * 40}l120 40`, 17)).join(""),
      ),
    },
    { ink: "#5a1fb4", opaque: true, art: fill(cupBody), rough: 0.1, wear: 0 },
    {
      ink: "#8d55ea",
      opaque: true,
      art: clip("lit", cupBody, fade("left", WHOLE, [360, 900, 0.95], [620, 900, 0])),
      screen: { kind: "lines", pitch: 10, angle: 90 },
    },
    {
      ink: "#2f0d66",
      opaque: true,
      art: clip("dark", cupBody, fade("right", WHOLE, [640, 900, 0], [860, 900, 1])),
      screen: { kind: "dots", pitch: 9, angle: 30 },
    },
    { ink: "#c9a24b", opaque: true, art: fill(bandA) + fill(bandB), rough: 0.1 },
    {
      ink: "#7a5a12",
      opaque: true,
      art: clip("a", bandA + bandB, fade("bandshade", WHOLE, [600, 900, 0], [870, 900, 1])),
      screen: { kind: "lines", pitch: 8, angle: 90 },
    },
    { ink: "#7c45dc", opaque: true, art: fill(lip) },
    { ink: "#e2431e", opaque: true, art: fill(drink) },
    {
      ink: "#ffab52",
      opaque: true,
      art: clip("surface", drink, glow("shine", 500, 500, 200, 1, 0)),
      screen: { kind: "dots", pitch: 8, angle: 0 },
    },
    { ink: "#ffe9d0", opaque: true, art: clip("ice", drink, fill(ice, 0.85)), screen: { kind: "grain", size: 2 } },
    { ink: "#f7f0e0", opaque: true, art: fill(lower) },
    { ink: "#d8315b", opaque: true, art: clip("low", lower, line("M660 520l90 30M670 480l90 30", 15)) },
    { ink: "#3e7d1f", opaque: true, art: limeAt(fill(disc(0, 0, 128))) },
    { ink: "#e9f3b8", opaque: true, art: limeAt(fill(disc(0, 0, 112))) },
    {
      ink: "#8fc63a",
      opaque: true,
      art: limeAt(
        Array.from({ length: 8 }, (_, i) =>
          fill(
            poly([
              polar(0, 0, 16, i * 45),
              polar(0, 0, 100, i * 45 - 17),
              polar(0, 0, 106, i * 45),
              polar(0, 0, 100, i * 45 + 17),
            ]),
          ),
        ).join(""),
      ),
    },
    { ink: "#f7f0e0", opaque: true, art: markAt(600, 930, 236), rough: 0.25, wear: 0.4 },
    {
      ink: "#14100d",
      opaque: true,
      art: wordsAt(savageGentlemen, 600, 768, 380),
      rough: 0.2,
    },
    {
      ink: "#d9b8ff",
      opaque: true,
      art: line("M392 600L436 1180", 14, 0.8),
      screen: { kind: "grain", size: 2 },
    },
  ],
};
