import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createBuffer } from "./buffer.ts";

let written: number[][];
let failures: number;
const warn = vi.fn<(detail: object, text: string) => void>();
const open = (max = 100) =>
  createBuffer<number>({
    name: "test",
    everyMs: 300,
    max,
    log: { warn } as never,
    write: async (items) => {
      if (failures-- > 0) throw new Error("no database");
      written.push(items);
    },
  });

beforeEach(() => {
  vi.useFakeTimers();
  written = [];
  failures = 0;
  warn.mockClear();
});
afterEach(() => vi.useRealTimers());

test("items that arrive within the wait are written together, and nothing waits longer", async () => {
  const buffer = open();
  for (let item = 0; item < 5; item++) buffer.push(item);
  await vi.advanceTimersByTimeAsync(299);
  expect(written).toEqual([]);
  await vi.advanceTimersByTimeAsync(2);
  expect(written).toEqual([[0, 1, 2, 3, 4]]);
});

test("items without room are dropped and reported once", async () => {
  const buffer = open(2);
  expect([buffer.push(1), buffer.push(2), buffer.push(3), buffer.push(4)]).toEqual([true, true, false, false]);
  await vi.advanceTimersByTimeAsync(300);
  expect(written).toEqual([[1, 2]]);
  expect(warn).toHaveBeenCalledExactlyOnceWith({ buffer: "test", dropped: 2 }, expect.any(String));
});

test("a failed write is retried once, then given up", async () => {
  const buffer = open();
  failures = 1;
  buffer.push(1);
  await vi.advanceTimersByTimeAsync(300);
  buffer.push(2);
  await vi.advanceTimersByTimeAsync(300);
  expect(written).toEqual([[1], [2]]);
  failures = 2;
  buffer.push(3);
  await vi.advanceTimersByTimeAsync(2000);
  expect(written).toEqual([[1], [2]]);
});

test("closing writes the rest at once", async () => {
  const buffer = open();
  buffer.push(1);
  await buffer.close();
  expect(written).toEqual([[1]]);
  expect(buffer.push(2)).toBe(false);
});
