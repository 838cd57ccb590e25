import type { Assertion, FactorProof } from "#contract/second-factor.ts";
import type { Deps } from "#server/platform/deps.ts";
import { takeChallenge, type ChallengePurpose } from "./challenge-store.ts";
import { challengeOf, hashChallenge, readAssertion } from "./passkeys.ts";
import { findPasskey, takePasskeyCounter } from "./passkey-store.ts";
import { takeRecoveryCode } from "./recovery-store.ts";
import { hashRecoveryCode, decryptSecret } from "./encryption.ts";
import { findTotpStep } from "./totp.ts";
import { findTotp, takeTotpStep } from "./totp-store.ts";

/** What the second-factor code depends on. */
export type FactorDeps = Pick<Deps, "db" | "keys" | "config">;

/**
 * True when a proof is valid and belongs to this person. Checking uses it up.
 *
 * Safe under concurrency and on several nodes: one guarded statement takes each code, recovery code and challenge.
 */
export async function takeProof(
  deps: FactorDeps,
  userId: number,
  proof: FactorProof,
  use: ChallengePurpose,
): Promise<boolean> {
  if ("code" in proof) return takeCode(deps, userId, proof.code);
  if ("recoveryCode" in proof) {
    return takeRecoveryCode(deps.db, userId, hashRecoveryCode(deps.keys, userId, proof.recoveryCode));
  }
  return takeAssertion(deps, userId, proof.assertion, use);
}

async function takeCode({ db, keys }: FactorDeps, userId: number, code: string): Promise<boolean> {
  const totp = await findTotp(db, userId);
  if (totp === undefined || totp.confirmedAt === null) return false;
  const step = await findTotpStep(decryptSecret(keys, userId, totp.encryptedSecret), code, totp);
  return step !== undefined && takeTotpStep(db, userId, step);
}

async function takeAssertion(
  { db, config }: FactorDeps,
  userId: number,
  assertion: Assertion,
  use: ChallengePurpose,
): Promise<boolean> {
  const challenge = challengeOf(assertion);
  // Taken before the signature is checked: a challenge is good for one answer, right or wrong.
  if (challenge === undefined || !(await takeChallenge(db, hashChallenge(challenge), use))) return false;
  const key = await findPasskey(db, userId, assertion.id);
  if (key === undefined) return false;
  const counter = await readAssertion(config, challenge, key, assertion);
  return counter !== undefined && takePasskeyCounter(db, key.id, counter);
}
