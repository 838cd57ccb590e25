import { fade, fill, glow, line, place, WHOLE, type Poster } from "../ink.ts";
import { box, curve, disc, oval, poly, polar, taper, type Point } from "../path.ts";

const PAN = { x: 600, y: 985, r: 412 };

/** Note fields of a tenor pan: outer ring of twelve, inner ring, middle. */
const fields = (): { x: number; y: number; rx: number; ry: number; turn: number }[] => [
  ...Array.from({ length: 12 }, (_, i) => {
    const [x, y] = polar(PAN.x, PAN.y, 312, i * 30 + 15);
    return { x, y, rx: 58, ry: 72, turn: i * 30 + 15 };
  }),
  ...Array.from({ length: 7 }, (_, i) => {
    const [x, y] = polar(PAN.x, PAN.y, 186, i * 51.4 + 10);
    return { x, y, rx: 42, ry: 52, turn: i * 51.4 + 10 };
  }),
  ...Array.from({ length: 4 }, (_, i) => {
    const [x, y] = polar(PAN.x, PAN.y, 80, i * 90 + 45);
    return { x, y, rx: 28, ry: 34, turn: i * 90 + 45 };
  }),
];
const notes = fields();

const fHole = (side: number) =>
  place(
    fill(
      taper(
        [
          [18, -150],
          [-16, -110],
          [8, 0],
          [30, 110],
          [-4, 152],
        ],
        [14, 22, 28, 22, 14],
      ) +
        disc(22, -132, 19) +
        disc(-8, 134, 24),
    ),
    PAN.x + side * 232,
    PAN.y,
    1.05,
    side * -10,
    side < 0,
  );

const fingerboard = poly([
  [572, 300],
  [628, 300],
  [650, 840],
  [550, 840],
]);
const pegbox = curve(
  [
    [562, 310],
    [572, 180],
    [590, 120],
    [640, 92],
    [672, 130],
    [656, 170],
    [632, 168],
    [640, 310],
  ],
  true,
  0.7,
);
const scroll = [
  [622, 116, 52],
  [624, 114, 36],
  [626, 116, 20],
] as const;
const pegs: readonly [number, number, number][] = [
  [470, 182, 1],
  [478, 262, 1],
  [730, 206, -1],
  [726, 286, -1],
];
const tail = curve(
  [
    [556, 1240],
    [644, 1240],
    [628, 1400],
    [600, 1416],
    [572, 1400],
  ],
  true,
  0.5,
);
const bridge =
  poly([
    [520, 1096],
    [680, 1096],
    [664, 1068],
    [536, 1068],
  ]) +
  box(536, 1090, 24, 26) +
  box(640, 1090, 24, 26);
const strings = [0, 1, 2, 3].map((i) => `M${584 + i * 10.6} 190L${566 + i * 22.6} 1070L${580 + i * 13.3} 1246`);
/** A sea-leaf cut with scissors. */
const alga =
  taper(
    [
      [0, 200],
      [8, 60],
      [0, -200],
    ],
    [22, 34, 24],
  ) +
  [-120, -20, 80]
    .flatMap((y, i) =>
      [1, -1].map((side) =>
        taper(
          [
            [0, y + 60],
            [side * (64 + i * 10), y + 40],
            [side * (104 + i * 16), y - 26],
          ],
          [24, 44, 28],
        ),
      ),
    )
    .join("");
const BOW: readonly [Point, Point] = [
  [-40, 640],
  [1250, 1330],
];

