import { waterTank } from "../city.ts";
import { dancer } from "../figures.ts";
import { cut, fade, fill, glow, line, place, WHOLE, type Poster } from "../ink.ts";
import { box, curve, disc, leaf, poly, polar, rays, taper, type Point } from "../path.ts";
import { chance } from "../seeded.ts";
import { POSES } from "../poses.ts";

const random = chance("breakfast");
const EGG: Point = [560, 400];
const white = curve(
  Array.from({ length: 16 }, (_, i): Point =>
    polar(...EGG, [286, 318, 300, 262, 280, 322, 340, 300, 262, 280, 316, 300, 270, 296, 330, 300][i]!, i * 22.5),
  ),
  true,
  1,
);

interface House {
  x: number;
  w: number;
  top: number;
  stoop: boolean;
}
const HOUSES: readonly House[] = [
  { x: -40, w: 250, top: 820, stoop: true },
  { x: 210, w: 236, top: 778, stoop: true },
  { x: 446, w: 262, top: 846, stoop: true },
  { x: 708, w: 240, top: 796, stoop: true },
  { x: 948, w: 292, top: 832, stoop: true },
];
const FLOOR = 1300;

const cornice = ({ x, w, top }: House) =>
  box(x, top, w, 30) +
  box(x - 6, top - 14, w + 12, 18) +
  Array.from({ length: Math.floor(w / 26) }, (_, i) => box(x + 8 + i * 26, top + 26, 11, 22)).join("");
const panes = ({ x, w, top }: House) => {
  const step = w / 3;
  return [0, 1, 2].flatMap((column) =>
    [0, 1].map((row) => ({
      x: x + column * step + step * 0.2,
      y: top + 72 + row * 142,
      w: step * 0.6,
      h: 96,
    })),
  );
};
const arch = (x: number, y: number, w: number, h: number) =>
  `M${x} ${y + h}V${y + 12}Q${x + w / 2} ${y - 14} ${x + w} ${y + 12}V${y + h}Z`;
const stoops = ({ x, w }: House) =>
  Array.from({ length: 7 }, (_, i) => box(x + w * 0.1 - i * 5, 1180 + i * 18, w * 0.36 + i * 10, 19)).join("");

const band = (
  [
    ["skank", "suit", "panama", 90],
    ["wine", "dress", "wrap", 250],
    ["flag", "shorts", "afro", 410],
    ["wave", "dress", "plumes", 585],
    ["skank", "suit", "none", 770],
    ["jump", "dress", "bun", 930],
    ["wave", "suit", "panama", 1100],
  ] as const
).map(([pose, outfit, head, x], i) => ({
  x,
  i,
  art: place(fill(dancer(POSES[pose], outfit, head)), x, 1448 + (i % 2) * 20, 1.28, 0, i % 3 === 0),
}));
const bunting = Array.from({ length: 21 }, (_, i) => {
  const x = i * 60 - 10;
  const y = 1098 + Math.sin((i / 20) * Math.PI * 3) * 24;
  return {
    path: poly([
      [x, y],
      [x + 46, y + 4],
      [x + 22, y + 56],
    ]),
    odd: i % 3,
  };
});

