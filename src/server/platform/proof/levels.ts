import { LRUCache } from "lru-cache";
import { growingTo } from "../growing-cache.ts";
import type { ProofLevel } from "./challenges.ts";

/** Holds that a network let expire within the hour, from which on its challenges are twice and four times as hard. */
export const hardFromExpired = [20, 80] as const;

/** Unsolved challenges of a network on this node, from which on its challenges are two, four and eight times as hard. */
export const hardFromUnsolved = [100, 400, 1600] as const;

/** More of them change nothing: a network is back at the lowest level after five quiet minutes. */
const maxUnsolved = 3200;
/** After this time half of them are forgotten. */
const halfLifeMs = 60_000;

interface Network {
  unsolved: number;
  changedAt: number;
  expired: Promise<number>;
  readAt: number;
}

/** How hard the challenges of networks are, as far as this node knows. */
interface Levels {
  /** The level of a network's next challenge, which counts as unsolved from now on. */
  raise(network: string): Promise<ProofLevel>;
  /** One of its challenges was solved. */
  lower(network: string): void;
}

/**
 * Counts the challenges that each network left unsolved. In a crowd of people who solve theirs nothing gets harder; a
 * flood that solves none makes them harder step by step, and quiet makes them easier again.
 *
 * @param readExpired how many holds a network let expire within the hour
 * @param cacheMs for how long that isn't read again
 */
export function createLevels(readExpired: (network: string) => Promise<number>, cacheMs: number): Levels {
  const networks = new LRUCache<string, Network>(growingTo(10_000));

  function find(network: string): Network {
    const now = Date.now();
    const known = networks.get(network) ?? {
      unsolved: 0,
      changedAt: now,
      expired: Promise.resolve(0),
      readAt: -Infinity,
    };
    known.unsolved *= 0.5 ** (Math.max(0, now - known.changedAt) / halfLifeMs);
    known.changedAt = now;
    networks.set(network, known);
    return known;
  }

  return {
    async raise(network) {
      const known = find(network);
      known.unsolved = Math.min(maxUnsolved, known.unsolved + 1);
      if (known.changedAt - known.readAt >= cacheMs) {
        known.readAt = known.changedAt;
        known.expired = readExpired(network);
      }
      const expired = await known.expired;
      return Math.max(stepsTo(known.unsolved, hardFromUnsolved), stepsTo(expired, hardFromExpired)) as ProofLevel;
    },
    lower(network) {
      const known = find(network);
      known.unsolved = Math.max(0, known.unsolved - 1);
    },
  };
}

const stepsTo = (count: number, steps: readonly number[]): number => steps.filter((step) => count >= step).length;
