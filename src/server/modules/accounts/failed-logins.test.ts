import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { AppError } from "#server/platform/app-error.ts";
import { countInMemory } from "#server/platform/counters.ts";
import type { Prover } from "#server/platform/proof/index.ts";
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
function startAttempts(logins: FailedLogins, count: number, change: Partial<LoginAttempt> = {}) {
  const password = Promise.withResolvers<boolean>();
  const attempts = Array.from({ length: count }, () => logins.check({ ...attempt, ...change }, () => password.promise));
  return async (isRight: boolean) => {
    password.resolve(isRight);
    await Promise.all(attempts);
  };
}

const own = { knownDevice: true };
const hour = 3600;

test("in the account's own browsers the wait doubles each time the free failures are used up, up to an hour", async () => {
  const logins = createFailedLogins(true, countInMemory);
  const waits: number[] = [];
  for (let round = 0; round < 3; round++) {
    for (let free = 0; free < 10; free++) expect(await fail(logins, own)).toBe(0);
    waits.push(await fail(logins, own));
    minutes(3);
  }
  expect(waits).toEqual([30, 60, 120]);
});

test("a person who has to wait is told why and for how long", async () => {
  const logins = createFailedLogins(true, countInMemory);
  const messages: string[] = [];
  for (let round = 0; round < 4; round++) {
    for (let free = 0; free < 10; free++) await fail(logins, own);
    await logins
      .check({ ...attempt, ...own }, async () => true)
      .catch((error: AppError) => messages.push(error.message));
    minutes(5);
  }
  expect(messages).toEqual([
    "Too many incorrect passwords. Try again in 30 seconds.",
    "Too many incorrect passwords. Try again in 60 seconds.",
    "Too many incorrect passwords. Try again in 2 minutes.",
    "Too many incorrect passwords. Try again in 4 minutes.",
  ]);
});

test("one network that guesses for a day never locks the owner out elsewhere, even where no proof can be asked for", async () => {
  const logins = createFailedLogins(true, countInMemory);
  let judged = 0;
  for (let minute = 0; minute < 24 * 60; minute++) {
    for (let guess = 0; guess < 20; guess++) if ((await fail(logins)) === 0) judged++;
    minutes(1);
    if (minute % 60 === 59)
      expect(await logins.check({ ...attempt, address: "10.0.0.2" }, async () => true)).toBe(true);
  }
  expect(judged).toBeLessThanOrEqual(250);
});

test("five networks that guess use up what new devices have, and own browsers and sessions still get in", async () => {
  const logins = createFailedLogins(true, countInMemory);
  const guessFrom = async (network: number) => {
    for (let count = 0; count < 30; count++) await fail(logins, { address: `10.0.0.${network}` });
  };
  for (const network of [1, 2, 3, 4]) await guessFrom(network);
  expect(await logins.check({ ...attempt, address: "10.0.0.9" }, async () => true)).toBe(true);
  await guessFrom(5);
  expect(await fail(logins, { address: "10.0.0.9" })).toBe(hour);
  expect(await fail(logins, { address: "10.0.0.9", knownDevice: true })).toBe(0);
  expect(await fail(logins, { address: "10.0.0.9", inSession: true })).toBe(0);
});

test("guesses in a session that was taken over don't make the owner's browsers wait", async () => {
  const logins = createFailedLogins(true, countInMemory);
  for (let count = 0; count < 10; count++) expect(await fail(logins, { inSession: true })).toBe(0);
  expect(await fail(logins, { inSession: true })).toBe(30);
  expect([await fail(logins, own), await fail(logins)]).toEqual([0, 0]);
});

test("pending attempts count before they are checked, and right ones are given back", async () => {
  const logins = createFailedLogins(true, countInMemory);
  const answer = startAttempts(logins, 10);
  expect(await fail(logins)).toBe(hour);
  await answer(true);
  for (let count = 0; count < 10; count++) expect(await fail(logins)).toBe(0);
  expect(await fail(logins)).toBe(hour);
});

