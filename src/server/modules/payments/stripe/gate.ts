import { setTimeout as sleep } from "node:timers/promises";
import { Stripe } from "stripe";
import type { Database } from "#server/platform/db/database.ts";
import { ProviderBusy, ProviderDown } from "../provider.ts";
import { longestWaitMs, slowDown, reserveSlot, type Lane } from "./pace-store.ts";

/** Failures in a row after which calls stop waiting for the provider. */
const failuresToOpen = 5;
/** Seconds until one call may test whether it is back: longer each time, up to the last. */
const pauses = [10, 20, 30];

/**
 * Fails calls at once while the provider is down, instead of letting each of them find out. It starts closed. Times in milliseconds of any monotonic clock.
 */
export function createBreaker() {
  let failures = 0;
  let opened = 0;
  let openUntil = 0;
  let isTrying = false;
  const pauseSeconds = (nowMs: number) =>
    failures < failuresToOpen || nowMs >= openUntil ? 0 : Math.ceil((openUntil - nowMs) / 1000);
  return {
    /** Seconds until the next attempt, for callers that don't try yet; 0 if one may try now. */
    pauseSeconds,
    /** Seconds until a call may go through; 0 if it may now. While half open, one call at a time may. */
    waitSeconds(nowMs: number) {
      const pause = pauseSeconds(nowMs);
      if (failures < failuresToOpen || pause > 0) return pause;
      // Half open: this call tests the provider, and the others wait for its result.
      openUntil = nowMs + pauses[0]! * 1000;
      isTrying = true;
      return 0;
    },
    succeeded() {
      failures = 0;
      opened = 0;
      isTrying = false;
    },
    failed(nowMs: number) {
      // Calls that were in progress when it opened say nothing new.
      if (pauseSeconds(nowMs) > 0 && !isTrying) return;
      failures++;
      isTrying = false;
      if (failures < failuresToOpen) return;
      openUntil = nowMs + pauses[Math.min(opened, pauses.length - 1)]! * 1000;
      opened++;
    },
  };
}

/** Maximum time of a call, retries included; if the call took effect anyway, its key finds it later. */
const totalMs = 12_000;
const maxTries = 3;
/** Seconds after which a buyer can try again when a call failed and we don't know yet that the provider is down. */
const soonSeconds = 2;

/** The only path to the provider: calls take turns, and none is made while it is known to be down. */
export type Gate = <Answer>(lane: Lane, ask: () => Promise<Answer>) => Promise<Answer>;

/**
 * Every attempt takes a turn, retries too: however much fails, calls stay within the provider's rate limit.
 *
 * @throws ProviderBusy when the queue is full, with the seconds until it may work; ProviderDown when the provider
 *   doesn't respond
 */
export function createGate(db: Database): Gate {
  const breaker = createBreaker();
  return async (lane, ask) => {
    let leftMs = totalMs;
    for (let tries = 1; ; tries++) {
      // Check before the queue, which would fill with calls that can't be made, and after it, when the state is fresh.
      requireUp(breaker.pauseSeconds(performance.now()));
      await waitForTurn(db, lane);
      requireUp(breaker.waitSeconds(performance.now()));
      const askedAt = performance.now();
      try {
        const answer = await within(leftMs, ask());
        breaker.succeeded();
        return answer;
      } catch (error) {
        leftMs -= performance.now() - askedAt;
        const isLast = tries >= maxTries || leftMs <= 0;
        if (error instanceof Stripe.errors.StripeRateLimitError) {
          await slowDown(db, lane);
          if (isLast) throw new ProviderBusy(Math.ceil(longestWaitMs / 1000), error);
        } else if (isOutage(error)) {
          // Don't retry the one call that tests whether it is back, nor any call once it is known to be down.
          if (isLast || breaker.pauseSeconds(performance.now()) > 0) {
            breaker.failed(performance.now());
            throw new ProviderDown(soonSeconds, error);
          }
          await sleep(pauseMs(tries));
        } else {
          breaker.succeeded();
          if (isLast || !isInUse(error)) throw error;
          await sleep(pauseMs(tries));
        }
      }
    }
  };
}

function requireUp(pauseSeconds: number): void {
  if (pauseSeconds > 0) throw new ProviderDown(pauseSeconds);
}

async function waitForTurn(db: Database, lane: Lane): Promise<void> {
  const waitMs = await reserveSlot(db, lane);
  if (waitMs === undefined) throw new ProviderBusy(Math.ceil(longestWaitMs / 1000));
  if (waitMs > 0) await sleep(waitMs);
}

/**
 * Half a second, then a second, and up to half as much again, so that calls that failed together don't retry together.
 */
const pauseMs = (tries: number) => 250 * 2 ** tries * (1 + Math.random() / 2);

async function within<Answer>(ms: number, work: Promise<Answer>): Promise<Answer> {
  const stop = new AbortController();
  const late = sleep(ms, undefined, { signal: stop.signal, ref: false }).then(() => {
    throw new Stripe.errors.StripeConnectionError({ message: `No response within ${ms} ms`, type: "api_error" });
  });
  // Nothing else handles a failure of the race's loser.
  late.catch(() => undefined);
  work.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    stop.abort();
  }
}

/** Another attempt under the same key is being processed right now. */
const isInUse = (error: unknown) => error instanceof Stripe.errors.StripeError && error.statusCode === 409;

/** It didn't respond, or reported an outage. A failure that it stored for a key is a response: it is up. */
function isOutage(error: unknown): boolean {
  if (error instanceof Stripe.errors.StripeConnectionError) return true;
  return error instanceof Stripe.errors.StripeAPIError && !isReplayed(error);
}

/**
 * The provider stores the outcome of a key, failures too, and returns it for every repeat: this key will never work.
 * Before using another key, look up whether anything was done under it.
 */
export function isReplayed(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeAPIError && error.headers?.["idempotent-replayed"] === "true";
}

/**
 * The provider refused the request for good; nothing was done. A key used for another request is our own bug instead.
 */
export function isRefused(error: unknown): error is Stripe.errors.StripeInvalidRequestError {
  return error instanceof Stripe.errors.StripeInvalidRequestError || error instanceof Stripe.errors.StripeCardError;
}

/** What the provider has of an object; undefined if it doesn't know it. */
export async function knownOf<Answer>(answer: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_missing") return undefined;
    throw error;
  }
}

/**
 * The idempotency keys of one operation, in order: use the next only when the provider has stored a failure for the one
 * before.
 */
export const keysOf = (id: string) => [id, `${id}-2`, `${id}-3`];
