import { AppError } from "#server/platform/app-error.ts";
import { inTransaction, type Database, type Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { newId } from "#server/platform/ids.ts";
import { deleteIdentitiesOf } from "../identities/store.ts";
import { hashPassword } from "../passwords.ts";
import { normalizeUsername } from "../rules.ts";
import { endSessionsOf } from "../session-store.ts";
import { hashToken } from "../sessions.ts";
import { linkAddress, linkToken } from "./links.ts";
import * as links from "./link-store.ts";
import * as requests from "./request-store.ts";

/** Mailed links of one purpose that one account gets in an hour; more are quietly not written. */
export const linksPerHour = 3;

/**
 * Asks for a link to a new password. The same row is written whether or not there is such an account, so neither the
 * answer nor its time tells; the sweep `account-recovery` looks for the account afterwards.
 *
 * @param identifier username or e-mail
 */
export async function requestReset({ db, nudge }: Pick<Deps, "db" | "nudge">, identifier: string): Promise<void> {
  await requests.insertRequest(db, normalizeUsername(identifier));
  nudge("account-recovery");
}

/**
 * Answers requests: an account with a confirmed e-mail gets a link by mail, anything else gets nothing.
 *
 * @returns true when more are waiting
 */
export async function answerRequests(deps: Deps): Promise<boolean> {
  const batch = 20;
  const taken = await inTransaction(deps.db, async (tx) => {
    const identifiers = await requests.takeRequests(tx, batch);
    for (const identifier of identifiers) await answerRequest(deps, tx, identifier);
    return identifiers.length;
  });
  if (taken > 0) deps.nudge("mail");
  return taken === batch;
}

async function answerRequest(deps: Deps, tx: Tx, identifier: string): Promise<void> {
  const account = await requests.findReachable(tx, identifier);
  if (account === undefined) return;
  const recent = await links.countRecentLinks(tx, "reset", { userId: account.id });
  if (deps.config.rateLimits && recent >= linksPerHour) return;
  const { linkId } = await writeLink(deps, tx, { userId: account.id, purpose: "reset" });
  const mail = { linkId, purpose: "reset" as const, toAddress: account.email, toName: account.displayName };
  await deps.facts.tell(tx, "account.link_made", [mail]);
}

/** Writes a link's row and answers its secret, to be told this once or derived again for its mail. */
export async function writeLink(
  { keys }: Pick<Deps, "keys">,
  tx: Tx,
  link: { userId: number; purpose: links.LinkPurpose; email?: string; madeBy?: number },
): Promise<{ linkId: string; token: string; expiresAt: Date }> {
  const id = newId();
  const token = linkToken(link.purpose, id, keys["account-links"]);
  const expiresAt = await links.insertLink(tx, {
    id,
    userId: link.userId,
    purpose: link.purpose,
    email: link.email ?? null,
    tokenHash: hashToken(token),
    madeBy: link.madeBy ?? null,
  });
  return { linkId: id, token, expiresAt };
}

/**
 * Whether a link to a new password is still good; it stays good.
 *
 * @throws AppError `link_over`
 */
export async function checkReset(db: Database, token: string): Promise<{ username: string; expiresAt: string }> {
  const link = await links.findLinkByToken(db, "reset", hashToken(token));
  if (link === undefined) throw new AppError("link_over");
  return { username: link.username, expiresAt: link.expiresAt.toISOString() };
}

/**
 * Sets a new password by a link. The link is used up, every session of the account ends, its other links are called
 * back, and an e-mail that was waiting to be confirmed is dropped.
 *
 * Safe under concurrency: of many uses of one link exactly one succeeds.
 *
 * @throws AppError `link_over` | `unavailable`
 */
export async function completeReset(
  deps: Pick<Deps, "db" | "facts" | "nudge">,
  { token, password }: { token: string; password: string },
): Promise<void> {
  const tokenHash = hashToken(token);
  // Looked at first: hashing a password is dear, and a wrong link must not buy it.
  if ((await links.findLinkByToken(deps.db, "reset", tokenHash)) === undefined) throw new AppError("link_over");
  const passwordHash = await hashPassword(password);
  await inTransaction(deps.db, async (tx) => {
    const used = await links.redeemLink(tx, "reset", tokenHash);
    const owner = used && (await requests.setPassword(tx, used.userId, passwordHash));
    if (used === undefined || owner === undefined) throw new AppError("link_over");
    await endSessionsOf(tx, used.userId);
    // An identity that somebody else tied before would stay a way in; the owner's is tied again by the same mailbox.
    await deleteIdentitiesOf(tx, used.userId);
    await links.callLinksBack(tx, used.userId);
    await tellPasswordChanged(deps, tx, owner);
  });
  deps.nudge("mail");
}

/** Lets the owner hear that their password is another one now, where there is an address for it. */
export async function tellPasswordChanged(
  { facts }: Pick<Deps, "facts">,
  tx: Tx,
  owner: { displayName: string; email: string | null },
): Promise<void> {
  if (owner.email === null) return;
  const notice = { noticeId: newId(), toAddress: owner.email, toName: owner.displayName };
  await facts.tell(tx, "account.guarded", [{ ...notice, what: "password_changed" }]);
}

/**
 * Makes a link to a new password for staff to hand over. Only for accounts without a confirmed e-mail: the others ask
 * for it themselves, so that staff never hold a key to them.
 *
 * @throws AppError `not_found` | `email_on_file`
 */
export async function makeStaffLink(
  deps: Deps,
  staff: Principal,
  userId: number,
): Promise<{ link: string; expiresAt: string }> {
  const made = await inTransaction(deps.db, async (tx) => {
    const target = await requests.lockResetTarget(tx, userId);
    if (target === undefined) throw new AppError("not_found");
    if (target.hasEmail) throw new AppError("email_on_file");
    await links.callLinksBack(tx, userId, "reset");
    const link = await writeLink(deps, tx, { userId, purpose: "reset", madeBy: staff.id });
    await deps.facts.tell(tx, "account.changed_by_staff", [
      {
        staff,
        personId: userId,
        action: "person.reset_link_made",
        before: {},
        after: { linkId: link.linkId, expiresAt: link.expiresAt.toISOString() },
        reason: "Asked for by a person without a confirmed e-mail",
      },
    ]);
    return link;
  });
  return {
    link: linkAddress("reset", made.token, deps.config.baseUrl),
    expiresAt: made.expiresAt.toISOString(),
  };
}

/** A link as its mail tells it. `secret` is the part of `link` that no copy of the mail may keep. */
export interface AccountLink {
  purpose: links.LinkPurpose;
  link: string;
  secret: string;
  username: string;
  displayName: string;
}

/** The link of a row, for its mail; undefined when it was used, has lapsed or was called back. */
export async function findAccountLink(deps: Deps, linkId: string): Promise<AccountLink | undefined> {
  const row = await links.findLinkById(deps.db, linkId);
  if (row === undefined) return undefined;
  const secret = linkToken(row.purpose, row.id, deps.keys["account-links"]);
  const link = linkAddress(row.purpose, secret, deps.config.baseUrl);
  return { purpose: row.purpose, link, secret, username: row.username, displayName: row.displayName };
}
