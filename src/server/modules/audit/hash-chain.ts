import { shownAs } from "#server/platform/shown.ts";
import { AuditHashChain } from "#contract/audit.ts";
import { inTransaction, type Database } from "#server/platform/db/database.ts";
import type { Logger } from "#server/platform/log.ts";
import * as store from "./hash-chain-store.ts";

/** What decides the status of the hash chain. */
interface HashChainFindings {
  isLate: boolean;
  isBroken: boolean;
  /** Whether a full pass over the log ever ended without finding a broken entry. */
  wasWhole: boolean;
}

/**
 * The log's status: `broken` if an entry isn't as it was written, `late` if entries wait too long for their hash,
 * `unknown` until the first full pass is done.
 */
function hashChainStatusOf({ isBroken, isLate, wasWhole }: HashChainFindings): AuditHashChain["status"] {
  if (isBroken) return "broken";
  if (isLate) return "late";
  return wasWhole ? "whole" : "unknown";
}

/** Entries hashed by one transaction. */
const batchSize = 500;
/** Entries checked each minute: a fifth of a second's work. */
const stretchLength = 20_000;

/**
 * Hashes new log entries: each one together with the hash before it. One node hashes at a time, so the chain never
 * forks; writers to the log don't wait.
 *
 * @returns true when more are waiting
 */
export async function hashAuditLog(db: Database): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    if (!(await store.lockEnd(tx))) return false;
    return (await store.hashEntries(tx, batchSize)) === batchSize;
  });
}

/**
 * Checks the next part of the log: does each entry match its hash, and does each hash build on the one before it? After
 * the last part a new pass starts. One node checks at a time.
 *
 * @returns the first broken entry of the part; undefined if all match
 */
export async function walkAuditLog(db: Database, length = stretchLength): Promise<number | undefined> {
  return inTransaction(db, async (tx) => {
    const walk = await store.lockWalk(tx);
    if (walk === undefined) return undefined;
    const end = await store.findStretchEnd(tx, walk.entryId, length);
    if (end === undefined) {
      await store.recordRound(tx);
      return undefined;
    }
    const broken = await store.findFirstBroken(tx, walk.entryId, end);
    await store.recordStretch(tx, { entryId: end, foundEntryId: walk.foundEntryId ?? broken ?? null });
    if ((await store.findStretchEnd(tx, end, 1)) === undefined) await store.recordRound(tx);
    return broken;
  });
}

/** The status of the hash chain, for staff. */
export async function getAuditHashChain(db: Database): Promise<AuditHashChain> {
  const row = await store.findHashChain(db);
  const findings = {
    isBroken: row.brokenEntryId !== null || row.brokenSince !== null,
    isLate: row.isLate,
    wasWhole: row.wholeAt !== null,
  };
  return shownAs(AuditHashChain)({ ...row, status: hashChainStatusOf(findings) });
}

/**
 * Writes the end of the chain to the server log, once an hour if it has grown: whoever rewrote the table with all its
 * hashes would have to rewrite every copy of those lines too.
 */
export function createEndLogger(log: Pick<Logger, "info">, now: () => number = () => performance.now()) {
  let logged: { hashed: number; at: number } | undefined;
  return async (db: Database): Promise<void> => {
    if (logged !== undefined && now() - logged.at < 3_600_000) return;
    const { hashed, hash } = await store.findHashChain(db);
    if (hashed === logged?.hashed) return;
    logged = { hashed, at: now() };
    log.info({ hashed, hash }, "end of the activity log's hash chain");
  };
}
