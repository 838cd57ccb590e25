import { AppError } from "#server/platform/app-error.ts";
import { inTransaction } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { hashPassword } from "../passwords.ts";
import { callLinksBack } from "../recovery/link-store.ts";
import { tellPasswordChanged } from "../recovery/service.ts";
import { createToken } from "../sessions.ts";
import { endSessionsOf, openSession } from "../session-store.ts";
import { setPendingEmail, replacePassword } from "./store.ts";

/**
 * Changes a password that was just shown again. Every session ends, as after any change of what opens the account, and
 * one with a new secret opens for the browser that asked. Links under way and a pending e-mail are dropped.
 *
 * @param from the stored form of the old password, as it was when it was judged
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
    await tellPasswordChanged(deps, tx, owner);
  });
  deps.nudge("mail");
  return token;
}
