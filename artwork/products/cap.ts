import { drape, type Fold } from "../cloth.ts";
import { fade, fill, line, type Printable } from "../ink.ts";
import { disc, oval, type Point } from "../path.ts";
import { dyed, DYES, type Dye } from "./dye.ts";
import { insideMark, markAt, stitches } from "./kit.ts";
import { fallen, stage } from "./stage.ts";

// Seen from a little above, turned to the left.
const crown =
  "M262 850C236 560 356 372 598 352C838 340 968 500 990 742C996 800 986 838 962 858C780 792 470 790 262 850Z";
const brim =
  "M256 842C130 872 74 946 62 1022C56 1062 84 1080 122 1064C300 990 640 984 806 1042C860 1058 892 1034 896 990C902 930 862 866 790 826C620 786 420 792 256 842Z";
const under =
  "M62 1022C56 1062 84 1080 122 1064C300 990 640 984 806 1042C860 1058 892 1034 896 990C880 1016 850 1022 806 1008C640 950 300 956 122 1032C92 1044 70 1040 62 1022Z";
const band = "M256 842C420 792 620 786 790 826L742 808C560 786 390 808 262 850Z";
const button = oval(602, 350, 42, 20, -3);
const eyelets = [
  [470, 470],
  [846, 486],
] as const;
const seams = [
  "M598 352C690 470 736 620 742 808",
  "M598 352C470 420 400 600 392 816",
  "M602 352C800 420 900 600 930 842",
];

const GREEN: Dye = { base: "#12827a", light: "#52bcae", shade: "#3f7a8a", deep: "#4a6f80" };
const PINK: Dye = { ...DYES.hibiscus, base: "#cf3a62" };
/** A seam sinks between the panels of the crown. */
const sunk = (path: readonly Point[]): Fold => ({ path, width: 14, rise: -12, fade: [0.02, 0.05] });
const panels: Fold[] = [
  sunk([
    [598, 352],
    [690, 480],
    [730, 640],
    [742, 808],
  ]),
  sunk([
    [598, 352],
    [480, 430],
    [410, 600],
    [392, 816],
  ]),
  sunk([
    [602, 352],
    [790, 430],
    [890, 600],
    [930, 842],
  ]),
];
const dents: Fold[] = [
  {
    path: [
      [300, 800],
      [330, 700],
      [320, 600],
    ],
    width: 24,
    rise: 14,
    fade: [0.1, 0.7],
  },
  {
    path: [
      [890, 800],
      [870, 680],
      [840, 590],
    ],
    width: 24,
    rise: 16,
    fade: [0.1, 0.7],
  },
  {
    path: [
      [690, 800],
      [660, 720],
      [676, 640],
    ],
    width: 22,
    rise: 10,
    fade: [0.1, 0.7],
  },
];
/** The brim is a piece of a barrel, higher in its middle. */
const bent = (x: number, y: number) => -0.0011 * (x - 420) ** 2 - 0.0009 * (y - 900) ** 2;

interface Colors {
  key: string;
  alt: string;
  paper: string;
  accent: string;
  dominant: string;
  /** The ground's shade, and the cap's shadow on it. */
  shade: string;
  lee: string;
  crown: Dye;
  brim: Dye;
  /** Of the brim's underside, its stitches, the crown's seams and the rings of its eyelets. */
  inks: { under: string; stitch: string; seam: string; ring: string };
}

/** A cap in two colors. */
const capIn = ({ key, alt, paper, accent, dominant, shade, lee, crown: top, brim: peak, inks }: Colors): Printable => ({
  key,
  alt,
  paper,
  accent,
  dominant,
  social: [0, 420, 1200],
  separations: async () => {
    const cloth = await drape("cap", [
      { outline: crown, puff: 96, round: 240, folds: [...panels, ...dents], crumples: [{ rise: 7, size: 120 }] },
      { outline: brim, puff: 16, round: 26, drop: 0.55, reach: 30, form: bent },
      { outline: button, puff: 14, round: 18, drop: 0.4, reach: 10 },
    ]);
    return [
      ...stage("cap", {
        shade,
        sun: { ink: "#f7b24a", at: [600, 740], radius: 500 },
        palm: { at: [1290, -120], turn: 132 },
      }),
      fallen(lee, [brim, crown], 46, 92, 0.95),
      ...dyed([crown], cloth, top),
      ...dyed([brim], cloth, peak),
      { ink: inks.under, opaque: true, art: fill(under) + fill(band, 0.9) },
      {
        ink: inks.stitch,
        opaque: true,
        art: [0, 26, 52, 78]
          .map((y) =>
            stitches(
              `M${108 + y} ${1008 - y * 1.5}C${320 + y * 0.6} ${936 - y * 1.3} ${640 - y * 0.4} ${930 - y * 1.3} ${846 - y} ${984 - y * 1.4}`,
              3.5,
            ),
          )
          .join(""),
      },
      {
        ink: inks.seam,
        opaque: true,
        art:
          seams.map((path) => line(path, 3)).join("") +
          seams
            .map(
              (path) =>
                `<g transform="translate(12 0)">${stitches(path, 3)}</g><g transform="translate(-12 2)">${stitches(path, 3)}</g>`,
            )
            .join(""),
      },
      ...dyed([button], cloth, peak),
      { ink: inks.ring, opaque: true, art: eyelets.map(([x, y]) => line(disc(x, y, 11), 7)).join("") },
      { ink: "#2b1c10", opaque: true, art: eyelets.map(([x, y]) => fill(disc(x, y, 8))).join("") },
      { ink: "#7a5a12", opaque: true, art: `<g transform="translate(4 6)">${onFront(markAt(0, 0, 290))}</g>` },
      { ink: "#c9a24b", opaque: true, art: onFront(markAt(0, 0, 290)), wear: 0 },
      {
        ink: "#f6dd97",
        opaque: true,
        art: onFront(
          insideMark("thread", 0, 0, 290, fade("gleam", "M-200 -200H200V200H-200Z", [-60, -150, 1], [40, 60, 0])),
        ),
        screen: { kind: "lines", pitch: 7, angle: 48 },
      },
    ];
  },
});

export const cap = capIn({
  key: "cap",
  alt: "A bone-white cap with a sea-green brim, the Savage Gentlemen mask stitched in gold on its front, on a hibiscus-pink background.",
  paper: "#d33c63",
  accent: "#d8315b",
  dominant: "#d0466a",
  shade: "#6d1238",
  lee: "#5c1030",
  crown: { ...DYES.bone, deep: "#c09c86" },
  brim: GREEN,
  inks: { under: "#063d3a", stitch: "#7fdccf", seam: "#8a744a", ring: "#0d6d66" },
});

export const capBlack = capIn({
  key: "cap-black",
  alt: "The cap in black with a hibiscus-pink brim, the gold mask stitched on its front, on a sea-green background.",
  paper: "#2f9c90",
  accent: "#4cc9ba",
  dominant: "#2f9c90",
  shade: "#0a4450",
  lee: "#07343e",
  crown: DYES.black,
  brim: PINK,
  inks: { under: "#5f1030", stitch: "#f6a3b8", seam: "#5d4c36", ring: "#8f2148" },
});

/** Follows the front of the crown: turned away to the left and leaning back. */
const onFront = (art: string) => `<g transform="translate(556 636) skewY(-4) scale(0.92 1) rotate(-3)">${art}</g>`;
