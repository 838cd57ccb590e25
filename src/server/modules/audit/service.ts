import type { z } from "zod";
import type { AuditEntry, listAudit as contract } from "#contract/audit.ts";
import type { Database, Tx } from "#server/platform/db/database.ts";
import { csvPageSize, streamCsv } from "#server/platform/csv.ts";
import type { Deps } from "#server/platform/deps.ts";
import * as store from "./store.ts";

/**
 * Records a staff action, in the transaction that performs it: either both are stored or neither. Nobody can change or
 * delete it afterward.
 */
export function recordAction(tx: Tx, entry: store.NewEntry): Promise<void> {
  return store.insertEntry(tx, entry);
}

/** Subscribes the log to staff actions in modules that it depends on. */
export function subscribeAudit({ bus }: Deps): void {
  bus.on("account.changed_by_staff", async (tx, changes) => {
    for (const { personId, ...entry } of changes) {
      await store.insertEntry(tx, { ...entry, target: { kind: "person", id: personId } });
    }
  });
  bus.on("settings.changed", async (tx, changes) => {
    for (const entry of changes) {
      await store.insertEntry(tx, { ...entry, action: "settings.changed", target: { kind: "setting", id: "house" } });
    }
  });
  bus.on("account.policy_changed", async (tx, changes) => {
    for (const { policy, ...entry } of changes) {
      await store.insertEntry(tx, { ...entry, action: "policy.changed", target: { kind: "setting", id: policy } });
    }
  });
}

/**
 * Staff actions, newest first.
 *
 * @throws AppError `invalid_input` for an invalid cursor
 */
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

/** Everyone who has an action in the log. */
export async function listAuditStaff(db: Database): Promise<{ id: number; name: string }[]> {
  return store.findStaff(db);
}

/** All entries that match, as CSV lines for spreadsheets; times are in UTC. */
export function exportAudit(db: Database, query: store.EntryQuery): AsyncGenerator<string> {
  const header = ["Time", "Staff member", "Action", "Target", "Target ID", "Before", "After", "Reason"];
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
