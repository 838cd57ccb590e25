import type { RateLimiterRes } from "rate-limiter-flexible";
import type { Limit } from "#contract/endpoint.ts";
import { AppError } from "../app-error.ts";
import type { ProofAsk } from "../proof/challenges.ts";
import type { Prover } from "../proof/prover.ts";
import type { TrustedNetworks } from "./trusted-networks.ts";
import { countInMemory, type Counter, type OpenCounter } from "../counters.ts";

/** Calls per minute, per person if known and always per network address (a carrier's address serves many people). */
export const budgets: Record<Exclude<Limit, "none">, { perPerson: number; perAddress: number }> = {
  read: { perPerson: 600, perAddress: 6000 },
  write: { perPerson: 120, perAddress: 1200 },
  upload: { perPerson: 60, perAddress: 300 },
  auth: { perPerson: 60, perAddress: 6000 },
  checkout: { perPerson: 60, perAddress: 6000 },
  scan: { perPerson: 1200, perAddress: 6000 },
  // Sent by browsers on their own while people browse, error reports too.
  beacon: { perPerson: 300, perAddress: 3000 },
  // What strangers may send us: sign-ups for notifications, for example.
  note: { perPerson: 20, perAddress: 120 },
  // Messages and reactions. A whole audience may share the venue's address.
  chat: { perPerson: 60, perAddress: 6000 },
  // Codes that people enter, right or wrong. An open page sends its code four times a minute.
  guess: { perPerson: 40, perAddress: 600 },
};

/** Budgets that all nodes share. The others are per node: they keep one node from too much work. */
const sharedLimits = new Set<string>(["checkout", "guess"] satisfies Limit[]);

/** Reading a page takes many calls, some of them without a browser's scripts: no proof could be asked for each. */
const unpriced = new Set<Limit>(["read", "beacon", "upload"]);

/** Waits for what spends a network's budget; if that is used up, the caller needs a proof. */
async function orProve(ofNetwork: Promise<void>, prover: Prover, limit: Limit): Promise<void> {
  try {
    await ofNetwork;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await prover.require({ purpose: "calls", subject: limit }, error);
  }
}

/** Counts calls against their budgets. */
export interface Limiter {
  /**
   * Spends calls of a budget, one unless told otherwise. Where a network's budget is used up, a prover asks for a proof
   * instead of refusing; a person's own budget always refuses.
   *
   * @throws AppError `too_many_requests` | `proof_required`
   */
  spend(
    limit: Limit,
    address: string,
    userId: number | undefined,
    options?: { calls?: number; prover?: Prover },
  ): void | Promise<void>;
}

/** The address of the site's own reads for shared pages. No client has it, and no budget counts it. */
export const ownAddress = "0.0.0.0";

/**
 * Creates the limiter of one node; `enabled: false` lifts every limit (for benchmarks). A shared budget is counted on
 * the node first, so that a flood doesn't reach the database.
 *
 * @param createShared makes the counters that all nodes share
 * @param trusted networks that have no budget of their own
 */
export function createLimiter(enabled: boolean, createShared: OpenCounter, trusted: TrustedNetworks): Limiter {
  if (!enabled) return { spend: () => undefined };
  const createPair = (name: string, { perPerson, perAddress }: (typeof budgets)["read"], make: OpenCounter) => ({
    person: make({ name: `${name}:person`, points: perPerson, duration: 60 }),
    address: make({ name: `${name}:address`, points: perAddress, duration: 60 }),
  });
  const limiters = new Map(
    Object.entries(budgets).map(([name, budget]) => [
      name,
      (sharedLimits.has(name) ? [countInMemory, createShared] : [countInMemory]).map((make) =>
        createPair(name, budget, make),
      ),
    ]),
  );
  return {
    async spend(limit, address, userId, { calls = 1, prover } = {}) {
      if (address === ownAddress || calls < 1) return;
      for (const pair of limiters.get(limit) ?? []) {
        // First, so that one person's calls can't use up what a network has for all.
        if (userId !== undefined) await spendPoint(pair.person, String(userId), calls);
        if (await trusted.has(address)) continue;
        const ofNetwork = spendPoint(pair.address, networkOf(address), calls);
        await (prover === undefined || unpriced.has(limit) ? ofNetwork : orProve(ofNetwork, prover, limit));
      }
    },
  };
}

/** Spends points of a key. @throws AppError `too_many_requests` with the seconds to wait */
export async function spendPoint(limiter: Counter, key: string, points = 1): Promise<void> {
  try {
    await limiter.consume(key, points);
  } catch (refusal) {
    const waitMs = (refusal as RateLimiterRes).msBeforeNext ?? 1000;
    const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000));
    throw new AppError("too_many_requests", { retryAfterSeconds, limit: limiter.keyPrefix });
  }
}

/**
 * Spends a point of a network that guards what each caller proves anew: if they are used up, only a call with a proof of
 * its own gets through.
 *
 * @throws AppError `proof_required`
 */
export async function spendOrProve(limiter: Counter, address: string, prover: Prover, ask: ProofAsk): Promise<void> {
  try {
    await spendPoint(limiter, networkOf(address));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await prover.requireFresh(ask, error);
  }
}

/** The part of an address that one customer controls: an IPv6 /64, or the whole IPv4 address; one text for each. */
export function networkOf(address: string): string {
  const ipv4 = /^(?:::ffff:)?(\d+(?:\.\d+){3})$/i.exec(address)?.[1];
  if (ipv4 !== undefined || !address.includes(":")) return ipv4 ?? address;
  const [head = "", tail] = address.split("::");
  const groups = head.split(":").filter(Boolean);
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(":").filter(Boolean).length;
  const first = [...groups, ...Array<string>(Math.max(0, missing)).fill("0")].slice(0, 4);
  return first.map((group) => Number.parseInt(group, 16).toString(16)).join(":");
}
