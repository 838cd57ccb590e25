import { runIsolated } from "#server/platform/pictures/isolated.ts";
import type { Refused } from "#server/platform/pictures/isolated-program.ts";
import type { Drawn } from "./draw.ts";
import type { Focal } from "./rules.ts";

/**
 * The task of a drawing process: an image in all sizes into the folder `target`, or the card into the file `target`.
 */
export interface DrawOrder {
  what: "picture" | "card";
  file: string;
  target: string;
  focal: Focal;
}

/** Its result. */
export type DrawAnswer = { drawn: Drawn } | { card: true } | Refused;

const program = new URL("./draw-process.ts", import.meta.url);
/** The largest image takes a few seconds; a machine under load gets more time. */
const maxMs = 90_000;

/**
 * Draws one image in a separate process, and kills it when it takes too long.
 *
 * @throws Error when the process failed: it may succeed later
 */
export function runDrawing(order: DrawOrder): Promise<DrawAnswer> {
  return runIsolated<DrawAnswer>(program, order, { maxMs });
}
