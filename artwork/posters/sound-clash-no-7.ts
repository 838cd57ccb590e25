import { skyline } from "../city.ts";
import { clip, cut, fill, line, place, type Poster } from "../ink.ts";
import { box, disc, oval, poly, polar, rays, softBox, type Point } from "../path.ts";
import { chance } from "../seeded.ts";
import { cone } from "../sound.ts";

/** One stack of boxes, 420 wide and 1260 high, feet at the origin's bottom: what is box, cone, ring and shine. */
function stack() {
  const cones = [
    cone(0, -230, 186),
    cone(0, -640, 150),
    cone(-104, -930, 84),
    cone(104, -930, 84),
    cone(-104, -1110, 84),
    cone(104, -1110, 84),
  ];
  const boxes = [
    [-215, -440, 430, 430],
    [-200, -815, 400, 360],
    [-215, -1210, 430, 380],
  ]
    .map(([x, y, w, h]) => softBox(x!, y!, w!, h!, 14))
    .join("");
  const horn = poly([
    [-120, -840],
    [120, -840],
    [90, -816],
    [-90, -816],
  ]);
  const handles = [-420, -800, -1190].map((y) => softBox(-60, y, 120, 14, 7)).join("");
  const corners = [
    [-215, -440],
    [185, -440],
    [-200, -815],
    [170, -815],
    [-215, -1210],
    [185, -1210],
  ]
    .map(([x, y]) => box(x!, y!, 30, 8) + box(x! + (x! < 0 ? 0 : 22), y!, 8, 30))
    .join("");
  return { cones, boxes, horn, handles, corners };
}
const S = stack();
const left = (art: string) => place(art, 128, 1452, 1, 6);
const right = (art: string) => place(art, 1072, 1452, 1, -6, true);
const both = (art: string) => left(art) + right(art);

const BOLT: readonly Point[] = [
  [690, -30],
  [520, 330],
  [610, 336],
  [486, 640],
  [590, 630],
  [545, 900],
  [720, 560],
  [622, 566],
  [740, 270],
  [640, 276],
  [800, -30],
];
const needle =
  poly([
    [590, 1480],
    [578, 1480],
    [594, 1010],
    [606, 1010],
    [622, 1480],
    [610, 1480],
  ]) +
  oval(600, 1010, 46, 20) +
  oval(600, 992, 34, 16) +
  poly([
    [596, 990],
    [600, 880],
    [604, 990],
  ]) +
  oval(600, 940, 10, 7);

const arcs = (x: number, y: number) =>
  Array.from({ length: 26 }, (_, i) => line(disc(x, y, 120 + i * 46), 19)).join("");

export const soundClashNo7: Poster = {
  key: "sound-clash-no-7",
  alt: "Two towering speaker stacks lean at each other like fighters; rings of red and blue sound collide as lightning strikes a needle tower.",
  paper: "#f5ecd7",
  accent: "#ff4b33",
  dominant: "#c22a2a",
  social: [0, 290, 1200],
  separations: () => [
    { ink: "#ff4b33", art: arcs(150, 620), shift: [-3, 0], wear: 0.7 },
    { ink: "#2f7fe0", art: arcs(1050, 620), shift: [4, 3], wear: 0.7 },
    {
      ink: "#f5ecd7",
      opaque: true,
      art: fill(poly(BOLT.map(([x, y]) => [x + (x > 620 ? 34 : -30), y + 8]))) + line(poly(BOLT), 64),
    },
    {
      ink: "#14110f",
      opaque: true,
      art: fill(skyline(chance("lakefront"), -20, 1240, 1520, 60, 300)) + fill(needle) + line(poly(BOLT), 22),
      rough: 0.3,
    },
    {
      ink: "#ffd028",
      opaque: true,
      art: fill(poly(BOLT)) + fill(rays(600, 905, 70, 190, 16, 0.3)),
    },
    {
      ink: "#14110f",
      opaque: true,
      art: both(`<g transform="translate(10 0)">${line(S.boxes, 22)}</g>`),
    },
    { ink: "#c3201f", opaque: true, art: left(fill(S.boxes)), rough: 0.3 },
    { ink: "#1a4fae", opaque: true, art: right(fill(S.boxes)), rough: 0.3 },
    {
      ink: "#14110f",
      opaque: true,
      art: both(glowSides()),
      screen: { kind: "lines", pitch: 10, angle: 45 },
    },
    {
      ink: "#14110f",
      opaque: true,
      art: both(S.cones.map((c) => fill(c.rim)).join("") + fill(S.horn) + fill(S.handles)),
      rough: 0.2,
    },
    {
      ink: "#f5ecd7",
      opaque: true,
      art: both(
        S.cones.map((c) => line(c.well, 9) + fill(c.bolts) + line(c.rings[1]!, 3) + line(c.rings[3]!, 3)).join("") +
          fill(S.corners),
      ),
    },
    { ink: "#ffd028", opaque: true, art: both(S.cones.map((c) => fill(c.cap)).join("")) },
    {
      ink: "#f5ecd7",
      opaque: true,
      art: both(S.cones.map((c, i) => clip(`c${i}`, c.rings[0]!, cut(c.rings[0]!) + rayGlint(i))).join("")),
      screen: { kind: "dots", pitch: 8, angle: 30 },
    },
    { ink: "#14110f", opaque: true, art: both(S.cones.map((c) => line(c.cap, 5)).join("")) },
  ],
};

const CENTRES: readonly [number, number, number][] = [
  [0, -230, 186],
  [0, -640, 150],
  [-104, -930, 84],
  [104, -930, 84],
  [-104, -1110, 84],
  [104, -1110, 84],
];

function rayGlint(i: number): string {
  const [x, y, r] = CENTRES[i]!;
  return (
    fill(poly([[x, y], polar(x, y, r, 215), polar(x, y, r, 245)]), 0.45) +
    fill(poly([[x, y], polar(x, y, r, 40), polar(x, y, r, 62)]), 0.35)
  );
}

function glowSides(): string {
  return [
    [-215, -440, 430, 430],
    [-200, -815, 400, 360],
    [-215, -1210, 430, 380],
  ]
    .map(
      ([x, y, w, h]) =>
        fill(box(x! + w! - 110, y! + 14, 110, h! - 28), 0.45) + fill(box(x!, y! + h! - 40, w!, 40), 0.6),
    )
    .join("");
}
