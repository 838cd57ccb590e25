import { savageGentlemen } from "../brand/lettering.ts";
import { drape, type Panel } from "../cloth.ts";
import { clip, fill, line, place, type Printable, type Separation } from "../ink.ts";
import { disc, leaf, oval, polar, poly, softBox, type Point } from "../path.ts";
import { chance } from "../seeded.ts";
import { dyed, type Dye } from "./dye.ts";
import { mapped, markAt, placed, wordsAt } from "./kit.ts";
import { fallen, stage } from "./stage.ts";

const rect = (x: number, y: number, w: number, h: number): Point[] => [
  [x, y],
  [x + w, y],
  [x + w, y + h],
  [x, y + h],
];
const box = mapped(poly(rect(-430, -590, 860, 1180)), placed(600, 750, 1, -3));
const inner = mapped(poly(rect(-392, -552, 784, 1104)), placed(600, 750, 1, -3));
const onBox = (art: string) => place(art, 600, 750, 1, -3);

// The bandana, folded twice.
const BAND = { x: 420, y: 1010, turn: -12 } as const;
const onBand = placed(BAND.x, BAND.y, 1, BAND.turn);
const bandana = mapped(
  "M-190 -186C-60 -194 80 -180 192 -190C198 -60 186 70 194 188C70 196 -70 184 -188 192C-196 70 -184 -60 -190 -186Z",
  onBand,
);
const layer = mapped(
  "M-188 60C-60 52 80 66 194 58C198 110 190 150 194 188C70 196 -70 184 -188 192C-194 150 -190 100 -188 60Z",
  onBand,
);

// The cup on its side, mouth to the upper right.
const CUP = { x: 786, y: 860, turn: 18 } as const;
const cup = mapped(
  "M-152 -280C-60 -262 60 -262 152 -280L112 270C60 286 -60 286 -112 270Z",
  placed(CUP.x, CUP.y, 1, CUP.turn),
);
const onCup = (art: string) => place(art, CUP.x, CUP.y, 1, CUP.turn);
const barrel = (x: number, y: number) => {
  const turn = (CUP.turn * Math.PI) / 180;
  const u = (x - CUP.x) * Math.cos(turn) + (y - CUP.y) * Math.sin(turn);
  const v = (y - CUP.y) * Math.cos(turn) - (x - CUP.x) * Math.sin(turn);
  const half = 152 - (v + 280) * 0.073;
  const share = Math.min(1, Math.abs(u) / half);
  return 0.7 * half * Math.sqrt(1 - share * share * 0.95);
};

const BOTTLES = [
  { x: 330, y: 470, turn: -16, dye: { base: "#22a7c4", light: "#8fe3ee", shade: "#5f8fb0", deep: "#3a5f96" } },
  { x: 500, y: 430, turn: 4, dye: { base: "#e0366f", light: "#ff9dba", shade: "#b06a90", deep: "#843a6a" } },
  { x: 660, y: 470, turn: 13, dye: { base: "#f2b22e", light: "#ffe394", shade: "#cf8f4e", deep: "#a3662e" } },
] as const;
const bottleBody =
  "M-62 -60C-62 -92 -34 -104 -24 -118L24 -118C34 -104 62 -92 62 -60L62 140C62 152 54 160 42 160L-42 160C-54 160 -62 152 -62 140Z";
const bottleCap = "M-30 -122L30 -122L14 -162L8 -214L-8 -214L-14 -162Z";
const bottle = ({ x, y, turn }: (typeof BOTTLES)[number], path: string) => mapped(path, placed(x, y, 1, turn));

const PIN = { x: 830, y: 424, turn: 9 } as const;
const card = mapped(poly(rect(-96, -124, 192, 248)), placed(PIN.x, PIN.y, 1, PIN.turn));

const VIOLET: Dye = { base: "#5d24b8", light: "#a87af5", shade: "#7a66b0", deep: "#463a80" };
const WINE: Dye = { base: "#9c1a3e", light: "#dd5a82", shade: "#a55f78", deep: "#6b3a5c" };
const CAP: Dye = { base: "#f4ecdc", light: "#ffffff", shade: "#b9a48c", deep: "#8a7a70" };

/** Paint that was thrown: blots with drops around them. */
function splash(x: number, y: number, size: number): string {
  const random = chance(`splash-${x}-${y}`);
  const lobes = Array.from({ length: 11 }, (_, i) =>
    disc(...polar(x, y, size * random.range(0.5, 0.74), i * 33 + random.range(-8, 8)), size * random.range(0.2, 0.4)),
  );
  const drops = Array.from({ length: 22 }, () => {
    const at = random.range(0, 360);
    const long = size * random.range(0.04, 0.15);
    return oval(...polar(x, y, size * random.range(1.1, 2), at), long, long * random.range(0.5, 0.9), at);
  });
  return fill(disc(x, y, size * 0.74)) + [...lobes, ...drops].map((shape) => fill(shape)).join("");
}

const petals = (radius: number, length: number, count: number, width: number) =>
  Array.from({ length: count }, (_, i) =>
    leaf(polar(0, -20, radius, (i * 360) / count), polar(0, -20, radius + length, (i * 360) / count), width),
  ).join("");
const inBox = (art: string): Separation["art"] => clip("inner", inner, art);

