import { PROFILE } from "../figures.ts";
import { fade, fill, line, place, WHOLE, type Poster } from "../ink.ts";
import { curve, disc, oval, poly, polar, star, wedge } from "../path.ts";
import { grooves } from "../sound.ts";

const AFRO = { x: 205, y: 690, r: 318 };

const curtain = () =>
  Array.from({ length: 13 }, (_, i) => {
    const x = i * 100 - 40;
    return fade(
      `v${i}`,
      poly([
        [x, -20],
        [x + 100, -20],
        [x + 112, 1520],
        [x - 12, 1520],
      ]),
      [x, 0, 0.08],
      [x + 100, 0, 0.86],
    );
  }).join("");

const herBody = curve(
  [
    [236, 1090],
    [432, 1120],
    [470, 1220],
    [560, 1330],
    [590, 1560],
    [-80, 1560],
    [-60, 1300],
    [120, 1220],
    [220, 1180],
  ],
  true,
  0.8,
);
const hisBody = curve(
  [
    [985, 1080],
    [780, 1120],
    [740, 1230],
    [640, 1330],
    [600, 1560],
    [1290, 1560],
    [1280, 1260],
    [1090, 1190],
  ],
  true,
  0.8,
);
const her = (dx: number) => place(fill(PROFILE), 92 + dx, 480, 5.1);
const him = (dx: number) => place(fill(PROFILE), 1146 + dx, 420, 5.6, 0, true);
const brim = curve(
  [
    [586, 620],
    [640, 560],
    [820, 540],
    [1080, 500],
    [1240, 400],
    [1290, 420],
    [1240, 520],
    [1000, 610],
    [760, 650],
    [640, 650],
  ],
  true,
  0.9,
);
const crown = curve(
  [
    [700, 590],
    [716, 470],
    [790, 300],
    [900, 310],
    [960, 280],
    [1090, 290],
    [1150, 430],
    [1150, 520],
    [900, 590],
  ],
  true,
  0.8,
);
const band = curve(
  [
    [706, 560],
    [712, 500],
    [900, 486],
    [1148, 420],
    [1156, 500],
    [910, 574],
  ],
  true,
  0.7,
);

function mirrorBall(): string {
  let tiles = "";
  for (let ring = -4; ring <= 4; ring += 1) {
    const squash = Math.cos((ring * 19 * Math.PI) / 180);
    for (let i = -6; i <= 6; i += 1) {
      const turn = Math.sin((i * 14 * Math.PI) / 180);
      const next = Math.sin(((i + 0.8) * 14 * Math.PI) / 180);
      const y = 196 + Math.sin((ring * 19 * Math.PI) / 180) * 128;
      tiles += fill(
        poly([
          [520 + turn * 128 * squash, y - 15],
          [520 + next * 128 * squash, y - 15],
          [520 + next * 128 * squash, y + 15],
          [520 + turn * 128 * squash, y + 15],
        ]),
        (i * 7 + ring * 5 + 80) % 5 < 2 ? 1 : 0.32,
      );
    }
  }
  return tiles;
}

const beams = [18, 41, 58, 79, 97, 118, 139, 160]
  .map((turn, i) => fill(wedge(520, 196, 140, 1500, turn, turn + 4 + (i % 3) * 2), 0.55))
  .join("");

export const velvetRiddim: Poster = {
  key: "velvet-riddim",
  alt: "Two lovers in profile, nose to nose under a mirror ball and velvet curtain; her afro is a spinning record and his hat is tipped low.",
  paper: "#f7dcc4",
  accent: "#f08a7a",
  dominant: "#5d1230",
  social: [0, 520, 1200],
  separations: () => [
    { ink: "#b8143f", art: fill(WHOLE) },
    { ink: "#4a0d2c", art: curtain(), screen: { kind: "lines", pitch: 10, angle: 90 } },
    { ink: "#f39a86", opaque: true, art: beams, screen: { kind: "dots", pitch: 12, angle: 30 } },
    { ink: "#2a0b1e", opaque: true, art: fill(disc(520, 196, 134)) + fill("M517 -20h6v90h-6Z") },
    {
      ink: "#f7dcc4",
      opaque: true,
      art: mirrorBall() + fill(star(584, 128, 46, 5, 4)),
      screen: { kind: "dots", pitch: 7, angle: 45 },
    },
    {
      ink: "#f39a86",
      opaque: true,
      art: her(10) + fill(herBody) + him(-11) + fill(hisBody),
      rough: 0.6,
    },
    { ink: "#7a1c36", opaque: true, art: her(-2), rough: 0.6 },
    { ink: "#2a0b1e", opaque: true, art: him(4) + place(fill(hisBody), 14, 8), rough: 0.6 },
    {
      ink: "#f7dcc4",
      opaque: true,
      art: fill(
        curve(
          [
            [770, 1120],
            [800, 1096],
            [860, 1140],
            [960, 1120],
            [1000, 1080],
            [1010, 1130],
            [900, 1210],
            [800, 1300],
            [748, 1210],
          ],
          true,
          0.6,
        ),
      ),
    },
    { ink: "#b8143f", opaque: true, art: place(fill(herBody), -12, 10), rough: 0.5 },
    {
      ink: "#2a0b1e",
      opaque: true,
      art: fill(disc(AFRO.x, AFRO.y, AFRO.r)) + fill(crown),
      rough: 0.6,
    },
    {
      ink: "#f39a86",
      opaque: true,
      art:
        grooves(AFRO.x, AFRO.y, 138, 300, 13)
          .map((ring, i) => line(ring, i % 4 === 3 ? 5 : 2.2))
          .join("") +
        fill(band) +
        fill(disc(AFRO.x, AFRO.y, 108)) +
        line("M812 1300C830 1380 850 1450 860 1540M1010 1140C930 1240 850 1300 790 1330", 5),
      shift: [3, 2],
    },
    {
      ink: "#f7dcc4",
      opaque: true,
      art:
        [205, 232, 258].map((turn) => fill(wedge(AFRO.x, AFRO.y, 130, 306, turn, turn + 9), 0.35)).join("") +
        [25, 48].map((turn) => fill(wedge(AFRO.x, AFRO.y, 130, 306, turn, turn + 9), 0.3)).join(""),
      screen: { kind: "dots", pitch: 8, angle: 20 },
    },
    {
      ink: "#2a0b1e",
      opaque: true,
      art:
        fill(brim) +
        fill(disc(AFRO.x, AFRO.y, 17)) +
        line(disc(AFRO.x, AFRO.y, 72), 3) +
        line("M452 752C474 772 506 774 526 760M470 766l-8 16M492 772l-2 18M512 768l6 16", 6),
    },
    {
      ink: "#f7dcc4",
      opaque: true,
      art: line(disc(...polar(346, 930, 60, 90), 44), 11) + fill(oval(540, 905, 3, 2)),
    },
  ],
};
