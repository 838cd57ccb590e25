import type { OpenMatter } from "#contract/account-deletion.ts";
import { AppError } from "#server/platform/app-error.ts";
import { inTransaction, type Database, type Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { forgetReplies } from "#server/platform/idempotency.ts";
import { randomCode } from "#server/platform/ids.ts";
import { discardAvatar } from "../avatar/files.ts";
import { countOtherAdmins, lockWithAdmins } from "../people/store.ts";
import { deletedUsername } from "../rules.ts";
import { endSessionsOf } from "../session-store.ts";
import * as store from "./store.ts";

/** The person whose account is being deleted. */
export type Leaver = Pick<Principal, "id" | "role" | "email">;

/** What would be lost or block deletion now: tickets for upcoming events, pending payments, the site's last admin. */
export async function weighDeletion(
  { db, personalRecords }: Pick<Deps, "db" | "personalRecords">,
  person: Leaver,
): Promise<{ openMatters: OpenMatter[]; lastAdmin: boolean }> {
  const openMatters = await personalRecords.findOpenMatters(db, person);
  return { openMatters, lastAdmin: await isLastAdmin(db, person) };
}

async function isLastAdmin(db: Database | Tx, person: Leaver): Promise<boolean> {
  return person.role === "admin" && (await countOtherAdmins(db, person.id)) === 0;
}

/**
 * Deletes an account: its sessions end, every module deletes names and addresses, and the remaining row reveals
 * nothing. Orders keep their numbers and amounts. Tickets for upcoming events are lost, which the person must agree to.
 *
 * Safe under concurrency: admins are locked, so the last two can't both delete their accounts.
 *
 * @param note other work for the same transaction, done first
 * @throws AppError `last_admin` | `tickets_ahead` | `payment_under_way`
 */
export async function deleteAccount(
  deps: Deps,
  person: Leaver,
  giveUpTickets: boolean,
  note?: (tx: Tx) => Promise<void>,
): Promise<void> {
  const avatar = await inTransaction(deps.db, async (tx) => {
    await lockWithAdmins(tx, person.id);
    await note?.(tx);
    if (await isLastAdmin(tx, person)) throw new AppError("last_admin");
    const matters = await deps.personalRecords.findOpenMatters(tx, person);
    if (matters.some(({ kind }) => kind === "payment")) throw new AppError("payment_under_way");
    if (matters.length > 0 && !giveUpTickets) throw new AppError("tickets_ahead");
    await deps.personalRecords.forgetAll(tx, person);
    await endSessionsOf(tx, person.id);
    await store.forgetLinks(tx, person.id);
    await store.forgetWaysIn(tx, person.id);
    await forgetReplies(tx, person.id);
    return store.anonymise(tx, person.id, deletedUsername(randomCode(12).toLowerCase()));
  });
  await discardAvatar(deps.files, avatar);
}
