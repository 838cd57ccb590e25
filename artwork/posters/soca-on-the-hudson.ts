import { skyline } from "../city.ts";
import { dancer } from "../figures.ts";
import { clip, cut, fade, fill, line, place, WHOLE, type Poster } from "../ink.ts";
import { box, curve, disc, poly, softBox, type Point } from "../path.ts";
import { chance } from "../seeded.ts";
import { ripple, swell } from "../sea.ts";
import { POSES } from "../poses.ts";

const SUN: Point = [600, 560];

/** A stone bridge tower with two pointed arches. */
function tower(x: number, floor: number, top: number, width: number): string {
  const arch = (left: number) =>
    `M${left} ${floor + 10}V${top + 250}C${left} ${top + 170} ${left + 30} ${top + 130} ${left + width * 0.14} ${top + 96}C${left + width * 0.28 - 30} ${top + 130} ${left + width * 0.28} ${top + 170} ${left + width * 0.28} ${top + 250}V${floor + 10}Z`;
  return (
    fill(box(x, top, width, floor - top)) +
    fill(box(x - 16, top, width + 32, 30)) +
    fill(box(x - 8, top + 48, width + 16, 14)) +
    fill(box(x + 6, top - 16, width - 12, 18)) +
    cut(arch(x + width * 0.15)) +
    cut(arch(x + width * 0.57)) +
    fill(box(x - 20, 822, width + 40, 30))
  );
}

function hangers(): string {
  let text =
    line(
      curve(
        [
          [205, 226],
          [330, 470],
          [560, 700],
          [860, 800],
          [1260, 700],
        ],
        false,
      ),
      11,
    ) +
    line(
      curve(
        [
          [92, 226],
          [30, 380],
          [-60, 560],
        ],
        false,
      ),
      11,
    );
  const at = (x: number) => {
    const t = (x - 205) / 1055;
    return 226 + 574 * (1 - (1 - Math.min(1, t / 0.75)) ** 2.1) - Math.max(0, t - 0.75) * 300;
  };
  for (let x = 236; x < 1260; x += 34) text += line(`M${x} ${at(x).toFixed(0)}V836`, 3);
  for (const x of [20, 54]) text += line(`M${x} ${(560 - x * 3.4).toFixed(0)}V836`, 3);
  return text + fill(box(-40, 828, 1300, 24)) + fill(box(-40, 858, 1300, 6));
}

/** Long flat sunset clouds with rounded ends, stacked in steps. */
const clouds = (seed: string, from: number, to: number, count: number) => {
  const random = chance(seed);
  return Array.from({ length: count }, (_, i) => {
    const y = from + ((to - from) * i) / count;
    const x = i % 2 ? random.range(-200, 160) : random.range(640, 1060);
    const wide = random.range(240, 460);
    return fill(
      softBox(x, y, wide, 22, 11) + softBox(x + random.range(-90, 90), y + 20, wide * random.range(0.5, 0.8), 20, 10),
    );
  }).join("");
};

const hull = `M150 1172L206 1290C214 1306 230 1312 250 1312H950C1010 1312 1060 1250 1096 1160L1010 1172Z`;
const crowd = (y: number, from: number, to: number, step: number, scale: number, seed: string) => {
  const random = chance(seed);
  const names = ["wave", "wine", "flag", "jump", "skank", "dip"] as const;
  let text = "";
  for (let x = from; x <= to; x += step) {
    text += place(
      fill(
        dancer(
          POSES[random.pick(names)],
          random.pick(["dress", "shorts", "suit"]),
          random.pick(["none", "afro", "wrap", "panama", "bun"]),
        ),
      ),
      x + random.range(-6, 6),
      y,
      scale * random.range(0.94, 1.06),
      0,
      random.next() < 0.5,
    );
  }
  return text;
};
const bulbs = Array.from({ length: 27 }, (_, i) => {
  const t = i / 26;
  return disc(236 + t * 760, 812 + Math.sin(t * Math.PI * 3) ** 2 * 34, 8);
}).join("");

