import { FileGone } from "#web/lib/fetch-first.ts";
import { readStorage, writeStorage } from "#web/lib/safe-storage.ts";
import { storageKeys } from "#web/lib/storage-keys.ts";

/**
 * Loads the page anew where its file has gone because a newer release took its place: nothing typed is lost, since the
 * page never stood there. Once for each file, so that a file that stays away ends in words and not in a circle.
 *
 * @returns whether the new page is on its way; false for any other error, and where a browser keeps nothing
 */
export function renewPage(error: unknown): boolean {
  if (!(error instanceof FileGone) || readStorage(storageKeys.renewedFor, "session") === error.message) return false;
  writeStorage(storageKeys.renewedFor, error.message, "session");
  if (readStorage(storageKeys.renewedFor, "session") !== error.message) return false;
  window.location.reload();
  return true;
}
