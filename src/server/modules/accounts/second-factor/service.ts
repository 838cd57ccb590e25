import { endOtherSessionsOf } from "../session-store.ts";
import { findOwnPassword } from "../store.ts";
import { shownAs } from "#server/platform/shown.ts";
import { type SecondFactors, type Attestation, Passkey } from "#contract/accounts/second-factor.ts";
import { AppError, requireFound } from "#server/platform/app-error.ts";
import { inTransaction, type Database, type Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { isStaffRole, type Principal } from "#server/platform/http/principal.ts";
import { randomCode } from "#server/platform/ids.ts";
import type { SigningKeys } from "#server/platform/signing-keys.ts";
import { attemptOf, type FailedLogins } from "../failed-logins.ts";
import { hashToken } from "../sessions.ts";
import type { Visitor } from "../auth.ts";
import { requireConfirmed, type Insider } from "./sign-in.ts";
import * as factors from "./factor-store.ts";
import * as store from "./store.ts";
import { recoveryCodeCount, showRecoveryCode, maxPasskeys } from "../rules.ts";
import { hashRecoveryCode, decryptSecret, encryptSecret, findTotpStep, newTotpSecret, totpUri } from "./totp.ts";
import { challengeOf, creationOptions, hashChallenge, readAttestation } from "./passkeys.ts";

export { isStaffFactorRequired } from "./store.ts";

/** An account's two-factor status, for its owner's account panel. */
export async function showSecondFactors(db: Database, principal: Principal, token: string): Promise<SecondFactors> {
  const [totp, passkeys, recoveryCodesLeft, passwordHash, confirmed, required] = await Promise.all([
    factors.findTotp(db, principal.id),
    factors.listPasskeys(db, principal.id),
    store.countRecoveryCodes(db, principal.id),
    findOwnPassword(db, principal.id),
    store.isConfirmed(db, hashToken(token), 30),
    store.isStaffFactorRequired(db),
  ]);
  const confirmedAt = totp?.confirmedAt ?? null;
  return {
    totp: confirmedAt === null ? null : { confirmedAt: confirmedAt.toISOString() },
    passkeys: passkeys.map(toPasskey),
    recoveryCodesLeft,
    hasPassword: passwordHash !== null,
    confirmed,
    missing: required && isStaffRole(principal.role) && confirmedAt === null && passkeys.length === 0,
  };
}

/** A passkey as the contract shows it. */
const toPasskey = shownAs(Passkey);

/** How recent the proof must be to change factors: a thief with an open browser could shut the owner out. */
const factorMinutes = 5;

/**
 * Changes one person's factors: one change at a time, and only with a recent confirmation. Both are checked together,
 * so that no change slips past a factor that was added meanwhile.
 *
 * @throws AppError `confirmation_required`; whatever the change throws
 */
function changeFactors<T>(db: Database, { userId, token }: Insider, change: (tx: Tx) => Promise<T>): Promise<T> {
  return inTransaction(db, async (tx) => {
    await store.lockFactors(tx, userId);
    await requireConfirmed(tx, token, factorMinutes);
    return change(tx);
  });
}

/**
 * Starts setting up an authenticator app. The secret counts once a code of it was entered; starting again replaces it.
 *
 * @throws AppError `confirmation_required` | `already_exists`
 */
export async function startTotp({ db, keys }: Deps, insider: Insider, username: string) {
  await requireConfirmed(db, insider.token, factorMinutes);
  const secret = newTotpSecret();
  const stored = await factors.storeTotp(db, insider.userId, encryptSecret(keys, insider.userId, secret));
  if (!stored) throw new AppError("already_exists");
  return { secret, uri: totpUri(username, secret) };
}

/**
 * Finishes setting up an authenticator app with its first code.
 *
 * @returns new recovery codes, or null when the account has some
 * @throws AppError `not_found` when none was started | `confirmation_required` | `second_factor_wrong` |
 * `too_many_requests`
 */
export async function confirmTotp(
  deps: Deps & { failedFactors: FailedLogins },
  visitor: Visitor,
  insider: Insider,
  code: string,
): Promise<string[] | null> {
  const { db, keys, failedFactors } = deps;
  const { userId } = insider;
  const totp = await factors.findTotp(db, userId);
  if (totp === undefined || totp.confirmedAt !== null) throw new AppError("not_found");
  let step: number | undefined;
  await failedFactors.check(attemptOf(visitor, userId), async () => {
    step = await findTotpStep(decryptSecret(keys, userId, totp.encryptedSecret), code, totp);
    return step !== undefined;
  });
  const taken = requireFound(step, "second_factor_wrong");
  return changeFactors(db, insider, async (tx) => {
    const isFirst = (await store.findMethods(tx, userId)).length === 0;
    if (!(await factors.confirmTotp(tx, userId, totp, taken))) throw new AppError("not_found");
    return onFactorAdded(deps, tx, insider, isFirst);
  });
}

/**
 * After a factor was added, and thereby used: the first one ends the account's other sessions and creates recovery
 * codes.
 *
 * @returns the codes, or null when the account has some
 */
async function onFactorAdded(
  { keys, realtime }: Pick<Deps, "keys" | "realtime">,
  tx: Tx,
  { userId, token }: Insider,
  isFirst: boolean,
): Promise<string[] | null> {
  await store.markConfirmed(tx, hashToken(token), true);
  if (isFirst) await endOtherSessionsOf(tx, userId, hashToken(token));
  if (!isFirst && (await store.countRecoveryCodes(tx, userId)) > 0) return null;
  const codes = await createRecoveryCodes(tx, keys, userId);
  if (isFirst) await realtime.recheckPerson(tx, userId);
  return codes;
}

/** After a factor was removed: without any factor, the recovery codes are deleted too. */
async function onFactorRemoved(tx: Tx, userId: number): Promise<void> {
  if ((await store.findMethods(tx, userId)).length === 0) await store.deleteRecoveryCodes(tx, userId);
}

/**
 * Removes the authenticator app.
 *
 * @throws AppError `not_found` | `confirmation_required`
 */
export async function removeTotp({ db }: Deps, insider: Insider): Promise<void> {
  const { userId } = insider;
  const totp = await factors.findTotp(db, userId);
  if (totp === undefined || totp.confirmedAt === null) throw new AppError("not_found");
  await changeFactors(db, insider, async (tx) => {
    if (!(await factors.deleteTotp(tx, userId))) throw new AppError("not_found");
    await onFactorRemoved(tx, userId);
  });
}

/**
 * Replaces the recovery codes with ten new ones.
 *
 * @throws AppError `not_found` when there is no factor to recover from | `confirmation_required`
 */
export async function renewRecoveryCodes({ db, keys }: Deps, insider: Insider): Promise<string[]> {
  const { userId } = insider;
  if ((await store.findMethods(db, userId)).length === 0) throw new AppError("not_found");
  return changeFactors(db, insider, (tx) => createRecoveryCodes(tx, keys, userId));
}

async function createRecoveryCodes(tx: Tx, keys: SigningKeys, userId: number): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, () => randomCode(10));
  await store.replaceRecoveryCodes(
    tx,
    userId,
    codes.map((code) => hashRecoveryCode(keys, userId, code)),
  );
  return codes.map(showRecoveryCode);
}

