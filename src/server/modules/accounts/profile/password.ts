import { AppError } from "#server/platform/app-error.ts";
import { inTransaction } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { hashPassword } from "../passwords.ts";
import { callLinksBack } from "../recovery/link-store.ts";
import { emitPasswordChanged } from "../recovery/service.ts";
import { createToken } from "../sessions.ts";
import { endSessionsOf, openSession } from "../session-store.ts";
import { setPendingEmail, replacePassword } from "./store.ts";

/**
 * Changes a password that was just confirmed. Every session ends, and a new one opens for the browser that asked.
 * Unused links and a pending email are dropped.
 *
 * @param from the hash of the old password, as it was when it was checked
 * @returns the secret of the new session
 * @throws AppError `wrong_password` when the password was changed in the meantime | `unavailable`
 */
export async function changePassword(
  deps: Deps,
  person: Principal,
  { from, password, userAgent }: { from: string; password: string; userAgent: string | null },
): Promise<string> {
  const to = await hashPassword(password);
  const { token, tokenHash } = createToken();
  await inTransaction(deps.db, async (tx) => {
    const owner = await replacePassword(tx, person.id, { from, to });
    if (owner === undefined) throw new AppError("wrong_password");
    await endSessionsOf(tx, person.id);
    await callLinksBack(tx, person.id);
    await setPendingEmail(tx, person.id, null);
    await openSession(tx, person.id, { tokenHash, userAgent });
    await emitPasswordChanged(deps, tx, owner);
  });
  deps.nudge("mail");
  return token;
}
