import { savageGentlemen, sgxMedia } from "../brand/lettering.ts";
import { clip, fade, fill, glow, line, place, WHOLE, type Printable, type Separation } from "../ink.ts";
import { disc, poly, wedge } from "../path.ts";
import { islandFrequencies } from "../posters/island-frequencies.ts";
import { inset, mapped, markAt, placed, wordsAt } from "./kit.ts";
import { fallen, stage } from "./stage.ts";

const TILT = -7;
const turned = placed(600, 740, 1, TILT);
const sleeve = mapped(
  poly([
    [-540, -370],
    [200, -370],
    [200, 370],
    [-540, 370],
  ]),
  turned,
);
const strip = mapped(
  poly([
    [-540, -370],
    [-472, -370],
    [-472, 370],
    [-540, 370],
  ]),
  turned,
);
const mouth = mapped(
  poly([
    [186, -370],
    [200, -370],
    [200, 370],
    [186, 370],
  ]),
  turned,
);
const [RX, RY] = turned([214, 0]);
const R = 352;

/** Light runs along the grooves as two bright wedges. */
function gleams(x: number, y: number, r: number, heading: number): string {
  return [0, 180]
    .flatMap((side) =>
      Array.from({ length: 34 }, (_, i) => {
        const off = (i - 16.5) * 2;
        const density = 0.95 * Math.cos((off / 34) * (Math.PI / 2)) ** 2.2;
        return fill(wedge(x, y, 0, r * 1.01, heading + side + off - 1.1, heading + side + off + 1.1), density);
      }),
    )
    .join("");
}

/** A record with its label, `radius` wide from its middle. */
export function record(x: number, y: number, r: number, turn: number): Separation[] {
  const rings = Array.from({ length: Math.round(r / 5.4) }, (_, i) => r * (0.97 - (i / (r / 5.4)) * 0.59));
  const gaps = [0.86, 0.71, 0.62, 0.49];
  const label = r * 0.34;
  return [
    { ink: "#17120e", opaque: true, art: fill(disc(x, y, r)), wear: 0 },
    {
      ink: "#a8967a",
      opaque: true,
      art: clip(
        "disc",
        disc(x, y, r * 0.985),
        gleams(x, y, r, -52) +
          `<g style="mix-blend-mode:darken">${glow("sheen", x - r * 0.3, y - r * 0.5, r * 0.9, 0.16, 0)}</g>`,
      ),
      screen: { kind: "dots", pitch: 6, angle: 20 },
      wear: 0,
    },
    {
      ink: "#0c0907",
      opaque: true,
      art:
        rings.map((radius) => line(disc(x, y, radius), 1.7)).join("") +
        gaps.map((share) => line(disc(x, y, r * share), r * 0.014)).join(""),
      wear: 0,
    },
    { ink: "#c9b48c", opaque: true, art: line(disc(x, y, r * 0.985), 2.5, 0.7), wear: 0.8 },
    { ink: "#d8315b", opaque: true, art: fill(disc(x, y, label)), wear: 0.4 },
    {
      ink: "#f29a2e",
      opaque: true,
      art: place(clip("half", disc(0, 0, label), fill("M-400 0H400V400H-400Z")), x, y, 1, turn),
      wear: 0.4,
    },
    {
      ink: "#17120e",
      opaque: true,
      art: place(
        line(disc(0, 0, label * 0.93), label * 0.016) +
          markAt(0, -label * 0.46, label * 0.62) +
          wordsAt(savageGentlemen, 0, label * 0.4, label * 1.16) +
          wordsAt(sgxMedia, 0, label * 0.66, label * 0.5),
        x,
        y,
        1,
        turn,
      ),
    },
    { ink: "#f4ecdc", opaque: true, art: fill(disc(x, y, r * 0.021)), wear: 0 },
  ];
}