/**
 * Sets whether staff must have a second factor. Only an admin who has one can require it, so that the last admin can't
 * be locked out.
 *
 * @throws AppError `second_factor_missing`
 */
export async function setStaffPolicy({ db, bus }: Deps, staff: Principal, required: boolean): Promise<void> {
  if ((await store.findMethods(db, staff.id)).length === 0) throw new AppError("second_factor_missing");
  await inTransaction(db, async (tx) => {
    const before = { required: await store.isStaffFactorRequired(tx) };
    if (before.required === required) return;
    await store.setStaffFactorPolicy(tx, required, staff.id);
    const change = { staff, policy: "staff_second_factor" as const, before, after: { required } };
    await bus.emit(tx, "account.policy_changed", [change]);
  });
}

/**
 * The options that a device needs to create a passkey.
 *
 * @throws AppError `confirmation_required` | `over_limit`
 */
export async function startPasskey({ db, config }: Deps, principal: Principal, token: string) {
  await requireConfirmed(db, token, factorMinutes);
  const existing = await factors.listPasskeyKeys(db, principal.id);
  if (existing.length >= maxPasskeys) throw tooMany();
  const options = await creationOptions(config, principal, existing);
  await store.insertChallenge(db, hashChallenge(options.challenge), { purpose: "add", sessionHash: hashToken(token) });
  return options;
}

const tooMany = () => new AppError("over_limit", { message: `You can have up to ${maxPasskeys} passkeys` });

/**
 * Stores a passkey that a device just created.
 *
 * @throws AppError `confirmation_required` | `invalid_input` | `already_exists` | `over_limit`
 */
export async function addPasskey(
  deps: Deps,
  insider: Insider,
  { name, attestation }: { name: string; attestation: Attestation },
): Promise<{ passkey: Passkey; recoveryCodes: string[] | null }> {
  const { db, config } = deps;
  const { userId, token } = insider;
  await requireConfirmed(db, token, factorMinutes);
  const challenge = challengeOf(attestation);
  const use = { purpose: "add" as const, sessionHash: hashToken(token) };
  const isOurs = challenge !== undefined && (await store.consumeChallenge(db, hashChallenge(challenge), use));
  const passkey = isOurs ? await readAttestation(config, challenge, attestation) : undefined;
  if (passkey === undefined) throw new AppError("invalid_input", { message: "We couldn't verify this passkey" });
  return changeFactors(db, insider, async (tx) => {
    if ((await factors.listPasskeyKeys(tx, userId)).length >= maxPasskeys) throw tooMany();
    const isFirst = (await store.findMethods(tx, userId)).length === 0;
    const row = await factors.insertPasskey(tx, userId, { ...passkey, name });
    if (row === undefined) throw new AppError("already_exists", { message: "This passkey has already been added" });
    return { passkey: toPasskey(row), recoveryCodes: await onFactorAdded(deps, tx, insider, isFirst) };
  });
}

/**
 * Renames a passkey.
 *
 * @throws AppError `not_found`
 */
export async function renamePasskey({ db }: Deps, userId: number, id: number, name: string): Promise<Passkey> {
  return toPasskey(requireFound(await factors.renamePasskey(db, userId, id, name)));
}

/**
 * Removes a passkey.
 *
 * @throws AppError `not_found` | `confirmation_required`
 */
export async function removePasskey({ db }: Deps, insider: Insider, id: number): Promise<void> {
  const { userId } = insider;
  if (!(await factors.hasPasskey(db, userId, id))) throw new AppError("not_found");
  await changeFactors(db, insider, async (tx) => {
    if (!(await factors.deletePasskey(tx, userId, id))) throw new AppError("not_found");
    await onFactorRemoved(tx, userId);
  });
}
