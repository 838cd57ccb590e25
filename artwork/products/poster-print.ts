import { experience, savageGentlemen } from "../brand/lettering.ts";
import { clip, cut, fade, fill, glow, line, place, WHOLE, type Poster } from "../ink.ts";
import { box, disc, leaf, oval, polar, poly, rays } from "../path.ts";
import { cast, markAt, wordsAt } from "./kit.ts";

// A sheet hung by two clips, its lower corner curling away from the wall.
const sheet = poly([
  [210, 190],
  [990, 190],
  [990, 1120],
  [850, 1300],
  [210, 1300],
]);
const curl = "M990 1120C960 1180 900 1190 846 1170C872 1220 874 1262 850 1300C900 1262 950 1200 990 1120Z";
const picture = box(262, 242, 676, 836);
const tilt = (art: string) => place(art, 38, -24, 1, 2.2);
const clips = [380, 820].map((x) => box(x - 44, 150, 88, 74) + disc(x, 130, 22)).join("");
const hills = "M262 860C360 780 440 800 520 850C600 780 700 740 800 800C860 770 900 780 938 800V1078H262Z";
const sea = "M262 900H938V1078H262Z";
const palm = (x: number, y: number, turn: number) =>
  Array.from({ length: 8 }, (_, i) => leaf([x, y], polar(x, y, 150, turn + i * 28), 17, 0.4)).join("");
const trunk = "M330 1078C346 960 350 860 392 700L412 706C384 860 382 960 378 1078Z";

export const posterPrint: Poster = {
  key: "poster-print",
  alt: "A screen print hung by two brass clips: a sun in the shape of a record over the sea, a palm, and the Savage Gentlemen mask.",
  paper: "#d9c7a3",
  accent: "#ffab52",
  dominant: "#d95f3b",
  social: [0, 330, 1200],
  separations: () => [
    {
      ink: "#b59a6a",
      art: fill(
        Array.from(
          { length: 9 },
          (_, row) =>
            box(-20, row * 176, 1240, 5) +
            Array.from({ length: 5 }, (__, i) => box(i * 300 + (row % 2) * 150, row * 176, 5, 176)).join(""),
        ).join(""),
      ),
      rough: 0.5,
      wear: 1,
    },
    { ink: "#8d6f42", art: fade("dusk", WHOLE, [200, 0, 0], [1200, 1500, 0.8]), screen: { kind: "grain", size: 3 } },
    { ink: "#4d3415", art: tilt(cast(sheet, 34, 42, 0.75)), screen: { kind: "dots", pitch: 10, angle: 30 } },
    { ink: "#fbf4e4", opaque: true, art: tilt(fill(sheet)), wear: 0 },
    { ink: "#f7a13d", opaque: true, art: tilt(fill(picture)), rough: 0.15 },
    {
      ink: "#ffd36b",
      opaque: true,
      art: tilt(clip("rays", picture, fill(rays(610, 620, 0, 760, 30, 0.5)))),
      rough: 0.15,
    },
    { ink: "#e2431e", opaque: true, art: tilt(fill(disc(610, 620, 250))), rough: 0.2, shift: [3, -2] },
    {
      ink: "#b3123f",
      opaque: true,
      art: tilt(clip("fall", disc(610, 620, 250), fade("fall2", WHOLE, [600, 560, 0], [600, 880, 1]))),
      screen: { kind: "dots", pitch: 10, angle: 20 },
    },
    {
      ink: "#ffd36b",
      opaque: true,
      art: tilt([226, 204, 182, 160, 138].map((radius) => line(disc(610, 620, radius), 4)).join("")),
    },
    { ink: "#fbf4e4", opaque: true, art: tilt(fill(disc(610, 620, 108))) },
    { ink: "#2a1436", opaque: true, art: tilt(markAt(610, 622, 150)) },
    { ink: "#2b7f86", opaque: true, art: tilt(clip("hills", picture, fill(hills))), rough: 0.15 },
    {
      ink: "#17556b",
      opaque: true,
      art: tilt(
        clip(
          "sea",
          picture,
          fill(sea) +
            Array.from({ length: 7 }, (_, i) => cut(oval(520 + (i % 3) * 60, 930 + i * 20, 150 - i * 12, 4))).join(""),
        ),
      ),
      rough: 0.15,
    },
    {
      ink: "#ffd36b",
      opaque: true,
      art: tilt(
        Array.from({ length: 9 }, (_, i) =>
          line(`M${560 - i * 12 + (i % 2) * 22} ${916 + i * 17}h${100 + i * 16}`, 6),
        ).join(""),
      ),
    },
    {
      ink: "#2a1436",
      opaque: true,
      art: tilt(clip("palm", picture, fill(trunk) + fill(palm(402, 704, 150)) + fill(palm(402, 704, 164)))),
      rough: 0.25,
    },
    {
      ink: "#2a1436",
      opaque: true,
      art: tilt(wordsAt(savageGentlemen, 527, 1188, 530) + wordsAt(experience, 470, 1238, 416)),
      rough: 0.25,
      wear: 0.5,
    },
    { ink: "#e4d5b4", opaque: true, art: tilt(fill(curl)) },
    {
      ink: "#a68a58",
      opaque: true,
      art: tilt(
        clip("roll", curl, fade("roll2", WHOLE, [860, 1180, 1], [960, 1200, 0])) +
          `<g style="mix-blend-mode:darken">${clip("lee", sheet, glow("lee2", 880, 1200, 90, 0.5, 0))}</g>`,
      ),
      screen: { kind: "grain", size: 2 },
    },
    { ink: "#c9a24b", opaque: true, art: tilt(fill(clips)), wear: 0 },
    {
      ink: "#6f4f12",
      opaque: true,
      art: tilt([380, 820].map((x) => line(`M${x - 44} 206h88`, 8) + fill(disc(x, 130, 9))).join("")),
    },
    { ink: "#f6dd97", opaque: true, art: tilt([380, 820].map((x) => line(`M${x - 30} 168h34`, 7)).join("")) },
  ],
};
