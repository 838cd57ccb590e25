import { bananaLeaf, hibiscus } from "../foliage.ts";
import { clip, cut, fade, fill, glow, line, place, WHOLE, type Poster } from "../ink.ts";
import { box, curve, disc, leaf, oval, polar, rays, softBox, taper, wedge } from "../path.ts";
import { chance } from "../seeded.ts";

const random = chance("brunch");
const LEAF = bananaLeaf([-60, 1240], -34, 1010, 470, random);
const FLOWER = hibiscus(1030, 250, 178, 12, random);
const PLATE = { x: 362, y: 640 };

/** A breadfruit cut across: rind, flesh, core. */
const breadfruit = (x: number, y: number, r: number) => ({
  rind: curve(
    Array.from({ length: 26 }, (_, i) => polar(x, y, r * (i % 2 ? 0.985 : 1.02), i * 13.85)),
    true,
  ),
  flesh: disc(x, y, r * 0.89),
  core: curve(
    Array.from({ length: 14 }, (_, i) => polar(x, y, r * (i % 2 ? 0.24 : 0.36), i * 25.7)),
    true,
  ),
  fibres: rays(x, y, r * 0.42, r * 0.8, 34, 0.16),
});
const whole = breadfruit(850, 1180, 228);

/** A mango cheek scored into cubes. */
const mangoCut = (x: number, y: number, turn: number) => {
  const shape = oval(0, 0, 138, 96);
  const cubes = [-2, -1, 0, 1, 2]
    .map((i) => `M${i * 46 - 12} -100Q${i * 52} 0 ${i * 46 - 12} 100M-140 ${i * 36}Q0 ${i * 44} 140 ${i * 36}`)
    .join("");
  return {
    rind: place(fill(oval(0, 0, 150, 108)), x, y, 1, turn),
    flesh: place(fill(shape), x, y, 1, turn),
    score: place(clip(`m${x}`, shape, line(cubes, 7)), x, y, 1, turn),
  };
};
const mangoes = [mangoCut(560, 930, -28), mangoCut(250, 1010, 22)];

/** A papaya half lengthwise. */
const PAPAYA = {
  skin: curve([
    [-240, 0],
    [-150, -92],
    [20, -118],
    [180, -78],
    [236, 0],
    [180, 78],
    [20, 118],
    [-150, 92],
  ]),
  hollow: curve([
    [-150, 0],
    [-70, -44],
    [60, -54],
    [150, -20],
    [160, 14],
    [60, 54],
    [-70, 44],
  ]),
};
const seeds = Array.from({ length: 40 }, () => {
  const t = random.range(-0.92, 0.92);
  return disc(t * 135 + 6, random.range(-1, 1) * 38 * Math.sqrt(1 - t * t), random.range(9, 14));
}).join("");

const wheel = (x: number, y: number, r: number) => ({
  rind: disc(x, y, r),
  pith: disc(x, y, r * 0.9),
  pulp: Array.from({ length: 8 }, (_, i) => wedge(x, y, r * 0.12, r * 0.8, i * 45 + 5, i * 45 + 40)).join(""),
});
const limes = [wheel(96, 250, 82), wheel(186, 370, 66), wheel(1120, 900, 74)];

const GLASS = { x: 760, y: 570, r: 118 };
const around = (radius: number, from: number, to: number) =>
  Array.from({ length: 7 }, (_, i) => polar(GLASS.x, GLASS.y, radius, from + ((to - from) * i) / 6));
const ARM_A = taper(
  [
    [1290, 700],
    [1130, 650],
    [960, 590],
  ],
  [168, 136, 100],
);
const HAND_A =
  curve(
    [
      [990, 540],
      [940, 500],
      [880, 480],
      [850, 560],
      [860, 650],
      [930, 660],
      [1000, 640],
    ],
    true,
    0.9,
  ) +
  taper(around(134, -14, -158), [64, 56, 40]) +
  taper(around(132, 20, 108), [72, 60, 46]);
const NAILS =
  oval(...polar(GLASS.x, GLASS.y, 136, -160), 16, 12, 120) + oval(...polar(GLASS.x, GLASS.y, 134, 110), 17, 13, 20);
