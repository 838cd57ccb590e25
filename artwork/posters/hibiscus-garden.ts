import { dancer } from "../figures.ts";
import { bananaLeaf, hibiscus, monstera } from "../foliage.ts";
import { cut, fade, fill, glow, line, place, WHOLE, type Poster, type Separation } from "../ink.ts";
import { box, curve, disc, leaf, oval, poly, polar, taper } from "../path.ts";
import { chance } from "../seeded.ts";
import { POSES } from "../poses.ts";

const random = chance("garden");
const blooms = [
  { flower: hibiscus(330, 1130, 330, -64, random), petal: "#ff4f6d", deep: "#a3123f" },
  { flower: hibiscus(1010, 1270, 236, 20, random), petal: "#ffb347", deep: "#d9482b" },
  { flower: hibiscus(985, 260, 226, 100, random), petal: "#ff4f6d", deep: "#a3123f" },
  { flower: hibiscus(120, 240, 150, 40, random), petal: "#ffe3d4", deep: "#e8446a" },
];

/** A bloom built petal over petal, then veins, heart and column. */
const bloom = ({ flower, petal, deep }: (typeof blooms)[number]): Separation[] => [
  { ink: petal, opaque: true, art: flower.petals.map((p) => fill(p)).join(""), rough: 0.2 },
  {
    ink: deep,
    opaque: true,
    art:
      flower.petals.map((p) => line(p, 8) + cut(p)).join("") +
      flower.petals.map((p) => line(p, 4)).join("") +
      flower.folds.map((f) => fill(f, 0.42)).join("") +
      fill(flower.heart) +
      flower.veins.map((v) => line(curve(v, false), 3)).join(""),
    screen: { kind: "dots", pitch: 9, angle: 33 },
  },
  { ink: "#ffd23f", opaque: true, art: fill(flower.column) + fill(flower.anthers) },
  { ink: "#a3123f", opaque: true, art: fill(flower.stigma) },
];

const deepLeaves = () => {
  let text = "";
  for (let i = 0; i < 46; i += 1) {
    const turn = i * 7.8;
    const [x, y] = polar(600, 690, 1, turn);
    const base = polar(600, 690, 900, turn);
    text += fill(
      leaf(
        [600 + (base[0] - 600) * 0.9, 690 + (base[1] - 690) * 1.1],
        [600 + (x - 600) * random.range(360, 430), 690 + (y - 690) * random.range(440, 510)],
        random.range(34, 64),
        0.45,
      ),
    );
  }
  return text;
};
const split = [
  monstera(-40, 850, 350, -24),
  monstera(1250, 900, 370, 204),
  monstera(610, -60, 320, 84),
  monstera(690, 1580, 340, -82),
  monstera(1240, 520, 260, 168),
];
const broad = [
  bananaLeaf([-60, 640], -48, 560, 230, random),
  bananaLeaf([1250, 1060], -150, 560, 200, random),
  bananaLeaf([330, -60], 52, 520, 190, random),
  bananaLeaf([-40, 1500], -30, 640, 210, random),
];

const pavilion =
  fill(
    poly([
      [430, 560],
      [600, 440],
      [770, 560],
    ]),
  ) +
  fill(box(444, 556, 312, 16)) +
  [456, 548, 640, 732].map((x) => fill(box(x, 560, 11, 270))).join("") +
  fill(oval(600, 836, 200, 18));
const lanterns = Array.from({ length: 9 }, (_, i) =>
  disc(330 + i * 68, 470 + Math.sin((i / 8) * Math.PI) * 70 - (i % 2) * 6 + (i > 2 && i < 6 ? 60 : 0), 15),
).join("");
const party = (
  [
    ["wine", "dress", "wrap", 420, 0.94],
    ["wave", "suit", "panama", 500, 1],
    ["dip", "dress", "afro", 590, 0.9],
    ["stand", "suit", "panama", 650, 0.98],
    ["flag", "dress", "bun", 742, 0.98],
    ["skank", "suit", "none", 832, 0.95],
  ] as const
).map(([pose, outfit, head, x, scale], i) => ({
  x,
  art: place(fill(dancer(POSES[pose], outfit, head)), x, 900 + (i % 2) * 22, scale * 1.15, 0, i % 2 === 1),
}));

