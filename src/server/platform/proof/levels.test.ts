import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createLevels, hardFromExpired, hardFromUnsolved } from "./levels.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const noneExpired = async () => 0;

/** The level of the last of so many challenges. */
async function ask(levels: ReturnType<typeof createLevels>, count: number, network = "a") {
  let level = await levels.raise(network);
  for (let asked = 1; asked < count; asked++) level = await levels.raise(network);
  return level;
}

test.each([
  [hardFromUnsolved[0] - 1, 0],
  [hardFromUnsolved[0], 1],
  [hardFromUnsolved[1], 2],
  [hardFromUnsolved[2], 3],
  [100_000, 3],
])("after %i unsolved challenges at once the level is %i", async (count, level) => {
  expect(await ask(createLevels(noneExpired, 5000), count)).toBe(level);
});

test.each([
  [hardFromExpired[0] - 1, 0],
  [hardFromExpired[0], 1],
  [hardFromExpired[1], 2],
  [100_000, 2],
])("after %i expired holds the level is %i", async (count, level) => {
  expect(await createLevels(async () => count, 5000).raise("a")).toBe(level);
});

test("nothing gets harder for a crowd that solves what it's asked for, or for another network", async () => {
  const levels = createLevels(noneExpired, 5000);
  for (let fan = 0; fan < 5000; fan++) {
    expect(await levels.raise("a")).toBe(0);
    levels.lower("a");
  }
  await ask(levels, 5000, "b");
  expect([await levels.raise("a"), await levels.raise("b")]).toEqual([0, 3]);
});

test("quiet makes it easier step by step, until after six minutes a flood of any size is forgotten", async () => {
  const levels = createLevels(noneExpired, 5000);
  await ask(levels, 100_000);
  const seen: number[] = [];
  for (let minute = 0; minute <= 6; minute++) {
    seen.push(await levels.raise("a"));
    vi.advanceTimersByTime(60_000);
  }
  expect(seen).toEqual([3, 3, 2, 2, 1, 1, 0]);
});

test("expired holds are read once in a while, not for each refusal", async () => {
  const read = vi.fn<typeof noneExpired>(noneExpired);
  const levels = createLevels(read, 5000);
  await ask(levels, 1000);
  expect(read).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(5000);
  await ask(levels, 1000);
  expect(read).toHaveBeenCalledTimes(2);
});
