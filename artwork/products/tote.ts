import { experience, savageGentlemen } from "../brand/lettering.ts";
import { clip, fade, fill, line, place, WHOLE, type Poster } from "../ink.ts";
import { box, disc, leaf, polar, softBox } from "../path.ts";
import { cast, creases, markAt, stitches, wordsAt } from "./kit.ts";

const bag =
  "M262 560C480 572 720 572 938 560C950 820 962 1100 968 1356C968 1380 956 1390 932 1392C710 1404 490 1404 268 1392C244 1390 232 1380 232 1356C238 1100 250 820 262 560Z";
const hem = "M262 560C480 572 720 572 938 560L942 628C720 640 480 640 258 628Z";
const backHandle = "M452 566C452 330 500 214 600 214C700 214 748 330 748 566";
const frontHandle = "M392 640C396 360 470 196 600 196C730 196 804 360 808 640";
const patches = softBox(358, 596, 70, 92, 4) + softBox(772, 596, 70, 92, 4);
const folds = [
  "M300 660C320 820 300 1000 320 1180",
  "M900 660C880 800 904 960 884 1130",
  "M420 1394C432 1320 420 1260 440 1200",
  "M760 1396C750 1330 766 1270 748 1210",
];
/** What is printed on the bag, in its place. */
const printed = (art: string) => place(art, -90, -290, 1.15);
/** A fan palm's leaf, ray by ray. */
const fan = Array.from({ length: 13 }, (_, ray) => {
  const degrees = -170 + ray * 13.3;
  return leaf([600, 1160], polar(600, 1160, 330 - Math.abs(6 - ray) * 14, degrees), 30, 0.55);
}).join("");

export const tote: Poster = {
  key: "tote",
  alt: "A canvas bag on a brass hook, printed with a green palm leaf that rises behind the Savage Gentlemen mask.",
  paper: "#184f4c",
  accent: "#4cc9ba",
  dominant: "#1c5a55",
  social: [0, 520, 1200],
  separations: () => [
    {
      ink: "#0f3836",
      opaque: true,
      art: fill(Array.from({ length: 10 }, (_, i) => box(i * 124 - 30, 0, 62, 1500)).join("")),
      wear: 0.3,
    },
    {
      ink: "#08211f",
      art: fade("dim", WHOLE, [600, 500, 0], [600, 1560, 0.85]),
      screen: { kind: "dots", pitch: 13, angle: 45 },
    },
    {
      ink: "#041513",
      opaque: true,
      art: cast(bag, 44, 34, 0.8) + place(line(frontHandle, 30, 0.8), 44, 34),
      screen: { kind: "dots", pitch: 9, angle: 45 },
    },
    { ink: "#c7b48c", opaque: true, art: line(backHandle, 34) },
    {
      ink: "#c9a24b",
      opaque: true,
      art: fill(softBox(560, 40, 80, 132, 12)) + line("M600 150V196C600 236 660 236 660 192", 20),
    },
    { ink: "#6b4f16", opaque: true, art: fill(disc(600, 72, 8) + disc(600, 140, 8)) + line("M640 52V164", 6, 0.7) },
    { ink: "#efe3c6", opaque: true, art: line(frontHandle, 40) + fill(bag) + fill(patches), rough: 0.12, wear: 0 },
    {
      ink: "#cdb98d",
      opaque: true,
      art: clip(
        "round",
        bag,
        fade("left", WHOLE, [220, 900, 1], [430, 930, 0]) +
          `<g style="mix-blend-mode:darken">${fade("right", WHOLE, [760, 930, 0], [980, 900, 1])}</g>`,
      ),
      screen: { kind: "grain", size: 3 },
    },
    {
      ink: "#b09a6a",
      opaque: true,
      art: creases("creases", bag, folds, 10, 0.8) + line(hem, 3, 0.8),
      screen: { kind: "lines", pitch: 7, angle: 80 },
    },
    { ink: "#2c8a5c", opaque: true, art: printed(fill(fan)), rough: 0.4, wear: 0.8, shift: [-4, 3] },
    {
      ink: "#0e4a34",
      opaque: true,
      art: printed(
        Array.from({ length: 13 }, (_, ray) =>
          line(
            `M600 1160L${polar(600, 1160, 280 - Math.abs(6 - ray) * 14, -170 + ray * 13.3)
              .map(Math.round)
              .join(" ")}`,
            5,
          ),
        ).join(""),
      ),
      rough: 0.3,
    },
    { ink: "#d8315b", opaque: true, art: printed(fill(disc(600, 1080, 128))), rough: 0.35, wear: 0.8, shift: [3, -2] },
    { ink: "#efe3c6", opaque: true, art: printed(markAt(600, 1084, 178)) },
    {
      ink: "#14100d",
      opaque: true,
      art: printed(wordsAt(savageGentlemen, 600, 1284, 520) + wordsAt(experience, 600, 1326, 420)),
      rough: 0.3,
      wear: 0.6,
    },
    {
      ink: "#8b7445",
      opaque: true,
      art:
        stitches("M266 622C480 634 720 634 934 622", 4) +
        stitches("M366 606H420V678H366ZM780 606H834V678H780ZM366 606L420 678M834 606L780 678", 3.5),
    },
  ],
};
