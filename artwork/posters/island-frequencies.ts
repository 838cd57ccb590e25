import { palm } from "../foliage.ts";
import { fade, fill, line, WHOLE, type Poster } from "../ink.ts";
import { box, curve, disc, leaf, type Point } from "../path.ts";
import { chance } from "../seeded.ts";

const random = chance("frequencies");
const ROWS = 46;

/** A hill's height at x for one trace: a few peaks that drift from row to row, as a signal does. */
const peaks = [
  { at: 420, wide: 120, high: 330 },
  { at: 610, wide: 84, high: 250 },
  { at: 760, wide: 130, high: 210 },
  { at: 300, wide: 70, high: 120 },
  { at: 900, wide: 80, high: 90 },
];
const trace = (row: number): Point[] => {
  const depth = row / (ROWS - 1);
  const y = 800 + depth * 640;
  const mountain = Math.exp(-(((depth - 0.16) / 0.17) ** 2));
  const points: Point[] = [];
  const drift = random.range(-14, 14);
  const phase = random.range(0, 6.28);
  for (let x = -20; x <= 1220; x += 10) {
    let lift = 0;
    for (const peak of peaks)
      lift += peak.high * Math.exp(-(((x - peak.at - drift * 0.7) / peak.wide) ** 2)) * mountain;
    const jitter = lift > 6 ? random.range(-1, 1) * Math.min(15, 3 + lift * 0.07) : 0;
    const swell =
      Math.sin(x / (52 + depth * 70) + phase) *
      (2 + depth * 15) *
      (1 - Math.min(1, lift / 60)) *
      Math.exp(-(((x - 600) / 760) ** 2));
    points.push([x, y - lift - jitter - swell]);
  }
  return points;
};
const traces = Array.from({ length: ROWS }, (_, row) => trace(row));
const closed = (points: Point[]) => `${curve(points, false)}L1260 1600L-60 1600Z`;

/** A round tuner dial for a sun: ticks round a disc. */
const ticks = Array.from({ length: 120 }, (_, i) => {
  const turn = (i * 3 * Math.PI) / 180;
  const long = i % 10 === 0 ? 62 : i % 5 === 0 ? 42 : 24;
  return line(
    `M${(640 + Math.cos(turn) * 372).toFixed(1)} ${(470 + Math.sin(turn) * 372).toFixed(1)}L${(640 + Math.cos(turn) * (372 + long)).toFixed(1)} ${(470 + Math.sin(turn) * (372 + long)).toFixed(1)}`,
    i % 10 === 0 ? 7 : 4,
  );
}).join("");
const bars = Array.from({ length: 19 }, (_, i) => {
  const x = 640 - 320 + i * 34;
  const room = Math.sqrt(Math.max(0, 338 ** 2 - (x + 11 - 640) ** 2));
  return box(x, 470 - room * random.range(0.25, 0.9), 20, 900);
}).join("");
const palms =
  palm([430, 640], [350, 380], 165, random) +
  palm([410, 640], [470, 300], 175, random) +
  palm([610, 720], [650, 470], 140, random) +
  palm([780, 780], [850, 560], 120, random);

export const islandFrequencies: Poster = {
  key: "island-frequencies",
  alt: "An island drawn entirely from stacked radio traces rises from a rippling signal sea, palms on its peaks and a tuner-dial sun behind.",
  paper: "#f6efdd",
  accent: "#ff7058",
  dominant: "#f08d74",
  social: [0, 150, 1200],
  separations: () => [
    { ink: "#f6efdd", art: fill(WHOLE) },
    {
      ink: "#7fd6cc",
      art: fade("sky", WHOLE, [0, -40, 0.75], [0, 800, 0]),
      screen: { kind: "lines", pitch: 14, angle: 0 },
    },
    { ink: "#ff7058", opaque: true, art: fill(disc(640, 470, 344)) + ticks, rough: 0.2 },
    {
      ink: "#f6efdd",
      opaque: true,
      art: fade("bars", bars, [0, 200, 0], [0, 800, 0.9]),
      screen: { kind: "dots", pitch: 9, angle: 0 },
    },
    { ink: "#0d2b52", art: fill(palms), opaque: true, rough: 0.3 },
    ...Array.from({ length: 5 }, (_, band) => {
      const rows = traces
        .map((points, row) => ({ points, row }))
        .filter(({ row }) => Math.floor((row / ROWS) * 5) === band);
      return [
        {
          ink: ["#0d2b52", "#11487a", "#0f7a97", "#15a09f", "#2fbfae"][band]!,
          opaque: true,
          art: rows.map(({ points }) => fill(closed(points))).join(""),
        },
        {
          ink: band === 0 ? "#7fd6cc" : "#f6efdd",
          opaque: true,
          art: rows
            .map(({ points, row }) => fill(closed(points), 0) + line(curve(points, false), 2.6 + (row / ROWS) * 4))
            .join(""),
        },
      ];
    }).flat(),
    {
      ink: "#ff7058",
      opaque: true,
      art: traces
        .filter((_, i) => i > 12 && i % 3 === 0)
        .map((points, i) =>
          line(
            curve(
              points.filter(([x]) => Math.abs(x - 640) < 300 - i * 12),
              false,
            ),
            4 + i * 0.3,
          ),
        )
        .join(""),
    },
    {
      ink: "#0d2b52",
      opaque: true,
      art: fill(
        leaf([980, 210], [926, 186], 7) +
          leaf([980, 210], [1036, 184], 7) +
          leaf([1060, 270], [1022, 252], 5) +
          leaf([1060, 270], [1100, 250], 5),
      ),
    },
  ],
};
