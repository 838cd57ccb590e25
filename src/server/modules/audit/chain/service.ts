import type { AuditChain } from "#contract/audit.ts";
import { inTransaction, type Database } from "#server/platform/db/database.ts";
import type { Logger } from "#server/platform/log.ts";
import { chainStateOf } from "./rules.ts";
import * as store from "./store.ts";

/** Entries that are sealed by one transaction. */
const batchSize = 500;
/** Entries that are looked at each minute: a fifth of a second's work. */
const stretchLength = 20_000;

/**
 * Seals what was written to the log since the last time: each entry with the seal before it. One node seals at a time, so
 * the chain never forks; whoever writes to the log waits for nobody.
 *
 * @returns true when more waits
 */
export async function sealAuditLog(db: Database): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    if (!(await store.takeEnd(tx))) return false;
    return (await store.sealEntries(tx, batchSize)) === batchSize;
  });
}

/**
 * Looks at the next stretch of the log: is each entry what was sealed, and each seal on the one before it? After the last
 * stretch a new round begins. One node walks at a time.
 *
 * @returns the first broken entry of the stretch; undefined where all fits
 */
export async function walkAuditLog(db: Database, length = stretchLength): Promise<number | undefined> {
  return inTransaction(db, async (tx) => {
    const walk = await store.takeWalk(tx);
    if (walk === undefined) return undefined;
    const end = await store.findStretchEnd(tx, walk.entryId, length);
    if (end === undefined) {
      await store.noteRound(tx);
      return undefined;
    }
    const broken = await store.findFirstBroken(tx, walk.entryId, end);
    await store.noteStretch(tx, { entryId: end, foundEntryId: walk.foundEntryId ?? broken ?? null });
    if ((await store.findStretchEnd(tx, end, 1)) === undefined) await store.noteRound(tx);
    return broken;
  });
}

/** How the chain stands, for staff. */
export async function getAuditChain(db: Database): Promise<AuditChain> {
  const row = await store.findChain(db);
  const facts = {
    isBroken: row.brokenEntryId !== null || row.brokenSince !== null,
    isLate: row.isLate,
    wasWhole: row.wholeAt !== null,
  };
  return {
    state: chainStateOf(facts),
    sealed: row.sealed,
    hash: row.hash,
    sealedAt: row.sealedAt?.toISOString() ?? null,
    wholeAt: row.wholeAt?.toISOString() ?? null,
    brokenEntryId: row.brokenEntryId,
    brokenSince: row.brokenSince?.toISOString() ?? null,
    waiting: row.waiting,
  };
}

/**
 * Tells the site's own log where the chain ends, each hour in which it moved on: whoever rewrote the table with all its
 * seals would have to rewrite every copy of those lines too.
 */
export function createEndTeller(log: Pick<Logger, "info">, now: () => number = () => performance.now()) {
  let told: { sealed: number; at: number } | undefined;
  return async (db: Database): Promise<void> => {
    if (told !== undefined && now() - told.at < 3_600_000) return;
    const { sealed, hash } = await store.findChain(db);
    if (sealed === told?.sealed) return;
    told = { sealed, at: now() };
    log.info({ sealed, hash }, "the audit log's chain ends here");
  };
}
