import { savageGentlemen } from "../brand/lettering.ts";
import { drape } from "../cloth.ts";
import { clip, fill, line, place, type Printable } from "../ink.ts";
import { box, disc } from "../path.ts";
import { SWEAT, SWEAT_ARMS, SWEAT_RIBS, SWEAT_TORSO, sweatPanels } from "./cuts.ts";
import { dyed, type Dye } from "./dye.ts";
import { markAt, mirrored, stitches, wordsAt } from "./kit.ts";
import { fallen, stage } from "./stage.ts";

const neck =
  "M446 330C500 300 700 300 754 330C770 370 776 420 772 474C700 520 500 520 428 474C424 420 430 370 446 330Z";
const leftFlap = "M446 330C430 370 424 420 428 474C470 520 540 540 596 548C588 470 560 390 446 330Z";
const rightFlap = mirrored(leftFlap);
const inside = "M446 330C500 300 700 300 754 330C680 380 620 450 600 548C580 450 520 380 446 330Z";
const armStripes = (width: number) =>
  line("M352 446C308 478 280 530 262 606C240 700 228 800 214 900C200 1010 182 1080 172 1170", width);
const dye: Dye = { base: "#116b69", light: "#4fb6a9", shade: "#588e96", deep: "#4d6f86" };
const pockets = "M352 930L420 1120M848 930L780 1120";

export const trackJacket: Printable = {
  key: "track-jacket",
  alt: "A sea-green track jacket with a gold zipper, bone and mango stripes down its sleeves, and a small gold mask on the chest.",
  paper: "#f6d98e",
  accent: "#f2b632",
  dominant: "#eec468",
  social: [0, 300, 1200],
  separations: async () => {
    const cloth = await drape(
      "track-jacket",
      [
        ...sweatPanels,
        { outline: neck, puff: 20, round: 40, drop: 0.3, reach: 12 },
        { outline: leftFlap, puff: 18, round: 34, drop: 0.4, reach: 16, crumples: [{ rise: 9, size: 90 }] },
        { outline: rightFlap, puff: 18, round: 34, drop: 0.4, reach: 16, crumples: [{ rise: 9, size: 90 }] },
      ],
      0.3,
    );
    const both = (art: string) => art + `<g transform="translate(1200 0) scale(-1 1)">${art}</g>`;
    const shapes = [...SWEAT, neck, leftFlap, rightFlap];
    return [
      ...stage("track-jacket", {
        shade: "#a8641c",
        sun: { ink: "#e8506f", low: "#f29a2e", at: [600, 640], radius: 500 },
        palm: { at: [-90, -100], turn: 48 },
      }),
      fallen("#6b2a1c", shapes, 42, 54, 0.95),
      ...dyed(shapes, cloth, dye, [
        { ink: "#0b3f44", opaque: true, art: clip("yoke", SWEAT_TORSO, fill("M200 300H1000V640L600 780L200 640Z")) },
        {
          ink: "#f4ecdc",
          opaque: true,
          art:
            clip("yoke", SWEAT_TORSO, line("M200 640L600 780L1000 640", 26)) +
            both(clip("arm", SWEAT_ARMS[0], armStripes(62))),
        },
        {
          ink: "#f29a2e",
          opaque: true,
          art:
            clip("yoke", SWEAT_TORSO, line("M200 676L600 816L1000 676", 18)) +
            both(clip("arm", SWEAT_ARMS[0], armStripes(26))),
        },
        { ink: "#0b3f44", opaque: true, art: fill(SWEAT_RIBS.join("")) },
        {
          ink: "#f4ecdc",
          opaque: true,
          art: clip(
            "bands",
            SWEAT_RIBS.join(""),
            line("M282 1262C400 1288 800 1288 918 1262", 12) + both(line("M108 1232C150 1222 210 1228 262 1246", 10)),
          ),
        },
        { ink: "#d9b45a", opaque: true, art: markAt(424, 604, 100) },
      ]),
      { ink: "#072c31", opaque: true, art: fill(inside) },
      { ink: "#f4ecdc", opaque: true, art: place(wordsAt(savageGentlemen, 0, 0, 150), 600, 366) },
      { ink: "#2c4a66", art: line("M330 464C316 540 318 610 322 676M870 464C884 540 882 610 878 676", 4, 0.9) },
      {
        ink: "#072c31",
        opaque: true,
        art: line("M600 548V1290", 20) + line(pockets, 9) + line(leftFlap + rightFlap, 3, 0.9),
      },
      {
        ink: "#c9a24b",
        opaque: true,
        art:
          line("M600 548V1290", 11, 1, 'stroke-dasharray="5 5" style="stroke-linecap:butt"') +
          line("M452 336C550 390 592 470 600 552C608 470 650 390 748 336", 8, 1, 'stroke-dasharray="5 4"'),
      },
      { ink: "#6f4f12", opaque: true, art: fill(box(588, 546, 30, 44) + box(592, 588, 22, 62)) },
      {
        ink: "#d9b45a",
        opaque: true,
        art: fill(box(585, 542, 30, 44) + box(590, 584, 20, 60)) + line(pockets, 4, 1, 'stroke-dasharray="4 4"'),
      },
      { ink: "#fff0bd", opaque: true, art: line("M590 548V580M595 590V636", 4) },
      { ink: "#7fc4b8", opaque: true, art: stitches("M576 560V1170M624 560V1170", 3) },
      { ink: "#116b69", opaque: true, art: fill(disc(600, 632, 5)) },
    ];
  },
};

