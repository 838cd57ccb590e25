import { gentlemen, savage } from "../brand/lettering.ts";
import { clip, fade, fill, line, WHOLE, type Poster } from "../ink.ts";
import { box, oval, poly, taper } from "../path.ts";
import { cast, creases, insideMark, markAt, stitches, wordsAt } from "./kit.ts";

const torso =
  "M404 470C470 520 730 520 796 470L870 514C892 640 884 760 890 900C896 1020 900 1120 904 1236H296C300 1120 304 1020 310 900C316 760 308 640 330 514Z";
const leftArm =
  "M330 514C252 548 206 626 188 740C170 860 152 1010 138 1170C136 1190 146 1204 164 1208L238 1222C256 1224 266 1216 270 1198C290 1080 312 900 318 740C322 660 326 600 330 514Z";
const rightArm =
  "M870 514C948 548 994 626 1012 740C1030 860 1048 1010 1062 1170C1064 1190 1054 1204 1036 1208L962 1222C944 1224 934 1216 930 1198C910 1080 888 900 882 740C878 660 874 600 870 514Z";
const cuffs =
  "M136 1178L272 1202L262 1298C232 1306 164 1292 130 1272ZM1064 1178L928 1202L938 1298C968 1306 1036 1292 1070 1272Z";
const hem = "M296 1236H904L896 1326C720 1344 480 1344 304 1326Z";
const hood =
  "M392 486C372 300 470 172 600 172C730 172 828 300 808 486C760 530 690 548 600 548C510 548 440 530 392 486Z";
const opening =
  "M462 470C452 330 516 254 600 254C684 254 748 330 738 470C700 512 650 528 600 528C550 528 500 512 462 470Z";
const pocket = "M404 1000H796L860 1140C868 1160 862 1172 846 1178L820 1200H380L354 1178C338 1172 332 1160 340 1140Z";
const cords =
  taper(
    [
      [528, 520],
      [522, 600],
      [532, 744],
    ],
    [13, 12, 12],
  ) +
  taper(
    [
      [672, 520],
      [680, 590],
      [668, 706],
    ],
    [13, 12, 12],
  );
const tips = box(518, 664, 20, 40) + box(660, 634, 20, 40);
const whole = torso + leftArm + rightArm + cuffs + hem + hood;
const folds = [
  "M300 800C340 760 370 740 420 730",
  "M900 800C860 760 830 740 780 730",
  "M190 860C220 850 250 852 290 880",
  "M176 960C210 950 240 954 284 984",
  "M1010 860C980 850 950 852 910 880",
  "M1024 960C990 950 960 954 916 984",
  "M330 1236C336 1180 330 1130 318 1080",
  "M872 1236C866 1180 870 1130 884 1080",
];
const scallops = Array.from({ length: 13 }, (_, row) =>
  Array.from({ length: 11 }, (__, column) =>
    line(`M${column * 124 - 80 + (row % 2) * 62} ${row * 120 - 20}a62 62 0 0 0 124 0`, 5),
  ).join(""),
).join("");

export const hoodie: Poster = {
  key: "hoodie",
  alt: "A hibiscus-pink hoodie with a gold mask on the chest and the Savage Gentlemen name across its pocket.",
  paper: "#0f3b3a",
  accent: "#ff7a98",
  dominant: "#b1284e",
  social: [0, 300, 1200],
  separations: () => [
    { ink: "#1f6f69", opaque: true, art: scallops, wear: 0.3 },
    {
      ink: "#072423",
      opaque: true,
      art: fade("floor", WHOLE, [600, 700, 0], [600, 1560, 0.85]),
      screen: { kind: "dots", pitch: 13, angle: 45 },
    },
    { ink: "#031211", opaque: true, art: cast(whole, 30, 42, 0.75), screen: { kind: "dots", pitch: 10, angle: 30 } },
    {
      ink: "#c92f58",
      opaque: true,
      art: fill(leftArm) + fill(rightArm) + fill(torso) + fill(hood),
      rough: 0.15,
      wear: 0,
    },
    {
      ink: "#e9698a",
      opaque: true,
      art: clip("light", torso + leftArm + hood, fade("left", WHOLE, [170, 620, 0.95], [600, 760, 0])),
      screen: { kind: "lines", pitch: 9, angle: 40 },
    },
    {
      ink: "#7d1234",
      opaque: true,
      art:
        clip("dark", torso + rightArm + hood, fade("right", WHOLE, [680, 700, 0], [1060, 860, 1])) +
        creases("folds", torso + leftArm + rightArm, folds, 12, 0.95),
      screen: { kind: "lines", pitch: 8, angle: 40 },
    },
    {
      ink: "#3d0619",
      opaque: true,
      art:
        fill(opening) +
        line(
          "M330 514C322 640 322 760 312 900C300 1020 300 1120 296 1236M870 514C878 640 878 760 888 900C900 1020 900 1120 904 1236",
          8,
          0.9,
        ),
    },
    {
      ink: "#7d1234",
      opaque: true,
      art: clip("lining", opening, fade("depth", WHOLE, [600, 330, 0], [600, 540, 1])),
      screen: { kind: "dots", pitch: 9, angle: 15 },
    },
    { ink: "#a51f45", opaque: true, art: fill(hem) + fill(cuffs) },
    {
      ink: "#6b0d2c",
      opaque: true,
      art: clip(
        "ribs",
        hem + cuffs,
        Array.from({ length: 68 }, (_, i) => line(`M${120 + i * 14.4} 1180V1350`, 5)).join(""),
      ),
    },
    { ink: "#b8264e", opaque: true, art: fill(pocket) },
    {
      ink: "#7d1234",
      opaque: true,
      art: line(pocket, 5) + clip("pocket", pocket, fade("under", WHOLE, [600, 1090, 0], [600, 1220, 0.9])),
      screen: { kind: "lines", pitch: 7, angle: 0 },
    },
    {
      ink: "#f2a3b6",
      opaque: true,
      art:
        stitches("M418 1014H782L842 1146M418 1014L358 1146", 4) +
        stitches("M474 478C504 516 552 536 600 536C648 536 696 516 726 478", 4),
    },
    { ink: "#f4ecdc", opaque: true, art: fill(cords), rough: 0.1 },
    {
      ink: "#c9a24b",
      opaque: true,
      art: fill(tips) + markAt(600, 838, 210) + wordsAt(savage, 524, 1112, 132) + wordsAt(gentlemen, 684, 1112, 172),
      rough: 0.25,
      wear: 0.5,
    },
    {
      ink: "#f6dd97",
      opaque: true,
      art: insideMark("lit", 600, 838, 210, fade("shine", WHOLE, [600, 730, 1], [600, 860, 0])),
      screen: { kind: "dots", pitch: 8, angle: 10 },
    },
    {
      ink: "#3d0619",
      opaque: true,
      art:
        fill(oval(490, 512, 0.1, 0.1)) +
        fill(
          poly([
            [528, 514],
            [534, 520],
            [528, 526],
            [522, 520],
          ]),
        ) +
        fill(
          poly([
            [672, 514],
            [678, 520],
            [672, 526],
            [666, 520],
          ]),
        ),
    },
  ],
};
