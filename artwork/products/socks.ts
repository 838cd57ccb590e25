import { drape, type Fold } from "../cloth.ts";
import { clip, fill, line, place, type Printable, type Separation } from "../ink.ts";
import { DYES, dyed, type Dye } from "./dye.ts";
import { mapped, markAt, placed } from "./kit.ts";
import { fallen, stage } from "./stage.ts";

// One sock lying on its side, toe to the left; its own coordinates.
const sock =
  "M-112 -520C-60 -532 60 -532 116 -516C124 -400 118 -260 122 -120C126 -20 150 60 148 150C146 250 90 306 0 322C-120 340 -260 356 -360 338C-420 326 -440 270 -412 222C-384 180 -300 172 -230 140C-150 102 -116 40 -112 -60C-110 -220 -122 -380 -112 -520Z";
const cuff =
  "M-112 -520C-60 -532 60 -532 116 -516C122 -470 122 -430 120 -390C60 -402 -60 -404 -115 -392C-118 -430 -116 -480 -112 -520Z";
const heel = "M40 330C90 310 146 250 148 150C150 90 140 50 132 10C80 30 20 90 4 180C-4 240 10 300 40 330Z";
const toe =
  "M-280 346C-300 350 -340 344 -360 338C-420 326 -440 270 -412 222C-392 192 -340 180 -290 164C-270 220 -264 290 -280 346Z";
const folds: Fold[] = [
  {
    path: [
      [-100, 30],
      [-40, 70],
      [40, 40],
    ],
    width: 20,
    rise: 13,
    lean: 0.3,
    fade: [0.05, 0.7],
  },
  {
    path: [
      [-130, 90],
      [-60, 130],
      [20, 120],
    ],
    width: 20,
    rise: 14,
    lean: 0.3,
    fade: [0.05, 0.7],
  },
  {
    path: [
      [-190, 130],
      [-120, 190],
      [-50, 200],
    ],
    width: 18,
    rise: 12,
    lean: 0.3,
    fade: [0.05, 0.7],
  },
  {
    path: [
      [120, -40],
      [60, -10],
      [-10, -30],
    ],
    width: 18,
    rise: 12,
    fade: [0.05, 0.7],
  },
  {
    path: [
      [-110, -200],
      [-60, -180],
      [0, -200],
    ],
    width: 18,
    rise: 10,
    fade: [0.05, 0.8],
  },
];
const pair = [
  { x: 770, y: 700, turn: 9 },
  { x: 640, y: 860, turn: -7 },
] as const;
const lay = (path: string, { x, y, turn }: (typeof pair)[number]) => mapped(path, placed(x, y, 1.12, turn));
const knit = (turn: number) => {
  const cos = Math.cos((turn * Math.PI) / 180);
  const sin = Math.sin((turn * Math.PI) / 180);
  return (x: number, y: number) => Math.cos(((x * cos + y * sin) * Math.PI) / 5);
};
const ribs = (turn: number) => {
  const cos = Math.cos((turn * Math.PI) / 180);
  const sin = Math.sin((turn * Math.PI) / 180);
  return (x: number, y: number) => 4 * Math.cos(((x * cos + y * sin) * Math.PI) / 8);
};

/** Both socks' worth of something drawn on one. */
const knitted = (ink: string, art: string): Separation => ({
  ink,
  opaque: true,
  art: pair
    .map((one, i) =>
      clip(
        `sock-${i}`,
        lay(sock, one),
        (i === 0 ? "" : fill(lay(sock, one), 0)) + place(art, one.x, one.y, 1.12, one.turn),
      ),
    )
    .join(""),
  rough: 0.1,
});

interface Colors {
  key: string;
  alt: string;
  paper: string;
  accent: string;
  dominant: string;
  shade: string;
  lee: string;
  dye: Dye;
  /** Of the bow ties, of heel and toe, and of the stripes at the cuff. */
  knit: { ties: string; ends: string; stripe: string; thin: string };
  seam: string;
}