const nape =
  "M440 404C500 380 700 380 760 404C776 424 780 444 776 464C700 500 500 500 424 464C420 444 424 424 440 404Z";
export const trackJacketBack: Printable = {
  key: "track-jacket-back",
  alt: "The back of the sea-green track jacket: a large gold mask under bone and mango chevrons, the name below it.",
  paper: "#f6d98e",
  accent: "#f2b632",
  dominant: "#eec468",
  social: [0, 300, 1200],
  separations: async () => {
    const cloth = await drape(
      "track-jacket",
      [...sweatPanels, { outline: nape, puff: 22, round: 40, drop: 0.4, reach: 14, crumples: [{ rise: 8, size: 90 }] }],
      0.3,
    );
    const both = (art: string) => art + `<g transform="translate(1200 0) scale(-1 1)">${art}</g>`;
    const shapes = [...SWEAT, nape];
    const chevron = (y: number, width: number) =>
      clip("back", SWEAT_TORSO, line(`M200 ${y}L600 ${y + 160}L1000 ${y}`, width));
    const arms = (width: number) => both(clip("arm", SWEAT_ARMS[0], armStripes(width)));
    return [
      ...stage("track-jacket-back", {
        shade: "#a8641c",
        sun: { ink: "#e8506f", low: "#f29a2e", at: [600, 640], radius: 500 },
        palm: { at: [1290, -120], turn: 132 },
      }),
      fallen("#6b2a1c", shapes, 42, 54, 0.95),
      ...dyed(shapes, cloth, dye, [
        { ink: "#0b3f44", opaque: true, art: clip("yoke", SWEAT_TORSO, fill("M200 300H1000V470L600 630L200 470Z")) },
        { ink: "#f4ecdc", opaque: true, art: chevron(470, 26) + arms(62) },
        { ink: "#f29a2e", opaque: true, art: chevron(506, 18) + arms(26) },
        { ink: "#0b3f44", opaque: true, art: fill(SWEAT_RIBS.join("")) },
        {
          ink: "#f4ecdc",
          opaque: true,
          art: clip(
            "bands",
            SWEAT_RIBS.join(""),
            line("M282 1262C400 1288 800 1288 918 1262", 12) + both(line("M108 1232C150 1222 210 1228 262 1246", 10)),
          ),
        },
        {
          ink: "#d9b45a",
          opaque: true,
          art: markAt(600, 860, 330) + wordsAt(savageGentlemen, 600, 1110, 400),
          rough: 0.08,
          wear: 0.4,
        },
      ]),
      { ink: "#2c4a66", art: line("M330 464C316 540 318 610 322 676M870 464C884 540 882 610 878 676", 4, 0.9) },
      { ink: "#072c31", opaque: true, art: line("M430 462C500 500 700 500 770 462", 4) },
      { ink: "#7fc4b8", opaque: true, art: stitches("M420 484C500 524 700 524 780 484", 3) },
    ];
  },
};
