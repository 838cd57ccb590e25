import { expect, test } from "vitest";
import { createBreaker } from "./gate.ts";

const second = 1000;

function fail(times: number, at = 0) {
  const breaker = createBreaker();
  for (let n = 0; n < times; n++) breaker.failed(at);
  return breaker;
}

test("four failures stop nothing, the fifth stops calls for ten seconds", () => {
  expect(fail(4).waitSeconds(0)).toBe(0);
  const open = fail(5);
  expect(open.waitSeconds(0)).toBe(10);
  expect(open.waitSeconds(9_500)).toBe(1);
});

test("after the pause one call tries, and the others wait for its result", () => {
  const breaker = fail(5);
  expect(breaker.waitSeconds(10 * second)).toBe(0);
  expect(breaker.waitSeconds(10 * second)).toBe(10);
  breaker.succeeded();
  expect(breaker.waitSeconds(10 * second)).toBe(0);
});

test("a provider that stays down is called less and less often, down to every thirty seconds", () => {
  const breaker = fail(5);
  let at = 0;
  const waits = [10, 20, 30, 30].map(() => {
    const wait = breaker.waitSeconds(at);
    at += wait * second;
    expect(breaker.waitSeconds(at)).toBe(0);
    breaker.failed(at);
    return wait;
  });
  expect(waits).toEqual([10, 20, 30, 30]);
});

test("further failing calls don't make the pause longer", () => {
  expect(fail(50).waitSeconds(0)).toBe(10);
});

test("reading the pause doesn't use up the trial call", () => {
  const breaker = fail(5);
  expect(breaker.pauseSeconds(9 * second)).toBe(1);
  expect([breaker.pauseSeconds(10 * second), breaker.pauseSeconds(10 * second)]).toEqual([0, 0]);
  expect(breaker.waitSeconds(10 * second)).toBe(0);
  expect(breaker.pauseSeconds(10 * second)).toBe(10);
});

test("one success resets all failures", () => {
  const breaker = fail(4);
  breaker.succeeded();
  breaker.failed(0);
  expect(breaker.waitSeconds(0)).toBe(0);
});
