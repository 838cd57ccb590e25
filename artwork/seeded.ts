/** Repeatable chance: the same seed always draws the same picture. */
export interface Chance {
  next(): number;
  range(low: number, high: number): number;
  int(low: number, high: number): number;
  pick<T>(items: readonly T[]): T;
}

/** A 32-bit hash of a text, used to seed pictures by their key. */
export function hashText(text: string): number {
  let hash = 2166136261;
  for (const character of text) hash = Math.imul(hash ^ character.charCodeAt(0), 16777619);
  return hash >>> 0;
}

/** Mulberry32: small, fast, even enough for ink and leaves. */
export function chance(seed: string): Chance {
  let status = hashText(seed);
  const next = () => {
    status = (status + 0x6d2b79f5) | 0;
    let mixed = Math.imul(status ^ (status >>> 15), 1 | status);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const range = (low: number, high: number) => low + (high - low) * next();
  return {
    next,
    range,
    int: (low, high) => Math.floor(range(low, high + 1)),
    pick: (items) => items[Math.floor(next() * items.length)] as never,
  };
}

/** Smooth value noise in 0..1 on a grid of `cell` pixels, as a lookup by pixel. */
export function smoothNoise(
  seed: string,
  width: number,
  height: number,
  cell: number,
): (x: number, y: number) => number {
  const random = chance(seed);
  const columns = Math.ceil(width / cell) + 2;
  const rows = Math.ceil(height / cell) + 2;
  const grid = Float32Array.from({ length: columns * rows }, () => random.next());
  return (x, y) => {
    const gx = x / cell;
    const gy = y / cell;
    const column = gx | 0;
    const row = gy | 0;
    const fx = gx - column;
    const fy = gy - row;
    const sx = fx * fx * (3 - 2 * fx);
    const sy = fy * fy * (3 - 2 * fy);
    const at = row * columns + column;
    const top = grid[at]! + (grid[at + 1]! - grid[at]!) * sx;
    const bottom = grid[at + columns]! + (grid[at + columns + 1]! - grid[at + columns]!) * sx;
    return top + (bottom - top) * sy;
  };
}
