import type { Attestation, Passkey } from "#contract/second-factor.ts";
import { AppError } from "#server/platform/app-error.ts";
import { inTransaction } from "#server/platform/db/database.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { hashToken } from "../sessions.ts";
import { insertChallenge, takeChallenge } from "./challenge-store.ts";
import { requireConfirmed, type Insider } from "./confirm.ts";
import { challengeOf, creationOptions, hashChallenge, readAttestation } from "./passkeys.ts";
import * as passkeyStore from "./passkey-store.ts";
import type { FactorDeps } from "./prove.ts";
import { maxPasskeys } from "./rules.ts";
import { onFactorRemoved, toPasskey, onFactorAdded } from "./service.ts";
import { findMethods, lockFactors } from "./store.ts";

/**
 * The options that a device needs to create a passkey.
 *
 * @throws AppError `confirmation_required` | `over_limit`
 */
export async function startPasskey({ db, config }: FactorDeps, principal: Principal, token: string) {
  await requireConfirmed(db, token);
  const existing = await passkeyStore.listPasskeyKeys(db, principal.id);
  if (existing.length >= maxPasskeys) throw tooMany();
  const options = await creationOptions(config, principal, existing);
  await insertChallenge(db, hashChallenge(options.challenge), { purpose: "add", sessionHash: hashToken(token) });
  return options;
}

const tooMany = () => new AppError("over_limit", { message: `You can have up to ${maxPasskeys} passkeys` });

/**
 * Stores a passkey that a device just created.
 *
 * @throws AppError `confirmation_required` | `invalid_input` | `already_exists` | `over_limit`
 */
export async function addPasskey(
  { db, keys, config }: FactorDeps,
  insider: Insider,
  { name, attestation }: { name: string; attestation: Attestation },
): Promise<{ passkey: Passkey; recoveryCodes: string[] | null }> {
  const { userId, token } = insider;
  await requireConfirmed(db, token);
  const challenge = challengeOf(attestation);
  const use = { purpose: "add" as const, sessionHash: hashToken(token) };
  const isOurs = challenge !== undefined && (await takeChallenge(db, hashChallenge(challenge), use));
  const made = isOurs ? await readAttestation(config, challenge, attestation) : undefined;
  if (made === undefined) throw new AppError("invalid_input", { message: "We couldn't verify this passkey" });
  return inTransaction(db, async (tx) => {
    await lockFactors(tx, userId);
    if ((await passkeyStore.listPasskeyKeys(tx, userId)).length >= maxPasskeys) throw tooMany();
    const isFirst = (await findMethods(tx, userId)).length === 0;
    const row = await passkeyStore.insertPasskey(tx, userId, { ...made, name });
    if (row === undefined) throw new AppError("already_exists", { message: "This passkey has already been added" });
    return { passkey: toPasskey(row), recoveryCodes: await onFactorAdded(tx, keys, insider, isFirst) };
  });
}

/**
 * Renames a passkey.
 *
 * @throws AppError `not_found`
 */
export async function renamePasskey({ db }: FactorDeps, userId: number, id: number, name: string): Promise<Passkey> {
  const row = await passkeyStore.renamePasskey(db, userId, id, name);
  if (row === undefined) throw new AppError("not_found");
  return toPasskey(row);
}

/**
 * Removes a passkey.
 *
 * @throws AppError `not_found` | `confirmation_required`
 */
export async function removePasskey({ db }: FactorDeps, { userId, token }: Insider, id: number): Promise<void> {
  if (!(await passkeyStore.hasPasskey(db, userId, id))) throw new AppError("not_found");
  await requireConfirmed(db, token);
  await inTransaction(db, async (tx) => {
    await lockFactors(tx, userId);
    if (!(await passkeyStore.deletePasskey(tx, userId, id))) throw new AppError("not_found");
    await onFactorRemoved(tx, userId);
  });
}
