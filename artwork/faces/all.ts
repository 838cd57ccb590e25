import { clip, fill, line } from "../ink.ts";
import { box, curve, disc, leaf, oval, polar, softBox, taper, type Point } from "../path.ts";
import { portrait, type Face } from "./face.ts";

const deep = ["#5b3423", "#2e1710"] as const;
const brown = ["#8a5233", "#532c1c"] as const;
const warm = ["#b97a4b", "#7f4a2b"] as const;
const vee = "M486 880L600 1060L714 880";
const round = "M470 900C520 1010 680 1010 730 900";
const hoops = line(disc(396, 690, 50) + disc(804, 690, 50), 14);
const studs = fill(disc(402, 618, 15) + disc(798, 618, 15));

const curls = (x: number, y: number, radius: number, size: number, from: number, to: number, count: number) =>
  Array.from({ length: count }, (_, at) =>
    disc(...polar(x, y, radius, from + ((to - from) * at) / (count - 1)), size),
  ).join("");
const strand = (x: number, sway: number, foot: number, width = 44) =>
  taper(
    [
      [x, 330],
      [x + sway, 620],
      [x + sway * 0.6, foot],
    ],
    [width, width, width * 0.7],
  );
const cap = "M408 470C404 320 486 240 600 240C714 240 796 320 792 470C760 400 700 372 600 372C500 372 440 400 408 470Z";
const brim: readonly Point[] = [
  [330, 392],
  [600, 352],
  [870, 392],
  [890, 424],
  [600, 418],
  [310, 424],
];

