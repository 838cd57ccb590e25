import { expect, test } from "vitest";
import { createCoolDown } from "./scanner.ts";

test("a code in view is held back for as long as it stays", () => {
  const coolDown = createCoolDown(3000);
  expect(coolDown.isHeld("A", 0)).toBe(false);
  coolDown.sent("A", 0);
  for (let now = 100; now <= 60_000; now += 100) expect(coolDown.isHeld("A", now)).toBe(true);
});

test("a code out of view for three seconds counts as shown again", () => {
  const coolDown = createCoolDown(3000);
  coolDown.sent("A", 0);
  expect(coolDown.isHeld("A", 1000)).toBe(true);
  expect(coolDown.isHeld("A", 3999)).toBe(true);
  expect(coolDown.isHeld("A", 6999)).toBe(false);
});

test("a code that was seen but never sent is not held back", () => {
  const coolDown = createCoolDown(3000);
  coolDown.sent("A", 0);
  expect(coolDown.isHeld("B", 100)).toBe(false);
  expect(coolDown.isHeld("B", 200)).toBe(false);
});
