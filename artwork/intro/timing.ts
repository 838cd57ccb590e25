/** The film runs at 24 frames a second and 120 beats a minute, so a beat is twelve frames. */
export const FPS = 24;
export const BEAT = 12;
/** Ten beats. */
export const FRAMES = 10 * BEAT;

/** Where the acts begin: the mask drawn in one line, four prints on the beat, the fan opening, the mark alone. */
export const ACT = { line: 0, prints: 2 * BEAT, carnival: 6 * BEAT, last: 8 * BEAT } as const;

/** How far `frame` is through a stretch, 0 before it and 1 after. */
export function span(frame: number, from: number, to: number): number {
  return Math.min(1, Math.max(0, (frame - from) / (to - from)));
}

export const mix = (from: number, to: number, share: number): number => from + (to - from) * share;

export const easeOut = (t: number): number => 1 - (1 - t) ** 3;
export const easeIn = (t: number): number => t ** 3;
export const easeInOut = (t: number): number => (t < 0.5 ? 4 * t ** 3 : 1 - (2 - 2 * t) ** 3 / 2);
/** Arrives, goes a little too far, settles. */
export const overshoot = (t: number): number => 1 + 2.4 * (t - 1) ** 3 + 1.4 * (t - 1) ** 2;
