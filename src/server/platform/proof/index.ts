import { createHmac } from "node:crypto";
import type { ProofChallenge } from "#contract/proof/challenge.ts";
import { AppError } from "../app-error.ts";
import { countInTransaction, type OpenCounter } from "../counters.ts";
import type { Database, Tx } from "../db/database.ts";
import { networkOf } from "../http/limits.ts";
import type { Job } from "../jobs.ts";
import type { Metrics } from "../metrics.ts";
import { issueChallenge, proofRounds, readSolution, type ProofAsk, type ProofLevel } from "./challenges.ts";
import type { Prover } from "./prover.ts";
import * as store from "./store.ts";

export type { ProofAsk, ProofBond } from "./challenges.ts";
export type { Prover } from "./prover.ts";
export { lockUnusedProofs, markProofsUsed } from "./store.ts";

/** An address's network as it's stored while it counts: a keyed hash, so that the rows name nobody. */
export function hashNetwork(address: string, key: Buffer): string {
  return createHmac("sha256", key).update(networkOf(address)).digest("base64url").slice(0, 22);
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
  /** Reads the solution that a call carries, if any, and records it. One that doesn't count changes nothing: it is counted in the metrics. */
  read(caller: Caller): Promise<Prover>;
  /** Counts holds that expired: from twenty and eighty on, challenges for their network are harder for an hour. */
  countExpired(tx: Tx, networks: string[]): Promise<void>;
  job: Job;
}

/** Holds that a network let expire within the hour, from which on its challenges are twice and four times as hard. */
const hardFrom = [20, 80] as const;
const expiredHolds = { name: "expired-holds", duration: 3600 };

/** What asking for proofs needs. */
interface Surroundings {
  db: Database;
  keys: { proofs: Buffer; networks: Buffer };
  metrics: Metrics;
  openCounter: OpenCounter;
  /** Rounds of one derivation. Tests lower them. */
  rounds: number | undefined;
}

/** Creates the proofs of one node. */
export function createProofs({ db, keys, metrics, openCounter, rounds = proofRounds }: Surroundings): Proofs {
  const results = metrics.counter("proofs_total", "Proofs of work that visitors sent, by result");
  const asked = metrics.counter("proofs_asked_total", "Proofs of work that visitors were asked for, by purpose");
  // Only read, so its budget refuses nothing.
  const expired = openCounter({ ...expiredHolds, points: hardFrom[1] });

  async function levelFor(network: string): Promise<ProofLevel> {
    const count = (await expired.get(network))?.consumedPoints ?? 0;
    if (count >= hardFrom[1]) return 2;
    return count >= hardFrom[0] ? 1 : 0;
  }

  async function record(visitor: string, solution: string): Promise<ProofAsk | undefined> {
    const read = await readSolution(keys.proofs, solution, visitor);
    const result =
      typeof read === "string" ? read : (await store.insertProof(db, visitor, read)) ? "accepted" : "replayed";
    results.add({ result });
    return result === "accepted" ? (read as ProofAsk) : undefined;
  }

  return {
    async read({ address, person, solution }) {
      const network = hashNetwork(address, keys.networks);
      const visitor = person === undefined ? `network ${network}` : personVisitor(person.id);
      const given = solution === undefined ? undefined : await record(visitor, solution);
      const isFresh = ({ purpose, subject }: ProofAsk) => given?.purpose === purpose && given.subject === subject;
      const refuse = (ask: ProofAsk, { retryAfterSeconds, limit }: Partial<AppError> = {}) =>
        new AppError("proof_required", { ask, retryAfterSeconds, limit });
      return {
        async require(ask, refusal) {
          if (given !== undefined) return;
          if (person === undefined || !(await store.hasProof(db, visitor))) throw refuse(ask, refusal);
        },
        requireFresh(ask, refusal) {
          if (!isFresh(ask)) throw refuse(ask, refusal);
        },
        async complete(error) {
          if (!(error instanceof AppError) || error.ask === undefined) return error;
          asked.add({ purpose: error.ask.purpose });
          // Whoever has a confirmed email isn't asked for more because of others.
          const level = person?.email ? 0 : await levelFor(network);
          const proof: ProofChallenge = await issueChallenge(keys.proofs, { ...error.ask, visitor }, level, rounds);
          const { limit, retryAfterSeconds } = error;
          return new AppError("proof_required", { proof, limit, retryAfterSeconds });
        },
      };
    },
    countExpired: (tx, networks) => countInTransaction(tx, expiredHolds, networks),
    job: { name: "proofs", everyMs: 10 * 60_000, run: () => store.purgeProofs(db) },
  };
}
