import type { AuditEntry } from "#contract/audit.ts";
import { defineList } from "#server/platform/db/list.ts";
import type { Deps } from "#server/platform/deps.ts";
import { readAction, readDetails, readTarget } from "./stored-names.ts";
import * as store from "./store.ts";
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
export const auditEntries = defineList(store.entries, toEntry, {
  Time: "at",
  "Staff member": (entry) => entry.staff.name,
  Action: "action",
  Target: (entry) => entry.target.kind,
  "Target ID": (entry) => entry.target.id,
  Before: ({ before }) => before && JSON.stringify(before),
  After: ({ after }) => after && JSON.stringify(after),
  Reason: "reason",
  "Staff ID": (entry) => entry.staff.id,
  ID: "id",
});

/** An entry as the contract shows it. */
export function toEntry({ at, staffId, staffName, targetKind, targetId, ...row }: store.EntryRow): AuditEntry {
  return {
    ...row,
    at: at.toISOString(),
    staff: { id: staffId, name: staffName },
    action: readAction(row.action),
    target: { kind: readTarget(targetKind), id: targetId },
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
