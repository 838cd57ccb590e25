import { glow, WHOLE, type Poster, type Screen, type Separation } from "../ink.ts";
import { print } from "../press.ts";
import { jouvertAtMidnight } from "../posters/jouvert-at-midnight.ts";
import { sweetSixteenBar } from "../posters/sweet-sixteen-bar.ts";
import { tropicNoir } from "../posters/tropic-noir.ts";
import { velvetRiddim } from "../posters/velvet-riddim.ts";
import { chance, hashText } from "../seeded.ts";
import { photograph, type Pixels, type View } from "./canvas.ts";
import type { Format } from "./formats.ts";
import { ACT, BEAT, mix } from "./timing.ts";

/** A poster printed before our eyes, one pull every two frames, while the camera settles. */
interface Shot {
  /** The sheet after pull `step` (0..5); -1 is the room before anyone enters. */
  status: (step: number) => Promise<Buffer>;
  view: (format: Format, share: number) => View;
}

/** Where a separation is at a pull, in sheet pixels from where it belongs; nothing while it has not been pulled yet. */
type Arrival = (index: number, step: number) => readonly [number, number] | undefined;

/** Changes a separation's art for the film. */
type Retouch = (art: string, index: number, step: number) => string;

const LOOSE = [20, 7, 0, 0, 0, 0];

/** Grounds first, figures next, details last; every pull lands loose and is knocked into register. */
const inThree =
  (figures: number, details: number, seed: string): Arrival =>
  (index, step) => {
    const pull = index < figures ? 0 : index < details ? 1 : 2;
    if (step < pull) return undefined;
    if (index === 0) return [0, 0];
    const random = chance(`${seed}-${index}`);
    const off = LOOSE[Math.max(0, step - (pull ? 1 : 0))]!;
    return [Math.round(random.range(-1, 1) * off), Math.round(random.range(-1, 1) * off)];
  };

/** A screen coarse enough to survive on a phone's film: fewer, bolder dots, and far fewer bytes. */
const coarser = (screen: Screen | undefined): Screen | undefined =>
  screen && (screen.kind === "grain" ? { kind: "dots", pitch: 24, angle: 30 } : { ...screen, pitch: screen.pitch * 2 });

const printed = new Map<string, Promise<Buffer>>();

/** A poster's sheet at each pull. Only the separations `screened` keep their screens; the rest print in even tones. */
function statuses(poster: Poster, screened: readonly number[], arrival: Arrival, retouch: Retouch = (art) => art) {
  return (step: number): Promise<Buffer> => {
    const pulls: Separation[] = poster.separations().flatMap((separation, index) => {
      const off = arrival(index, step);
      if (!off) return [];
      const moved = `<g transform="translate(${off[0]} ${off[1]})">${retouch(separation.art, index, step)}</g>`;
      const screen = screened.includes(index) ? coarser(separation.screen) : undefined;
      return [{ ...separation, art: moved, wear: 0, rough: 0, screen }];
    });
    const id = `${poster.key} ${pulls.map(({ ink, art }) => ink + hashText(art)).join()}`;
    const known = printed.get(id);
    if (known) return known;
    const sheet = print({ ...poster, separations: () => pulls });
    printed.set(id, sheet);
    return sheet;
  };
}

/** A view that covers the frame: `focus` on the sheet comes to the frame's middle, as nearly as the sheet reaches. */
const covering = (
  { width, height, cover }: Format,
  [x, y]: readonly [number, number],
  zoom: number,
  turn = 0,
): View => {
  const scale = cover * zoom;
  const hold = (at: number, sheet: number, seen: number) => Math.min(sheet - seen / 2, Math.max(seen / 2, at));
  return {
    sheet: [hold(x, 1200, width / scale), hold(y, 1500, height / scale)],
    frame: [width / 2, height / 2],
    zoom: scale,
    turn,
  };
};

const tall = (format: Format) => format.name === "portrait";
/** The camera drops into place with the second pull and then holds as still as paper. */
const settle = (share: number) => (share < 2 / BEAT ? 0 : 1);

/** The three hands of J'ouvert are thrust up one after another out of the crowd. */
const handsUp: Arrival = (index, step) => {
  if (index < 3) return [0, [1500, 420, 40, 0, 0, 0, 0][Math.max(0, step - index + 1)]!];
  if (index === 3) return [0, 0];
  if (index === 4) return step < 2 ? undefined : [0, 0];
  return [0, [150, 30, 0, 0, 0, 0][step]!];
};

/** The burst of powder behind the hands is kept smaller than on the poster, and grows: a night, not a white flash. */
const darkBurst: Retouch = (art, index, step) => {
  if (index !== 3) return art;
  const size = [0.42, 0.75, 1, 1, 1, 1][step]!;
  return `<g transform="translate(610 690) scale(1 1.3) translate(-610 -690)">${glow("burst", 610, 690, 600 * size, 0, 1, WHOLE, 0.46)}</g>`;
};

/** The panther's eyes light up off the beat. */
const eyesLight: Arrival = (index, step) =>
  index === 14 || index === 15 ? (step < 3 ? undefined : [0, 0]) : inThree(8, 13, "noir")(index, step);

/** The panther's sheet: the level of its eyes, and how much larger than the cover it is seen at the end. */
const PANTHER = { eyes: 759, apart: 136, zoom: 1.03 } as const;

/** The unit at which the mark's eyes lie exactly on the panther's. */
export const matchUnit = ({ cover }: Format): number => (PANTHER.apart * cover * PANTHER.zoom) / 13.7;

export const PRINTS: readonly Shot[] = [
  {
    status: statuses(velvetRiddim, [2], (index, step) =>
      step < 0 ? (index < 5 ? [0, 0] : undefined) : inThree(5, 9, "velvet")(index, step),
    ),
    view: (format, share) => covering(format, tall(format) ? [598, 760] : [600, 790], mix(1.02, 1.09, settle(share))),
  },
  {
    status: statuses(sweetSixteenBar, [1, 10], (index, step) =>
      index > 1 && index < 5
        ? [0, [150, 40, -46, -46, 0, 0][step]! * (index - 1) * 0.5]
        : inThree(6, 30, "sweet")(index, step),
    ),
    view: (format, share) =>
      covering(
        format,
        tall(format) ? [660, 720] : [600, 560],
        mix(1.22, 1.1, settle(share)),
        mix(-5, 0, settle(share)),
      ),
  },
  {
    status: statuses(jouvertAtMidnight, [3], handsUp, darkBurst),
    view: (format, share) => covering(format, tall(format) ? [620, 780] : [600, 500], mix(1.02, 1.08, settle(share))),
  },
  {
    status: statuses(tropicNoir, [3], eyesLight),
    view: (format, share) => ({
      sheet: [600, PANTHER.eyes],
      frame: [format.width / 2, format.eyeLine],
      zoom: format.cover * mix(1.16, PANTHER.zoom, settle(share)),
    }),
  },
];

/** Four prints, a beat each. */
export async function prints(frame: number, format: Format): Promise<Pixels> {
  const shot = Math.floor((frame - ACT.prints) / BEAT);
  const within = frame - ACT.prints - shot * BEAT;
  const { status, view } = PRINTS[shot]!;
  const sheet = await status(Math.floor(within / 2));
  return photograph(sheet, format, view(format, within / BEAT));
}