/** A pair of socks in a color. */
const socksIn = ({ key, alt, paper, accent, dominant, shade, lee, dye, knit: yarn, seam }: Colors): Printable => ({
  key,
  alt,
  paper,
  accent,
  dominant,
  social: [0, 580, 1200],
  separations: async () => {
    const [under, over] = pair;
    const at = (one: (typeof pair)[number]): Fold[] =>
      folds.map((fold) => ({ ...fold, path: fold.path.map((point) => placed(one.x, one.y, 1.12, one.turn)(point)) }));
    const cloth = await drape(
      "socks",
      [under, over].flatMap((one) => [
        {
          outline: lay(sock, one),
          puff: 46,
          round: 90,
          drop: 0.6,
          reach: 34,
          folds: at(one),
          form: knit(one.turn),
          crumples: [{ rise: 5, size: 110 }],
        },
        { outline: lay(cuff, one), puff: 30, round: 60, drop: 0.3, reach: 8, form: ribs(one.turn) },
      ]),
      0.6,
    );
    const shapes = pair.map((one) => lay(sock, one));
    const ties = Array.from({ length: 8 }, (_, row) =>
      [-1, 0, 1]
        .map((column) => place(TIE, column * 116 + (row % 2) * 58 - 20, -322 + row * 92, 1.5, row % 2 ? -14 : 12))
        .join(""),
    ).join("");
    return [
      ...stage("socks", {
        shade,
        sun: { ink: "#f6ecd6", at: [600, 740], radius: 500 },
        palm: { at: [-90, -100], turn: 48 },
      }),
      fallen(lee, shapes, 40, 52, 0.95),
      ...dyed(shapes, cloth, dye, [
        knitted(yarn.ties, ties),
        knitted(yarn.ends, fill(heel) + fill(toe)),
        knitted(yarn.stripe, fill("M-140 -470H140V-444H-140Z") + fill("M-140 -420H140V-410H-140Z")),
        knitted(yarn.thin, fill("M-140 -506H140V-484H-140Z") + fill("M-140 -438H140V-426H-140Z")),
      ]),
      {
        ink: seam,
        opaque: true,
        art: pair
          .map((one, i) =>
            clip(
              `edge-${i}`,
              lay(sock, one),
              i === 0 ? "" : line(lay(cuff, one), 3, 0.8) + line(lay(heel, one), 3, 0.5) + line(lay(toe, one), 3, 0.5),
            ),
          )
          .join(""),
      },
    ];
  },
});

export const socks = socksIn({
  key: "socks",
  alt: "A pair of black crew socks, one across the other: gold bow ties up the leg, pink heels and toes, sea-green and bone stripes at the cuff.",
  paper: "#bba8da",
  accent: "#c3b2ee",
  dominant: "#a893cc",
  shade: "#4b3a86",
  lee: "#34245c",
  dye: DYES.black,
  knit: { ties: "#d8ab4c", ends: "#d8315b", stripe: "#17857e", thin: "#f4ecdc" },
  seam: "#0d0a08",
});

export const socksBone = socksIn({
  key: "socks-bone",
  alt: "The socks in bone white: black bow ties up the leg, sea-green heels and toes, pink and black stripes at the cuff, on a mango-colored background.",
  paper: "#f0a548",
  accent: "#f29a2e",
  dominant: "#e0953c",
  shade: "#a8401f",
  lee: "#6b2a1c",
  dye: DYES.bone,
  knit: { ties: "#1b1611", ends: "#17857e", stripe: "#d8315b", thin: "#1b1611" },
  seam: "#8a744a",
});

/** A bow tie, as in the mark. */
const TIE = `<g transform="translate(-32 -52)"><clipPath id="tie"><path d="M0 40H64V64H0Z"/></clipPath>${clipped()}</g>`;
function clipped(): string {
  return `<g clip-path="url(#tie)">${markAt(32, 32, 64)}</g>`;
}
