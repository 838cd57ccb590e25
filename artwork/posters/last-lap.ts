import { plume, type Plume } from "../feathers.ts";
import { dancer } from "../figures.ts";
import { cut, fade, fill, line, place, WHOLE, type Poster, type Separation } from "../ink.ts";
import { curve, disc, oval, poly, polar, star, taper } from "../path.ts";
import { chance } from "../seeded.ts";
import { cone } from "../sound.ts";
import { POSES } from "../poses.ts";

const random = chance("last-lap");
const TURN = 24;
const NOZZLE = [620, 640] as const;

const hull = "M0 -470C92 -380 128 -250 118 -70C114 0 96 60 76 96H-76C-96 60 -114 0 -118 -70C-128 -250 -92 -380 0 -470Z";
const nose = "M0 -470C54 -418 88 -356 105 -290Q0 -252 -105 -290C-88 -356 -54 -418 0 -470Z";
const fin = (side: number) =>
  curve(
    [
      [side * 104, -70],
      [side * 190, 20],
      [side * 210, 150],
      [side * 150, 96],
      [side * 78, 92],
    ],
    true,
    0.6,
  );
const speaker = cone(0, -150, 78);
const rocket = (art: string) => place(art, NOZZLE[0], NOZZLE[1], 1, TURN);

const ROWS: readonly { color: string; vein: string; plumes: Plume[] }[] = [
  {
    color: "#e8375f",
    vein: "#7d0f45",
    plumes: [60, 36, 18, 0, -18, -34, -52].map((s) =>
      plume([NOZZLE[0] - 10, NOZZLE[1] + 30], 114 + s, 900 - Math.abs(s) * 5, 170, -s * 0.5, random),
    ),
  },
  {
    color: "#ff8a1f",
    vein: "#b8330f",
    plumes: [44, 22, 4, -14, -34].map((s) =>
      plume([NOZZLE[0], NOZZLE[1] + 30], 114 + s, 640 - Math.abs(s) * 4, 140, -s * 0.5, random),
    ),
  },
  {
    color: "#ffd84a",
    vein: "#d9711c",
    plumes: [28, 9, -9, -26].map((s) => plume([NOZZLE[0], NOZZLE[1] + 20], 114 + s, 400, 108, -s * 0.4, random)),
  },
];
const exhaust = (row: (typeof ROWS)[number]): Separation[] => [
  { ink: row.color, opaque: true, art: row.plumes.map((p) => fill(p.vane)).join("") },
  {
    ink: row.vein,
    opaque: true,
    art: row.plumes
      .map(
        (p) =>
          line(p.vane, 7) +
          cut(p.vane) +
          cut(p.gaps) +
          p.barbs.map((b) => line(`M${b[0]}L${b[1]}`, 2.6)).join("") +
          line(p.shaft, 3) +
          fill(p.eye(0.8)) +
          cut(p.eye(0.45)),
      )
      .join(""),
  },
];

const crowd = (y: number, scale: number, step: number) => {
  let text = "";
  for (let x = -30; x < 1250; x += step)
    text += place(
      fill(
        dancer(
          POSES[random.pick(["jump", "flag", "wave", "jump"] as const)],
          random.pick(["shorts", "dress"] as const),
          random.pick(["none", "afro", "bun", "plumes", "panama"] as const),
        ),
      ),
      x + random.range(-16, 16),
      y + random.range(-24, 20),
      scale * random.range(0.92, 1.1),
      random.range(-5, 5),
      random.next() < 0.5,
    );
  return text;
};
const cloud = (y: number, low: number, high: number) =>
  Array.from({ length: 16 }, (_, i) => disc(i * 84 - 30, y + random.range(-24, 36), random.range(low, high))).join("");
const planet = { x: 208, y: 270, r: 148 };