export const steelAndStrings: Poster = {
  key: "steel-and-strings",
  alt: "A cello whose body is a gleaming steelpan, with a bow and two pan sticks laid across mid-century cut-paper circles.",
  paper: "#f2e6cf",
  accent: "#f0a35e",
  dominant: "#0f4a52",
  social: [0, 700, 1200],
  separations: () => [
    { ink: "#0f4a52", art: fill(WHOLE), rough: 0 },
    {
      ink: "#17747a",
      opaque: true,
      art:
        fill(
          poly([
            [-20, -20],
            [560, -20],
            [300, 1520],
            [-20, 1520],
          ]),
        ) + fill(disc(980, 1240, 320)),
      rough: 0.4,
    },
    { ink: "#e9673a", opaque: true, art: fill(disc(905, 430, 330)), rough: 0.4 },
    {
      ink: "#f2b84b",
      opaque: true,
      art:
        fill("M-20 150A360 360 0 0 1 340 510L-20 510Z") +
        fill(disc(905, 430, 150)) +
        fill(
          poly([
            [860, 1500],
            [1240, 1100],
            [1240, 1540],
          ]),
        ),
    },
    {
      ink: "#f2e6cf",
      opaque: true,
      art: place(fill(alga), 168, 420, 1, -24) + place(fill(alga), 1096, 1010, 0.86, 20),
      rough: 0.3,
    },
    { ink: "#e9673a", opaque: true, art: place(fill(alga), 70, 1180, 0.9, 16), rough: 0.3 },
    {
      ink: "#0f4a52",
      art:
        glow("disc", 905, 430, 330, 0, 0.5, disc(905, 430, 330)) +
        fade(
          "left",
          poly([
            [-20, 700],
            [451, 700],
            [300, 1520],
            [-20, 1520],
          ]),
          [0, 800, 0],
          [0, 1500, 0.7],
        ),
      screen: { kind: "dots", pitch: 12, angle: 35 },
    },
    {
      ink: "#0a2226",
      opaque: true,
      art:
        fill(disc(PAN.x + 20, PAN.y + 22, PAN.r + 26)) +
        place(
          fill(
            poly([
              [566, 320],
              [634, 320],
              [652, 760],
              [548, 760],
            ]),
          ),
          18,
          16,
        ),
      rough: 0.3,
    },
    { ink: "#f2e6cf", opaque: true, art: fill(disc(PAN.x, PAN.y, PAN.r)) },
    {
      ink: "#86b3b0",
      opaque: true,
      art: glow("steel", 520, 880, 560, 0, 1.0, disc(PAN.x, PAN.y, PAN.r - 26)),
      screen: { kind: "lines", pitch: 9, angle: 30 },
    },
    {
      ink: "#0a2226",
      opaque: true,
      art:
        line(disc(PAN.x, PAN.y, PAN.r - 4), 9) +
        line(disc(PAN.x, PAN.y, PAN.r - 26), 5) +
        Array.from({ length: 24 }, (_, i) => fill(disc(...polar(PAN.x, PAN.y, PAN.r - 15, i * 15), 4))).join("") +
        Array.from({ length: 12 }, (_, i) =>
          line(`M${polar(PAN.x, PAN.y, 240, i * 30)}L${polar(PAN.x, PAN.y, PAN.r - 28, i * 30)}`, 5),
        ).join("") +
        line(disc(PAN.x, PAN.y, 240), 5) +
        Array.from({ length: 7 }, (_, i) =>
          line(`M${polar(PAN.x, PAN.y, 128, i * 51.4 - 16)}L${polar(PAN.x, PAN.y, 238, i * 51.4 - 16)}`, 5),
        ).join("") +
        line(disc(PAN.x, PAN.y, 126), 5),
    },
    {
      ink: "#17747a",
      opaque: true,
      art: notes.map((note) => fill(oval(note.x, note.y, note.rx, note.ry, note.turn))).join(""),
    },
    {
      ink: "#f2e6cf",
      opaque: true,
      art: notes
        .map((note) =>
          fill(oval(note.x - note.rx * 0.16, note.y - note.ry * 0.16, note.rx * 0.72, note.ry * 0.72, note.turn), 0.55),
        )
        .join(""),
      screen: { kind: "dots", pitch: 9, angle: 18 },
    },
    {
      ink: "#0a2226",
      opaque: true,
      art: fHole(1) + fHole(-1) + fill(fingerboard) + fill(tail),
      rough: 0.2,
    },
    {
      ink: "#a8421f",
      opaque: true,
      art:
        fill(
          poly([
            [552, 300],
            [572, 300],
            [550, 790],
            [534, 760],
          ]),
        ) +
        fill(
          poly([
            [648, 300],
            [628, 300],
            [650, 790],
            [666, 760],
          ]),
        ) +
        fill(pegbox) +
        scroll
          .slice(0, 1)
          .map(([x, y, r]) => fill(disc(x, y, r)))
          .join("") +
        fill(bridge),
    },
    {
      ink: "#0a2226",
      opaque: true,
      art:
        pegs
          .map(([x, y, side]) => fill(oval(x, y, 44, 22)) + line(`M${x + side * 40} ${y}H${x + side * 110}`, 16))
          .join("") +
        line(disc(624, 114, 33), 6) +
        line(disc(626, 116, 14), 6) +
        line("M584 200C596 240 612 270 616 300", 5),
    },
    {
      ink: "#f2e6cf",
      opaque: true,
      art:
        strings.map((string, i) => line(string, 5.2 - i * 0.8)).join("") +
        line(`M${BOW[0]}L${BOW[1]}`, 9, 1, 'transform="translate(0 34)"'),
    },
    {
      ink: "#a8421f",
      opaque: true,
      art:
        line(`M${BOW[0]}C300 800 800 1060 ${BOW[1]}`, 17) +
        fill(
          poly([
            [1010, 1206],
            [1090, 1250],
            [1076, 1288],
            [996, 1244],
          ]),
        ),
    },
    {
      ink: "#e9673a",
      opaque: true,
      art:
        line("M96 1420L452 1124", 17) +
        fill(oval(470, 1108, 46, 30, -40)) +
        line("M300 1470L560 1196", 17) +
        fill(oval(572, 1182, 44, 29, -44)),
    },
    {
      ink: "#f2e6cf",
      opaque: true,
      art:
        [0, 1, 2].map((i) => line(`M${554 + i * 14} ${1200 - i * 14}l26 26`, 4)).join("") +
        [0, 1, 2].map((i) => line(`M${452 + i * 16} ${1128 - i * 13}l24 28`, 4)).join(""),
    },
  ],
};
