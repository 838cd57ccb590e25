import type { z } from "zod";
import type { AuditEntry, listAudit as contract } from "#contract/audit.ts";
import type { Database, Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { pageOf, staffPageSize } from "#server/platform/db/paging.ts";
import * as store from "./store.ts";

/**
 * Notes what one of the staff does, in the transaction that does it: both are there or neither is. Nobody can change or
 * delete it afterwards.
 */
export function recordAction(tx: Tx, entry: store.NewEntry): Promise<void> {
  return store.insertEntry(tx, entry);
}

/** Lets the log hear of what staff do in modules that stand before it. */
export function hearForAudit({ facts }: Deps): void {
  facts.on("account.changed_by_staff", async (tx, changes) => {
    for (const { personId, ...entry } of changes) {
      await store.insertEntry(tx, { ...entry, target: { kind: "person", id: personId } });
    }
  });
}

/** What staff did, newest first. */
export async function listAudit(
  db: Database,
  query: z.output<NonNullable<typeof contract.query>>,
): Promise<{ items: AuditEntry[]; total: number; page: number; pageSize: number }> {
  const { rows, total } = await store.findEntries(db, query, pageOf(query.page));
  const items = rows.map(({ at, staffId, staffName, targetKind, targetId, ...row }) => ({
    ...row,
    at: at.toISOString(),
    staff: { id: staffId, name: staffName },
    target: { kind: targetKind, id: targetId },
  }));
  return { items, total, page: query.page ?? 1, pageSize: staffPageSize };
}
