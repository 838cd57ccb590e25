import { plume } from "../feathers.ts";
import { clip, cut, fill, glow, line, WHOLE, type Poster, type Separation } from "../ink.ts";
import { curve, disc, leaf, oval, poly, polar, star, type Point } from "../path.ts";
import { chance } from "../seeded.ts";

const mirror = (points: readonly Point[]): Point[] => [
  ...points,
  ...points.map(([x, y]): Point => [1200 - x, y]).reverse(),
];

/** Both halves of a fan of plumes, drawn from the outside in. */
function fan(seed: string, angles: readonly number[], length: number, width: number, bend: number, lift = 0) {
  const random = chance(seed);
  return angles.flatMap((spread) =>
    (spread ? [-1, 1] : [1]).map((side) => {
      const base = polar(600, 905, 120, -90 + spread * side);
      return plume(
        base,
        -90 + spread * side,
        length - Math.abs(spread) * lift,
        width,
        side * bend * (spread / 60),
        random,
      );
    }),
  );
}

type Fan = ReturnType<typeof fan>;

/** Paints each plume in turn so that the next overlaps it: night edge, colour, engraved barbs, shaft and eye. */
function feathers(fans: Fan, color: string, eye: string, barbWeight: number): Separation[] {
  const night = "#0c1030";
  const body = fans
    .map(
      (feather) =>
        line(feather.vane, 9) +
        cut(feather.vane) +
        line(feather.shaft, 2) +
        feather.barbs.map((barb) => line(`M${barb[0]}L${barb[1]}`, barbWeight)).join(""),
    )
    .join("");
  const flat = fans.map((feather) => fill(feather.vane)).join("");
  const eyes = fans.map((feather) => cut(feather.vane) + fill(feather.eye(1))).join("");
  const pupils = fans.map((feather) => cut(feather.vane) + fill(feather.eye(0.55))).join("");
  return [
    { ink: color, opaque: true, art: flat },
    { ink: night, opaque: true, art: body },
    { ink: eye, opaque: true, art: eyes },
    { ink: night, opaque: true, art: pupils },
  ];
}

const face = curve(
  mirror([
    [600, 800],
    [500, 806],
    [462, 900],
    [462, 1010],
    [490, 1110],
    [545, 1178],
    [600, 1196],
  ]).slice(0, -1),
  true,
  0.9,
);
const neck = curve(
  mirror([
    [548, 1120],
    [540, 1240],
    [480, 1310],
    [330, 1350],
    [230, 1420],
    [180, 1560],
  ]),
  true,
  0.7,
);
const mask = curve(
  mirror([
    [600, 902],
    [540, 872],
    [460, 868],
    [392, 830],
    [402, 930],
    [440, 1010],
    [510, 1034],
    [570, 1000],
    [600, 958],
  ]).filter((_, i) => i !== 9),
  true,
  0.9,
);
const eyeHole = (side: number) => leaf([600 + side * 52, 968], [600 + side * 150, 936], 27, 0.55);
const lips = curve(
  [
    [546, 1090],
    [580, 1074],
    [600, 1082],
    [620, 1074],
    [654, 1090],
    [626, 1112],
    [600, 1118],
    [574, 1112],
  ],
  true,
  0.9,
);
const collar = [0, 1, 2]
  .map((row) =>
    Array.from({ length: 9 + row * 3 }, (_, i) =>
      disc(...polar(600, 1130, 196 + row * 52, 34 + (i * 112) / (8 + row * 3)), 13 + row * 2),
    ).join(""),
  )
  .join("");
const jewels = [-66, -44, -22, 0, 22, 44, 66].map((spread) => polar(600, 940, 170, -90 + spread));

