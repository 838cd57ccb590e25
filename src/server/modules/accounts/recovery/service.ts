import { AppError, requireFound } from "#server/platform/app-error.ts";
import { inTransaction, type Database, type Tx } from "#server/platform/db/database.ts";
import type { DomainEventMap } from "#server/platform/domain-events.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { newId } from "#server/platform/ids.ts";
import { deleteIdentitiesOf } from "../identities/store.ts";
import { hashPassword } from "../passwords.ts";
import { normalizeUsername } from "../rules.ts";
import { endSessionsOf } from "../session-store.ts";
import { hashToken } from "../sessions.ts";
import * as links from "./store.ts";
import { oldAccountKey } from "#server/platform/old-links.ts";
import { linkKey } from "#server/platform/signed-links.ts";
import type { OpenCounter } from "#server/platform/counters.ts";
import { spendOrProve } from "#server/platform/http/limits.ts";
import type { Prover } from "#server/platform/proof/index.ts";
import type { Job } from "#server/platform/jobs.ts";

/**
 * Emailed links of one purpose that one account gets per hour. More are silently dropped while one of them is valid: who
 * asks for links in the name of someone else never keeps them from getting one.
 */
const linksPerHour = 3;

/**
 * Requests a link to reset a password or to sign in. The same row is written whether or not the account exists, so neither the reply nor
 * its timing reveals it; the job `account-recovery` looks for the account later.
 *
 * @param request its identifier is a username or an email
 */
export async function requestLink({ db, nudge }: Deps, { identifier, purpose }: links.LinkRequest): Promise<void> {
  await links.insertRequest(db, { identifier: normalizeUsername(identifier), purpose });
  nudge("account-recovery");
}

/**
 * Answers requests: an account with a confirmed email gets a link by email, anything else gets nothing.
 *
 * @returns true when more are waiting
 */
async function answerRequests(deps: Deps): Promise<boolean> {
  const batch = 20;
  const taken = await inTransaction(deps.db, async (tx) => {
    const requests = await links.claimRequests(tx, batch);
    for (const request of requests) await answerRequest(deps, tx, request);
    return requests.length;
  });
  return taken === batch;
}

async function answerRequest(deps: Deps, tx: Tx, { identifier, purpose }: links.LinkRequest): Promise<void> {
  const account = await links.findReachable(tx, identifier);
  if (account === undefined) return;
  const { id: userId, email: toAddress, displayName: toName } = account;
  const isSpent = deps.config.rateLimits && (await links.countRecentLinks(tx, purpose, { userId })) >= linksPerHour;
  if (isSpent && (await links.hasLiveLink(tx, userId, purpose))) return;
  await mailLink(deps, tx, { userId, purpose, toAddress, toName });
}

/**
 * Stores a link and returns its secret, to be shown this once or derived again for its email. Any node can write it into
 * an email at any time, and it is stored nowhere; the row has its hash.
 */
export async function writeLink(
  { keys }: Deps,
  tx: Tx,
  link: { userId: number; purpose: links.LinkPurpose; email?: string; madeBy?: number },
): Promise<{ linkId: string; token: string; expiresAt: Date }> {
  const id = newId();
  const token = linkKey(keys["account-links"], link.purpose, id);
  const row = { email: null, madeBy: null, ...link, id, tokenHash: hashToken(token) };
  return { linkId: id, token, expiresAt: await links.insertLink(tx, row) };
}

/**
 * Checks whether a link is valid, without using it up.
 *
 * @throws AppError `link_over`
 */
export async function checkLink(
  db: Database,
  purpose: links.RequestedPurpose,
  token: string,
): Promise<{ username: string; expiresAt: string }> {
  const link = requireFound(await links.findLinkByToken(db, purpose, hashToken(token)), "link_over");
  return { username: link.username, expiresAt: link.expiresAt.toISOString() };
}

/**
 * Sets a new password by a link. The link is used up, every session of the account ends, its other links are revoked,
 * and a pending email is dropped.
 *
 * Safe under concurrency: of many uses of one link, exactly one succeeds.
 *
 * @throws AppError `link_over` | `unavailable`
 */
export async function completeReset(
  deps: Deps,
  { token, password }: { token: string; password: string },
): Promise<void> {
  // Checked first: hashing a password is expensive, and a wrong link must not cause it.
  await checkLink(deps.db, "reset", token);
  const passwordHash = await hashPassword(password);
  await inTransaction(deps.db, async (tx) => {
    const { userId } = requireFound(await links.redeemLink(tx, "reset", hashToken(token)), "link_over");
    const owner = requireFound(await links.setPassword(tx, userId, passwordHash), "link_over");
    await endSessionsOf(tx, userId);
    // An identity that someone else linked would stay a way in; the owner's is linked again by the same email.
    await deleteIdentitiesOf(tx, userId);
    await links.callLinksBack(tx, userId);
    await emitSecurityAlert(deps, tx, owner, "password_changed");
    await deps.realtime.recheckPerson(tx, userId);
  });
}

