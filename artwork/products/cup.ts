import { savageGentlemen } from "../brand/lettering.ts";
import { drape } from "../cloth.ts";
import { clip, fade, fill, glow, line, place, SHEET, type Printable, type Warp } from "../ink.ts";
import { disc, oval, poly, polar, taper } from "../path.ts";
import { dyed, type Dye } from "./dye.ts";
import { markAt, wordsAt } from "./kit.ts";
import { fallen, stage } from "./stage.ts";

const cupBody =
  "M330 520C500 556 700 556 870 520L800 1270C796 1300 780 1312 756 1318C660 1336 540 1336 444 1318C420 1312 404 1300 400 1270Z";
const lip = oval(600, 512, 274, 62);
const drink = oval(600, 522, 244, 47);
const bandA = "M300 690H900V762H300Z";
const bandB = "M300 1112H900V1182H300Z";
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

const VIOLET: Dye = { base: "#5d24b8", light: "#a06cf2", shade: "#6f5aa6", deep: "#3d3170" };
/** Half of the cup at a height, and how far the cylinder comes forward. */
/** What is printed around the cup sags in its middle, as its bands do. */
const around = (): Warp => {
  const dx = new Float32Array(SHEET.width * SHEET.height);
  const dy = Float32Array.from(dx, (_, i) => {
    const u = ((i % SHEET.width) - 600) / 262;
    return -22 * (1 - u * u);
  });
  return { dx, dy };
};
const barrel = (x: number, y: number) => {
  const half = 272 - (y - 510) * 0.093;
  const u = Math.min(1, Math.abs(x - 600) / half);
  return 0.62 * half * Math.sqrt(1 - u * u * 0.94);
};

export const cup: Printable = {
  key: "cup",
  alt: "A violet stadium cup with gold bands and the Savage Gentlemen mask, filled with rum punch, a lime and a striped straw.",
  paper: "#5cc6ba",
  accent: "#7b2ff2",
  dominant: "#5cc6ba",
  social: [0, 420, 1200],
  separations: async () => {
    const solid = { ...(await drape("cup", [{ outline: cupBody, form: barrel }])), warp: around() };
    return [
      ...stage("cup", {
        shade: "#0f5c6b",
        sun: { ink: "#f7c457", low: "#f0803a", at: [640, 640], radius: 480 },
        floor: { y: 1180, ink: "#f2d7a4" },
        palm: { at: [-90, -100], turn: 48 },
        dusk: 0,
      }),
      {
        ink: "#c27a3e",
        art: fade("sand", "M-40 1180H1240V1540H-40Z", [600, 1180, 0.75], [600, 1500, 0]),
        screen: { kind: "dots", pitch: 10, angle: 20 },
        wear: 0,
      },
      fallen("#4a1f3e", oval(640, 1306, 230, 40), 150, 26, 0.95),
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
      {
        ink: "#8c7a86",
        art: clip("straw", straw, `<g transform="translate(13 4)">${line("M690 540L772 250L880 168", 16, 0.8)}</g>`),
        screen: { kind: "dots", pitch: 6, angle: 20 },
        wear: 0,
      },
      ...dyed([cupBody], solid, VIOLET, [
        { ink: "#d9ae4e", opaque: true, art: fill(bandA) + fill(bandB) },
        {
          ink: "#f9e6ae",
          opaque: true,
          art: clip("bands", bandA + bandB, fade("gleam", "M380 600H540V1300H380Z", [440, 900, 1], [530, 900, 0])),
          screen: { kind: "lines", pitch: 6, angle: 90 },
        },
        { ink: "#f7f0e0", opaque: true, art: markAt(600, 926, 236), rough: 0.15, wear: 0.3 },
        { ink: "#17120e", opaque: true, art: wordsAt(savageGentlemen, 600, 742, 350) },
      ]),
      { ink: "#efe2ff", opaque: true, art: line("M392 610L438 1180", 15, 0.8), screen: { kind: "grain", size: 2 } },
      { ink: "#3d1a86", art: line("M404 1292C500 1330 700 1330 796 1292", 7, 0.7) },
      { ink: "#8a55e2", opaque: true, art: fill(lip) },
      {
        ink: "#c9a6ff",
        opaque: true,
        art: `<g transform="translate(0 -2)">${line("M330 506C350 460 480 450 600 450", 7)}</g>`,
      },
      { ink: "#d83a20", opaque: true, art: fill(drink) },
      {
        ink: "#7a1022",
        art: clip("deep", drink, fade("inside", "M340 460H860V580H340Z", [600, 474, 0.9], [600, 540, 0])),
        screen: { kind: "dots", pitch: 6, angle: 20 },
        wear: 0,
      },
      {
        ink: "#ffab52",
        opaque: true,
        art: clip("surface", drink, glow("shine", 500, 540, 200, 1, 0)),
        screen: { kind: "dots", pitch: 7, angle: 0 },
      },
      { ink: "#ffe9d0", opaque: true, art: clip("ice", drink, fill(ice, 0.85)) },
      {
        ink: "#f2b49a",
        opaque: true,
        art: clip("ice2", drink, line("M470 470L560 452L596 520M610 476L700 462", 5, 0.8)),
      },
      { ink: "#f7f0e0", opaque: true, art: fill(lower) },
      { ink: "#d8315b", opaque: true, art: clip("low", lower, line("M660 520l90 30M670 480l90 30", 15)) },
      {
        ink: "#2c0f4a",
        art: `<filter id="lee" x="-50%" width="200%"><feGaussianBlur stdDeviation="8"/></filter>${clip("lime", cupBody + lip, `<g filter="url(#lee)" transform="translate(18 26)">${limeAt(fill(disc(0, 0, 128), 0.9))}</g>`)}`,
        screen: { kind: "dots", pitch: 7, angle: 45 },
        wear: 0,
      },
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
      {
        ink: "#4f8a22",
        art: limeAt(fade("rind", disc(0, 0, 112), [-20, -20, 0], [90, 100, 0.8])),
        screen: { kind: "dots", pitch: 7, angle: 20 },
        wear: 0,
      },
    ];
  },
};
