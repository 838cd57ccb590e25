import type { OpenMatter } from "#contract/accounts/deletion.ts";
import { inTransaction, type Database, type Tx, type Queryable } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { getProfile } from "../profile.ts";
import { listPersonSessions, refuseIf, emitChange, requirePerson, toSubject } from "./service.ts";
import { checkDeletion, checkMerge, deletedUsername } from "../rules.ts";
import * as store from "./store.ts";
import { AppError } from "#server/platform/app-error.ts";
import { forgetReplies } from "#server/platform/idempotency.ts";
import { randomCode } from "#server/platform/ids.ts";
import { discardAvatar } from "../avatar/service.ts";
import { endSessionsOf } from "../session-store.ts";
import type { z } from "zod";
import type { MergePlan } from "#contract/accounts/person-records.ts";

/** The person whose account is being deleted. */
type Leaver = Pick<Principal, "id" | "role" | "email">;

/** What would be lost or block deletion now: tickets for upcoming events, pending payments, the site's last admin. */
export async function weighDeletion(
  { db, personalRecords }: Deps,
  person: Leaver,
): Promise<{ openMatters: OpenMatter[]; lastAdmin: boolean }> {
  const openMatters = await personalRecords.findOpenMatters(db, person);
  return { openMatters, lastAdmin: await isLastAdmin(db, person) };
}

async function isLastAdmin(db: Database | Tx, person: Leaver): Promise<boolean> {
  return person.role === "admin" && (await store.countOtherAdmins(db, person.id)) === 0;
}

/**
 * Deletes an account: its sessions end, every module deletes names and addresses, and the remaining row reveals
 * nothing. Orders keep their numbers and amounts. Tickets for upcoming events are lost, which the person must agree to.
 *
 * Safe under concurrency: admins are locked, so the last two can't both delete their accounts.
 *
 * @param note other work for the same transaction, done first
 * @throws AppError `last_admin` | `tickets_ahead` | `payment_under_way` | `items_ahead`
 */
export async function deleteAccount(
  deps: Deps,
  person: Leaver,
  giveUpTickets: boolean,
  note?: (tx: Tx) => Promise<void>,
): Promise<void> {
  const avatar = await inTransaction(deps.db, async (tx) => {
    await store.lockWithAdmins(tx, person.id);
    await note?.(tx);
    if (await isLastAdmin(tx, person)) throw new AppError("last_admin");
    const matters = await deps.personalRecords.findOpenMatters(tx, person);
    if (matters.some(({ kind }) => kind === "payment")) throw new AppError("payment_under_way");
    if (matters.some(({ kind }) => kind === "items")) throw new AppError("items_ahead");
    if (matters.length > 0 && !giveUpTickets) throw new AppError("tickets_ahead");
    await deps.bus.emit(tx, "account.deleting", [{ userId: person.id }]);
    await deps.personalRecords.forgetAll(tx, person);
    return closeAccount(deps, tx, person.id);
  });
  await discardAvatar(deps.files, avatar);
}

/** Removes all access to an account and what identifies its person. @returns the URL of its profile picture */
async function closeAccount({ realtime }: Deps, tx: Tx, id: number): Promise<string | null> {
  await endSessionsOf(tx, id);
  await store.forgetLinks(tx, id);
  await store.forgetWaysIn(tx, id);
  await forgetReplies(tx, id);
  await realtime.recheckPerson(tx, id);
  return store.anonymise(tx, id, deletedUsername(randomCode(12).toLowerCase()));
}

/** All data that the site has about a person, each module's part under its name. Secrets and codes are left out. */
export async function collectRecords(
  { db, config, personalRecords }: Deps,
  { id, email }: Pick<Principal, "id" | "email">,
  sessions: object[],
): Promise<Record<string, unknown>> {
  return {
    site: config.baseUrl,
    exportedAt: new Date().toISOString(),
    account: await getProfile(db, id),
    sessions,
    ...(await personalRecords.readAll(db, { id, email })),
  };
}

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
  const sessions = await listPersonSessions(deps.db, id);
  const records = await collectRecords(deps, await requirePerson(deps.db, id), sessions);
  await inTransaction(deps.db, (tx) =>
    emitChange(deps, tx, { staff, personId: id, action: "person.exported", before: {}, after: {}, reason }),
  );
  return records;
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
    refuseIf(checkDeletion(staff.id, toSubject(row), await store.countOtherAdmins(tx, id)));
    const before = { role: row.role };
    await emitChange(deps, tx, { staff, personId: id, action: "person.deleted", before, after: {}, reason });
  });
}

type Plan = z.infer<typeof MergePlan>;

/**
 * What an account would get if a guest were merged into it. Changes nothing.
 *
 * @throws AppError `not_found` | `not_allowed`
 */
export async function planMerge({ personalRecords }: Deps, db: Queryable, id: number, guestId: number): Promise<Plan> {
  const [account, guest] = [await requirePerson(db, id), await requirePerson(db, guestId)];
  refuseIf(checkMerge(toSubject(account), toSubject(guest)));
  const { username, displayName, createdAt, sessionCount } = guest;
  return {
    guest: { id: guestId, username, displayName, createdAt: createdAt.toISOString() },
    moves: await personalRecords.countAll(db, guestId),
    sessionCount,
  };
}

/**
 * Moves everything that a guest has to an account: orders with their holds and payments, tickets, and other modules'
 * records. The guest's sessions end and the guest is gone. Prices, statuses and codes stay the same.
 *
 * Safe under concurrency: both rows are locked in id order, so a guest who registers at the same moment is either
 * merged first or refused as no longer a guest; of two merges of one guest, the second finds nobody.
 *
 * @throws AppError `not_found` | `not_allowed`
 */
export function mergeGuest(
  deps: Deps,
  staff: Principal,
  id: number,
  { guestId, reason }: { guestId: number; reason: string },
): Promise<Plan> {
  return inTransaction(deps.db, async (tx) => {
    await store.lockBoth(tx, id, guestId);
    const plan = await planMerge(deps, tx, id, guestId);
    await deps.personalRecords.moveAll(tx, guestId, id);
    await closeAccount(deps, tx, guestId);
    const moved = Object.fromEntries(plan.moves.map(({ name, count }) => [name, count]));
    await emitChange(deps, tx, {
      staff,
      personId: id,
      action: "person.merged",
      before: { guest: plan.guest.username, guestId },
      after: moved,
      reason,
    });
    return plan;
  });
}
