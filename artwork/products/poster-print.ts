import { sgxMedia } from "../brand/lettering.ts";
import { drape } from "../cloth.ts";
import { clip, fade, fill, glow, line, place, WHOLE, type Printable, type Separation } from "../ink.ts";
import { box, disc, poly } from "../path.ts";
import { moonlightMas } from "../posters/moonlight-mas.ts";
import { inset, mapped, markAt, placed, wordsAt } from "./kit.ts";
import { fallen, stage } from "./stage.ts";

const TILT = 2.2;
const turned = placed(600, 740, 1, TILT);
// A sheet hung by two clips, its lower corner curling away from the wall.
const sheet = mapped(
  poly([
    [-400, -540],
    [400, -540],
    [400, 420],
    [280, 560],
    [-400, 560],
  ]),
  turned,
);
const curl = mapped("M400 420C366 470 310 486 250 466C282 510 294 536 280 560C330 540 374 492 400 420Z", turned);
const picture = poly([turned([-344, -484]), turned([344, -484]), turned([344, 376]), turned([-344, 376])]);
const clips = [-210, 210].map((x) => box(x - 44, -590, 88, 82) + disc(x, -612, 24)).join("");
const tilted = (art: string) => place(art, 600, 740, 1, TILT);

export const posterPrint: Printable = {
  key: "poster-print",
  alt: "A screen print on heavy paper, hung by two brass clips: a masked woman under a great fan of peacock feathers.",
  paper: "#e9785a",
  accent: "#ffab52",
  dominant: "#e9785a",
  social: [0, 330, 1200],
  separations: async () => {
    const paper = await drape(
      "poster-print",
      [{ outline: sheet, form: (x, y) => 16 * Math.sin((x + y * 0.25) / 200 - 0.4) + 12 * Math.sin(y / 260 + 1) }],
      0,
    );
    return [
      ...stage("poster-print", {
        shade: "#8c2a2c",
        sun: { ink: "#f7b98c", at: [600, 700], radius: 540 },
        palm: { at: [1290, 1560], turn: 222, density: 0.42 },
      }),
      fallen("#5c1620", [sheet], 42, 62, 0.95),
      { ink: "#fbf4e4", opaque: true, art: fill(sheet), wear: 0 },
      ...inset(moonlightMas, picture, `translate(600 740) rotate(${TILT}) translate(-344 -484) scale(0.5733)`, 0.5733),
      {
        ink: "#3a2a20",
        opaque: true,
        art: tilted(
          markAt(-308, 452, 60) +
            wordsAt(sgxMedia, -190, 466, 130) +
            line("M40 466C60 440 70 478 92 452C104 440 108 474 130 460C150 446 160 470 190 452", 3, 0.8),
        ),
      },
      { ink: "#8d6f78", art: fill(sheet), film: paper.shade, screen: { kind: "dots", pitch: 7, angle: 45 }, wear: 0 },
      { ink: "#e4d5b4", opaque: true, art: fill(curl), wear: 0 },
      {
        ink: "#8d6f58",
        art:
          clip("roll", curl, tilted(fade("roll2", "M200 380H440V600H200Z", [270, 470, 1], [380, 520, 0]))) +
          clip("lee", sheet, tilted(glow("lee2", 290, 480, 120, 0.75, 0))).replace(
            "<g ",
            '<g style="mix-blend-mode:darken" ',
          ),
        screen: { kind: "dots", pitch: 6, angle: 20 },
        wear: 0,
      },
      ...brass(tilted, clips),
    ];
  },
};

/** Bulldog clips over the sheet's upper edge. */
function brass(at: (art: string) => string, shape: string): Separation[] {
  const each = (art: (x: number) => string) => at([-210, 210].map(art).join(""));
  return [
    {
      ink: "#3a1a1a",
      art: at(
        `<filter id="lee"><feGaussianBlur stdDeviation="7"/></filter><g filter="url(#lee)" transform="translate(12 18)">${fill(shape, 0.75)}</g>`,
      ),
      screen: { kind: "dots", pitch: 6, angle: 45 },
      wear: 0,
    },
    { ink: "#c9a24b", opaque: true, art: at(fill(shape)), wear: 0 },
    { ink: "#6f4f12", opaque: true, art: each((x) => line(`M${x - 44} -514h88`, 9) + fill(disc(x, -612, 10))) },
    {
      ink: "#8a6a24",
      opaque: true,
      art: each((x) => fade(`c${x > 0}`, box(x - 44, -590, 88, 82), [x, 0, 0], [x + 60, 0, 0.9])),
      screen: { kind: "lines", pitch: 6, angle: 90 },
    },
    { ink: "#f6dd97", opaque: true, art: each((x) => line(`M${x - 30} -572h38M${x - 16} -620a20 20 0 0 1 14 -14`, 7)) },
  ];
}

const LENS = { x: 690, y: 860, r: 330 } as const;
const lens = disc(LENS.x, LENS.y, LENS.r);
export const posterPrintDetail: Printable = {
  key: "poster-print-detail",
  alt: "The print up close under a brass magnifier: carved lines of gold and teal ink in the feathers beside the mask.",
  paper: "#fbf4e4",
  accent: "#ffab52",
  dominant: "#2c2a6b",
  social: [0, 520, 1200],
  separations: () => {
    const handle = "M940 1100L1260 1420";
    return [
      ...inset(moonlightMas, "M-40 -40H1240V1540H-40Z", "translate(-330 -160) scale(1.4)", 1.4),
      fallen("#0c0824", [lens], 46, 64, 0.95),
      {
        ink: "#0c0824",
        art: `<filter id="lee"><feGaussianBlur stdDeviation="16"/></filter><g filter="url(#lee)" transform="translate(50 66)">${line(handle, 84, 0.9)}</g>`,
        screen: { kind: "dots", pitch: 8, angle: 45 },
        wear: 0,
      },
      ...inset(moonlightMas, lens, "translate(-1230 -900) scale(3.1)", 2.6),
      {
        ink: "#fff6e4",
        opaque: true,
        art: clip(
          "lens",
          lens,
          line(disc(LENS.x, LENS.y, LENS.r - 50), 16, 0.75, 'stroke-dasharray="220 1600" stroke-dashoffset="-1020"'),
        ),
        screen: { kind: "dots", pitch: 8, angle: 20 },
      },
      {
        ink: "#1a1440",
        art: clip("rim", lens, line(lens, 90, 0.55)),
        screen: { kind: "dots", pitch: 8, angle: 45 },
        wear: 0,
      },
      { ink: "#6f4f12", opaque: true, art: line(lens, 52) + line(handle, 76) },
      { ink: "#c9a24b", opaque: true, art: line(lens, 40) + line(handle, 62) },
      {
        ink: "#8a6a24",
        opaque: true,
        art:
          fade("turn", WHOLE, [500, 700, 0], [1040, 1240, 0.01]) +
          clip("ring", `${disc(LENS.x, LENS.y, LENS.r + 26)}`, line("M700 1190C860 1184 1000 1060 1018 880", 14)) +
          `<g transform="translate(-14 14)">${line(handle, 16)}</g>`,
        wear: 0,
      },
      {
        ink: "#fff0bd",
        opaque: true,
        art: line("M372 800C396 660 520 548 660 532", 10) + `<g transform="translate(12 -12)">${line(handle, 8)}</g>`,
        wear: 0,
      },
    ];
  },
};