/** Tells the owner what changed about their account, if it has an email. */
export async function emitSecurityAlert(
  { bus }: Deps,
  tx: Tx,
  { email, displayName: toName }: { displayName: string; email: string | null },
  what: DomainEventMap["account.security_changed"]["what"],
): Promise<void> {
  if (email === null) return;
  await bus.emit(tx, "account.security_changed", [{ alertId: newId(), toAddress: email, toName, what }]);
}

/** Stores a link and emails it. */
export async function mailLink(
  deps: Deps,
  tx: Tx,
  { toName, toAddress, ...link }: { userId: number; purpose: links.LinkPurpose; email?: string } & Recipient,
): Promise<void> {
  const { linkId } = await writeLink(deps, tx, link);
  await deps.bus.emit(tx, "account.link_made", [{ linkId, purpose: link.purpose, toAddress, toName }]);
}

type Recipient = Pick<DomainEventMap["account.link_made"], "toAddress" | "toName">;

/**
 * Creates a password reset link for staff to pass on. Only for accounts without a confirmed email: the others request
 * it themselves, so that staff never have a key to them.
 *
 * @throws AppError `not_found` | `email_on_file`
 */
export async function createStaffLink(
  deps: Deps,
  staff: Principal,
  userId: number,
): Promise<{ link: string; expiresAt: string }> {
  const createdLink = await inTransaction(deps.db, async (tx) => {
    const target = requireFound(await links.lockResetTarget(tx, userId));
    if (target.hasEmail) throw new AppError("email_on_file");
    await links.callLinksBack(tx, userId, "reset");
    const link = await writeLink(deps, tx, { userId, purpose: "reset", madeBy: staff.id });
    await deps.bus.emit(tx, "account.changed_by_staff", [
      {
        staff,
        personId: userId,
        action: "person.reset_link_made",
        before: {},
        after: { linkId: link.linkId, expiresAt: link.expiresAt.toISOString() },
        reason: "Requested by a customer without a confirmed email",
      },
    ]);
    return link;
  });
  return {
    link: linkAddress("reset", createdLink.token, deps.config.baseUrl),
    expiresAt: createdLink.expiresAt.toISOString(),
  };
}

/** A link as its email shows it. `secret` is the part of `link` that no stored copy of the email may have. */
interface AccountLink {
  purpose: links.LinkPurpose;
  link: string;
  secret: string;
  username: string;
  displayName: string;
}

/** The link of a row, for its email; undefined when it was used, has expired or was revoked. */
export async function findAccountLink(deps: Deps, linkId: string): Promise<AccountLink | undefined> {
  const row = await links.findLinkById(deps.db, linkId);
  if (row === undefined) return undefined;
  const secret = [linkKey, oldAccountKey]
    .map((sign) => sign(deps.keys["account-links"], row.purpose, row.id))
    .find((token) => hashToken(token).equals(row.tokenHash));
  if (secret === undefined) return undefined;
  const link = linkAddress(row.purpose, secret, deps.config.baseUrl);
  return { purpose: row.purpose, link, secret, username: row.username, displayName: row.displayName };
}

/** The URL of a link. Its base is the configured URL, whatever host a request named. */
const linkAddress = (purpose: links.LinkPurpose, token: string, baseUrl: string): string =>
  `${baseUrl}${pages[purpose]}=${token}`;

const pages: Record<links.LinkPurpose, string> = {
  reset: "/password-reset?token",
  confirm_email: "/my-tickets?confirm-email",
  sign_in: "/password-reset?sign-in",
};

/** @throws AppError `proof_required` once the network's requests are used up */
type LimitRequests = (address: string, prover: Prover) => Promise<void>;

/** Links that one network can request in 15 minutes without proofs, for any accounts. */
export const requestsPerNetwork = 20;

/** Counts requests for links by network, then asks for proofs; `enabled: false` counts nothing (benchmarks). */
export function createRecoveryLimit(enabled: boolean, openCounter: OpenCounter): LimitRequests {
  if (!enabled) return async () => undefined;
  const limiter = openCounter({ name: "recovery", points: requestsPerNetwork, duration: 15 * 60 });
  return (address, prover) => spendOrProve(limiter, address, prover, { purpose: "email", subject: "account link" });
}

/** Answers password reset requests, and deletes links that no longer work. */
export function recoveryJobs(deps: Deps): Job[] {
  return [
    { name: "account-recovery", everyMs: 2_000, run: () => answerRequests(deps) },
    { name: "account-links", everyMs: 60 * 60 * 1000, run: () => links.purgeLinks(deps.db) },
  ];
}
