import { fade, fill, glow, line, place, WHOLE, type Poster } from "../ink.ts";
import { curve, disc, leaf, poly, polar, rays, star, taper, type Point } from "../path.ts";
import { chance } from "../seeded.ts";

const random = chance("lime");
const LIME: Point = [600, 720];

const segments = Array.from({ length: 10 }, (_, i) => {
  const mid = i * 36 + 8;
  return curve(
    [
      polar(...LIME, 46, mid),
      polar(...LIME, 200, mid - 13.5),
      polar(...LIME, 318, mid - 14.5),
      polar(...LIME, 338, mid),
      polar(...LIME, 318, mid + 14.5),
      polar(...LIME, 200, mid + 13.5),
    ],
    true,
    0.7,
  );
});
const vesicles = Array.from({ length: 230 }, () => {
  const turn = random.range(0, 360);
  const r = random.range(90, 300);
  return leaf(
    polar(...LIME, r, turn),
    polar(...LIME, r + random.range(24, 52), turn + random.range(-1, 1)),
    random.range(3, 6.5),
    0.7,
  );
}).join("");

/** A hummingbird facing right, hovering, bill at about (240, -60): its parts to be inked one by one. */
function hummingbird(streamers: boolean) {
  const body = curve(
    [
      [-96, 128],
      [-70, 40],
      [-20, -30],
      [36, -88],
      [84, -108],
      [122, -92],
      [130, -66],
      [112, -44],
      [84, -20],
      [60, 40],
      [0, 100],
      [-56, 136],
    ],
    true,
    0.9,
  );
  const tail = streamers
    ? taper(
        [
          [-84, 120],
          [-150, 220],
          [-170, 340],
          [-140, 470],
          [-170, 600],
        ],
        [36, 22, 13, 15, 3],
      ) +
      taper(
        [
          [-66, 126],
          [-96, 240],
          [-90, 360],
          [-40, 480],
          [-52, 630],
        ],
        [36, 22, 13, 15, 3],
      ) +
      leaf([-84, 110], [-170, 210], 22, 0.7)
    : [-26, -10, 6, 22].map((spread) => leaf([-70, 110], polar(-70, 110, 190, 132 + spread), 24, 0.75)).join("");
  const wing = (turns: readonly number[], reach: number) =>
    turns
      .map((turn, i) => leaf([4 - i * 5, -20 + i * 4], polar(4, -20, reach * (1 - i * 0.075), turn), 25, 0.62))
      .join("");
  return {
    body,
    tail,
    near: wing([-112, -122, -132, -142, -152, -163, -174], 330),
    far: wing([-62, -72, -82, -92], 280),
    bill: poly([
      [116, -92],
      [300, -96],
      [118, -66],
    ]),
    throat: curve(
      [
        [124, -66],
        [112, -42],
        [82, -16],
        [66, 14],
        [46, -20],
        [80, -60],
      ],
      true,
      0.8,
    ),
    eye: disc(98, -82, 9),
    crest: leaf([104, -100], [30, -140], 13, 0.5) + leaf([96, -102], [16, -118], 11, 0.5),
    scales: Array.from({ length: 22 }, (_, i) => {
      const t = i / 21;
      const x = 60 - t * 130 + ((i * 37) % 30) - 14;
      const y = -60 + t * 170 + ((i * 23) % 26) - 12;
      return `M${x.toFixed(0)} ${y.toFixed(0)}q10 12 22 4`;
    }).join(""),
  };
}
const J = hummingbird(true);
const T = hummingbird(false);
const jam = (art: string) => place(art, 330, 420, 1.3, 2);
const tt = (art: string) => place(art, 925, 1010, 1.3, 12, true);

const burst = (x: number, y: number, reach: number, spokes: number) =>
  Array.from({ length: spokes }, (_, i) => {
    const turn = (i * 360) / spokes;
    const far = reach * (i % 2 ? 1 : 0.7);
    return (
      taper([polar(x, y, reach * 0.26, turn), polar(x, y, far, turn)], [2, 8]) +
      disc(...polar(x, y, far + 16, turn), i % 2 ? 9 : 6)
    );
  }).join("");

