import { savageGentlemen, sgxMedia } from "../brand/lettering.ts";
import { clip, fade, fill, line, WHOLE, type Printable } from "../ink.ts";
import { disc, poly, softBox } from "../path.ts";
import { soundClashNo7 } from "../posters/sound-clash-no-7.ts";
import { chance } from "../seeded.ts";
import { inset, wordsAt } from "./kit.ts";
import { fallen, stage } from "./stage.ts";

const cover = poly([
  [170, 130],
  [1030, 130],
  [1030, 990],
  [170, 990],
]);
const plate = softBox(170, 1050, 860, 300, 28);
/** How loud each moment is: it builds, drops, and comes back. */
function bars(): { played: string; rest: string } {
  const random = chance("mixtape");
  const all = Array.from({ length: 41 }, (_, i) => {
    const share = i / 40;
    const loud = 0.32 + 0.5 * Math.abs(Math.sin(share * 7.6)) * (0.55 + 0.45 * Math.sin(share * Math.PI));
    const high = 150 * Math.min(1, loud + random.range(-0.16, 0.16));
    return { i, path: softBox(414 + i * 14.2, 1200 - high / 2, 8.4, high, 4.2) };
  });
  return {
    played: all
      .filter(({ i }) => i < 17)
      .map(({ path }) => path)
      .join(""),
    rest: all
      .filter(({ i }) => i >= 17)
      .map(({ path }) => path)
      .join(""),
  };
}
const sound = bars();

export const mixtape: Printable = {
  key: "mixtape",
  alt: "The cover of a digital mixtape: two walls of loudspeakers and a bolt of lightning, above a play button and a gold waveform.",
  paper: "#f2e2c4",
  accent: "#f2b632",
  dominant: "#e6cfa4",
  social: [0, 130, 1200],
  separations: () => [
    ...stage("mixtape", {
      shade: "#a97c45",
      sun: { ink: "#e8506f", at: [600, 800], radius: 520 },
      palm: { at: [-90, 1600], turn: -48, density: 0.5 },
    }),
    fallen("#4a1a22", [cover], 34, 48, 0.95),
    fallen("#4a1a22", [plate], 20, 28, 0.9),
    ...inset(soundClashNo7, cover, "translate(170 110) scale(0.7167)", 0.7167),
    { ink: "#17120e", opaque: true, art: fill("M170 900H1030V990H170Z") },
    {
      ink: "#f4ecdc",
      opaque: true,
      art: wordsAt(savageGentlemen, 398, 966, 400) + wordsAt(sgxMedia, 910, 962, 176) + line("M170 900H1030", 5),
    },
    { ink: "#f4ecdc", opaque: true, art: line("M172 132H1028M172 132V988", 4, 0.8), wear: 0 },
    {
      ink: "#3a2a4a",
      art: clip("cover", cover, fade("turn", WHOLE, [640, 700, 0], [1100, 1120, 0.5])),
      screen: { kind: "dots", pitch: 7, angle: 45 },
      wear: 0,
    },
    { ink: "#17120e", opaque: true, art: fill(plate), wear: 0 },
    {
      ink: "#3a3023",
      opaque: true,
      art: clip("plate", plate, fade("shine", WHOLE, [170, 1050, 0.9], [700, 1260, 0])),
      screen: { kind: "dots", pitch: 7, angle: 20 },
      wear: 0,
    },
    { ink: "#c9a24b", opaque: true, art: fill(disc(290, 1200, 78)) + fill(sound.played) },
    {
      ink: "#f6dd97",
      opaque: true,
      art: fade("gold", disc(290, 1200, 78), [250, 1120, 1], [310, 1230, 0]),
      screen: { kind: "dots", pitch: 6, angle: 10 },
    },
    { ink: "#17120e", opaque: true, art: fill("M268 1160L336 1200L268 1240Z") },
    { ink: "#7d6f5a", opaque: true, art: fill(sound.rest) },
    { ink: "#f4ecdc", opaque: true, art: fill(disc(652, 1200, 13)) + line("M652 1112V1288", 4) },
  ],
};
