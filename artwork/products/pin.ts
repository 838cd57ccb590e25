import { sgxMedia } from "../brand/lettering.ts";
import { MARK } from "../brand/mark.ts";
import { clip, fade, fill, glow, line, WHOLE, type Printable } from "../ink.ts";
import { box, disc, softBox } from "../path.ts";
import { insideMark, markAt, wordsAt } from "./kit.ts";
import { fallen, stage } from "./stage.ts";

const SIZE = 760;
const X = 600;
const Y = 700;
const card = softBox(150, 120, 900, 1260, 46);
const hole = disc(600, 200, 34);
/** The mark grown by an edge of metal all around. */
const rim = (extra: number, density = 1) => {
  const shade = Math.round(255 * (1 - density));
  return `<path transform="translate(${X} ${Y}) scale(${SIZE / 64}) translate(-32 -32)" d="${MARK}" fill="rgb(${shade},${shade},${shade})" stroke="rgb(${shade},${shade},${shade})" stroke-width="${extra}" stroke-linejoin="round" fill-rule="evenodd"/>`;
};
const stripes = Array.from({ length: 30 }, (_, i) => box(150 + i * 34, 120, 4, 1260)).join("");

interface Colors {
  key: string;
  alt: string;
  paper: string;
  accent: string;
  /** The ground's shade, and the card's shadow on it. */
  shade: string;
  lee: string;
  sun: string;
  /** The enamel, where the light falls on it, where it is deep, and its gleams. */
  enamel: { base: string; lit: string; deep: string; gleam: string };
}

/** A pin in an enamel. */
const pinIn = ({ key, alt, paper, accent, shade, lee, sun, enamel }: Colors): Printable => ({
  key,
  alt,
  paper,
  accent,
  dominant: paper,
  social: [0, 330, 1200],
  separations: () => [
    ...stage("pin", {
      shade,
      sun: { ink: sun, at: [640, 760], radius: 540 },
      palm: { at: [1290, -120], turn: 132 },
    }),
    fallen(lee, card, 40, 54, 0.95),
    { ink: "#14100c", opaque: true, art: fill(card), rough: 0.1, wear: 0 },
    { ink: "#2f271d", opaque: true, art: clip("cloth", card, fill(stripes)) },
    {
      ink: "#3a3023",
      opaque: true,
      art: clip("light", card, glow("spot", 470, 560, 640, 0.85, 0)),
      screen: { kind: "dots", pitch: 9, angle: 20 },
    },
    { ink: "#b98a34", opaque: true, art: fill(hole) },
    {
      ink: "#000000",
      opaque: true,
      art: `<g transform="translate(20 30)">${rim(3.4, 0.9)}</g>`,
      screen: { kind: "dots", pitch: 8, angle: 45 },
    },
    { ink: "#6f4f12", opaque: true, art: `<g transform="translate(5 8)">${rim(3)}</g>`, wear: 0 },
    { ink: "#d9b45a", opaque: true, art: rim(3), wear: 0 },
    { ink: "#fff0bd", opaque: true, art: `<g transform="translate(-3 -4)">${rim(2.1)}</g>`, wear: 0 },
    { ink: "#b98f35", opaque: true, art: rim(1.6), wear: 0 },
    { ink: enamel.base, opaque: true, art: markAt(X, Y, SIZE), wear: 0 },
    {
      ink: enamel.lit,
      opaque: true,
      art: insideMark("glaze", X, Y, SIZE, fade("top", WHOLE, [420, 380, 0.9], [640, 760, 0])),
      screen: { kind: "lines", pitch: 9, angle: 36 },
    },
    {
      ink: enamel.deep,
      opaque: true,
      art: insideMark("pooling", X, Y, SIZE, fade("low", WHOLE, [600, 760, 0], [760, 1090, 1])),
      screen: { kind: "dots", pitch: 9, angle: 15 },
    },
    {
      ink: enamel.gleam,
      opaque: true,
      art: insideMark(
        "gleam",
        X,
        Y,
        SIZE,
        line("M292 470C320 560 372 610 470 640", 20) +
          line("M866 430C892 470 896 520 884 560", 16) +
          line("M356 906L450 946", 14),
      ),
      rough: 0.1,
    },
    { ink: "#c9a24b", opaque: true, art: wordsAt(sgxMedia, 600, 1316, 250) + line("M300 1240H900", 3) },
  ],
});

export const pin = pinIn({
  key: "pin",
  alt: "The Savage Gentlemen mask as a hard enamel pin with a gold rim, on a black card with pinstripes, on a gold background.",
  paper: "#dcae48",
  accent: "#c9a24b",
  shade: "#7a4a14",
  lee: "#4a2410",
  sun: "#f3d27c",
  enamel: { base: "#b3123f", lit: "#f0527a", deep: "#5f0622", gleam: "#ffd9e2" },
});

export const pinSea = pinIn({
  key: "pin-sea",
  alt: "The pin in sea-green enamel with a gold rim, on its pinstriped card, on a plum background.",
  paper: "#6b2a52",
  accent: "#4cc9ba",
  shade: "#2c0f2c",
  lee: "#1f0a20",
  sun: "#a8486e",
  enamel: { base: "#0f7f78", lit: "#52c9b8", deep: "#063f48", gleam: "#d8fff6" },
});