export const moonlightMas: Poster = {
  key: "moonlight-mas",
  alt: "A masked carnival queen faces us, a vast symmetrical headdress of engraved violet, teal and gold plumes fanning across a full moon.",
  paper: "#e9e6f2",
  accent: "#9b8cf0",
  dominant: "#181a4a",
  social: [0, 600, 1200],
  separations: () => {
    const random = chance("moonlight-stars");
    const stars = Array.from({ length: 70 }, () =>
      star(random.range(0, 1200), random.range(0, 900), random.range(3, 11), 1.6, 4),
    ).join("");
    return [
      { ink: "#151848", art: fill(WHOLE) },
      {
        ink: "#e9e6f2",
        opaque: true,
        art: glow("halo", 600, 560, 760, 0.5, 0),
        screen: { kind: "dots", pitch: 11, angle: 22 },
      },
      { ink: "#f3e9c9", opaque: true, art: fill(disc(600, 520, 440)) + fill(stars) },
      {
        ink: "#b9b3d9",
        art: [
          [430, 330, 70],
          [760, 250, 48],
          [820, 520, 90],
          [520, 180, 34],
          [330, 560, 50],
        ]
          .map(([x, y, r]) => fill(disc(x!, y!, r!), 0.5))
          .join(""),
        screen: { kind: "grain", size: 3 },
      },
      ...feathers(fan("outer", [108, 96, 84, 72, 60, 48, 36, 24, 12, 0], 720, 136, 22, 1.5), "#3f37a8", "#f2b84b", 2.4),
      ...feathers(fan("middle", [100, 84, 69, 54, 40, 27, 13, 0], 510, 116, 26, 0.6), "#1d9a9b", "#f7e3b0", 2.2),
      ...feathers(fan("inner", [86, 68, 51, 34, 17, 0], 330, 92, 22), "#f2b84b", "#d8315b", 2),
      { ink: "#4b2a5c", opaque: true, art: fill(neck) + fill(face), rough: 0.4 },
      {
        ink: "#26123a",
        opaque: true,
        art:
          glow("cheek", 640, 1000, 250, 0, 0.75, face) +
          clip(
            "throat",
            neck,
            fill(
              curve([
                [470, 1150],
                [600, 1196],
                [730, 1150],
                [690, 1290],
                [600, 1256],
                [510, 1290],
              ]),
              0.8,
            ),
          ),
        screen: { kind: "lines", pitch: 8, angle: 62 },
      },
      {
        ink: "#0c1030",
        opaque: true,
        art: fill(oval(600, 850, 150, 96)) + line(mask, 14) + fill(collar) + line(collar, 6),
      },
      {
        ink: "#f2b84b",
        opaque: true,
        art:
          fill(mask) +
          fill(collar) +
          fill(
            poly(
              mirror([
                [600, 770],
                [520, 800],
                [440, 850],
                [400, 842],
                [450, 778],
                [520, 730],
              ]),
            ),
          ),
        rough: 0.3,
      },
      {
        ink: "#d8315b",
        opaque: true,
        art:
          fill(lips) + jewels.map(([x, y]) => fill(disc(x, y, 19))).join("") + fill(leaf([600, 900], [600, 812], 22)),
      },
      {
        ink: "#0c1030",
        opaque: true,
        art:
          fill(eyeHole(1)) +
          fill(eyeHole(-1)) +
          line("M548 1091C580 1098 620 1098 652 1091", 4) +
          [1, -1]
            .map((side) =>
              line(
                `M${600 + side * 30} 920C${600 + side * 90} 880 ${600 + side * 150} 890 ${600 + side * 190} 862M${600 + side * 44} 1004C${600 + side * 90} 1020 ${600 + side * 140} 1004 ${600 + side * 168} 960`,
                5,
              ),
            )
            .join("") +
          line(
            "M566 1046C574 1058 588 1050 600 1058C612 1050 626 1058 634 1046M576 1000C580 1016 574 1030 566 1042",
            5,
          ),
      },
      {
        ink: "#f3e9c9",
        opaque: true,
        art:
          [1, -1]
            .map(
              (side) =>
                fill(oval(600 + side * 100, 953, 20, 11)) +
                cut(disc(600 + side * 100, 952, 9)) +
                fill(disc(600 + side * 96, 949, 3)),
            )
            .join("") +
          jewels.map(([x, y]) => fill(disc(x - 5, y - 6, 5))).join("") +
          fill(disc(600, 850, 6)),
      },
    ];
  },
};
