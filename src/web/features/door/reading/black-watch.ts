import type { Reading } from "./reader.ts";

const blackBelow = 3;
const blackAfterMs = 2000;

/** Notices a picture that stays as good as black. A code that is read out of the dark proves that the lens is free. */
export function createBlackWatch(onChange: (black: boolean) => void) {
  let litAt = performance.now();
  let wasBlack = false;
  return ({ codes, light }: Reading): void => {
    const now = performance.now();
    if (light >= blackBelow || codes.length > 0) litAt = now;
    const black = now - litAt > blackAfterMs;
    if (black !== wasBlack) onChange(black);
    wasBlack = black;
  };
}
