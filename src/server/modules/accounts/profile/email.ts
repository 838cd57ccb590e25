import { AppError } from "#server/platform/app-error.ts";
import { inTransaction } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { newId } from "#server/platform/ids.ts";
import { callLinksBack, countRecentLinks, redeemLink } from "../recovery/link-store.ts";
import { writeLink } from "../recovery/service.ts";
import { endOtherSessionsOf } from "../session-list/store.ts";
import { hashToken } from "../sessions.ts";
import * as store from "./store.ts";

/** Confirmation emails per hour, for one account and for one address. */
const confirmationsPerHour = 5;

/**
 * Stores the address that a person wants, and emails a link to it. Until the link is used, the new address owns nothing
 * and the confirmed one stays. Only someone who can read its email learns whether another account has it.
 *
 * @throws AppError `too_many_requests`
 */
export async function changeEmail(deps: Deps, person: Principal, email: string): Promise<void> {
  const link = { userId: person.id, purpose: "confirm_email" as const, email };
  await inTransaction(deps.db, async (tx) => {
    const recent = await countRecentLinks(tx, "confirm_email", { userId: person.id, email });
    if (deps.config.rateLimits && recent >= confirmationsPerHour) {
      throw new AppError("too_many_requests", { retryAfterSeconds: 600 });
    }
    await callLinksBack(tx, person.id, "confirm_email");
    await store.setPendingEmail(tx, person.id, email);
    const { linkId } = await writeLink(deps, tx, link);
    const mail = { linkId, purpose: link.purpose, toAddress: email, toName: person.displayName };
    await deps.bus.emit(tx, "account.link_made", [mail]);
  });
  deps.nudge("mail");
}

/** Cancels an email change; its link stops working. */
export async function dropPendingEmail(deps: Deps, person: Principal): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    await callLinksBack(tx, person.id, "confirm_email");
    await store.setPendingEmail(tx, person.id, null);
  });
}

/**
 * Makes the pending address the account's email. It takes two proofs: the emailed link, and a session of the account
 * that asked for it, so that nobody confirms an address for someone else's account. Orders placed with the address
 * belong to the account from then on. The account's other sessions, password reset links and other email changes end.
 *
 * Safe under concurrency: of many uses of one link, exactly one succeeds; of two accounts that confirm one address, the
 * second is refused.
 *
 * @throws AppError `link_over` | `email_taken`
 */
export async function confirmEmail(
  deps: Deps,
  person: Principal,
  { token, sessionToken }: { token: string; sessionToken: string },
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const used = await redeemLink(tx, "confirm_email", hashToken(token));
    if (used === undefined || used.userId !== person.id || used.email === null) throw new AppError("link_over");
    const confirmed = await store.confirmPendingEmail(tx, person.id, used.email);
    if (confirmed === undefined) throw new AppError("link_over");
    await callLinksBack(tx, person.id);
    await endOtherSessionsOf(tx, person.id, hashToken(sessionToken));
    if (confirmed.before === null || confirmed.before === used.email) return;
    const alert = { alertId: newId(), toAddress: confirmed.before, toName: confirmed.displayName };
    await deps.bus.emit(tx, "account.security_changed", [{ ...alert, what: "email_changed" }]);
  }).catch((error: unknown) => {
    if ((error as { constraint?: string }).constraint === "users_email") throw new AppError("email_taken");
    throw error;
  });
  deps.nudge("mail");
}
