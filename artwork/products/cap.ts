import { fade, fill, clip, glow, line, WHOLE, type Poster } from "../ink.ts";
import { disc, oval } from "../path.ts";
import { cast, creases, insideMark, markAt, stitches } from "./kit.ts";

// Seen from a little above, turned to the left.
const crown =
  "M262 850C236 560 356 372 598 352C838 340 968 500 990 742C996 800 986 838 962 858C780 792 470 790 262 850Z";
const brim =
  "M256 842C130 872 74 946 62 1022C56 1062 84 1080 122 1064C300 990 640 984 806 1042C860 1058 892 1034 896 990C902 930 862 866 790 826C620 786 420 792 256 842Z";
const under =
  "M62 1022C56 1062 84 1080 122 1064C300 990 640 984 806 1042C860 1058 892 1034 896 990C880 1016 850 1022 806 1008C640 950 300 956 122 1032C92 1044 70 1040 62 1022Z";
const band = "M256 842C420 792 620 786 790 826L742 808C560 786 390 808 262 850Z";
const button = oval(602, 350, 42, 20, -3);
const eyelets = disc(470, 470, 13) + disc(846, 486, 13);
const seams = [
  "M598 352C690 470 736 620 742 808",
  "M598 352C470 420 400 600 392 816",
  "M602 352C800 420 900 600 930 842",
];
const shape = crown + brim;

export const cap: Poster = {
  key: "cap",
  alt: "A bone-white cap with a sea-green brim, the Savage Gentlemen mask stitched in gold on its front, over a pink disc.",
  paper: "#f6e7cb",
  accent: "#d8315b",
  dominant: "#e2718a",
  social: [0, 420, 1200],
  separations: () => [
    { ink: "#d8315b", art: fill(disc(620, 720, 520)), rough: 0.2, wear: 0.5 },
    {
      ink: "#f29a2e",
      art: fade("dusk", disc(620, 720, 520), [620, 250, 0], [620, 1240, 0.95]),
      screen: { kind: "lines", pitch: 16, angle: 0 },
    },
    { ink: "#4a0f24", art: cast(shape, 26, 96, 0.66), screen: { kind: "dots", pitch: 11, angle: 30 } },
    { ink: "#f7f0e0", opaque: true, art: fill(crown), rough: 0.12, wear: 0 },
    {
      ink: "#d9c9a6",
      opaque: true,
      art: clip("side", crown, fade("turn", WHOLE, [560, 520, 0], [1010, 640, 1])),
      screen: { kind: "dots", pitch: 8, angle: 15 },
    },
    {
      ink: "#b39a6c",
      opaque: true,
      art:
        clip("sunk", crown, fade("edge", WHOLE, [840, 560, 0], [1020, 660, 0.9])) +
        creases("dents", crown, ["M300 640C330 560 380 520 440 500", "M880 760C900 690 890 640 860 590"], 12, 0.7),
      screen: { kind: "lines", pitch: 8, angle: 62 },
    },
    { ink: "#0d6d66", opaque: true, art: fill(brim) },
    {
      ink: "#15958b",
      opaque: true,
      art: fade("light", brim, [140, 900, 1], [760, 1010, 0]),
      screen: { kind: "lines", pitch: 9, angle: -14 },
    },
    { ink: "#063d3a", opaque: true, art: fill(under) + fill(band, 0.9) },
    {
      ink: "#5fd0c2",
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
      ink: "#8a744a",
      opaque: true,
      art:
        seams.map((path) => line(path, 4)).join("") +
        seams.map((path) => `<g transform="translate(12 0)">${stitches(path, 3)}</g>`).join(""),
    },
    { ink: "#0d6d66", opaque: true, art: fill(button) + fill(eyelets) },
    { ink: "#7a5a12", opaque: true, art: `<g transform="translate(4 5)">${skewed(markAt(0, 0, 270))}</g>` },
    { ink: "#c9a24b", opaque: true, art: skewed(markAt(0, 0, 270)), wear: 0 },
    {
      ink: "#f3d892",
      opaque: true,
      art: skewed(insideMark("thread", 0, 0, 270, glow("gleam", -60, -70, 210, 1, 0))),
      screen: { kind: "lines", pitch: 7, angle: 48 },
    },
    { ink: "#f7f0e0", opaque: true, art: line("M578 343C590 338 606 336 620 338", 4, 0.8) },
  ],
};

/** Follows the front of the crown: turned away to the left and leaning back. */
function skewed(art: string): string {
  return `<g transform="translate(545 640) skewY(-4) scale(0.92 1) rotate(-3)">${art}</g>`;
}
