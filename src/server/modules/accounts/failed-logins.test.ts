import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { AppError } from "#server/platform/app-error.ts";
import { countInMemory } from "#server/platform/counters.ts";
import { createFailedLogins, type FailedLogins, type LoginAttempt } from "./failed-logins.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const attempt: LoginAttempt = { address: "10.0.0.1", userId: 7, knownDevice: false };
const minutes = (count: number) => vi.advanceTimersByTime(count * 60_000);

/** Seconds to wait, or 0 for an attempt that is checked and fails. */
async function fail(logins: FailedLogins, change: Partial<LoginAttempt> = {}): Promise<number> {
  try {
    await logins.check({ ...attempt, ...change }, async () => false);
    return 0;
  } catch (error) {
    return (error as AppError).retryAfterSeconds ?? -1;
  }
}

/** Attempts whose passwords are being checked; the returned function says whether they were right. */
function startAttempts(logins: FailedLogins, count: number) {
  const password = Promise.withResolvers<boolean>();
  const attempts = Array.from({ length: count }, () => logins.check(attempt, () => password.promise));
  return async (isRight: boolean) => {
    password.resolve(isRight);
    await Promise.all(attempts);
  };
}

test("the wait for one address doubles each time its free failures are used up, up to an hour", async () => {
  const logins = createFailedLogins(true, countInMemory);
  const waits: number[] = [];
  for (let round = 0; round < 3; round++) {
    for (let free = 0; free < 10; free++) expect(await fail(logins)).toBe(0);
    waits.push(await fail(logins));
    minutes(3);
  }
  expect(waits).toEqual([30, 60, 120]);
});

test("a person who has to wait is told why and for how long", async () => {
  const logins = createFailedLogins(true, countInMemory);
  const messages: string[] = [];
  for (let round = 0; round < 4; round++) {
    for (let free = 0; free < 10; free++) await fail(logins);
    await logins.check(attempt, async () => true).catch((error: AppError) => messages.push(error.message));
    minutes(5);
  }
  expect(messages).toEqual([
    "Too many incorrect passwords. Try again in 30 seconds.",
    "Too many incorrect passwords. Try again in 60 seconds.",
    "Too many incorrect passwords. Try again in 2 minutes.",
    "Too many incorrect passwords. Try again in 4 minutes.",
  ]);
});

test("an address that guesses for a day is checked ever less often, and never locks the owner out elsewhere", async () => {
  const logins = createFailedLogins(true, countInMemory);
  let judged = 0;
  for (let minute = 0; minute < 24 * 60; minute++) {
    for (let guess = 0; guess < 20; guess++) if ((await fail(logins)) === 0) judged++;
    minutes(1);
    if (minute % 60 === 59)
      expect(await logins.check({ ...attempt, address: "10.0.0.2" }, async () => true)).toBe(true);
  }
  expect(judged).toBeLessThan(400);
  expect(await fail(logins)).toBeGreaterThan(0);
});

test("two addresses that guess at once don't lock the owner out either, but a third one does for a while", async () => {
  const logins = createFailedLogins(true, countInMemory);
  for (const address of ["10.0.0.1", "10.0.0.2"])
    for (let count = 0; count < 30; count++) await fail(logins, { address });
  expect(await fail(logins, { address: "10.0.0.9" })).toBe(0);
  for (let count = 0; count < 30; count++) await fail(logins, { address: "10.0.0.3" });
  expect(await fail(logins, { address: "10.0.0.9" })).toBe(600);
  expect(await fail(logins, { address: "10.0.0.9", knownDevice: true })).toBe(0);
});

test("pending attempts count before they are checked, and only failures start the wait", async () => {
  const logins = createFailedLogins(true, countInMemory);
  const answer = startAttempts(logins, 10);
  expect(await fail(logins)).toBe(2);
  await answer(true);
  for (let count = 0; count < 10; count++) expect(await fail(logins)).toBe(0);
  expect(await fail(logins)).toBe(30);
});

test("correct passwords during a wait don't shorten it", async () => {
  const logins = createFailedLogins(true, countInMemory);
  for (let count = 0; count < 4; count++) expect(await fail(logins)).toBe(0);
  const answer = startAttempts(logins, 5);
  expect(await fail(logins)).toBe(0);
  await answer(true);
  for (let count = 0; count < 5; count++) expect(await fail(logins)).toBe(0);
  expect(await fail(logins)).toBe(30);
});

test("an attempt that couldn't be checked or was turned away doesn't count", async () => {
  const logins = createFailedLogins(true, countInMemory);
  for (let count = 0; count < 300; count++) {
    await expect(logins.check(attempt, () => Promise.reject(new Error("busy")))).rejects.toThrow("busy");
  }
  for (let count = 0; count < 10; count++) expect(await fail(logins)).toBe(0);
  for (let count = 0; count < 300; count++) expect(await fail(logins)).toBe(30);
  expect(await fail(logins, { userId: 8 })).toBe(0);
});

test("of ten thousand guesses from a thousand networks at most a hundred an hour are checked", async () => {
  const logins = createFailedLogins(true, countInMemory);
  let judged = 0;
  for (let minute = 0; minute < 60; minute++) {
    for (let guess = 0; guess < 167; guess++) {
      if ((await fail(logins, { address: `10.${guess % 250}.${minute}.${guess % 4}` })) === 0) judged++;
    }
    minutes(1);
  }
  expect(judged).toBeLessThanOrEqual(100);
  expect(await fail(logins, { address: "10.9.9.9" })).toBeGreaterThan(0);
  expect(await fail(logins, { address: "10.9.9.9", knownDevice: true })).toBe(0);
  expect(await fail(logins, { address: "10.9.9.9", userId: 8 })).toBe(0);
});

test("one network that tries many accounts has to wait too", async () => {
  const logins = createFailedLogins(true, countInMemory);
  for (let userId = 100; userId < 200; userId++) expect(await fail(logins, { userId })).toBe(0);
  expect(await fail(logins, { userId: undefined })).toBe(60);
});

test("nothing is counted if limits are off", async () => {
  const logins = createFailedLogins(false, countInMemory);
  for (let count = 0; count < 200; count++) expect(await fail(logins)).toBe(0);
});
