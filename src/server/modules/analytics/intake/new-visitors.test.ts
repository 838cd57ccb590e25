import { expect, test } from "vitest";
import { createNewVisitors, newVisitorLimits } from "./new-visitors.ts";

test("the limits end with their time, and a visitor stays what they were", () => {
  let now = 1_000_000;
  const isBurst = createNewVisitors(true, () => now);
  const [short] = newVisitorLimits;
  const runVisits = (count: number, name: string) =>
    Array.from({ length: count }, (_, index) => isBurst("n", `${name}${index}`)).filter(Boolean).length;
  expect(runVisits(short!.most + 5, "a")).toBe(5);
  expect(runVisits(short!.most + 5, "a")).toBe(5);
  now += short!.seconds * 1000;
  expect(runVisits(short!.most, "b")).toBe(0);
  expect(isBurst("other", "c")).toBe(false);
});

test("an hour has a limit of its own", () => {
  let now = 1_000_000;
  const isBurst = createNewVisitors(true, () => now);
  const [short, long] = newVisitorLimits;
  let bursts = 0;
  for (let index = 0; index < long!.most + 10; index++) {
    if (index % short!.most === 0) now += short!.seconds * 1000;
    if (isBurst("n", `v${index}`)) bursts++;
  }
  expect(bursts).toBe(10);
  now += long!.seconds * 1000;
  expect(isBurst("n", "late")).toBe(false);
});

test("without limits nobody is a burst", () => {
  const isBurst = createNewVisitors(false);
  for (let index = 0; index < 1000; index++) expect(isBurst("n", `v${index}`)).toBe(false);
});
