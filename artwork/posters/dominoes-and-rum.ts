import { clip, cut, fade, fill, glow, line, place, WHOLE, type Poster, type Separation } from "../ink.ts";
import { curve, disc, oval, poly, polar, softBox, star, taper, type Point } from "../path.ts";

const PIPS: Record<number, readonly Point[]> = {
  0: [],
  1: [[0, 0]],
  2: [
    [-1, -1],
    [1, 1],
  ],
  3: [
    [-1, -1],
    [0, 0],
    [1, 1],
  ],
  4: [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ],
  5: [
    [-1, -1],
    [1, -1],
    [0, 0],
    [-1, 1],
    [1, 1],
  ],
  6: [
    [-1, -1],
    [1, -1],
    [-1, 0],
    [1, 0],
    [-1, 1],
    [1, 1],
  ],
};

/** The pips and bar of a tile 100 wide and 200 high, centred on the origin. */
const pips = (top: number, bottom: number) =>
  [
    ...PIPS[top]!.map(([x, y]) => disc(x * 27, y * 27 - 50, 10)),
    ...PIPS[bottom]!.map(([x, y]) => disc(x * 27, y * 27 + 50, 10)),
    softBox(-36, -3, 72, 6, 3),
  ].join("");
const TILE = softBox(-50, -100, 100, 200, 12);

interface Laid {
  x: number;
  y: number;
  turn: number;
  top: number;
  bottom: number;
}
const CHAIN: readonly Laid[] = [
  { x: 250, y: 1290, turn: 78, top: 5, bottom: 3 },
  { x: 455, y: 1336, turn: 100, top: 3, bottom: 3 },
  { x: 990, y: 1310, turn: 70, top: 6, bottom: 2 },
];
const flat = (art: string, { x, y, turn }: Laid, drop = 0) =>
  `<g transform="translate(${x} ${y + drop}) scale(1 .56) rotate(${turn})">${art}</g>`;

const STANDING = [0, 1, 2].map((i): [number, number, number] => [56 + i * 98, 1062 - i * 4, -4 + i * 2]);
const cone = poly([
  [520, 168],
  [680, 168],
  [1330, 1180],
  [-130, 1180],
]);
const table = oval(600, 1250, 760, 300);
const bottle = "M796 560h70v150c0 40 62 60 62 130v330c0 22-16 34-40 34H774c-24 0-40-12-40-34V840c0-70 62-90 62-130Z";
const glass = "M956 960h176l-20 236c-1 14-10 22-26 22h-84c-16 0-25-8-26-22Z";
const rum = "M964 1046h160l-13 148c-1 11-8 16-20 16h-94c-12 0-19-5-20-16Z";

/** The hand that slams the tile, drawn upright with its knuckles at the origin and then swung into the light. */
const swing = (art: string) => place(art, 452, 640, 1.28, -17);
const forearm = taper(
  [
    [0, -240],
    [6, -420],
    [0, -640],
  ],
  [128, 150, 186],
);
const sleeve = curve(
  [
    [-128, -520],
    [0, -500],
    [132, -524],
    [170, -900],
    [-180, -900],
  ],
  true,
  0.4,
);
const palm = curve(
  [
    [-60, -300],
    [60, -300],
    [94, -190],
    [104, -90],
    [60, -50],
    [-60, -50],
    [-104, -90],
    [-96, -190],
  ],
  true,
  0.9,
);
const ROOTS = [-72, -25, 25, 72];
const fingers = ROOTS.map((x, i) =>
  taper(
    [
      [x, -110],
      [x * 0.98, -20],
      [x * 0.8, [56, 82, 84, 60][i]!],
    ],
    [54, 52, 42],
  ),
);
const thumb = taper(
  [
    [-76, -210],
    [-142, -120],
    [-120, 0],
  ],
  [66, 58, 42],
);
const tile = (art: string) => swing(place(art, 4, 130, 1.1, 0));
const sparks = Array.from({ length: 13 }, (_, i) => {
  const turn = 41 + i * 9.2;
  const from = polar(590, 990, 180, turn - 6);
  const to = polar(590, 990, 180 + (i % 2 ? 70 : 130), turn - 6);
  return line(
    `M${from[0].toFixed(0)} ${(990 + (from[1] - 990) * 0.6).toFixed(0)}L${to[0].toFixed(0)} ${(990 + (to[1] - 990) * 0.6).toFixed(0)}`,
    12,
  );
}).join("");