export const hibiscusGarden: Poster = {
  key: "hibiscus-garden",
  alt: "Through a jungle frame of monstera, banana leaves and huge coral hibiscus, guests dance by a garden pavilion in pale afternoon light.",
  paper: "#fff3dc",
  accent: "#ff6f86",
  dominant: "#0f4b3b",
  social: [0, 520, 1200],
  separations: () => [
    {
      ink: "#ff9f8a",
      art: fade("air", WHOLE, [0, 260, 1], [0, 900, 0.35]),
      screen: { kind: "dots", pitch: 12, angle: 45 },
    },
    { ink: "#ffd23f", opaque: true, art: fill(disc(668, 470, 118)) },
    {
      ink: "#9fd3b0",
      opaque: true,
      art: fill(
        curve(
          [
            [-40, 720],
            [200, 650],
            [420, 700],
            [600, 660],
            [800, 700],
            [1000, 640],
            [1260, 720],
            [1260, 1000],
            [-40, 1000],
          ],
          true,
          0.8,
        ),
      ),
    },
    {
      ink: "#57b483",
      opaque: true,
      art: fill(
        curve(
          [
            [-40, 830],
            [300, 790],
            [600, 812],
            [900, 786],
            [1260, 830],
            [1260, 1540],
            [-40, 1540],
          ],
          true,
          0.7,
        ),
      ),
    },
    { ink: "#fff3dc", opaque: true, art: pavilion },
    {
      ink: "#0f4b3b",
      opaque: true,
      art:
        line("M300 450Q600 640 900 450", 4) +
        party
          .filter((_, i) => i % 2 === 1)
          .map((p) => p.art)
          .join(""),
      rough: 0.2,
    },
    {
      ink: "#c92a55",
      opaque: true,
      art: party
        .filter((_, i) => i % 2 === 0)
        .map((p) => p.art)
        .join(""),
    },
    { ink: "#ff8f4a", opaque: true, art: fill(lanterns) },
    { ink: "#12604a", opaque: true, art: deepLeaves(), rough: 0.4 },
    {
      ink: "#0a2f2a",
      opaque: true,
      art: glow("vignette", 600, 690, 980, 0, 1, WHOLE, 0.5),
      screen: { kind: "grain", size: 3 },
      wear: 0,
    },
    { ink: "#0d3b33", opaque: true, art: broad.map((b) => fill(b.blade)).join(""), rough: 0.2 },
    {
      ink: "#2f9e6b",
      opaque: true,
      art: broad.map((b) => b.veins.map((v) => line(curve(v, false), 4)).join("")).join(""),
    },
    ...split.flatMap((m): Separation[] => [
      { ink: "#0a2f2a", opaque: true, art: line(m.blade, 15) },
      { ink: "#1f8a5e", opaque: true, art: fill(m.blade), rough: 0.2 },
      {
        ink: "#0d5a45",
        opaque: true,
        art: fill(m.shade, 0.5),
        screen: { kind: "dots", pitch: 9, angle: 45 },
      },
      {
        ink: "#86d6a6",
        opaque: true,
        art: m.ribs.map((rib, i) => line(curve(rib, false), i ? 4 : 8)).join(""),
      },
    ]),
    ...blooms.flatMap(bloom),
    {
      ink: "#ffd23f",
      opaque: true,
      art: [
        [250, 560, 24],
        [880, 660, -30],
        [770, 360, 12],
      ]
        .map(([x, y, turn]) =>
          place(
            fill(
              leaf([0, 0], [-40, -44], 22, 0.7) +
                leaf([0, 0], [40, -44], 22, 0.7) +
                leaf([0, 0], [-26, 26], 13, 0.7) +
                leaf([0, 0], [26, 26], 13, 0.7),
            ),
            x!,
            y!,
            0.85,
            turn,
          ),
        )
        .join(""),
    },
    {
      ink: "#0a2f2a",
      opaque: true,
      art: [
        [250, 560, 24],
        [880, 660, -30],
        [770, 360, 12],
      ]
        .map(([x, y, turn]) =>
          place(
            fill(
              taper(
                [
                  [0, -22],
                  [0, 24],
                ],
                [8, 5],
              ),
            ),
            x!,
            y!,
            0.85,
            turn,
          ),
        )
        .join(""),
    },
  ],
};