test("an attempt that ends in the next hour allows no guess more in that one", async () => {
  const logins = createFailedLogins(true, countInMemory);
  const answer = startAttempts(logins, 10);
  await vi.advanceTimersByTimeAsync(61 * 60_000);
  await answer(true);
  for (let count = 0; count < 10; count++) expect(await fail(logins)).toBe(0);
  expect(await fail(logins)).toBe(hour);
});

test("correct passwords during a wait don't shorten it", async () => {
  const logins = createFailedLogins(true, countInMemory);
  for (let count = 0; count < 4; count++) expect(await fail(logins, own)).toBe(0);
  const answer = startAttempts(logins, 5, own);
  expect(await fail(logins, own)).toBe(0);
  await answer(true);
  for (let count = 0; count < 5; count++) expect(await fail(logins, own)).toBe(0);
  expect(await fail(logins, own)).toBe(30);
});

test("an attempt that couldn't be checked or was turned away doesn't count", async () => {
  const logins = createFailedLogins(true, countInMemory);
  for (let count = 0; count < 300; count++) {
    await expect(logins.check(attempt, () => Promise.reject(new Error("busy")))).rejects.toThrow("busy");
  }
  for (let count = 0; count < 10; count++) expect(await fail(logins)).toBe(0);
  for (let count = 0; count < 300; count++) expect(await fail(logins)).toBe(hour);
  expect(await fail(logins, { userId: 8 })).toBe(0);
  expect(await fail(logins, { address: "10.0.0.2" })).toBe(0);
});

test.each([
  { pace: "as fast as they can", everySeconds: 0.36 },
  { pace: "slowly, for ten hours", everySeconds: 3.6 },
])(
  "of ten thousand guesses from a thousand networks, $pace, at most a hundred in any hour are checked, and as many with proofs",
  async ({ everySeconds }) => {
    const logins = createFailedLogins(true, countInMemory);
    const judged: Record<"free" | "proven", number[]> = { free: [], proven: [] };
    for (let guess = 0; guess < 10_000; guess++) {
      const address = `10.${guess % 250}.${Math.floor(guess / 250) % 4}.1`;
      if ((await fail(logins, { address })) === 0) judged.free.push(Date.now());
      let hasWorked = false;
      const prover = { requireFresh: async () => void (hasWorked = true) } as unknown as Prover;
      if ((await fail(logins, { address, prover })) === 0) judged[hasWorked ? "proven" : "free"].push(Date.now());
      vi.advanceTimersByTime(everySeconds * 1000);
    }
    for (const times of Object.values(judged)) {
      const inHourFrom = (start: number) => times.filter((at) => at >= start && at < start + hour * 1000).length;
      expect(Math.max(...times.map(inHourFrom))).toBeLessThanOrEqual(100);
      expect(times.length).toBeGreaterThanOrEqual(40);
    }
    expect(await fail(logins, { address: "10.9.9.9", knownDevice: true })).toBe(0);
    expect(await fail(logins, { address: "10.9.9.9", userId: 8 })).toBe(0);
  },
);

test("a new device is told how to sign in once proofs don't help either, and does no work for nothing", async () => {
  const logins = createFailedLogins(true, countInMemory);
  let works = 0;
  const prover = { requireFresh: async () => void works++ } as unknown as Prover;
  for (let guess = 0; guess < 100; guess++) await fail(logins, { address: `10.0.${guess}.1`, prover });
  expect(works).toBe(50);
  const refusal = await logins.check({ ...attempt, prover }, async () => true).catch((error: AppError) => error);
  expect((refusal as AppError).message).toBe(
    "Too many incorrect passwords for this account. Sign in with the link we email you, or a passkey, or try again in 60 minutes.",
  );
  expect(works).toBe(50);
});

test("one network that tries many accounts has to wait too", async () => {
  const logins = createFailedLogins(true, countInMemory);
  for (let userId = 100; userId < 200; userId++) expect(await fail(logins, { userId })).toBe(0);
  expect(await fail(logins, { userId: undefined })).toBe(hour);
  expect(await fail(logins, { userId: 99 })).toBe(hour);
});

test("nothing is counted if limits are off", async () => {
  const logins = createFailedLogins(false, countInMemory);
  for (let count = 0; count < 200; count++) expect(await fail(logins)).toBe(0);
});