const afro: Face = {
  key: "afro",
  ground: ["#f29a2e", "#e0662c"],
  pattern: "sun",
  skin: deep,
  lips: "#8f2f3c",
  garment: ["#1f8f8a", "#0b4f4d"],
  collar: vee,
  hair: "#1b0f0d",
  behind: disc(600, 430, 350) + curls(600, 430, 340, 62, 120, 420, 30),
  over: "M404 500C396 330 480 262 600 262C720 262 804 330 796 500C776 410 720 356 600 352C480 356 424 410 404 500Z",
  trims: [["#c9a24b", hoops]],
};
const panama: Face = {
  key: "panama",
  ground: ["#1f6f69", "#2f9a90"],
  pattern: "stripes",
  skin: brown,
  lips: "#7c3b33",
  garment: ["#f4ecdc", "#b9a67e"],
  collar: vee,
  hair: "#f0e2c0",
  beard: false,
  over: "M420 380C424 250 480 180 600 180C720 180 776 250 780 380Z" + curve(brim, true),
  trims: [
    ["#14100c", fill("M416 356C480 340 720 340 784 356L786 392C720 374 480 374 414 392Z")],
    ["#c7b384", line("M352 412C470 386 730 386 848 412", 8)],
  ],
};
const headwrap: Face = {
  key: "headwrap",
  ground: ["#f6dcae", "#f2b632"],
  pattern: "rays",
  skin: deep,
  lips: "#a3283f",
  garment: ["#7a1f6b", "#47093d"],
  collar: round,
  hair: "#c92f58",
  over:
    "M404 486C380 300 470 190 640 170C800 160 850 300 796 486C760 400 690 366 600 366C510 366 440 400 404 486Z" +
    oval(690, 176, 118, 86, -18) +
    oval(800, 210, 84, 60, 30),
  trims: [
    [
      "#f2b632",
      clip(
        "cloth",
        "M404 486C380 300 470 190 640 170C800 160 850 300 796 486C760 400 690 366 600 366C510 366 440 400 404 486Z",
        line("M380 440C500 300 700 290 830 300M390 380C500 250 680 230 840 240M470 230C600 190 700 190 780 190", 22),
      ),
    ],
    ["#c9a24b", hoops],
  ],
};
const locs: Face = {
  key: "locs",
  ground: ["#efe3c6", "#4cc9ba"],
  pattern: "sun",
  skin: brown,
  lips: "#8a3a37",
  garment: ["#d8315b", "#7d1234"],
  collar: round,
  hair: "#24130d",
  beard: true,
  behind: [-250, -205, -160, 160, 205, 250].map((x) => strand(600 + x, x / 5, 1040)).join("") + disc(600, 420, 250),
  over: cap + [-190, -150, 150, 190].map((x) => strand(600 + x, x / 3, 820, 38)).join(""),
  trims: [["#c9a24b", fill(box(376, 700, 46, 20) + box(790, 660, 46, 20) + box(344, 860, 44, 20))]],
};
const bun: Face = {
  key: "bun",
  ground: ["#e9698a", "#f2a3b6"],
  pattern: "dots",
  skin: warm,
  lips: "#a3283f",
  garment: ["#14100c", "#4b4034"],
  collar: vee,
  hair: "#2a1510",
  behind: disc(600, 180, 130),
  over: "M404 510C390 330 480 250 600 250C720 250 810 330 796 510C780 430 730 372 600 330C470 372 420 430 404 510Z",
  trims: [["#c9a24b", fill(box(508, 246, 184, 26)) + studs]],
};
const fade: Face = {
  key: "fade",
  ground: ["#8d55ea", "#5a1fb4"],
  pattern: "rays",
  skin: deep,
  lips: "#7c3b33",
  garment: ["#f2b632", "#c0700f"],
  collar: round,
  hair: "#170d0b",
  beard: true,
  over: "M412 450C410 310 480 232 600 232C720 232 790 310 788 450C776 410 764 380 740 356C700 330 500 330 460 356C436 380 424 410 412 450Z",
  trims: [["#c9a24b", fill(disc(402, 618, 15)) + line("M500 930C540 1040 660 1040 700 930", 12)]],
};
const plumes: Face = {
  key: "plumes",
  ground: ["#1d1648", "#2f2370"],
  pattern: "sun",
  skin: warm,
  lips: "#c92f58",
  garment: ["#c9a24b", "#8a6720"],
  collar: round,
  hair: "#2a1510",
  behind: Array.from({ length: 11 }, (_, at) => leaf([600, 460], polar(600, 460, 430, -166 + at * 15.2), 62, 0.7)).join(
    "",
  ),
  over: cap,
  trims: [
    [
      "#4cc9ba",
      Array.from({ length: 11 }, (_, at) =>
        fill(leaf(polar(600, 460, 210, -166 + at * 15.2), polar(600, 460, 410, -166 + at * 15.2), 34, 0.66)),
      ).join("") + fill(cap, 0),
    ],
    [
      "#d8315b",
      Array.from({ length: 11 }, (_, at) => fill(disc(...polar(600, 460, 350, -166 + at * 15.2), 24))).join(""),
    ],
    ["#c9a24b", fill("M404 420C470 340 730 340 796 420L792 470C730 392 470 392 408 470Z") + hoops],
  ],
};
const snapback: Face = {
  key: "snapback",
  ground: ["#4cc9ba", "#1f8f8a"],
  pattern: "stripes",
  skin: warm,
  lips: "#8a3a37",
  garment: ["#e0662c", "#8f3412"],
  collar: round,
  hair: "#14100c",
  over:
    "M408 420C404 270 480 200 600 200C720 200 796 270 792 420Z" +
    softBox(404, 396, 420, 50, 22) +
    "M560 400C700 380 840 396 920 440C900 466 720 452 560 446Z",
  trims: [
    ["#c9a24b", fill(disc(600, 206, 18))],
    ["#f4ecdc", fill(softBox(520, 280, 160, 74, 14))],
  ],
};
const braids: Face = {
  key: "braids",
  ground: ["#f7e9cf", "#e9698a"],
  pattern: "rays",
  skin: brown,
  lips: "#a3283f",
  garment: ["#2b7f86", "#0f4c52"],
  collar: vee,
  hair: "#1b0f0d",
  behind:
    Array.from(
      { length: 8 },
      (_, at) => disc(404 - at * 6, 520 + at * 82, 46) + disc(796 + at * 6, 520 + at * 82, 46),
    ).join("") + disc(600, 440, 240),
  over: "M404 500C390 330 480 248 600 248C720 248 810 330 796 500C772 412 700 360 604 300C500 360 428 412 404 500Z",
  trims: [["#c9a24b", studs]],
};
const specs: Face = {
  key: "specs",
  ground: ["#c9a24b", "#e3c274"],
  pattern: "dots",
  skin: deep,
  lips: "#7c3b33",
  garment: ["#1d3d6b", "#0c1f3c"],
  collar: vee,
  hair: "#efe6d6",
  beard: true,
  over: "M452 474C470 462 490 462 500 468",
  trims: [
    [
      "#14100c",
      line(softBox(440, 496, 140, 104, 44) + softBox(620, 496, 140, 104, 44), 15) +
        line("M580 540C592 528 608 528 620 540M440 536L400 520M760 536L800 520", 13),
    ],
    ["#fff7e4", line("M470 520l30 44M650 520l30 44", 8, 0.8)],
  ],
};
const bob: Face = {
  key: "bob",
  ground: ["#7a1f6b", "#a2338f"],
  pattern: "sun",
  skin: warm,
  lips: "#d8315b",
  garment: ["#f2a3b6", "#b85a75"],
  collar: round,
  hair: "#4a1d12",
  behind:
    curls(600, 470, 220, 82, 150, 390, 15) +
    curls(600, 640, 246, 70, -20, 50, 4) +
    curls(600, 640, 246, 70, 130, 200, 4) +
    disc(600, 460, 250),
  over: curls(600, 470, 186, 54, 186, 354, 11),
  trims: [["#c9a24b", studs]],
};
const flatTop: Face = {
  key: "flat-top",
  ground: ["#f4ecdc", "#f29a2e"],
  pattern: "stripes",
  skin: brown,
  lips: "#8a3a37",
  garment: ["#3e7d1f", "#1d4a0c"],
  collar: vee,
  hair: "#170d0b",
  over: "M414 450C410 360 396 240 388 150C460 120 740 120 812 150C804 240 790 360 786 450C774 390 740 352 690 344C640 338 560 338 510 344C460 352 426 390 414 450Z",
  trims: [
    ["#c9a24b", fill(disc(402, 618, 15))],
    ["#d8315b", line("M470 924L560 1030M730 924L640 1030", 16)],
  ],
};

/** Twelve people of the demo, none of them anybody. */
export const FACES = [afro, panama, headwrap, locs, bun, fade, plumes, snapback, braids, specs, bob, flatTop].map(
  portrait,
);
