import type { Purchase } from "./purchases.ts";

/** The most purchases at one instant of the demo's clock, and how many hours apart they may have been. */
const waveSize = 24;
export const waveHours = 30;
/** A wave takes a while, and the demo's clock goes on meanwhile: nobody buys so shortly before the end of sales. */
const marginMs = 30 * 60 * 1000;

/**
 * Groups purchases, oldest first, that are made together at the time of the last one: those close in time, as long as all
 * of them were still on sale then.
 */
export function inWaves(purchases: Purchase[]): Purchase[][] {
  const waves: Purchase[][] = [];
  for (const purchase of purchases) {
    const wave = waves.at(-1);
    const fits =
      wave !== undefined &&
      wave.length < waveSize &&
      purchase.at.getTime() - wave[0]!.at.getTime() < waveHours * 60 * 60 * 1000 &&
      wave.every(({ until }) => purchase.at.getTime() + marginMs < until.getTime());
    if (fits) wave.push(purchase);
    else waves.push([purchase]);
  }
  return waves;
}
