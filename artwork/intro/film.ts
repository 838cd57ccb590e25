import type { Pixels } from "./canvas.ts";
import { carnival } from "./carnival.ts";
import type { Format } from "./formats.ts";
import { opening } from "./opening.ts";
import { prints } from "./prints.ts";
import { ACT } from "./timing.ts";

/** One frame of the film. */
export function filmFrame(frame: number, format: Format): Promise<Pixels> {
  if (frame < ACT.prints) return opening(frame, format);
  if (frame < ACT.carnival) return prints(frame, format);
  return carnival(frame, format);
}