export const socaOnTheHudson: Poster = {
  key: "soca-on-the-hudson",
  alt: "A two-deck party boat full of dancers crosses carved teal waves below a great suspension bridge, a striped sun setting behind the city.",
  paper: "#fff0d3",
  accent: "#ff9a3c",
  dominant: "#e8603c",
  social: [0, 700, 1200],
  separations: () => [
    {
      ink: "#ffc64f",
      art: fade("sky", WHOLE, [0, 0, 0.15], [0, 850, 1]),
      screen: { kind: "dots", pitch: 13, angle: 15 },
    },
    {
      ink: "#f0503c",
      art: fade("dusk", box(-40, -40, 1280, 920), [0, -40, 0.98], [0, 640, 0]),
      screen: { kind: "dots", pitch: 13, angle: 60 },
    },
    {
      ink: "#b42a4c",
      opaque: true,
      art: fade("night", box(-40, -40, 1280, 420), [0, -40, 0.8], [0, 330, 0]),
      screen: { kind: "dots", pitch: 13, angle: 35 },
    },
    {
      ink: "#fff0d3",
      opaque: true,
      art: clouds("far", 60, 300, 9) + fill(disc(...SUN, 372)),
      rough: 0.3,
    },
    {
      ink: "#ee4a35",
      opaque: true,
      art:
        fill(disc(...SUN, 350)) +
        Array.from({ length: 9 }, (_, i) => cut(box(200, 560 + i * 34, 800, 5 + i * 2.6))).join(""),
      shift: [3, -3],
      rough: 0.3,
    },
    { ink: "#ffc64f", opaque: true, art: clouds("near", 250, 560, 7), rough: 0.3 },
    {
      ink: "#b42a4c",
      opaque: true,
      art:
        fill(skyline(chance("manhattan"), -20, 1240, 900, 40, 190)) +
        fill(box(806, 610, 60, 260)) +
        fill(
          poly([
            [806, 612],
            [836, 500],
            [866, 612],
          ]),
        ) +
        fill(box(834, 440, 4, 80)) +
        fill(box(790, 700, 92, 170)),
    },
    { ink: "#2b1548", opaque: true, art: hangers() + tower(84, 930, 210, 128), rough: 0.4 },
    { ink: "#0f8f93", opaque: true, art: fill(box(-40, 890, 1280, 700)) },
    {
      ink: "#ffc64f",
      opaque: true,
      art: clip(
        "path",
        poly([
          [430, 890],
          [770, 890],
          [1000, 1500],
          [200, 1500],
        ]),
        Array.from({ length: 16 }, (_, i) =>
          line(ripple(900 + i * i * 2.6, 4, 90 + i * 8, i * 37, 180, 1040), 4 + i * 0.8),
        ).join(""),
      ),
    },
    { ink: "#0a5566", opaque: true, art: fill(swell(1010, 34, 240, 60, 1600)) },
    {
      ink: "#ffc64f",
      opaque: true,
      art: fill(box(256, 1012, 712, 160)) + fill(box(240, 846, 752, 152)),
    },
    {
      ink: "#2b1548",
      opaque: true,
      art:
        fill(hull) +
        fill(softBox(214, 826, 804, 22, 10)) +
        fill(box(240, 940, 752, 5)) +
        fill(box(226, 998, 760, 12)) +
        fill(box(250, 1000, 10, 180)) +
        fill(box(960, 1000, 10, 180)) +
        fill(box(490, 1000, 8, 180)) +
        fill(box(730, 1000, 8, 180)) +
        fill(box(246, 1090, 740, 6)) +
        crowd(998, 280, 940, 58, 0.76, "upper") +
        crowd(1180, 290, 930, 55, 0.8, "lower") +
        line("M236 1000V812M996 1000V812", 8) +
        fill("M1000 1172h40v-70h-40Z"),
    },
    {
      ink: "#ee4a35",
      opaque: true,
      art: fill(
        poly([
          [164, 1200],
          [1078, 1200],
          [1064, 1226],
          [176, 1226],
        ]),
      ),
      rough: 0.4,
    },
    {
      ink: "#fff0d3",
      opaque: true,
      art:
        fill(
          poly([
            [152, 1172],
            [1096, 1160],
            [1086, 1184],
            [158, 1190],
          ]),
        ) +
        Array.from({ length: 11 }, (_, i) => fill(disc(290 + i * 64, 1258, 13))).join("") +
        fill(bulbs) +
        line(
          curve(
            [
              [236, 812],
              [363, 844],
              [490, 812],
              [616, 844],
              [742, 812],
              [870, 844],
              [996, 812],
            ],
            false,
          ),
          3,
        ),
    },
    { ink: "#0f8f93", opaque: true, art: fill(swell(1290, 64, 300, 120, 1600)), rough: 0.3 },
    {
      ink: "#fff0d3",
      opaque: true,
      art:
        line(swell(1290, 64, 300, 120, 1700), 10) +
        [0, 1, 2].map((i) => line(swell(1316 + i * 20, 50, 300, 128 + i * 8, 1700), 3.5)).join(""),
    },
    { ink: "#0a5566", opaque: true, art: fill(swell(1400, 60, 340, 30, 1600)) },
    {
      ink: "#fff0d3",
      opaque: true,
      art:
        line(swell(1400, 60, 340, 30, 1700), 9) +
        [0, 1, 2].map((i) => line(swell(1428 + i * 20, 46, 340, 40 + i * 8, 1700), 3.5)).join(""),
    },
  ],
};
