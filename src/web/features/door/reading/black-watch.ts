import type { Reading } from "./reader.ts";

const blackBelow = 3;
const blackAfterMs = 2000;

/** Detects video that stays almost black. Reading a code from a dark frame proves that the lens is not covered. */
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
