import type { z } from "zod";
import type { AuditEntry, listAudit as contract } from "#contract/audit.ts";
import type { Database, Tx } from "#server/platform/db/database.ts";
import { csvPageSize, streamCsv } from "#server/platform/csv.ts";
import type { Deps } from "#server/platform/deps.ts";
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
  facts.on("settings.changed", async (tx, changes) => {
    for (const entry of changes) {
      await store.insertEntry(tx, { ...entry, action: "settings.changed", target: { kind: "setting", id: "house" } });
    }
  });
  facts.on("account.policy_changed", async (tx, changes) => {
    for (const { policy, ...entry } of changes) {
      await store.insertEntry(tx, { ...entry, action: "policy.changed", target: { kind: "setting", id: policy } });
    }
  });
}

/** What staff did, newest first. @throws AppError `invalid_input` for a cursor that is none */
export async function listAudit(
  db: Database,
  query: z.output<NonNullable<typeof contract.query>>,
): Promise<z.input<typeof contract.reply>> {
  const { rows, ...page } = await store.findEntries(db, query);
  return { items: rows.map(toEntry), ...page };
}

/** An entry as the contract shows it. */
export function toEntry({ at, staffId, staffName, targetKind, targetId, ...row }: store.EntryRow): AuditEntry {
  return {
    ...row,
    at: at.toISOString(),
    staff: { id: staffId, name: staffName },
    target: { kind: targetKind, id: targetId },
  };
}

/** Everybody who stands in the log as having done something. */
export async function listAuditStaff(db: Database): Promise<{ id: number; name: string }[]> {
  return store.findStaff(db);
}

/** The entries that fit, whole, as lines of a file for spreadsheets; instants in UTC. */
export function exportAudit(db: Database, query: store.EntryQuery): AsyncGenerator<string> {
  const header = ["At", "Who", "Action", "What", "Its number", "Before", "After", "Reason"];
  return streamCsv(
    header,
    (cursor) => store.findEntries(db, { ...query, cursor, pageSize: csvPageSize }),
    (row) => [
      row.at.toISOString(),
      row.staffName,
      row.action,
      row.targetKind,
      row.targetId,
      row.before && JSON.stringify(row.before),
      row.after && JSON.stringify(row.after),
      row.reason,
    ],
  );
}
