import { FileGone } from "#web/lib/fetch-first.ts";
import { readStorage, writeStorage, storageKeys } from "#web/lib/safe-storage.ts";

/**
 * Reloads the page when its file is gone because a newer release replaced it. The user loses no input, because the page
 * was never shown. It reloads once per file: if the file stays missing, the error screen shows instead of a reload
 * loop.
 *
 * @returns true if the page is reloading; false for any other error, and when the browser has no storage
 */
export function renewPage(error: unknown): boolean {
  if (!(error instanceof FileGone) || readStorage(storageKeys.renewedFor, "session") === error.message) return false;
  writeStorage(storageKeys.renewedFor, error.message, "session");
  if (readStorage(storageKeys.renewedFor, "session") !== error.message) return false;
  window.location.reload();
  return true;
}
