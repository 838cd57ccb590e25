import { LRUCache } from "lru-cache";
import type { ProofChallenge } from "#contract/proof/challenge.ts";
import { growingTo } from "../growing-cache.ts";
import type { ProofBond, ProofLevel } from "./challenges.ts";

/** For how long a challenge is issued again to the same visitor, and a network's level isn't read again. */
export const proofCacheMs = 5000;

/**
 * Challenges for one visitor, purpose and subject in that time; whoever asks for more gets the same ones again. A
 * network has many of them, because strangers share them and each can be used once.
 */
export const maxIssued = { person: 1, network: 100 };

/** A challenge's use and level. */
interface Wish {
  bond: ProofBond;
  level: ProofLevel;
  isPerson: boolean;
}

type Issue = (wish: Wish) => Promise<ProofChallenge>;

/**
 * Creates the issuer of a node. A refusal costs no derivation if its visitor has a challenge already.
 *
 * @param derive makes a new challenge, which takes a derivation
 * @param isUsed true for a challenge's nonce if this node has seen its solution: nobody gets that one again
 * @param cacheMs 0 derives each
 */
export function createIssuer(derive: Issue, isUsed: (nonce: string) => boolean, cacheMs: number): Issue {
  if (cacheMs === 0) return derive;
  const asked = new LRUCache<string, { count: number }>({ ...growingTo(10_000), ttl: cacheMs });
  const issued = new LRUCache<string, Promise<ProofChallenge>>({ ...growingTo(20_000), ttl: cacheMs });
  return async (wish) => {
    const { visitor, purpose, subject } = wish.bond;
    const key = JSON.stringify([visitor, purpose, subject, wish.level]);
    const known = asked.get(key) ?? { count: 0 };
    if (known.count === 0) asked.set(key, known);
    const place = `${key} ${known.count++ % maxIssued[wish.isPerson ? "person" : "network"]}`;
    const former = issued.get(place);
    if (former !== undefined && !isUsed((await former).parameters.nonce)) return former;
    const challenge = derive(wish);
    issued.set(place, challenge);
    challenge.catch(() => issued.delete(place));
    return challenge;
  };
}
