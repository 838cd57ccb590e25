import { inTransaction } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { swapAvatar } from "../profile/store.ts";
import { discardAvatar, keepAvatar } from "./files.ts";
import { makeAvatar } from "./picture.ts";

/**
 * Sets a person's profile picture from an uploaded file; the previous one is removed.
 *
 * Safe under concurrency: of two uploads, the later row wins, and the other's file is removed.
 *
 * @throws AppError `unsupported_media_type` | `too_large` | `invalid_input` | `unavailable` | `storage_full`
 */
export async function setAvatar({ db, files }: Deps, person: Principal, file: Buffer): Promise<void> {
  const avatar = await keepAvatar(files, await makeAvatar(file));
  const before = await inTransaction(db, (tx) => swapAvatar(tx, person.id, avatar));
  await discardAvatar(files, before);
}

/** Removes a person's profile picture. */
export async function removeAvatar({ db, files }: Deps, person: Principal): Promise<void> {
  const before = await inTransaction(db, (tx) => swapAvatar(tx, person.id, null));
  await discardAvatar(files, before);
}
