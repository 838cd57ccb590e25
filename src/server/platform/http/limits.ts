import { RateLimiterMemory, type RateLimiterRes } from "rate-limiter-flexible";
import type { Limit } from "#contract/endpoint.ts";
import { AppError } from "../app-error.ts";

/** Calls per minute, per person if known and always per network address (a carrier's address serves many people). */
export const budgets: Record<Exclude<Limit, "none">, { perPerson: number; perAddress: number }> = {
  read: { perPerson: 600, perAddress: 6000 },
  write: { perPerson: 120, perAddress: 1200 },
  upload: { perPerson: 60, perAddress: 300 },
  auth: { perPerson: 60, perAddress: 3000 },
  checkout: { perPerson: 60, perAddress: 6000 },
  scan: { perPerson: 1200, perAddress: 6000 },
  // Sent by browsers on their own while people browse.
  beacon: { perPerson: 300, perAddress: 3000 },
  // What strangers may send us: error reports, sign-ups for notifications.
  note: { perPerson: 20, perAddress: 120 },
  // Codes that people enter, right or wrong. An open page sends its code four times a minute.
  guess: { perPerson: 40, perAddress: 600 },
};

/** Counts calls against their budgets. */
export interface Limiter {
  /** Spends one call of a budget. @throws AppError `too_many_requests` */
  spend(limit: Limit, address: string, userId: number | undefined): void | Promise<void>;
}

/** The address of the site's own reads for shared pages. No client has it, and no budget counts it. */
export const ownAddress = "0.0.0.0";

/** Creates the limiter of one node; `enabled: false` lifts every limit (for benchmarks). */
export function createLimiter(enabled: boolean): Limiter {
  if (!enabled) return { spend: () => undefined };
  const limiters = new Map(
    Object.entries(budgets).map(([name, budget]) => [
      name,
      {
        person: new RateLimiterMemory({ keyPrefix: `${name}:person`, points: budget.perPerson, duration: 60 }),
        address: new RateLimiterMemory({ keyPrefix: `${name}:address`, points: budget.perAddress, duration: 60 }),
      },
    ]),
  );
  return {
    async spend(limit, address, userId) {
      const pair = limiters.get(limit);
      if (pair === undefined || address === ownAddress) return;
      await spendPoint(pair.address, networkOf(address));
      if (userId !== undefined) await spendPoint(pair.person, String(userId));
    },
  };
}

/** Spends one point of a key. @throws AppError `too_many_requests` with the seconds to wait */
export async function spendPoint(limiter: RateLimiterMemory, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (refusal) {
    const waitMs = (refusal as RateLimiterRes).msBeforeNext ?? 1000;
    const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000));
    throw new AppError("too_many_requests", { retryAfterSeconds, limit: limiter.keyPrefix });
  }
}

/** The part of an address that one customer controls: an IPv6 /64, or the whole IPv4 address. */
export function networkOf(address: string): string {
  if (!address.includes(":") || address.startsWith("::ffff:")) return address;
  const [head = "", tail] = address.split("::");
  const groups = head.split(":").filter(Boolean);
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(":").filter(Boolean).length;
  return [...groups, ...Array<string>(Math.max(0, missing)).fill("0")].slice(0, 4).join(":");
}
