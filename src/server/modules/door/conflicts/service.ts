import { ScanConflict } from "#contract/door/conflicts.ts";
import { recordAction } from "#server/modules/audit/index.ts";
import { requireFound } from "#server/platform/app-error.ts";
import { defineList } from "#server/platform/db/list.ts";
import { inTransaction, type Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { shownAs } from "#server/platform/shown.ts";
import * as store from "./store.ts";

/** Offline scans that don't add up, for staff. */
export const conflictList = defineList(store.conflictRows, shownAs(ScanConflict), {});

/**
 * Tells the door's screens and the event's page how many open conflicts there are. Call it late in a transaction: others
 * of the event wait for it.
 */
export async function announceConflicts({ realtime }: Pick<Deps, "realtime">, tx: Tx, eventId: number): Promise<void> {
  await realtime.publish(tx, `door.${eventId}`, "conflicts", { open: await store.countOpen(tx, eventId) });
}

/**
 * Closes a conflict with a staff member's note. A repeat changes nothing and returns the first note.
 *
 * @throws AppError `not_found`
 */
export function resolveConflict(deps: Deps, staff: Principal, id: number, note: string) {
  return inTransaction(deps.db, async (tx) => {
    const resolved = await store.resolve(tx, id, staff.id, note);
    if (resolved !== undefined) {
      const target = { kind: "event", id: String(resolved.eventId) } as const;
      await recordAction(tx, {
        staff,
        action: "scan.conflict_resolved",
        target,
        after: { conflict: id },
        reason: note,
      });
      await announceConflicts(deps, tx, resolved.eventId);
    }
    return shownAs(ScanConflict.pick({ id: true, resolvedAt: true, note: true }))(
      requireFound(await store.findResolution(tx, id)),
    );
  });
}
