import type { AuditEntry } from "#contract/audit.ts";
import type { Database } from "#server/platform/db/database.ts";
import { type Cells, defineList, fileOfPages } from "#server/platform/db/list.ts";
import type { Deps } from "#server/platform/deps.ts";
import { readAction, readDetails, readTarget } from "./stored-names.ts";
import * as store from "./store.ts";
import type { TargetNamer } from "#server/platform/target-names.ts";
import type { TimelineSource } from "#server/platform/timeline.ts";

export { findStaff } from "./store.ts";

/** Subscribes the log to staff actions in modules that it depends on. */
export function subscribeAudit({ bus }: Deps): void {
  bus.on("account.changed_by_staff", async (tx, changes) => {
    for (const { personId, ...entry } of changes) {
      await store.recordAction(tx, { ...entry, target: { kind: "person", id: personId } });
    }
  });
  bus.on("settings.changed", async (tx, changes) => {
    for (const entry of changes) {
      await store.recordAction(tx, { ...entry, action: "settings.changed", target: { kind: "setting", id: "house" } });
    }
  });
  bus.on("account.policy_changed", async (tx, changes) => {
    for (const { policy, ...entry } of changes) {
      await store.recordAction(tx, { ...entry, action: "policy.changed", target: { kind: "setting", id: policy } });
    }
  });
}

/** Staff actions; in spreadsheets, times are in UTC. */
export const auditEntries = defineList(store.entries, toEntry, {});

const cells: Cells<AuditEntry> = {
  Time: "at",
  "Staff member": (entry) => entry.staff.name,
  Action: "action",
  Target: (entry) => entry.target.kind,
  "Target name": (entry) => entry.target.name,
  "Target ID": (entry) => entry.target.id,
  Before: ({ before }) => before && JSON.stringify(before),
  After: ({ after }) => after && JSON.stringify(after),
  Reason: "reason",
  "Staff ID": (entry) => entry.staff.id,
  ID: "id",
};

/** Finds the names of what staff acted on, in the modules that know them. */
export type Namers = Record<string, TargetNamer>;

/** One page of the log, with what people call the things in it. */
export async function listAudit(db: Database, query: store.EntryQuery, namers: Namers) {
  const { items, ...page } = await auditEntries.list(db, query);
  const names = new Map<string, string>();
  for (const [kind, found] of Map.groupBy(items, ({ target }) => target.kind)) {
    const ids = [...new Set(found.map(({ target }) => target.id))];
    for (const { id, name } of (await namers[kind]?.(db, ids)) ?? []) names.set(`${kind} ${id}`, name);
  }
  const named = items.map(({ target, ...entry }) => ({
    ...entry,
    target: { ...target, name: names.get(`${target.kind} ${target.id}`) ?? null },
  }));
  return { items: named, ...page };
}

/** Everything that matches, as a spreadsheet file. */
export const auditFile = (db: Database, query: store.EntryQuery, namers: Namers) =>
  fileOfPages((cursor) => listAudit(db, { ...query, cursor }, namers), cells);

/** An entry as the contract shows it. */
function toEntry({ at, staffId, staffName, targetKind, targetId, ...row }: store.EntryRow): AuditEntry {
  return {
    ...row,
    at: at.toISOString(),
    staff: { id: staffId, name: staffName },
    action: readAction(row.action),
    target: { kind: readTarget(targetKind), id: targetId, name: null },
    before: readDetails(row.before),
    after: readDetails(row.after),
  };
}

/** Staff actions on a person. */
export const auditTimeline: TimelineSource = {
  kind: "staff",
  async find(db, { id }, before, limit) {
    const rows = await store.findEntriesAbout(db, { kind: "person", id: String(id) }, before, limit);
    return rows.map((row) => ({
      id: String(row.id),
      at: row.at,
      title: row.staffName,
      detail: row.reason,
      path: null,
      audit: toEntry(row),
    }));
  },
};