export const independenceLime: Poster = {
  key: "independence-lime",
  alt: "A great cut lime glows like a sun; a streamer-tailed hummingbird in green and gold and another in red and black hover either side amid fireworks.",
  paper: "#fbf5dc",
  accent: "#a8d938",
  dominant: "#d9e86a",
  social: [0, 250, 1200],
  separations: () => [
    { ink: "#d7e63a", art: fill(rays(...LIME, 300, 1500, 22, 0.5, 8)) },
    {
      ink: "#ffcf1f",
      art: glow("sunny", ...LIME, 900, 0.95, 0, WHOLE),
      screen: { kind: "dots", pitch: 14, angle: 45 },
    },
    {
      ink: "#15130f",
      opaque: true,
      art: fill(burst(190, 1250, 180, 20)) + fill(burst(1010, 220, 190, 22)),
      rough: 0.2,
    },
    {
      ink: "#d81e34",
      opaque: true,
      art: fill(burst(1050, 1330, 110, 16)) + fill(burst(160, 150, 100, 16)) + fill(star(600, 130, 24, 9, 5)),
    },
    {
      ink: "#1c7a3c",
      opaque: true,
      art: fill(disc(LIME[0], LIME[1], 412)) + fill(burst(640, 1380, 96, 16)),
      rough: 0.3,
    },
    {
      ink: "#0e4a2a",
      opaque: true,
      art: glow("zest", 520, 600, 480, 0, 0.7, disc(LIME[0], LIME[1], 412), 0.6),
      screen: { kind: "grain", size: 3 },
    },
    { ink: "#fbf5dc", opaque: true, art: fill(disc(LIME[0], LIME[1], 374)) },
    { ink: "#a8d024", opaque: true, art: segments.map((segment) => fill(segment)).join("") },
    {
      ink: "#4f9e2b",
      opaque: true,
      art: segments.map((segment, i) => glow(`s${i}`, ...LIME, 350, 0.02, 0.55, segment)).join(""),
      screen: { kind: "dots", pitch: 10, angle: 30 },
    },
    {
      ink: "#eef7a5",
      opaque: true,
      art: fill(vesicles) + segments.map((segment) => line(segment, 3)).join(""),
    },
    { ink: "#fbf5dc", opaque: true, art: fill(disc(...LIME, 34)) + line(disc(...LIME, 356), 18) },
    {
      ink: "#15130f",
      opaque: true,
      art:
        jam(line(J.near + J.body + J.tail + J.far, 12) + fill(J.tail) + fill(J.bill) + fill(J.crest)) +
        tt(line(T.near + T.body + T.tail + T.far, 12) + fill(T.bill) + fill(T.tail)),
      rough: 0.2,
    },
    { ink: "#ffcf1f", opaque: true, art: jam(fill(J.far)) },
    { ink: "#fbf5dc", opaque: true, art: tt(fill(T.far)) },
    { ink: "#0f8a43", opaque: true, art: jam(fill(J.body)) },
    {
      ink: "#d81e34",
      opaque: true,
      art: tt(
        fill(T.body) + [0, 2].map((i) => fill(leaf([-70, 110], polar(-70, 110, 170, 112 + i * 16), 15, 0.75))).join(""),
      ),
    },
    {
      ink: "#15130f",
      opaque: true,
      art:
        jam(
          fade("jb", J.body, [60, -60, 0], [-80, 120, 0.9]) +
            fill(J.eye) +
            fill(
              curve([
                [60, -100],
                [100, -112],
                [128, -92],
                [120, -78],
                [84, -92],
              ]),
              1,
            ),
        ) + tt(fade("tb", T.body, [60, -60, 0], [-80, 120, 0.9]) + fill(T.eye) + fill(T.throat)),
      screen: { kind: "lines", pitch: 8, angle: 30 },
    },
    {
      ink: "#ffcf1f",
      opaque: true,
      art: jam(fill(J.throat) + line(J.scales, 3.5) + fill(J.near)) + tt(line(T.scales, 3.5)),
    },
    {
      ink: "#fbf5dc",
      opaque: true,
      art: tt(fill(T.near)) + jam(fill(disc(101, -85, 3.4))) + tt(fill(disc(101, -85, 3.4))),
    },
    { ink: "#15130f", opaque: true, art: jam(featherLines(J.near)) + tt(featherLines(T.near)) },
  ],
};

/** Outlines the wing and shades its root. */
function featherLines(near: string): string {
  return (
    line(near, 5) +
    [-118, -130, -142, -154, -166]
      .map((turn) => line(`M${polar(4, -20, 70, turn)}L${polar(4, -20, 225, turn)}`, 3))
      .join("")
  );
}
