import type { FactorProof } from "#contract/second-factor.ts";
import { AppError } from "#server/platform/app-error.ts";
import { inTransaction, type Tx } from "#server/platform/db/database.ts";
import type { FailedLogins } from "../failed-logins.ts";
import type { SignedIn } from "../guests.ts";
import { createToken, hashToken } from "../sessions.ts";
import { endFormerSession, type Visitor } from "../visitor.ts";
import { insertChallenge } from "./challenge-store.ts";
import { hashChallenge, requestOptions } from "./passkeys.ts";
import { listPasskeyKeys } from "./passkey-store.ts";
import { takeProof, type FactorDeps } from "./prove.ts";
import { findMethods } from "./store.ts";
import { findTicketOwner, insertTicket, redeemTicket, takeTicketAttempt } from "./ticket-store.ts";

/**
 * After a correct first step, makes a sign-in wait for the second one, if the account has a second factor.
 *
 * @param passwordHash the password that was right, or null for third-party sign-in
 * @returns the error that the browser continues with, to be thrown after the transaction; undefined if no second factor
 * was set up
 */
export async function askSecondFactor(
  tx: Tx,
  { userId, passwordHash }: { userId: number; passwordHash: string | null },
): Promise<AppError | undefined> {
  const methods = await findMethods(tx, userId);
  if (methods.length === 0) return undefined;
  const { token: ticket, tokenHash: ticketHash } = createToken();
  const stored = await insertTicket(tx, { userId, ticketHash, passwordHash });
  // Suspended, or password changed, since the first step was checked.
  if (!stored) return new AppError("wrong_password");
  return new AppError("second_factor_required", { secondFactor: { ticket, methods } });
}

/**
 * The challenge that a passkey signs to finish a sign-in.
 *
 * @throws AppError `sign_in_expired` | `not_found` when the account has no passkey
 */
export async function challengeSignIn({ db, config }: FactorDeps, ticket: string) {
  const ticketHash = hashToken(ticket);
  const userId = await findTicketOwner(db, ticketHash);
  if (userId === undefined) throw new AppError("sign_in_expired");
  const keys = await listPasskeyKeys(db, userId);
  if (keys.length === 0) throw new AppError("not_found");
  const options = await requestOptions(config, keys);
  await insertChallenge(db, hashChallenge(options.challenge), { purpose: "sign_in", ticketHash });
  return options;
}

/**
 * Finishes a sign-in with a second factor and opens its session.
 *
 * A ticket allows five attempts; beyond that, wrong second factors lock the network and account as wrong passwords do.
 *
 * @throws AppError `sign_in_expired` | `second_factor_wrong` | `too_many_requests`
 */
export async function finishSignIn(
  deps: FactorDeps & { failedFactors: FailedLogins },
  visitor: Visitor,
  { ticket, ...proof }: { ticket: string } & FactorProof,
): Promise<SignedIn> {
  const { db } = deps;
  const ticketHash = hashToken(ticket);
  const userId = await findTicketOwner(db, ticketHash);
  if (userId === undefined) throw new AppError("sign_in_expired");
  const attempt = { address: visitor.address, userId, knownDevice: visitor.knows(userId) };
  const isRight = await deps.failedFactors.judge(attempt, async () => {
    if (!(await takeTicketAttempt(db, ticketHash))) throw new AppError("sign_in_expired");
    return takeProof(deps, userId, proof, { purpose: "sign_in", ticketHash });
  });
  if (!isRight) throw new AppError("second_factor_wrong");

  const { token, tokenHash } = createToken();
  const person = await inTransaction(db, async (tx) => {
    const redeemed = await redeemTicket(tx, ticketHash, { tokenHash, userAgent: visitor.userAgent });
    if (redeemed !== undefined) await endFormerSession(tx, visitor);
    return redeemed;
  });
  if (person === undefined) throw new AppError("sign_in_expired");
  return { person, token };
}
