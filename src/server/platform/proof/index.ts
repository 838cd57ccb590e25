import { createHmac } from "node:crypto";
import { LRUCache } from "lru-cache";
import { AppError } from "../app-error.ts";
import { countInTransaction, type OpenCounter } from "../counters.ts";
import type { Database, Tx } from "../db/database.ts";
import { growingTo } from "../growing-cache.ts";
import { networkOf } from "../http/limits.ts";
import type { Job } from "../jobs.ts";
import type { Metrics } from "../metrics.ts";
import { issueChallenge, proofRounds, readSolution, type ProofAsk, type SolvedProof } from "./challenges.ts";
import { createIssuer, proofCacheMs } from "./issuer.ts";
import { createLevels, hardFromExpired } from "./levels.ts";
import { preparedKey } from "../prepared-keys.ts";
import type { Prover } from "./prover.ts";
import * as store from "./store.ts";

export type { ProofAsk, ProofBond } from "./challenges.ts";
export type { Prover } from "./prover.ts";
export { lockUnusedProofs, markProofsUsed } from "./store.ts";

/** An address's network as it's stored while it counts: a keyed hash, so that the rows name nobody. */
export function hashNetwork(address: string, key: Buffer): string {
  return createHmac("sha256", preparedKey(key)).update(networkOf(address)).digest("base64url").slice(0, 22);
}

/** The visitor whose proof counts for an account, guests included. */
export const personVisitor = (userId: number) => `user ${userId}`;

/** Who calls, as far as proofs are concerned. */
interface Caller {
  address: string;
  /** The account, guests included; undefined for someone without a session. */
  person: { id: number; email: string | null } | undefined;
  /** The solution that the call carries. */
  solution: string | undefined;
}

/** Asks for work instead of refusing people for their network. */
export interface Proofs {
  /**
   * What asks the sender of a call. Nothing is read until then. A solution that doesn't count changes nothing: it is
   * counted in the metrics.
   */
  open(caller: Caller): Prover;
  /** Counts holds that expired: from twenty and eighty on, challenges for their network are harder for an hour. */
  countExpired(tx: Tx, networks: string[]): Promise<void>;
  job: Job;
}

const expiredHolds = { name: "expired-holds", duration: 3600 };

/** What asking for proofs needs. */
interface Surroundings {
  db: Database;
  keys: { proofs: Buffer; networks: Buffer };
  metrics: Metrics;
  openCounter: OpenCounter;
  /** Rounds of one derivation. Tests lower them. */
  rounds: number | undefined;
  /** For how long challenges and levels are reused. Tests that watch each set 0. */
  cacheMs: number | undefined;
}

/** Creates the proofs of one node. */
export function createProofs({ db, keys, metrics, openCounter, ...tuning }: Surroundings): Proofs {
  const { rounds = proofRounds, cacheMs = proofCacheMs } = tuning;
  const results = metrics.counter("proofs_total", "Proofs of work that visitors sent, by result");
  const asked = metrics.counter("proofs_asked_total", "Proofs of work that visitors were asked for, by purpose");
  // Only read, so its budget refuses nothing.
  const expired = openCounter({ ...expiredHolds, points: hardFromExpired[1] });
  const levels = createLevels(async (network) => (await expired.get(network))?.consumedPoints ?? 0, cacheMs);
  /** Challenges whose solutions this node has seen: sent again, they cost no query. */
  const seen = new LRUCache<string, true>(growingTo(20_000));
  const issue = createIssuer(
    ({ bond, level }) => issueChallenge(keys.proofs, bond, level, rounds),
    (nonce) => seen.has(nonce),
    cacheMs,
  );

  async function record(visitor: string, network: string, solution: string): Promise<ProofAsk | undefined> {
    const read = await readSolution(keys.proofs, solution, visitor);
    const result = typeof read === "string" ? read : await recordSolved(visitor, network, read);
    results.add({ result });
    return result === "accepted" ? (read as ProofAsk) : undefined;
  }

  async function recordSolved(visitor: string, network: string, proof: SolvedProof): Promise<"accepted" | "replayed"> {
    if (seen.has(proof.nonce)) return "replayed";
    const isNew = await store.insertProof(db, visitor, proof);
    seen.set(proof.nonce, true);
    if (isNew) levels.lower(network);
    return isNew ? "accepted" : "replayed";
  }

  return {
    open({ address, person, solution }) {
      const network = hashNetwork(address, keys.networks);
      const visitor = person === undefined ? `network ${network}` : personVisitor(person.id);
      let reading: Promise<ProofAsk | undefined> | undefined;
      const given = () => (reading ??= solution === undefined ? nothing : record(visitor, network, solution));
      const refuse = (ask: ProofAsk, { retryAfterSeconds, limit }: Partial<AppError> = {}) =>
        new AppError("proof_required", { ask, retryAfterSeconds, limit });
      return {
        record: async () => void (await given()),
        async require(ask, refusal) {
          if ((await given()) !== undefined) return;
          if (person === undefined || !(await store.hasProof(db, visitor))) throw refuse(ask, refusal);
        },
        async requireTry(ask, refusal) {
          const proof = await given();
          if (person === undefined && proof !== undefined) return async () => undefined;
          const nonce = person && (await store.consumeTry(db, visitor));
          if (nonce === undefined) throw refuse(ask, refusal);
          return () => store.restoreTry(db, nonce);
        },
        async requireFresh(ask, refusal) {
          const proof = await given();
          if (proof?.purpose !== ask.purpose || proof.subject !== ask.subject) throw refuse(ask, refusal);
        },
        async complete(error) {
          if (!(error instanceof AppError) || error.ask === undefined) return error;
          asked.add({ purpose: error.ask.purpose });
          // Whoever has a confirmed email isn't asked for more because of others.
          const level = person?.email ? 0 : await levels.raise(network);
          const proof = await issue({ bond: { ...error.ask, visitor }, level, isPerson: person !== undefined });
          const { limit, retryAfterSeconds, canConfirmEmail } = error;
          return new AppError("proof_required", { proof, limit, retryAfterSeconds, canConfirmEmail });
        },
      };
    },
    countExpired: (tx, networks) => countInTransaction(tx, expiredHolds, networks),
    job: { name: "proofs", everyMs: 10 * 60_000, run: () => store.purgeProofs(db) },
  };
}

const nothing = Promise.resolve(undefined);