export const dominoesAndRum: Poster = {
  key: "dominoes-and-rum",
  alt: "Under a hanging lamp a hand slams the double six onto a green table beside a bottle of rum, a tumbler and a row of standing dominoes.",
  paper: "#f4e3bd",
  accent: "#e2a83a",
  dominant: "#1d3a2a",
  social: [0, 540, 1200],
  separations: () => [
    { ink: "#163026", art: fill(WHOLE) },
    {
      ink: "#f0b63e",
      opaque: true,
      art: fade("lamp", cone, [0, 160, 1], [0, 1240, 0.42]),
      screen: { kind: "dots", pitch: 14, angle: 45 },
    },
    { ink: "#1f7a4d", opaque: true, art: fill(table) },
    {
      ink: "#f4e3bd",
      opaque: true,
      art: glow("pool", 600, 1180, 560, 0.55, 0, table),
      screen: { kind: "dots", pitch: 12, angle: 12 },
    },
    {
      ink: "#0f2119",
      opaque: true,
      art:
        fill(
          poly([
            [560, 40],
            [640, 40],
            [720, 176],
            [480, 176],
          ]),
        ) +
        fill("M597 -20h6v70h-6Z") +
        fill(oval(600, 176, 120, 22)) +
        CHAIN.map((tile) => flat(fill(TILE), tile, 18)).join("") +
        fill(oval(560, 1040, 190, 50), 0.9) +
        fill(oval(860, 1212, 190, 30)) +
        fill(oval(1070, 1222, 150, 24)) +
        STANDING.map(([x, y]) => fill(softBox(x - 20, y - 20, 92, 190, 12))).join(""),
      rough: 0.3,
    },
    {
      ink: "#fff6dc",
      opaque: true,
      art:
        fill(oval(600, 172, 96, 14)) +
        CHAIN.map((tile) => flat(fill(TILE), tile)).join("") +
        STANDING.map(([x, y, turn]) =>
          place(
            fill(softBox(-38, -76, 76, 170, 10)) +
              cut(softBox(-28, -64, 56, 146, 6)) +
              fill(softBox(-24, -60, 48, 138, 5)),
            x + 18,
            y + 62,
            1,
            turn,
          ),
        ).join("") +
        sparks,
    },
    { ink: "#f4e3bd", opaque: true, art: swing(fill(sleeve)) },
    { ink: "#7a2f17", opaque: true, art: fill(bottle) + fill(rum) },
    {
      ink: "#d9662b",
      opaque: true,
      art: fade("amber", bottle, [734, 0, 0.9], [928, 0, 0.05]) + fade("dram", rum, [964, 0, 0.2], [1124, 0, 1]),
      screen: { kind: "lines", pitch: 9, angle: 90 },
    },
    {
      ink: "#fff6dc",
      opaque: true,
      art:
        fill(softBox(742, 880, 178, 210, 8)) +
        line(glass, 9) +
        fill(
          poly([
            [750, 860],
            [764, 850],
            [764, 1180],
            [750, 1180],
          ]),
          0,
        ) +
        fill(softBox(986, 1070, 66, 66, 8)) +
        fill(softBox(1046, 1108, 58, 58, 8)),
    },
    {
      ink: "#b5231f",
      opaque: true,
      art:
        swing(
          clip("cloth", sleeve, [0, 1, 2, 3, 4].map((i) => fill(softBox(-190, -588 - i * 74, 380, 34, 2))).join("")),
        ) +
        fill("M790 500h82v74h-82Z") +
        fill(star(831, 968, 58, 26, 8)) +
        fill(softBox(756, 1050, 150, 22, 4)) +
        fill(softBox(756, 896, 150, 10, 4)),
      rough: 0.4,
    },
    { ink: "#fff6dc", opaque: true, art: tile(fill(TILE)) + fill(disc(831, 968, 18)) },
    {
      ink: "#12100c",
      opaque: true,
      art:
        tile(fill(pips(6, 6)) + line(TILE, 5)) +
        CHAIN.map((tile) => flat(fill(pips(tile.top, tile.bottom)), tile)).join(""),
    },
    {
      ink: "#12100c",
      opaque: true,
      art: swing(line(palm, 14) + line(forearm, 14) + line(thumb, 14)),
    },
    { ink: "#5a2b18", opaque: true, art: swing(fill(thumb) + fill(forearm) + fill(palm)) },
    {
      ink: "#12100c",
      opaque: true,
      art: swing(fade("shade", palm, [70, 0, 0], [-110, 0, 0.8]) + fade("arm", forearm, [50, 0, 0], [-96, 0, 0.8])),
      screen: { kind: "dots", pitch: 9, angle: 70 },
    },
    ...fingers.flatMap((finger, i): Separation[] => [
      { ink: "#12100c", opaque: true, art: swing(line(finger, 13)) },
      {
        ink: "#5a2b18",
        opaque: true,
        art: swing(fill(finger) + fill(oval(ROOTS[i]! * 1.02, -112, 27, 30))),
      },
      {
        ink: "#e08a4c",
        opaque: true,
        art: swing(
          fade(`f${i}`, finger, [ROOTS[i]! + 28, 0, 0.8], [ROOTS[i]! - 16, 0, 0]) +
            fill(oval(ROOTS[i]! * 0.8, [64, 90, 92, 68][i]!, 11, 14)),
        ),
        screen: { kind: "dots", pitch: 8, angle: 70 },
      },
    ]),
    {
      ink: "#12100c",
      opaque: true,
      art: swing(
        ROOTS.map((x) => line(`M${x * 0.94 - 14} 0q14 7 28 0M${x - 16} -94q16 -12 32 0`, 4)).join("") +
          fill(softBox(-84, -352, 168, 44, 10)) +
          fill(disc(0, -330, 46)),
      ),
    },
    {
      ink: "#f0b63e",
      opaque: true,
      art: swing(line(disc(0, -330, 42), 7) + line("M0 -330V-356M0 -330L16 -318", 5)),
    },
    { ink: "#fff6dc", opaque: true, art: line("M752 852V1170M1118 980L1102 1180M806 600V720", 7) },
  ],
};
