import sharp from "sharp";
import { FACES } from "./faces/all.ts";
import { SHEET, type Printable } from "./ink.ts";
import { POSTERS } from "./posters/all.ts";
import { print } from "./press.ts";
import { PRODUCTS } from "./products/all.ts";

/** A window of a printed sheet, blown up to a sheet of its own: the dots and the dry patches show. */
export interface Detail {
  key: string;
  alt: string;
  /** Key of the poster, product or face it is taken from. */
  of: string;
  /** Left, top and width on the sheet; as high as a sheet of that width. */
  window: readonly [left: number, top: number, width: number];
}

/** What nights gone by show of themselves, and the acts of one night to come. */
export const DETAILS: readonly Detail[] = [
  {
    key: "tropic-noir-mask",
    of: "tropic-noir",
    alt: "The panther's gold half-mask over two green eyes.",
    window: [280, 430, 640],
  },
  {
    key: "tropic-noir-bow-tie",
    of: "tropic-noir",
    alt: "A crimson bow tie over a pleated shirt with three red studs.",
    window: [350, 880, 496],
  },
  {
    key: "tropic-noir-moon",
    of: "tropic-noir",
    alt: "A striped moon between black towers, gold rays all around it.",
    window: [220, 20, 760],
  },
  {
    key: "emancipation-dawn-dancers",
    of: "emancipation-dawn",
    alt: "Six dancers on the sand, arms up, the sun's path on the water behind them.",
    window: [250, 690, 648],
  },
  {
    key: "emancipation-dawn-birds",
    of: "emancipation-dawn",
    alt: "Birds rise where a heavy chain has broken.",
    window: [300, 0, 640],
  },
  {
    key: "emancipation-dawn-palm",
    of: "emancipation-dawn",
    alt: "A palm leans over a blue sea, half of the sun behind its fronds.",
    window: [560, 400, 640],
  },
  {
    key: "act-thunder-papa",
    of: "locs",
    alt: "Thunder Papa, printed in four inks, eyes closed.",
    window: [120, 60, 960],
  },
  {
    key: "act-empress-volta",
    of: "headwrap",
    alt: "Empress Volta in a headwrap, eyes closed.",
    window: [120, 60, 960],
  },
  {
    key: "act-justice-blackwood",
    of: "specs",
    alt: "Mr. Justice Blackwood behind his spectacles, unmoved.",
    window: [120, 60, 960],
  },
];

/** Prints the sheet that a detail is taken from, and its window of it as a sheet. */
export async function printDetail({ key, of, alt, window }: Detail): Promise<{ sheet: Printable; pixels: Buffer }> {
  const source = [...POSTERS, ...PRODUCTS, ...FACES].find((poster) => poster.key === of);
  if (source === undefined) throw new Error(`${key} is a detail of ${of}, which there is not.`);
  const [left, top, width] = window;
  const pixels = await sharp(await print(source), { raw: { ...SHEET, channels: 3 } })
    .extract({ left, top, width, height: width * 1.25 })
    .resize(SHEET.width, SHEET.height, { kernel: "lanczos3" })
    .raw()
    .toBuffer();
  return { sheet: { ...source, key, alt, social: [0, 300, SHEET.width] }, pixels };
}
