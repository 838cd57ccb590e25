import { skyline, windows } from "../city.ts";
import { dancer } from "../figures.ts";
import { frond } from "../foliage.ts";
import { clip, cut, fade, fill, line, place, WHOLE, type Poster } from "../ink.ts";
import { box, curve, disc, oval, poly, taper } from "../path.ts";
import { chance } from "../seeded.ts";
import { POSES } from "../poses.ts";

const random = chance("linen");
const gown = curve(
  [
    [548, 640],
    [560, 740],
    [520, 860],
    [462, 1010],
    [392, 1220],
    [300, 1400],
    [220, 1540],
    [760, 1560],
    [1260, 1560],
    [1260, 1450],
    [1080, 1400],
    [900, 1290],
    [780, 1120],
    [726, 940],
    [694, 800],
    [690, 700],
    [730, 590],
    [742, 500],
    [716, 486],
    [690, 600],
    [625, 735],
    [560, 610],
    [528, 486],
    [500, 500],
    [520, 590],
  ],
  true,
  0.62,
);
const back = curve(
  [
    [506, 490],
    [560, 470],
    [590, 440],
    [594, 360],
    [652, 360],
    [656, 440],
    [690, 468],
    [742, 494],
    [728, 600],
    [690, 720],
    [625, 780],
    [556, 720],
    [524, 600],
  ],
  true,
  0.8,
);
const armDown = taper(
  [
    [520, 510],
    [428, 640],
    [398, 690],
    [470, 752],
    [548, 790],
  ],
  [66, 54, 48, 42, 34],
);
const armUp = taper(
  [
    [726, 512],
    [838, 560],
    [880, 520],
    [884, 420],
    [880, 330],
  ],
  [66, 52, 48, 42, 32],
);
const hand = curve(
  [
    [862, 340],
    [850, 300],
    [864, 270],
    [894, 262],
    [912, 286],
    [908, 326],
    [896, 346],
  ],
  true,
  0.9,
);
const brim = oval(622, 322, 214, 50, -7);
const crown = curve(
  [
    [512, 316],
    [520, 226],
    [572, 172],
    [650, 164],
    [712, 208],
    [736, 292],
    [640, 318],
  ],
  true,
  0.8,
);
const ribbon = curve(
  [
    [510, 318],
    [514, 272],
    [620, 280],
    [730, 250],
    [738, 296],
    [640, 326],
  ],
  true,
  0.7,
);
const coupe = "M824 182h120c0 44-26 62-54 64v50h26v8h-64v-8h26v-50c-28-2-54-20-54-64Z";

const folds = [
  [
    [600, 780],
    [560, 960],
    [470, 1220],
    [390, 1500],
  ],
  [
    [640, 790],
    [630, 1000],
    [600, 1260],
    [560, 1530],
  ],
  [
    [664, 780],
    [690, 1000],
    [760, 1240],
    [900, 1450],
    [1060, 1540],
  ],
  [
    [680, 820],
    [740, 1060],
    [860, 1300],
    [1040, 1440],
    [1240, 1500],
  ],
].map((spine, i) => taper(spine as never, [4, 26 + i * 8, 52, 66 + i * 10, 34]));

/** A guest in white at the parapet: linen, then face and hands. */
const guest = (
  pose: keyof typeof POSES,
  outfit: "suit" | "gown",
  headwear: "panama" | "wrap" | "afro",
  x: number,
  y: number,
  scale: number,
  flip = false,
) => {
  const { head, neck, arms } = POSES[pose];
  const skin =
    oval(head[0], head[1], 12, 16) +
    taper([neck, head], [12, 11]) +
    arms.map(([, tip]) => oval(tip[0], tip[1], 6, 8)).join("");
  const linen = dancer(POSES[pose], outfit, headwear === "panama" ? "panama" : "none");
  return {
    linen: place(fill(linen), x, y, scale, 0, flip),
    skin: place(
      fill(skin) +
        (headwear === "panama"
          ? cut(oval(head[0], head[1] - 14, 24, 12))
          : fill(disc(head[0], head[1] - 6, headwear === "afro" ? 22 : 15))),
      x,
      y,
      scale,
      0,
      flip,
    ),
  };
};
const guests = [
  guest("stand", "suit", "panama", 120, 1180, 1.9),
  guest("wave", "gown", "afro", 268, 1186, 1.8),
  guest("flag", "suit", "panama", 1000, 1176, 1.85, true),
  guest("dip", "gown", "wrap", 1112, 1180, 1.75),
];

const strings = [
  [
    [-40, 150],
    [300, 330],
    [760, 90],
  ],
  [
    [560, 60],
    [900, 230],
    [1260, 40],
  ],
  [
    [-40, 420],
    [240, 500],
    [480, 400],
  ],
] as const;
const bulb = strings.flatMap((run) => {
  const [a, m, b] = run;
  return Array.from({ length: 12 }, (_, i) => {
    const t = (i + 0.5) / 12;
    const q = (p: 0 | 1) => (1 - t) ** 2 * a[p] + 2 * t * (1 - t) * (2 * m[p] - (a[p] + b[p]) / 2) + t * t * b[p];
    return [q(0), q(1)] as const;
  });
});
const cords = strings.map(([a, m, b]) => `M${a}Q${2 * m[0] - (a[0] + b[0]) / 2} ${2 * m[1] - (a[1] + b[1]) / 2} ${b}`);

