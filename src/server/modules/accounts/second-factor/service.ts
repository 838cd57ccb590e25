import type { SecondFactors } from "#contract/second-factor.ts";
import { AppError } from "#server/platform/app-error.ts";
import { inTransaction, type Database, type Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { isStaffRole, type Principal } from "#server/platform/http/principal.ts";
import { randomCode } from "#server/platform/ids.ts";
import type { SigningKeys } from "#server/platform/signing-keys.ts";
import type { FailedLogins } from "../failed-logins.ts";
import { hashToken } from "../sessions.ts";
import type { Visitor } from "../visitor.ts";
import { requireConfirmed, type Insider } from "./confirm.ts";
import { listPasskeys } from "./passkey-store.ts";
import { isStaffFactorRequired, putStaffFactorPolicy } from "./store.ts";
import type { FactorDeps } from "./prove.ts";
import { countRecoveryCodes, deleteRecoveryCodes, replaceRecoveryCodes } from "./recovery-store.ts";
import { recoveryCodeCount, showRecoveryCode } from "./rules.ts";
import { hashRecoveryCode, decryptSecret, encryptSecret } from "./encryption.ts";
import * as store from "./store.ts";
import { findTotpStep, newTotpSecret, totpUri } from "./totp.ts";
import * as totpStore from "./totp-store.ts";

/** An account's two-factor status, for its owner's account panel. */
export async function showSecondFactors(db: Database, principal: Principal, token: string): Promise<SecondFactors> {
  const [totp, passkeys, recoveryCodesLeft, passwordHash, confirmed, required] = await Promise.all([
    totpStore.findTotp(db, principal.id),
    listPasskeys(db, principal.id),
    countRecoveryCodes(db, principal.id),
    store.findPasswordHash(db, principal.id),
    store.isConfirmed(db, hashToken(token)),
    isStaffFactorRequired(db),
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
export function toPasskey(row: { id: number; name: string; createdAt: Date; lastUsedAt: Date | null }) {
  const { id, name, createdAt, lastUsedAt } = row;
  return { id, name, createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null };
}

/**
 * Starts setting up an authenticator app. The secret counts once a code of it was entered; starting again replaces it.
 *
 * @throws AppError `confirmation_required` | `already_exists`
 */
export async function startTotp({ db, keys }: FactorDeps, insider: Insider, username: string) {
  await requireConfirmed(db, insider.token);
  const secret = newTotpSecret();
  const stored = await totpStore.putTotp(db, insider.userId, encryptSecret(keys, insider.userId, secret));
  if (!stored) throw new AppError("already_exists");
  return { secret, uri: totpUri(username, secret) };
}

/**
 * Finishes setting up an authenticator app with its first code.
 *
 * @returns new recovery codes, or null when the account has some
 * @throws AppError `not_found` when none was started | `second_factor_wrong` | `too_many_requests`
 */
export async function confirmTotp(
  { db, keys, failedFactors }: FactorDeps & { failedFactors: FailedLogins },
  visitor: Visitor,
  { userId, token }: Insider,
  code: string,
): Promise<string[] | null> {
  const totp = await totpStore.findTotp(db, userId);
  if (totp === undefined || totp.confirmedAt !== null) throw new AppError("not_found");
  let step: number | undefined;
  await failedFactors.judge({ address: visitor.address, userId, knownDevice: visitor.knows(userId) }, async () => {
    step = await findTotpStep(decryptSecret(keys, userId, totp.encryptedSecret), code, totp);
    return step !== undefined;
  });
  const taken = step;
  if (taken === undefined) throw new AppError("second_factor_wrong");
  return inTransaction(db, async (tx) => {
    await store.lockFactors(tx, userId);
    const isFirst = (await store.findMethods(tx, userId)).length === 0;
    if (!(await totpStore.confirmTotp(tx, userId, totp, taken))) throw new AppError("not_found");
    return onFactorAdded(tx, keys, { userId, token }, isFirst);
  });
}

/**
 * After a factor was added: the first one ends the account's other sessions and creates recovery codes.
 *
 * @returns the codes, or null when the account has some
 */
export async function onFactorAdded(
  tx: Tx,
  keys: SigningKeys,
  { userId, token }: Insider,
  isFirst: boolean,
): Promise<string[] | null> {
  if (isFirst) await store.endOtherSessions(tx, userId, hashToken(token));
  if (!isFirst && (await countRecoveryCodes(tx, userId)) > 0) return null;
  return makeRecoveryCodes(tx, keys, userId);
}

/** After a factor was removed: without any factor, the recovery codes are deleted too. */
export async function onFactorRemoved(tx: Tx, userId: number): Promise<void> {
  if ((await store.findMethods(tx, userId)).length === 0) await deleteRecoveryCodes(tx, userId);
}

/**
 * Removes the authenticator app.
 *
 * @throws AppError `not_found` | `confirmation_required`
 */
export async function removeTotp({ db }: FactorDeps, { userId, token }: Insider): Promise<void> {
  const totp = await totpStore.findTotp(db, userId);
  if (totp === undefined || totp.confirmedAt === null) throw new AppError("not_found");
  await requireConfirmed(db, token);
  await inTransaction(db, async (tx) => {
    await store.lockFactors(tx, userId);
    if (!(await totpStore.deleteTotp(tx, userId))) throw new AppError("not_found");
    await onFactorRemoved(tx, userId);
  });
}

/**
 * Replaces the recovery codes with ten new ones.
 *
 * @throws AppError `not_found` when there is no factor to recover from | `confirmation_required`
 */
export async function renewRecoveryCodes({ db, keys }: FactorDeps, { userId, token }: Insider): Promise<string[]> {
  if ((await store.findMethods(db, userId)).length === 0) throw new AppError("not_found");
  await requireConfirmed(db, token);
  return inTransaction(db, async (tx) => {
    await store.lockFactors(tx, userId);
    return makeRecoveryCodes(tx, keys, userId);
  });
}

async function makeRecoveryCodes(tx: Tx, keys: SigningKeys, userId: number): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, () => randomCode(10));
  await replaceRecoveryCodes(
    tx,
    userId,
    codes.map((code) => hashRecoveryCode(keys, userId, code)),
  );
  return codes.map(showRecoveryCode);
}

/** Whether staff must have a second factor. */
export async function showStaffPolicy(db: Database): Promise<{ required: boolean }> {
  return { required: await isStaffFactorRequired(db) };
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
    const before = { required: await isStaffFactorRequired(tx) };
    if (before.required === required) return;
    await putStaffFactorPolicy(tx, required, staff.id);
    const change = { staff, policy: "staff_second_factor" as const, before, after: { required } };
    await bus.emit(tx, "account.policy_changed", [change]);
  });
}