const PASSION = { x: 1086, y: 1396 };
const pips = Array.from({ length: 16 }, (_, i) =>
  oval(...polar(PASSION.x, PASSION.y, i < 5 ? 24 : 58, i * 68 + 14), 11, 7, i * 68),
).join("");
const fork =
  softBox(-9, -20, 18, 300, 9) +
  [-27, -9, 9, 27].map((x) => softBox(x - 5, -180, 10, 120, 5)).join("") +
  curve(
    [
      [-33, -84],
      [33, -84],
      [30, -30],
      [8, 0],
      [-8, 0],
      [-30, -30],
    ],
    true,
    0.6,
  );

const ackee = Array.from({ length: 26 }, () => {
  const [x, y] = polar(PLATE.x, PLATE.y, random.range(0, 118), random.range(0, 360));
  return curve(
    Array.from({ length: 7 }, (_, i) => polar(x, y, random.range(24, 44), i * 51)),
    true,
  );
});
const solids = (dx: number, dy: number) =>
  `<g transform="translate(${dx} ${dy})">${fill(whole.rind)}${mangoes.map((m) => m.rind).join("")}${place(fill(PAPAYA.skin), 470, 212, 1.12, -16)}${fill(disc(PLATE.x, PLATE.y, 262))}${limes.map((l) => fill(l.rind)).join("")}${FLOWER.petals.map((p) => fill(p)).join("")}${fill(ARM_A + HAND_A)}${fill(disc(GLASS.x, GLASS.y, GLASS.r))}${place(fill(fork), 34, 700, 1.0, -4)}${fill(LEAF.blade)}${fill(disc(PASSION.x, PASSION.y, 132))}</g>`;