export const laborDayBreakfast: Poster = {
  key: "labor-day-breakfast",
  alt: "A fried egg in an iron skillet rises like the sun over a row of Brooklyn brownstones while revelers parade past the stoops.",
  paper: "#fdf3df",
  accent: "#ffc21f",
  dominant: "#2b7fd0",
  social: [0, 285, 1200],
  separations: () => [
    {
      ink: "#62b5e8",
      art: fade("morning", WHOLE, [0, -40, 1], [0, 900, 0.12]),
      screen: { kind: "dots", pitch: 13, angle: 15 },
    },
    {
      ink: "#fff6de",
      opaque: true,
      art: fill(rays(...EGG, 440, 1400, 28, 0.4, 3), 0.72),
      screen: { kind: "lines", pitch: 10, angle: 45 },
    },
    {
      ink: "#1c1b2e",
      opaque: true,
      art:
        fill(disc(...EGG, 400)) +
        fill(
          taper(
            [
              [820, 180],
              [980, 40],
              [1160, -110],
            ],
            [70, 62, 90],
          ),
        ),
      rough: 0.3,
    },
    {
      ink: "#3f4266",
      opaque: true,
      art: line(disc(...EGG, 380), 8) + glow("iron", 470, 300, 380, 0.75, 0, disc(...EGG, 366)),
      screen: { kind: "grain", size: 3 },
    },
    { ink: "#fff6de", opaque: true, art: fill(white) },
    {
      ink: "#62b5e8",
      opaque: true,
      art: line(white, 30, 0.5, `transform="translate(-6 -8)"`),
      screen: { kind: "dots", pitch: 9, angle: 40 },
    },
    { ink: "#ffc21f", opaque: true, art: fill(disc(560, 404, 150)), shift: [4, 3] },
    {
      ink: "#f0642c",
      opaque: true,
      art: glow("yolk", 520, 360, 220, 0, 0.95, disc(560, 404, 150)),
      screen: { kind: "dots", pitch: 11, angle: 55 },
    },
    {
      ink: "#fff6de",
      opaque: true,
      art: fill(leaf([478, 400], [560, 300], 20, 0.5)) + fill(disc(470, 434, 10)),
    },
    {
      ink: "#b5412a",
      opaque: true,
      art:
        HOUSES.filter((_, i) => i % 2 === 0)
          .map((h) => fill(box(h.x, h.top, h.w, FLOOR - h.top)))
          .join("") + fill(waterTank(330, 770, 64)),
      rough: 0.3,
    },
    {
      ink: "#e27d3f",
      opaque: true,
      art: HOUSES.filter((_, i) => i % 2)
        .map((h) => fill(box(h.x, h.top, h.w, FLOOR - h.top)))
        .join(""),
      rough: 0.3,
    },
    {
      ink: "#7a1f2b",
      opaque: true,
      art: HOUSES.map((h) =>
        fade(`h${h.x}`, box(h.x, h.top, h.w, FLOOR - h.top), [h.x, 0, 0.05], [h.x + h.w, 0, 0.55]),
      ).join(""),
      screen: { kind: "lines", pitch: 9, angle: 0 },
    },
    {
      ink: "#1c1b2e",
      opaque: true,
      art:
        HOUSES.map(
          (h) =>
            fill(cornice(h)) +
            panes(h)
              .map((p) => fill(arch(p.x - 8, p.y - 8, p.w + 16, p.h + 16)))
              .join("") +
            fill(arch(h.x + h.w * 0.14, 1080, h.w * 0.26, 120)),
        ).join("") + fill(waterTank(840, 786, 54)),
      rough: 0.2,
    },
    {
      ink: "#ffc21f",
      opaque: true,
      art: HOUSES.flatMap((h) =>
        panes(h).map((p) =>
          random.next() < 0.6
            ? fill(arch(p.x, p.y, p.w, p.h)) +
              cut(box(p.x, p.y + p.h * 0.48, p.w, 5)) +
              cut(box(p.x + p.w / 2 - 2, p.y - 10, 4, p.h + 10))
            : "",
        ),
      ).join(""),
    },
    {
      ink: "#62b5e8",
      opaque: true,
      art: HOUSES.map((h) => fill(arch(h.x + h.w * 0.17, 1092, h.w * 0.2, 100))).join(""),
    },
    {
      ink: "#fdf3df",
      opaque: true,
      art: HOUSES.map((h) => fill(stoops(h))).join("") + fill(box(-40, FLOOR, 1280, 260)),
    },
    {
      ink: "#62b5e8",
      art:
        HOUSES.map((h) =>
          Array.from({ length: 7 }, (_, i) =>
            fill(box(h.x + h.w * 0.1 - i * 5, 1192 + i * 18, h.w * 0.36 + i * 10, 7)),
          ).join(""),
        ).join("") + fade("street", box(-40, FLOOR, 1280, 260), [0, 1300, 0.15], [0, 1500, 0.95]),
      screen: { kind: "dots", pitch: 12, angle: 15 },
    },
    ...["#d8315b", "#ffc21f", "#1f8f6a"].map((ink, odd) => ({
      ink,
      opaque: true,
      art: bunting
        .filter((b) => b.odd === odd)
        .map((b) => fill(b.path))
        .join(""),
    })),
    {
      ink: "#1c1b2e",
      opaque: true,
      art:
        band
          .filter((b) => b.i % 2 === 0)
          .map((b) => b.art)
          .join("") +
        line(
          curve(
            Array.from({ length: 21 }, (_, i): Point => [i * 60 - 10, 1098 + Math.sin((i / 20) * Math.PI * 3) * 24]),
            false,
          ),
          4,
        ),
      rough: 0.2,
    },
    {
      ink: "#d8315b",
      opaque: true,
      art: band
        .filter((b) => b.i % 2)
        .map((b) => b.art)
        .join(""),
      rough: 0.2,
    },
  ],
};
