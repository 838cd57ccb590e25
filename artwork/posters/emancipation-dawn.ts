import { dancer } from "../figures.ts";
import { palm } from "../foliage.ts";
import { cut, fill, line, place, type Poster } from "../ink.ts";
import { box, curve, disc, leaf, oval, poly, polar, wedge, type Point } from "../path.ts";
import { chance } from "../seeded.ts";
import { POSES } from "../poses.ts";

const random = chance("dawn");
const SUN: Point = [600, 905];

/** One forged chain link round (x, y), seen flat (wide) or edge on. */
const link = ({ x, y, turn, edge }: { x: number; y: number; turn: number; edge: boolean }, width: number) =>
  line(oval(x, y, 84, edge ? 13 : 46, turn), width);
const side = (sign: number) =>
  Array.from({ length: 4 }, (_, i) => ({
    x: 600 - sign * (250 + i * 122),
    y: 322 - i * i * 14 - i * 34,
    turn: sign * (14 + i * 8),
    edge: i % 2 === 1,
  }));
const chain = [...side(1), ...side(-1)];
const halves = [
  "M470 402C420 398 386 368 392 330C398 296 436 282 486 290",
  "M730 402C780 398 814 368 808 330C802 296 764 282 714 290",
];

/** A bird on the wing, banking by `turn`. */
const bird = (x: number, y: number, size: number, turn: number) =>
  place(
    fill(
      leaf([-34, 4], [36, -2], 9, 0.6) +
        curve(
          [
            [8, 0],
            [-6, -34],
            [-44, -78],
            [-28, -30],
            [-12, 2],
          ],
          true,
          0.7,
        ) +
        curve(
          [
            [6, 2],
            [26, -30],
            [40, -84],
            [46, -34],
            [18, 4],
          ],
          true,
          0.7,
        ) +
        poly([
          [-28, 4],
          [-58, -8],
          [-52, 6],
          [-60, 16],
        ]),
    ),
    x,
    y,
    size,
    turn,
  );
const flock = [
  [600, 330, 1.5, -8],
  [520, 250, 1.2, -26],
  [690, 236, 1.25, 10],
  [610, 170, 1.0, -6],
  [440, 160, 0.9, -30],
  [770, 130, 0.95, 16],
  [548, 88, 0.78, -14],
  [668, 70, 0.7, 6],
  [360, 70, 0.6, -30],
  [860, 54, 0.62, 20],
]
  .map(([x, y, size, turn]) => bird(x!, y!, size!, turn!))
  .join("");

/** Rays cut by a gouge: long wedges that split into thin strokes as they leave the sun. */
const burst = () => {
  let text = "";
  for (let i = 0; i < 40; i += 1) {
    const turn = 180 + i * 4.6;
    text += fill(wedge(...SUN, 300, 1400, turn + 0.5, turn + 2.6));
    for (let cutAt = 0; cutAt < 3; cutAt += 1)
      text += cut(
        leaf(
          polar(...SUN, random.range(330, 760), turn + random.range(0.6, 2.4)),
          polar(...SUN, random.range(800, 1300), turn + random.range(0.8, 2.2)),
          random.range(1.5, 5),
        ),
      );
  }
  return text;
};
const gouges = (from: number, to: number, count: number, low: number, high: number) =>
  Array.from({ length: count }, () => {
    const y = random.range(from, to);
    const x = random.range(-60, 1240);
    const reach = random.range(low, high);
    return leaf([x, y], [x + reach, y + random.range(-3, 3)], random.range(2.5, 7));
  }).join("");
const glitter = Array.from({ length: 34 }, (_, i) => {
  const y = 916 + i * i * 0.32;
  const half = 250 - i * 2 + random.range(-60, 40);
  return leaf([600 - half, y], [600 + half * random.range(0.6, 1), y + random.range(-2, 2)], 3 + i * 0.18);
}).join("");
const beach = curve(
  [
    [-40, 1300],
    [240, 1262],
    [520, 1300],
    [820, 1270],
    [1040, 1310],
    [1260, 1270],
    [1260, 1560],
    [-40, 1560],
  ],
  true,
  0.9,
);
const palms =
  palm([-10, 1420], [170, 640], 300, random) +
  palm([1120, 1440], [1010, 760], 230, random) +
  palm([1230, 1440], [1120, 560], 270, random);
const party = (
  [
    ["jump", "shorts", "none", 330],
    ["wave", "dress", "wrap", 440],
    ["flag", "shorts", "afro", 540],
    ["jump", "dress", "bun", 640],
    ["wine", "dress", "afro", 742],
    ["skank", "shorts", "panama", 840],
  ] as const
)
  .map(([pose, outfit, head, x], i) =>
    place(fill(dancer(POSES[pose], outfit, head)), x, 1366 + (i % 3) * 16, 1.12, 0, i % 2 === 0),
  )
  .join("");

export const emancipationDawn: Poster = {
  key: "emancipation-dawn",
  alt: "A broken chain turns into a flock of birds above a woodcut sunrise; dancers leap on the beach between leaning palms.",
  paper: "#ffe9d2",
  accent: "#ff9fb0",
  dominant: "#f4839a",
  social: [0, 30, 1200],
  separations: () => [
    { ink: "#f4839a", art: fill(box(-40, -40, 1280, 960)) + cut(disc(...SUN, 240)), rough: 0.6 },
    { ink: "#ffe9d2", opaque: true, art: burst(), rough: 0.9 },
    {
      ink: "#ffc02e",
      opaque: true,
      art: fill(disc(...SUN, 236)) + cut(gouges(860, 906, 26, 60, 160)) + cut(gouges(760, 860, 14, 40, 110)),
      rough: 0.8,
      shift: [3, -4],
    },
    { ink: "#3d56b2", opaque: true, art: fill(box(-40, 905, 1280, 500)), rough: 0.4 },
    { ink: "#ffc02e", opaque: true, art: fill(glitter), rough: 0.6 },
    { ink: "#1f2a6b", opaque: true, art: fill(gouges(940, 1280, 90, 90, 300)), rough: 0.6 },
    {
      ink: "#ffe9d2",
      opaque: true,
      art:
        fill(gouges(1180, 1290, 40, 80, 240)) +
        line("M-40 1296C100 1270 240 1250 380 1272C520 1296 640 1310 820 1262C960 1240 1100 1300 1260 1262", 12),
      rough: 0.8,
    },
    { ink: "#f4839a", opaque: true, art: fill(beach), rough: 0.6 },
    {
      ink: "#2a0f33",
      opaque: true,
      art: fill(gouges(1340, 1500, 90, 40, 170)) + fill(palms) + party,
      rough: 0.5,
    },
    {
      ink: "#2a0f33",
      opaque: true,
      art: chain.map((l) => link(l, l.edge ? 30 : 36)).join("") + halves.map((half) => line(half, 36)).join("") + flock,
      rough: 0.6,
    },
    {
      ink: "#ffe9d2",
      opaque: true,
      art: chain
        .filter((l) => !l.edge)
        .map((l) => place(line("M-70 -34Q0 -58 66 -36", 5), l.x, l.y, 1, l.turn))
        .join(""),
    },
  ],
};
