import { plume } from "../feathers.ts";
import { cut, fade, fill, glow, line, place, WHOLE, type Poster, type Separation } from "../ink.ts";
import { BRAND } from "../palette.ts";
import { polar, rays } from "../path.ts";
import { chance } from "../seeded.ts";
import { experience, savageGentlemen, type Lettering } from "./lettering.ts";
import { MARK } from "./mark.ts";

const HUB = [600, 330] as const;

const fan = (seed: string, spreads: readonly number[], length: number, width: number) => {
  const random = chance(seed);
  return spreads.flatMap((spread) =>
    (spread ? [-1, 1] : [1]).map((side) =>
      plume(polar(...HUB, 70, -90 + spread * side), -90 + spread * side, length, width, side * spread * 0.28, random),
    ),
  );
};
const row = (plumes: ReturnType<typeof fan>, color: string): Separation[] => [
  { ink: color, opaque: true, art: plumes.map((p) => fill(p.vane)).join("") },
  {
    ink: BRAND.night,
    opaque: true,
    art: plumes
      .map(
        (p) =>
          line(p.vane, 7) +
          cut(p.vane) +
          p.barbs.map((barb) => line(`M${barb[0]}L${barb[1]}`, 2)).join("") +
          line(p.shaft, 2) +
          fill(p.eye(0.8)) +
          cut(p.eye(0.5)),
      )
      .join(""),
  },
];
const centred = ({ width, path }: Lettering, y: number, wide: number) =>
  place(fill(path), 600 - wide / 2, y, wide / width);
const mark = (x: number, y: number, size: number) =>
  place(`<path d="${MARK}" fill="#000" fill-rule="evenodd"/>`, x - size / 2, y - size / 2, size / 64);
const face =
  "M470 250C470 190 520 170 600 170C680 170 730 190 730 250C730 350 690 470 600 470C510 470 470 350 470 250Z";

/** The card shown when a page without its own picture is shared: the top 1200 × 630 of a sheet. */
export const brandCard: Poster = {
  key: "social-default",
  alt: "The Savage Gentlemen mark, a masquerade mask over a bow tie, before a fan of carnival plumes.",
  paper: BRAND.night,
  accent: BRAND.gold,
  dominant: BRAND.night,
  social: [0, 0, 1200],
  separations: () => [
    { ink: BRAND.night, opaque: true, wear: 0, art: fill(WHOLE) },
    { ink: BRAND.gold, opaque: true, art: fill(rays(...HUB, 100, 1000, 72, 0.12), 1) },
    { ink: BRAND.night, opaque: true, art: glow("edge", 600, 300, 700, 0, 1, WHOLE, 0.2) },
    ...row(fan("card-outer", [98, 84, 70, 56, 42, 28, 14, 0], 330, 74), BRAND.hibiscus),
    ...row(fan("card-middle", [92, 76, 61, 46, 31, 15, 0], 238, 64), BRAND.sea),
    ...row(fan("card-inner", [84, 63, 42, 21, 0], 160, 54), BRAND.mango),
    {
      ink: BRAND.night,
      opaque: true,
      art: fill(face) + fade("ground", "M-20 380H1220V700H-20Z", [0, 380, 0], [0, 462, 1]),
    },
    {
      ink: BRAND.gold,
      opaque: true,
      wear: 0,
      art: mark(600, 322, 236) + fill("M236 570h52v4h-52ZM912 570h52v4h-52Z"),
    },
    {
      ink: BRAND.bone,
      opaque: true,
      wear: 0,
      art: centred(savageGentlemen, 532, 800) + centred(experience, 588, 560),
    },
  ],
};