export const lastLap: Poster = {
  key: "last-lap",
  alt: "A striped rocket with a loudspeaker porthole blasts off on an exhaust of carnival plumes, over a jumping crowd and billowing smoke.",
  paper: "#fdf0d5",
  accent: "#ff9a2e",
  dominant: "#12365e",
  social: [0, 330, 1200],
  separations: () => [
    { ink: "#0d3a63", art: fill(WHOLE) },
    {
      ink: "#1fb0b5",
      opaque: true,
      art: fade("air", WHOLE, [0, 500, 0], [0, 1400, 0.9]),
      screen: { kind: "lines", pitch: 12, angle: 0 },
    },
    {
      ink: "#fdf0d5",
      opaque: true,
      art: Array.from({ length: 60 }, (_, i) =>
        fill(
          star(
            random.range(0, 1200),
            random.range(0, 900),
            i % 6 ? random.range(3, 8) : random.range(14, 24),
            i % 6 ? 2 : 4,
            4,
          ),
        ),
      ).join(""),
    },
    { ink: "#ff8a1f", opaque: true, art: fill(disc(planet.x, planet.y, planet.r)) },
    {
      ink: "#0d3a63",
      opaque: true,
      art: fade("night-side", disc(planet.x, planet.y, planet.r), [100, 180, 0], [330, 380, 0.9]),
      screen: { kind: "dots", pitch: 11, angle: 40 },
    },
    {
      ink: "#fdf0d5",
      opaque: true,
      art:
        line(oval(planet.x, planet.y, 250, 56, -18), 13) + cut(`M${planet.x - 140} ${planet.y - 90}h280v70l-280 60Z`),
    },
    ...ROWS.flatMap(exhaust),
    {
      ink: "#0a1f3d",
      opaque: true,
      art: rocket(
        fill(fin(1)) +
          fill(fin(-1)) +
          line(hull, 16) +
          fill(
            poly([
              [-60, 90],
              [60, 90],
              [78, 136],
              [-78, 136],
            ]),
          ),
      ),
    },
    { ink: "#1fb0b5", opaque: true, art: rocket(fill(fin(1)) + fill(fin(-1))), shift: [-5, -5] },
    { ink: "#fdf0d5", opaque: true, art: rocket(fill(hull)) },
    {
      ink: "#1fb0b5",
      opaque: true,
      art: rocket(fill("M-122 -40Q0 4 122 -40L114 10Q0 54 -114 10Z")),
    },
    {
      ink: "#e8375f",
      opaque: true,
      art: rocket(fill(nose) + fill("M-108 36Q0 80 108 36L92 72Q0 112 -92 72Z")),
    },
    { ink: "#ffd84a", opaque: true, art: rocket(fill(disc(0, -150, 88))) },
    {
      ink: "#0a1f3d",
      opaque: true,
      art: rocket(
        fill(speaker.rim) +
          fill(
            taper(
              [
                [0, 20],
                [0, 130],
              ],
              [16, 10],
            ),
          ) +
          line(nose, 5),
      ),
      rough: 0.2,
    },
    {
      ink: "#fdf0d5",
      opaque: true,
      art: rocket(line(speaker.rings[1]!, 5) + line(speaker.rings[3]!, 4) + fill(speaker.cap) + fill(speaker.bolts)),
    },
    {
      ink: "#0d3a63",
      art: rocket(fade("shade", hull, [20, 0, 0], [120, 0, 0.85])),
      screen: { kind: "dots", pitch: 9, angle: 60 },
    },
    { ink: "#fdf0d5", opaque: true, art: fill(cloud(1300, 76, 130)) },
    {
      ink: "#1fb0b5",
      opaque: true,
      art: fade("smoke", cloud(1330, 70, 110), [0, 1200, 0], [0, 1420, 0.9]),
      screen: { kind: "dots", pitch: 12, angle: 20 },
    },
    { ink: "#e8375f", opaque: true, art: crowd(1540, 1.5, 118), rough: 0.3 },
    { ink: "#0a1f3d", opaque: true, art: crowd(1680, 1.9, 132), rough: 0.3 },
    {
      ink: "#ffd84a",
      opaque: true,
      art: Array.from({ length: 60 }, () =>
        fill(
          poly([0, 1, 2, 3].map((i) => polar(0, 0, random.range(6, 13), i * 90 + 20))),
          1,
          `transform="translate(${random.range(0, 1200).toFixed(0)} ${random.range(1050, 1480).toFixed(0)})"`,
        ),
      ).join(""),
    },
  ],
};