export const goldCoastBrunch: Poster = {
  key: "gold-coast-brunch",
  alt: "A sunlit brunch table seen from above: papaya, scored mango, breadfruit, ackee on a blue plate, limes, a hibiscus, and a hand with bangles lifting a drink.",
  paper: "#fff6e2",
  accent: "#ffc72c",
  dominant: "#ffc533",
  social: [0, 420, 1200],
  separations: () => [
    {
      ink: "#ffc72c",
      art:
        fill(WHOLE) +
        Array.from({ length: 8 * 10 }, (_, i) =>
          ((i % 8) + Math.floor(i / 8)) % 2 ? cut(box((i % 8) * 150, Math.floor(i / 8) * 150, 150, 150)) : "",
        ).join(""),
    },
    {
      ink: "#ff8a3d",
      art: solids(34, 42).replaceAll('#000000"', '#4d4d4d"'),
      screen: { kind: "dots", pitch: 10, angle: 40 },
      wear: 0,
    },
    {
      ink: "#14795a",
      opaque: true,
      art:
        fill(LEAF.blade) +
        fill(whole.rind) +
        limes.map((l) => fill(l.rind)).join("") +
        mangoes.map((m) => m.rind).join("") +
        fill(leaf([940, 350], [790, 420], 56) + leaf([1090, 410], [1180, 540], 50)),
      rough: 0.3,
    },
    {
      ink: "#8fc63d",
      opaque: true,
      art:
        LEAF.veins.map((v) => line(curve(v, false), 5)).join("") +
        limes.map((l) => fill(l.pulp)).join("") +
        line("M936 352L806 414M1092 412L1170 526", 5),
    },
    {
      ink: "#ff5a43",
      opaque: true,
      art: place(fill(PAPAYA.skin), 470, 212, 1.12, -16) + FLOWER.petals.map((p) => fill(p)).join(""),
      rough: 0.2,
    },
    {
      ink: "#fff6e2",
      opaque: true,
      art:
        fill(whole.flesh) +
        limes.map((l) => fill(l.pith) + cut(l.pulp)).join("") +
        fill(disc(PLATE.x, PLATE.y, 262)) +
        FLOWER.petals.map((p) => line(p, 6)).join(""),
    },
    {
      ink: "#1d6fd1",
      opaque: true,
      art:
        line(disc(PLATE.x, PLATE.y, 240), 14) +
        line(disc(PLATE.x, PLATE.y, 182), 5) +
        Array.from({ length: 28 }, (_, i) =>
          fill(leaf(polar(PLATE.x, PLATE.y, 192, i * 12.86), polar(PLATE.x, PLATE.y, 228, i * 12.86), 9)),
        ).join("") +
        place(fill(fork), 34, 700, 1.0, -4),
    },
    {
      ink: "#ffb300",
      opaque: true,
      art:
        mangoes.map((m) => m.flesh).join("") +
        place(fill(PAPAYA.skin), 470, 212, 0.98, -16) +
        ackee.map((a) => fill(a)).join("") +
        fill(FLOWER.column) +
        fill(FLOWER.anthers),
    },
    {
      ink: "#ff7a2e",
      opaque: true,
      art:
        mangoes.map((m) => m.score).join("") +
        place(fill(PAPAYA.skin), 470, 212, 0.86, -16) +
        ackee.map((a) => line(a, 4)).join("") +
        fill(whole.fibres, 0.28) +
        fill(whole.core, 0.5),
    },
    {
      ink: "#9c1f3f",
      opaque: true,
      art:
        FLOWER.veins.map((v) => line(curve(v, false), 3)).join("") +
        fill(FLOWER.heart) +
        Array.from({ length: 9 }, (_, i) => {
          const [x, y] = polar(PLATE.x, PLATE.y, 20 + (i % 3) * 42, i * 77);
          return fill(softBox(x - 22, y - 7, 44, 14, 6), 1, `transform="rotate(${i * 50} ${x} ${y})"`);
        }).join("") +
        fill(disc(PASSION.x, PASSION.y, 132)),
    },
    { ink: "#2a1420", opaque: true, art: place(fill(PAPAYA.hollow), 470, 212, 1, -16) },
    {
      ink: "#5b2c1e",
      opaque: true,
      art: place(fill(seeds), 470, 212, 1, -16) + fill(ARM_A) + fill(HAND_A),
      rough: 0.2,
    },
    {
      ink: "#d98b63",
      opaque: true,
      art: fill(NAILS, 0.95) + fade("forearm", ARM_A, [1100, 590, 0.75], [1080, 680, 0]),
      screen: { kind: "dots", pitch: 8, angle: 25 },
    },
    {
      ink: "#fff6e2",
      opaque: true,
      art: fill(disc(GLASS.x, GLASS.y, GLASS.r)) + fill(disc(PASSION.x, PASSION.y, 112)),
    },
    { ink: "#ff5a43", opaque: true, art: fill(disc(GLASS.x, GLASS.y, GLASS.r - 15)) },
    {
      ink: "#9c1f3f",
      opaque: true,
      art: glow("sorrel", GLASS.x - 20, GLASS.y - 20, GLASS.r, 0, 0.8, disc(GLASS.x, GLASS.y, GLASS.r - 15)),
      screen: { kind: "dots", pitch: 9, angle: 50 },
    },
    {
      ink: "#fff6e2",
      opaque: true,
      art: [
        [724, 540, 20],
        [790, 600, 48],
        [716, 614, 70],
      ]
        .map(([x, y, turn]) =>
          place(line(softBox(-25, -25, 50, 50, 8), 5) + fill(softBox(-25, -25, 50, 50, 8), 0.4), x!, y!, 1, turn),
        )
        .join(""),
      screen: { kind: "dots", pitch: 7, angle: 0 },
    },
    { ink: "#ffb300", opaque: true, art: fill(disc(PASSION.x, PASSION.y, 92)) },
    { ink: "#8fc63d", opaque: true, art: fill(disc(806, 520, 46)) },
    {
      ink: "#fff6e2",
      opaque: true,
      art:
        line(disc(806, 520, 40), 6) +
        Array.from({ length: 6 }, (_, i) => line(`M806 520L${polar(806, 520, 38, i * 60)}`, 4)).join(""),
    },
    { ink: "#2a1420", opaque: true, art: fill(pips) },
    {
      ink: "#ffc72c",
      opaque: true,
      art:
        [0, 1, 2]
          .map((i) =>
            line(
              `M${1030 + i * 36} ${558 + i * 10}Q${1050 + i * 36} ${616 + i * 12} ${1014 + i * 36} ${672 + i * 12}`,
              14,
            ),
          )
          .join("") + place(fill(softBox(-8, -210, 16, 250, 8)), 724, 590, 1, -38),
    },
  ],
};
