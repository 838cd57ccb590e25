import type { Profile } from "#contract/account-profile.ts";
import { AppError } from "#server/platform/app-error.ts";
import { inTransaction, type Database } from "#server/platform/db/database.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { largeAvatar } from "../avatar/files.ts";
import { toUser } from "../auth.ts";
import * as store from "./store.ts";

/**
 * The account as its owner sees it.
 *
 * @throws AppError `not_signed_in` when the account was deleted since the session lookup
 */
export async function getProfile(db: Database, userId: number): Promise<Profile> {
  const row = await store.findProfile(db, userId);
  if (row === undefined) throw new AppError("not_signed_in");
  return {
    ...toUser(row),
    avatarLarge: row.avatar === null ? null : largeAvatar(row.avatar),
    pendingEmail: row.pendingEmail,
    hasPassword: row.hasPassword,
    passwordChangedAt: row.passwordChangedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  };
}

/** Changes the display name; it shows everywhere from the next request on. */
export async function changeDisplayName(db: Database, person: Principal, displayName: string): Promise<Profile> {
  await inTransaction(db, (tx) => store.setDisplayName(tx, person.id, displayName));
  return getProfile(db, person.id);
}
