import type { OpenMatter } from "#contract/account-deletion.ts";
import { inTransaction } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { getProfile } from "../profile/service.ts";
import { deleteAccount, weighDeletion } from "../deletion/service.ts";
import { listPersonSessions } from "./care.ts";
import { refuseIf, emitChange } from "./change.ts";
import { requirePerson, toSubject } from "./show.ts";
import { judgeDeletion } from "./rules.ts";
import { countOtherAdmins } from "./store.ts";

/**
 * All data that the site has about a person, for a person who asked staff for it. The activity log records the export.
 *
 * @throws AppError `not_found`
 */
export async function exportPerson(
  deps: Deps,
  staff: Principal,
  id: number,
  reason: string,
): Promise<Record<string, unknown>> {
  const { db, config, personalRecords } = deps;
  const { email } = await requirePerson(db, id);
  const records = {
    site: config.baseUrl,
    exportedAt: new Date().toISOString(),
    account: await getProfile(db, id),
    sessions: await listPersonSessions(db, id),
    ...(await personalRecords.readAll(db, { id, email })),
  };
  await inTransaction(db, (tx) =>
    emitChange(deps, tx, { staff, personId: id, action: "person.exported", before: {}, after: {}, reason }),
  );
  return records;
}

/**
 * What blocks deleting a person now.
 *
 * @throws AppError `not_found`
 */
export async function weighPersonDeletion(
  deps: Deps,
  id: number,
): Promise<{ openMatters: OpenMatter[]; lastAdmin: boolean }> {
  return weighDeletion(deps, await requirePerson(deps.db, id));
}

/**
 * Deletes a person who asked staff for it, by the same rules as in their account panel.
 *
 * @throws AppError `not_found` | `not_allowed` | `last_admin` | `tickets_ahead` | `payment_under_way`
 */
export async function deletePerson(
  deps: Deps,
  staff: Principal,
  id: number,
  { reason, giveUpTickets = false }: { reason: string; giveUpTickets?: boolean | undefined },
): Promise<void> {
  const person = await requirePerson(deps.db, id);
  await deleteAccount(deps, person, giveUpTickets, async (tx) => {
    // Checked again now that the row is locked.
    const row = await requirePerson(tx, id);
    refuseIf(judgeDeletion(staff.id, toSubject(row), await countOtherAdmins(tx, id)));
    const before = { role: row.role };
    await emitChange(deps, tx, { staff, personId: id, action: "person.deleted", before, after: {}, reason });
  });
}