const towers =
  skyline(random, -20, 1240, 1060, 120, 420) +
  box(206, 520, 96, 560) +
  poly([
    [206, 522],
    [254, 420],
    [302, 522],
  ]) +
  box(251, 330, 6, 110) +
  box(930, 480, 110, 600) +
  poly([
    [930, 482],
    [985, 400],
    [1040, 482],
  ]);
const near = skyline(random, -20, 1240, 1060, 60, 230);
const pot = (x: number) =>
  [-150, -125, -100, -75, -50, -28].map((turn) => frond([x, 1130], turn, 250, 46, random, 18)).join("");

export const whiteLinenSessions: Poster = {
  key: "white-linen-sessions",
  alt: "Seen from behind, a woman in a wide white hat and a sweeping linen gown raises a coupe on a rooftop; guests in white and a lavender skyline beyond.",
  paper: "#fffaf0",
  accent: "#c3b2ee",
  dominant: "#b9a7d6",
  social: [0, 150, 1200],
  separations: () => [
    {
      ink: "#a99be0",
      art: fade("dusk", WHOLE, [0, -40, 1], [0, 900, 0.05]),
      screen: { kind: "dots", pitch: 12, angle: 25 },
    },
    {
      ink: "#ff9f7d",
      art: fade("blush", box(-40, 300, 1280, 800), [0, 320, 0], [0, 1050, 0.95]),
      screen: { kind: "dots", pitch: 12, angle: 70 },
    },
    { ink: "#fff2d8", opaque: true, art: fill(disc(352, 640, 196)) },
    { ink: "#9a86cf", opaque: true, art: fill(towers), rough: 0.3 },
    {
      ink: "#ffd9a8",
      opaque: true,
      art: clip("lit", towers, fill(windows(random, -20, 340, 1260, 700, 0.34, 18))),
    },
    {
      ink: "#6c58ad",
      opaque: true,
      art: fill(near) + fill(box(-40, 1050, 1280, 20)) + cords.map((cord) => line(cord, 3)).join(""),
    },
    { ink: "#3f6e67", opaque: true, art: fill(pot(30)) + fill(pot(1190)) },
    {
      ink: "#e9dff5",
      opaque: true,
      art: fill(box(-40, 1120, 1280, 460)) + fill(box(-40, 1092, 1280, 14)),
    },
    {
      ink: "#b7a5de",
      opaque: true,
      art:
        fade("floor", box(-40, 1120, 1280, 460), [0, 1120, 0.8], [0, 1500, 0.1]) +
        [0, 1, 2, 3, 4, 5, 6].map((i) => line(`M-40 ${1150 + i * i * 9}H1240`, 3)).join("") +
        [-3, -2, -1, 0, 1, 2, 3].map((i) => line(`M${600 + i * 130} 1120L${600 + i * 330} 1540`, 3)).join(""),
      screen: { kind: "lines", pitch: 8, angle: 0 },
    },
    {
      ink: "#fffaf0",
      opaque: true,
      art: guests.map((g) => g.linen).join("") + bulb.map(([x, y]) => fill(disc(x, y + 12, 11))).join(""),
    },
    {
      ink: "#54301f",
      opaque: true,
      art:
        guests.map((g) => g.skin).join("") +
        fill(oval(624, 352, 60, 58)) +
        fill(back) +
        fill(armUp) +
        fill(hand) +
        fill(armDown),
      rough: 0.2,
    },
    {
      ink: "#c07b52",
      opaque: true,
      art:
        fade("spine", back, [742, 0, 0.8], [610, 0, 0]) +
        line("M625 480C618 560 628 640 624 720", 5, 0.7) +
        fade("lit-arm", armUp, [910, 0, 0.85], [830, 0, 0]),
      screen: { kind: "dots", pitch: 9, angle: 15 },
    },
    { ink: "#fffaf0", opaque: true, art: fill(gown) + fill(brim) + fill(crown), rough: 0.2 },
    {
      ink: "#8d7bcb",
      opaque: true,
      art:
        fade("shade", gown, [330, 1100, 0.75], [720, 1000, 0]) +
        folds.map((fold) => fill(fold, 0.7)).join("") +
        fade("hat", crown, [505, 0, 0.8], [640, 0, 0]) +
        fill(oval(604, 340, 176, 22, -7), 0.6),
      screen: { kind: "lines", pitch: 9, angle: 64 },
    },
    {
      ink: "#54301f",
      opaque: true,
      art: fill(
        taper(
          [
            [470, 752],
            [520, 776],
            [566, 792],
          ],
          [42, 38, 30],
        ),
      ),
    },
    {
      ink: "#ff7f5c",
      opaque: true,
      art:
        fill(ribbon) +
        fill("M838 200h92c-4 26-22 36-46 38c-24-2-42-12-46-38Z") +
        fill(
          taper(
            [
              [520, 320],
              [470, 380],
              [452, 470],
            ],
            [30, 26, 8],
          ),
        ),
    },
    { ink: "#fffaf0", opaque: true, art: line(coupe, 6) + fill("M880 240h10v60h-10Z") },
    {
      ink: "#6c58ad",
      opaque: true,
      art:
        line("M412 356C540 372 700 350 830 300", 4) +
        line("M690 600L625 735L560 610M560 740C600 770 650 770 694 744", 4),
    },
  ],
};