export const vinyl: Printable = {
  key: "vinyl",
  alt: "A 12-inch record half slid out of its sleeve; the cover shows an island drawn in sound waves under a coral sun.",
  paper: "#611636",
  accent: "#ff7a5c",
  dominant: "#5a1733",
  social: [0, 410, 1200],
  separations: () => [
    ...stage("vinyl", {
      shade: "#23061a",
      sun: { ink: "#d9a83f", low: "#c2453f", at: [640, 740], radius: 500 },
      palm: { at: [1290, -120], turn: 132, density: 0.6 },
      dusk: 0.8,
    }),
    fallen("#1d0516", [disc(RX, RY, R), sleeve], 40, 56, 0.95),
    ...record(RX, RY, R, TILT + 12),
    {
      ink: "#070504",
      art: clip(
        "under",
        disc(RX, RY, R),
        `<filter id="lee"><feGaussianBlur stdDeviation="22"/></filter><g filter="url(#lee)" transform="translate(26 14)">${fill(sleeve, 0.95)}</g>`,
      ),
      screen: { kind: "dots", pitch: 7, angle: 45 },
      wear: 0,
    },
    ...inset(islandFrequencies, sleeve, `translate(600 740) rotate(${TILT}) translate(-540 -400) scale(0.617)`, 0.617),
    { ink: "#f4ecdc", opaque: true, art: fill(strip) },
    {
      ink: "#17120e",
      opaque: true,
      art: place(
        place(wordsAt(savageGentlemen, 0, 0, 400) + place(wordsAt(sgxMedia, 0, 0, 116), 290, 0), -490, 130, 1, -90),
        600,
        740,
        1,
        TILT,
      ),
      rough: 0.1,
    },
    {
      ink: "#7a4b52",
      art:
        clip(
          "side",
          sleeve,
          fade("turn", WHOLE, [520, 700, 0], [900, 1180, 0.55]) +
            `<g style="mix-blend-mode:darken">${place(line("M-468 -372V372", 8, 0.55), 600, 740, 1, TILT)}</g>`,
        ) + fill(mouth, 0.6),
      screen: { kind: "dots", pitch: 7, angle: 45 },
      wear: 0,
    },
    {
      ink: "#fff6e4",
      opaque: true,
      art: place(
        line("M-536 -366H194M-537 -366V366", 4, 0.7) +
          line(disc(-170, 0, 348), 3, 0.35, 'stroke-dasharray="140 60 300 90"'),
        600,
        740,
        1,
        TILT,
      ),
      rough: 0.3,
      wear: 1,
    },
  ],
};

const arm = "M1010 250C1010 520 960 740 830 900";
export const vinylRecord: Printable = {
  key: "vinyl-record",
  alt: "The record on a turntable, seen from above: light along its grooves, a pink and mango label with the mask, the needle set down.",
  paper: "#611636",
  accent: "#ff7a5c",
  dominant: "#5a1733",
  social: [0, 430, 1200],
  separations: () => [
    ...stage("vinyl-record", {
      shade: "#23061a",
      sun: { ink: "#d9a83f", low: "#c2453f", at: [540, 800], radius: 650 },
      dusk: 0.8,
    }),
    { ink: "#3a2c1e", opaque: true, art: fill(disc(540, 800, 606)) + line(disc(540, 800, 606), 10, 0.8) },
    {
      ink: "#d9b45a",
      opaque: true,
      art: line(disc(540, 800, 596), 16, 1, 'stroke-dasharray="3 14" style="stroke-linecap:butt"'),
    },
    fallen("#0a0605", disc(540, 800, 560), 20, 26, 0.95),
    ...record(540, 800, 560, -14),
    { ink: "#8f8371", opaque: true, art: fill(disc(540, 800, 20)) },
    { ink: "#fff6e4", opaque: true, art: fill(disc(535, 795, 8)) },
    {
      ink: "#050403",
      art: `<filter id="lee" x="-50%" width="200%"><feGaussianBlur stdDeviation="9"/></filter><g filter="url(#lee)" transform="translate(34 44)">${line(arm, 26, 0.9)}${fill(disc(1010, 240, 96), 0.9)}${place(fill("M-34 -70H34V70H-34Z", 0.9), 806, 934, 1, 38)}</g>`,
      screen: { kind: "dots", pitch: 7, angle: 45 },
      wear: 0,
    },
    { ink: "#2b1620", opaque: true, art: fill(disc(1010, 240, 100)) },
    {
      ink: "#c9a24b",
      opaque: true,
      art: fill(disc(1010, 240, 74)) + fill("M966 24H1054V128H966Z") + line("M1010 128V240", 30) + line(arm, 24),
    },
    {
      ink: "#7a5a1c",
      opaque: true,
      art:
        fill(disc(1010, 240, 40)) +
        `<g transform="translate(7 4)">${line(arm, 8)}</g>` +
        line("M1040 30V122M966 124H1054", 7),
    },
    {
      ink: "#fff0bd",
      opaque: true,
      art:
        `<g transform="translate(-6 -2)">${line(arm, 5)}</g>` +
        line("M980 36V116", 7) +
        line(disc(1010, 240, 58), 4, 0.8),
    },
    { ink: "#f4ecdc", opaque: true, art: place(fill("M-32 -66H32V50L18 74H-18L-32 50Z"), 806, 934, 1, 38) },
    { ink: "#17120e", opaque: true, art: place(line("M-32 -44H32M-16 -24V40M16 -24V40", 4), 806, 934, 1, 38) },
    {
      ink: "#b0a184",
      opaque: true,
      art: place(fill("M12 -66H32V50L18 74H8Z", 0.9), 806, 934, 1, 38),
      screen: { kind: "dots", pitch: 6, angle: 30 },
    },
  ],
};