export const jouvertKit: Printable = {
  key: "jouvert-kit",
  alt: "A black gift box lined with tissue, seen from above: three bottles of paint, a violet cup, a folded wine-red bandana and a pink mask pin.",
  paper: "#2c4c9e",
  accent: "#6f8ff0",
  dominant: "#2c4c9e",
  social: [0, 420, 1200],
  separations: async () => {
    const tissue = await drape("jouvert-kit", [
      {
        outline: inner,
        crumples: [
          { rise: 50, size: 250, stretch: 1.5, turn: 40 },
          { rise: 14, size: 110, stretch: 1.5, turn: 130 },
        ],
      },
    ]);
    const things: Panel[] = [
      { outline: bandana, puff: 30, round: 26, crumples: [{ rise: 10, size: 120, stretch: 2, turn: -20 }] },
      { outline: layer, puff: 16, round: 18, drop: 0.35, reach: 12, crumples: [{ rise: 7, size: 90 }] },
      { outline: cup, form: barrel },
      ...BOTTLES.flatMap((one) => [
        { outline: bottle(one, bottleBody), puff: 52, round: 62 },
        { outline: bottle(one, bottleCap), puff: 18, round: 20, drop: 0.3, reach: 8 },
      ]),
    ];
    const solid = await drape("jouvert-things", things, 0.35);
    const bodies = BOTTLES.map((one) => bottle(one, bottleBody));
    const caps = BOTTLES.map((one) => bottle(one, bottleCap));
    return [
      ...stage("jouvert-kit", {
        shade: "#111f52",
        sun: { ink: "#f2c14a", at: [600, 740], radius: 540 },
        palm: { at: [1290, -120], turn: 132 },
      }),
      { ink: "#29b6cf", opaque: true, art: splash(130, 1330, 150), wear: 0.6 },
      { ink: "#e0366f", opaque: true, art: splash(1080, 200, 130), wear: 0.6 },
      { ink: "#f4ecdc", opaque: true, art: splash(1090, 1250, 80), wear: 0.6 },
      fallen("#0c1540", box, 44, 58, 0.95),
      { ink: "#1b1611", opaque: true, art: fill(box), wear: 0 },
      { ink: "#4d4236", opaque: true, art: onBox(line("M-428 588V-588H428", 5, 0.9)), wear: 0 },
      {
        ink: "#d9b45a",
        opaque: true,
        art: onBox(wordsAt(savageGentlemen, 0, 583, 240) + line("M-400 572H-160M160 572H400M-400 -572H400", 2.5)),
      },
      ...dyed([inner], tissue, { base: "#f6e6d6", light: "#fffaf4", shade: "#e0bdaf", deep: "#c59a98" }),
      // The walls of the box shade what lies in it, from the upper left.
      {
        ink: "#3a1f3e",
        art: inBox(
          `<filter id="wall" x="-30%" y="-30%" width="160%" height="160%"><feGaussianBlur stdDeviation="20"/></filter><g filter="url(#wall)">${onBox(fill("M-460 -620H460V-516H-356V620H-460Z", 0.9))}</g>`,
        ),
        screen: { kind: "dots", pitch: 8, angle: 45 },
        wear: 0,
      },
      fallen("#4a2440", [bandana, cup, ...bodies, ...caps, card], 26, 34, 0.95),
      ...dyed([bandana, layer], solid, WINE, [
        {
          ink: "#f4ecdc",
          opaque: true,
          art: place(
            line("M-172 -168H174V40H-172Z", 6) +
              line("M-170 86H176V172H-170Z", 6) +
              line("M-150 130H160", 14, 1, 'stroke-dasharray="1 30"') +
              fill(petals(86, 44, 14, 9)),
            BAND.x,
            BAND.y,
            1,
            BAND.turn,
          ),
          rough: 0.1,
        },
        { ink: "#e0b653", opaque: true, art: place(markAt(0, -20, 130), BAND.x, BAND.y, 1, BAND.turn) },
      ]),
      ...dyed([cup], solid, VIOLET, [
        {
          ink: "#d9ae4e",
          opaque: true,
          art: clip(
            "cup",
            cup,
            onCup(
              fill(
                "M-200 -190C-60 -172 60 -172 200 -190V-140C60 -122 -60 -122 -200 -140ZM-200 176C-60 194 60 194 200 176V216C60 234 -60 234 -200 216Z",
              ),
            ),
          ),
        },
        { ink: "#f7f0e0", opaque: true, art: onCup(markAt(0, 24, 170)) },
      ]),
      { ink: "#8a55e2", opaque: true, art: onCup(fill(oval(0, -282, 154, 26))) },
      { ink: "#2f0f70", opaque: true, art: onCup(fill(oval(0, -281, 138, 19))) },
      ...BOTTLES.flatMap((one, i) => [
        ...dyed([bodies[i]!], solid, one.dye, [
          {
            ink: "#f4ecdc",
            opaque: true,
            art: clip(`label-${i}`, bodies[i]!, place(fill(softBox(-70, -20, 140, 120, 4)), one.x, one.y, 1, one.turn)),
          },
          { ink: "#17120e", opaque: true, art: place(markAt(0, 40, 84), one.x, one.y, 1, one.turn) },
        ]),
      ]),
      ...dyed(caps, solid, CAP),
      { ink: "#17120e", opaque: true, art: fill(card), wear: 0 },
      { ink: "#3a3023", opaque: true, art: place(line("M-92 -120H92M-92 -120V120", 4), PIN.x, PIN.y, 1, PIN.turn) },
      {
        ink: "#d9b45a",
        opaque: true,
        art: place(markAt(0, -4, 160) + line("M-60 98H60", 3), PIN.x, PIN.y, 1, PIN.turn) + grown(15),
      },
      { ink: "#c2204f", opaque: true, art: place(markAt(0, -4, 156), PIN.x, PIN.y, 1, PIN.turn) },
    ];
  },
};

/** The metal edge of the pin: the mark drawn with a line around it. */
function grown(width: number): string {
  return place(
    markAt(0, -4, 156).replace(
      "<path ",
      `<path stroke="#000" stroke-width="${(width * 64) / 156}" stroke-linejoin="round" `,
    ),
    PIN.x,
    PIN.y,
    1,
    PIN.turn,
  );
}
