import type { FactorProof } from "#contract/second-factor.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { FailedLogins } from "../failed-logins.ts";
import { verifyPassword } from "../passwords.ts";
import { hashToken } from "../sessions.ts";
import type { Visitor } from "../visitor.ts";
import { insertChallenge } from "./challenge-store.ts";
import { hashChallenge, requestOptions } from "./passkeys.ts";
import { listPasskeyKeys } from "./passkey-store.ts";
import { takeProof, type FactorDeps } from "./prove.ts";
import { findPasswordHash, isConfirmed, markConfirmed } from "./store.ts";

/** A signed-in person in their current session. */
export interface Insider {
  userId: number;
  token: string;
}

/**
 * Refuses a sensitive action unless the person confirmed in this session, in the last five minutes, that it's still
 * them: an unattended phone is not enough. Signing in counts.
 *
 * @throws AppError `confirmation_required`
 */
export async function requireConfirmed(db: Database, token: string | undefined): Promise<void> {
  if (token === undefined || !(await isConfirmed(db, hashToken(token)))) throw new AppError("confirmation_required");
}

/**
 * The challenge that a passkey signs to confirm.
 *
 * @throws AppError `not_found` when the account has no passkey
 */
export async function challengeConfirmation({ db, config }: FactorDeps, { userId, token }: Insider) {
  const keys = await listPasskeyKeys(db, userId);
  if (keys.length === 0) throw new AppError("not_found");
  const options = await requestOptions(config, keys);
  await insertChallenge(db, hashChallenge(options.challenge), { purpose: "confirm", sessionHash: hashToken(token) });
  return options;
}

/**
 * Takes proof that it's still this session's owner: the password, or a second factor.
 *
 * @throws AppError `wrong_password` | `second_factor_wrong` | `too_many_requests`
 */
export async function confirm(
  deps: FactorDeps & { failedLogins: FailedLogins; failedFactors: FailedLogins },
  visitor: Visitor,
  { userId, token }: Insider,
  proof: FactorProof | { password: string },
): Promise<void> {
  const { db } = deps;
  const attempt = { address: visitor.address, userId, knownDevice: visitor.knows(userId) };
  const sessionHash = hashToken(token);
  if ("password" in proof) {
    const hash = await findPasswordHash(db, userId);
    const isRight = await deps.failedLogins.judge(
      attempt,
      async () => hash !== null && verifyPassword(hash, proof.password),
    );
    if (!isRight) throw new AppError("wrong_password");
    return markConfirmed(db, sessionHash, { bySecondFactor: false });
  }
  const isRight = await deps.failedFactors.judge(attempt, () =>
    takeProof(deps, userId, proof, { purpose: "confirm", sessionHash }),
  );
  if (!isRight) throw new AppError("second_factor_wrong");
  return markConfirmed(db, sessionHash, { bySecondFactor: true });
}
