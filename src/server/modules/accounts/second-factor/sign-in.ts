import { findOwnPassword } from "../store.ts";
import type { FactorProof, Assertion } from "#contract/accounts/second-factor.ts";
import { AppError, requireFound } from "#server/platform/app-error.ts";
import { inTransaction, type Tx, type Queryable } from "#server/platform/db/database.ts";
import { attemptOf, type FailedLogins } from "../failed-logins.ts";
import { createToken, hashToken } from "../sessions.ts";
import { endFormerSession, type SignedIn, type Visitor } from "../auth.ts";
import {
  insertChallenge,
  findMethods,
  findTicketOwner,
  insertTicket,
  redeemTicket,
  countTicketAttempt,
  consumeChallenge,
  type ChallengePurpose,
  consumeRecoveryCode,
  isConfirmed,
  markConfirmed,
} from "./store.ts";
import { hashChallenge, requestOptions, challengeOf, readAssertion } from "./passkeys.ts";
import { listPasskeyKeys, findPasskey, advancePasskeyCounter, findTotp, consumeTotpStep } from "./factor-store.ts";
import type { Deps } from "#server/platform/deps.ts";
import { hashRecoveryCode, decryptSecret, findTotpStep } from "./totp.ts";
import { verifyPassword } from "../passwords.ts";

/**
 * True when a proof is valid and belongs to this person. Checking uses it up.
 *
 * Safe under concurrency and on several nodes: one guarded statement takes each code, recovery code and challenge.
 */
async function consumeProof(deps: Deps, userId: number, proof: FactorProof, use: ChallengePurpose): Promise<boolean> {
  if ("code" in proof) return consumeCode(deps, userId, proof.code);
  if ("recoveryCode" in proof) {
    return consumeRecoveryCode(deps.db, userId, hashRecoveryCode(deps.keys, userId, proof.recoveryCode));
  }
  return consumeAssertion(deps, userId, proof.assertion, use);
}

async function consumeCode({ db, keys }: Deps, userId: number, code: string): Promise<boolean> {
  const totp = await findTotp(db, userId);
  if (totp === undefined || totp.confirmedAt === null) return false;
  const step = await findTotpStep(decryptSecret(keys, userId, totp.encryptedSecret), code, totp);
  return step !== undefined && consumeTotpStep(db, userId, step);
}

async function consumeAssertion(
  { db, config }: Deps,
  userId: number,
  assertion: Assertion,
  use: ChallengePurpose,
): Promise<boolean> {
  const challenge = challengeOf(assertion);
  // Taken before the signature is checked: a challenge is good for one answer, right or wrong.
  if (challenge === undefined || !(await consumeChallenge(db, hashChallenge(challenge), use))) return false;
  const key = await findPasskey(db, userId, assertion.id);
  if (key === undefined) return false;
  const counter = await readAssertion(config, challenge, key, assertion);
  return counter !== undefined && advancePasskeyCounter(db, key.id, counter);
}

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
export async function challengeSignIn(deps: Deps, ticket: string) {
  const ticketHash = hashToken(ticket);
  const userId = requireFound(await findTicketOwner(deps.db, ticketHash), "sign_in_expired");
  return challengePasskeys(deps, userId, { purpose: "sign_in", ticketHash });
}

async function challengePasskeys({ db, config }: Deps, userId: number, use: ChallengePurpose) {
  const keys = await listPasskeyKeys(db, userId);
  if (keys.length === 0) throw new AppError("not_found");
  const options = await requestOptions(config, keys);
  await insertChallenge(db, hashChallenge(options.challenge), use);
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
  deps: Deps & { failedFactors: FailedLogins },
  visitor: Visitor,
  { ticket, ...proof }: { ticket: string } & FactorProof,
): Promise<SignedIn> {
  const { db } = deps;
  const ticketHash = hashToken(ticket);
  const userId = requireFound(await findTicketOwner(db, ticketHash), "sign_in_expired");
  const attempt = attemptOf(visitor, userId);
  const isRight = await deps.failedFactors.check(attempt, async () => {
    if (!(await countTicketAttempt(db, ticketHash))) throw new AppError("sign_in_expired");
    return consumeProof(deps, userId, proof, { purpose: "sign_in", ticketHash });
  });
  if (!isRight) throw new AppError("second_factor_wrong");

  const { token, tokenHash } = createToken();
  const person = await inTransaction(db, async (tx) => {
    const redeemed = await redeemTicket(tx, ticketHash, { tokenHash, userAgent: visitor.userAgent });
    if (redeemed !== undefined) await endFormerSession(tx, visitor);
    return redeemed;
  });
  return { person: requireFound(person, "sign_in_expired"), token };
}

/** A signed-in person in their current session. */
export interface Insider {
  userId: number;
  token: string;
}

/**
 * Refuses a sensitive action unless the person confirmed in this session, in the last few minutes, that it's still
 * them: an unattended phone is not enough, and neither is the password of an account with a second factor. Signing in
 * counts.
 *
 * @throws AppError `confirmation_required`
 */
export async function requireConfirmed(db: Queryable, token: string | undefined, minutes: 5 | 30): Promise<void> {
  if (token === undefined || !(await isConfirmed(db, hashToken(token), minutes)))
    throw new AppError("confirmation_required");
}

/**
 * The challenge that a passkey signs to confirm.
 *
 * @throws AppError `not_found` when the account has no passkey
 */
export function challengeConfirmation(deps: Deps, { userId, token }: Insider) {
  return challengePasskeys(deps, userId, { purpose: "confirm", sessionHash: hashToken(token) });
}

/**
 * Takes proof that it's still this session's owner: a second factor, or the password if the account has none.
 *
 * @throws AppError `wrong_password` | `second_factor_wrong` | `confirmation_required` | `too_many_requests`
 */
export async function confirm(
  deps: Deps & { failedLogins: FailedLogins; failedFactors: FailedLogins },
  visitor: Visitor,
  { userId, token }: Insider,
  proof: FactorProof | { password: string },
): Promise<void> {
  const { db } = deps;
  const attempt = attemptOf(visitor, userId);
  const sessionHash = hashToken(token);
  const bySecondFactor = !("password" in proof);
  if (!bySecondFactor && (await findMethods(db, userId)).length > 0) {
    throw new AppError("confirmation_required", { message: "Use your two-factor method instead of your password" });
  }
  const isRight = bySecondFactor
    ? await deps.failedFactors.check(attempt, () =>
        consumeProof(deps, userId, proof, { purpose: "confirm", sessionHash }),
      )
    : await deps.failedLogins.check(attempt, async () => {
        const hash = await findOwnPassword(db, userId);
        return hash !== null && verifyPassword(hash, proof.password);
      });
  if (!isRight) throw new AppError(bySecondFactor ? "second_factor_wrong" : "wrong_password");
  return markConfirmed(db, sessionHash, bySecondFactor);
}
