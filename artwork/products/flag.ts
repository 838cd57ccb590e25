import { drape } from "../cloth.ts";
import { fade, fill, line, type Printable } from "../ink.ts";
import { disc, poly, taper, type Point } from "../path.ts";
import { dyed, type Dye } from "./dye.ts";
import { markAt } from "./kit.ts";
import { fallen, stage } from "./stage.ts";

/** Height of the cloth: waves that run away from the pole and grow. */
const wave = (x: number, y: number) => {
  const away = Math.min(1, Math.max(0, (x - 230) / 420));
  const phase = (x - 240) / 86 - (y - 500) / 300 + 0.35 * Math.sin(x / 170);
  return (14 + 48 * away) * Math.sin(phase) + 12 * away * Math.sin((x + y * 1.3) / 64 + 1);
};
const edge = (from: Point, to: Point): Point[] =>
  Array.from({ length: 60 }, (_, i) => {
    const share = i / 59;
    const x = from[0] + (to[0] - from[0]) * share;
    const y = from[1] + (to[1] - from[1]) * share;
    return [x, y + wave(x, y) * 0.62];
  });
const fly: Point[] = Array.from({ length: 30 }, (_, i) => {
  const y = 236 + (i / 29) * 640;
  return [1104 + 18 * Math.sin(y / 90) - (i / 29) * 34, y + wave(1104, y) * 0.62 * (1 - i / 29)];
});
const cloth = poly([...edge([262, 214], [1104, 236]), ...fly.slice(1, -1), ...edge([1070, 876], [208, 842])]);
const pole = taper(
  [
    [276, 96],
    [228, 760],
    [176, 1480],
  ],
  [24, 26, 30],
);
const DYE: Dye = { base: "#f4ecdc", light: "#ffffff", shade: "#9a86a6", deep: "#5d4a78" };
const bar = (top: number, height: number) =>
  fill(`M100 ${top}L1200 ${top + 24}V${top + height + 24}L100 ${top + height}Z`);

export const flag: Printable = {
  key: "flag",
  alt: "A hand flag flying from a wooden pole: stripes of hibiscus pink, bone and sea green, a black disc with the gold mask in the middle.",
  paper: "#2d1c4b",
  accent: "#b28cff",
  dominant: "#3a2560",
  social: [0, 240, 1200],
  separations: async () => {
    const draped = await drape(
      "flag",
      [{ outline: cloth, puff: 10, round: 20, form: wave, crumples: [{ rise: 14, size: 150, stretch: 2, turn: 70 }] }],
      1.9,
    );
    return [
      ...stage("flag", {
        shade: "#150c2c",
        sun: { ink: "#f2a13a", low: "#e8506f", at: [660, 620], radius: 480 },
        palm: { at: [1290, 1560], turn: 222, density: 0.7 },
        dusk: 0.7,
      }),
      fallen("#4a1a4a", [cloth, pole], 70, 92, 0.8),
      { ink: "#b98350", opaque: true, art: fill(pole), wear: 0 },
      {
        ink: "#7a4a2c",
        opaque: true,
        art: `<g transform="translate(6 0)">${line("M282 96L236 760L186 1480", 9)}</g>`,
        rough: 0.2,
        wear: 0,
      },
      { ink: "#e3bd86", opaque: true, art: line("M270 110L222 760L170 1480", 4), wear: 0 },
      ...dyed([cloth], draped, DYE, [
        { ink: "#d8315b", opaque: true, art: bar(150, 262) },
        { ink: "#f29a2e", opaque: true, art: bar(412, 26) },
        { ink: "#17857e", opaque: true, art: bar(650, 300) },
        { ink: "#f29a2e", opaque: true, art: bar(624, 26) },
        { ink: "#17130f", opaque: true, art: fill(disc(660, 544, 214)) },
        { ink: "#d9b45a", opaque: true, art: line(disc(660, 544, 190), 8) + markAt(660, 546, 268) },
        {
          ink: "#2a1436",
          art: fade("sleeve", "M180 150H300V900H180Z", [300, 500, 0], [214, 500, 0.9]),
          screen: { kind: "dots", pitch: 7, angle: 30 },
        },
      ]),
      { ink: "#17130f", opaque: true, art: fill(disc(262, 246, 6) + disc(240, 540, 6) + disc(218, 824, 6)) },
      { ink: "#c9a24b", opaque: true, art: fill(disc(278, 84, 26)) },
      { ink: "#fff0bd", opaque: true, art: fill(disc(270, 76, 8)) },
    ];
  },
};
