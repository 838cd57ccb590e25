import { setTimeout as sleep } from "node:timers/promises";
import { Stripe } from "stripe";
import type { Database } from "#server/platform/db/database.ts";
import { ProviderBusy, ProviderDown } from "../provider.ts";
import { createBreaker } from "./breaker.ts";
import { longestWaitMs, slowDown, takeTurn, type Lane } from "./pace-store.ts";

/** Maximum time of a call, retries included; if the call took effect anyway, its key finds it later. */
const totalMs = 12_000;
const mostTries = 3;
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
        const isLast = tries >= mostTries || leftMs <= 0;
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
  const waitMs = await takeTurn(db, lane);
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

/** The provider doesn't know the requested object. */
export function isUnknown(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_missing";
}

/**
 * The idempotency keys of one operation, in order: use the next only when the provider has stored a failure for the one
 * before.
 */
export const keysOf = (id: string) => [id, `${id}-2`, `${id}-3`];
