import { fist } from "../hands.ts";
import { clip, fade, fill, glow, line, place, WHOLE, type Poster, type Separation } from "../ink.ts";
import { curve, disc, oval, poly, polar, softBox, taper } from "../path.ts";
import { chance } from "../seeded.ts";
import { cassette } from "../sound.ts";

const random = chance("sixteen");
const TILT = 24;
const mic = (art: string) => place(art, 560, 850, 1.12, TILT);

/** Sixteen bars, as the level meter shows them. */
const HEIGHTS = [5, 8, 6, 11, 9, 13, 10, 15, 12, 16, 13, 17, 12, 15, 9, 12];
const cells = HEIGHTS.flatMap((count, bar) =>
  Array.from({ length: count }, (_, cell) => ({
    bar,
    cell,
    path: softBox(10 + bar * 74.5, 1424 - cell * 84, 62, 66, 6),
  })),
);
const zone = (from: number, to: number) =>
  cells
    .filter(({ cell }) => cell >= from && cell < to)
    .map(({ path }) => path)
    .join("");

const head = disc(0, -470, 168);
const mesh = () => {
  let text = "";
  for (let i = -9; i <= 9; i += 1)
    text += line(`M${i * 30 - 200} -680L${i * 30 + 200} -260M${i * 30 + 200} -680L${i * 30 - 200} -260`, 6);
  return text;
};
const collar = softBox(-138, -360, 276, 66, 18);
const body = poly([
  [-104, -296],
  [104, -296],
  [70, 560],
  [-70, 560],
]);
const ring = oval(0, -470, 172, 30);
const H = fist();
const grip = (art: string) => mic(place(art, 4, 60, 1.32));
const sleeve = taper(
  [
    [-60, 60],
    [-150, 330],
    [-200, 760],
  ],
  [210, 250, 300],
);
const TAPE = cassette(0, 0, 330);
const tape = (art: string) => place(art, 66, 88, 1, -11);
const spit = Array.from({ length: 11 }, (_, i) =>
  taper([polar(870, 340, 236, -118 + i * 20), polar(870, 340, 290 + random.range(0, 70), -118 + i * 20)], [16, 5]),
).join("");

export const sweetSixteenBar: Poster = {
  key: "sweet-sixteen-bar",
  alt: "A ringed fist holds up a gleaming microphone before sixteen glowing bars of a level meter, a cassette unspooling in the corner.",
  paper: "#fff4e6",
  accent: "#ff3fa4",
  dominant: "#2a0f55",
  social: [0, 200, 1200],
  separations: () => [
    { ink: "#260c52", art: fill(WHOLE) },
    {
      ink: "#7b2ff2",
      opaque: true,
      art: glow("stage", 760, 560, 900, 0.85, 0),
      screen: { kind: "dots", pitch: 14, angle: 20 },
    },
    { ink: "#19d3c5", opaque: true, art: fill(zone(0, 6)), shift: [-3, 2] },
    { ink: "#ffe14a", opaque: true, art: fill(zone(6, 11)), shift: [-3, 2] },
    { ink: "#ff3fa4", opaque: true, art: fill(zone(11, 20)), shift: [-3, 2] },
    {
      ink: "#260c52",
      opaque: true,
      art: fade("floor", WHOLE, [0, 900, 0], [0, 1560, 0.9]),
      screen: { kind: "lines", pitch: 12, angle: 0 },
    },
    {
      ink: "#12061f",
      opaque: true,
      art:
        tape(line(TAPE.shell, 12) + fill(TAPE.shell)) +
        line(
          curve(
            [
              [196, 300],
              [120, 420],
              [240, 520],
              [90, 620],
              [60, 780],
              [-40, 820],
            ],
            false,
          ),
          15,
        ) +
        mic(line(head, 34) + line(collar, 34) + line(body, 34)) +
        grip(line(H.back, 26) + H.fingers.map((f) => line(f, 26)).join("") + line(H.thumb, 26) + line(sleeve, 26)),
      rough: 0.3,
    },
    { ink: "#ff3fa4", opaque: true, art: tape(fill(TAPE.label)) + fill(spit) },
    {
      ink: "#fff4e6",
      opaque: true,
      art: tape(fill(TAPE.rules) + fill(TAPE.window)) + mic(fill(head) + fill(collar)),
    },
    {
      ink: "#12061f",
      opaque: true,
      art: tape(fill(TAPE.hubs) + line(TAPE.foot, 5)) + mic(fill(body) + clip("mesh", head, mesh())),
    },
    {
      ink: "#7b2ff2",
      opaque: true,
      art: mic(
        glow("ball", -60, -540, 260, 0, 0.95, head, 0.25) +
          fade("shine", collar, [-20, 0, 0], [138, 0, 0.9]) +
          fade("tube", body, [-70, 0, 0.55], [30, 0, 0]),
      ),
      screen: { kind: "dots", pitch: 9, angle: 50 },
    },
    { ink: "#12061f", opaque: true, art: mic(line(head, 12) + line(ring, 26) + line(collar, 8)) },
    {
      ink: "#ffe14a",
      opaque: true,
      art:
        mic(line("M-172 -470A172 30 0 0 0 172 -470", 12) + fill(softBox(-20, -268, 40, 74, 12))) + grip(fill(sleeve)),
      rough: 0.2,
    },
    {
      ink: "#ff3fa4",
      opaque: true,
      art: grip(
        [0, 1, 2].map((i) => line(`M${-196 - i * 26} ${300 + i * 110}L${10 - i * 40} ${344 + i * 100}`, 30)).join(""),
      ),
    },
    { ink: "#6a3018", opaque: true, art: grip(fill(H.back)) },
    {
      ink: "#12061f",
      opaque: true,
      art: grip(fade("bk", H.back, [-150, 0, 0.75], [-40, 0, 0.1])),
      screen: { kind: "dots", pitch: 9, angle: 15 },
    },
    ...[...H.fingers, H.thumb].flatMap((finger, i): Separation[] => [
      { ink: "#12061f", opaque: true, art: grip(line(finger, 15)) },
      { ink: "#6a3018", opaque: true, art: grip(fill(finger)) },
      {
        ink: "#c4764a",
        opaque: true,
        art: grip(fade(`g${i}`, finger, [96, 0, 0.95], [-10, 0, 0])),
        screen: { kind: "dots", pitch: 8, angle: 60 },
      },
    ]),
    { ink: "#f0b48c", opaque: true, art: grip(fill(H.nails)) },
    {
      ink: "#ffe14a",
      opaque: true,
      art: grip([0, 2].map((i) => fill(softBox(-52, -130 + i * 62, 36, 74, 10))).join("")),
    },
    {
      ink: "#fff4e6",
      opaque: true,
      art:
        mic(fill(oval(-66, -550, 44, 22, -40)) + line("M-84 -280L-78 -150", 7)) +
        grip(fill(disc(-34, -92, 9)) + fill(disc(-34, 32, 9))),
    },
  ],
};
