import { AppError, requireFound } from "#server/platform/app-error.ts";
import { inTransaction, type Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { randomCode } from "#server/platform/ids.ts";
import type { SignedIn } from "../auth.ts";
import { promoteVisitor, suspendedRefusal } from "../service.ts";
import { askSecondFactor } from "../second-factor/sign-in.ts";
import { isReservedUsername, displayNameOf, usernameSlug, type IdentityClaims } from "../rules.ts";
import { endSessionsOf, openSession } from "../session-store.ts";
import { createToken } from "../sessions.ts";
import {
  setPendingEmail,
  getPerson,
  insertAccount,
  usernameIndexes,
  type AccountDraft,
  type PersonRow,
} from "../store.ts";
import { endFormerSession, type Visitor } from "../auth.ts";
import * as store from "./store.ts";

/**
 * Signs in a person by a third-party identity.
 *
 * The identity is issuer and subject. The first time, it is linked to the account whose confirmed email the service has
 * verified too; otherwise it gets a new account, and a guest keeps their id. An address that either side has not
 * confirmed links nothing. Linking ends the account's older sessions and pending email changes.
 *
 * Safe under concurrency: a token works once; of many first sign-ins of one identity, one creates the account.
 *
 * @param tokenHash the hash that the token is stored by
 * @throws AppError `identity_refused` | `suspended` | `second_factor_required`
 */
export async function signInByIdentity(
  deps: Deps,
  visitor: Visitor,
  { claims, tokenHash }: { claims: IdentityClaims; tokenHash: Buffer },
): Promise<SignedIn> {
  const session = createToken();
  for (let attempt = 1; ; attempt++) {
    try {
      const result = await inTransaction(deps.db, async (tx): Promise<PersonRow | AppError> => {
        if (!(await store.consumeToken(tx, tokenHash, claims.expiresAt))) throw new AppError("identity_refused");
        const { userId, suspended, suspendedReason } = await accountOf(deps, tx, visitor, claims);
        if (suspended) throw suspendedRefusal(suspendedReason);
        const secondStep = await askSecondFactor(tx, { userId, passwordHash: null });
        if (secondStep !== undefined) return secondStep;
        await endFormerSession(tx, visitor);
        await openSession(tx, userId, { tokenHash: session.tokenHash, userAgent: visitor.userAgent });
        return getPerson(tx, userId);
      });
      // Thrown only now: an error inside the transaction would roll back the ticket.
      if (result instanceof AppError) throw result;
      return { person: result, token: session.token };
    } catch (error) {
      // Another request just created this identity's account or took the chosen name.
      if (attempt > 5 || !isTaken(error)) throw error;
    }
  }
}

const isTaken = (error: unknown) =>
  ["identities_pkey", ...usernameIndexes].includes((error as { constraint?: string }).constraint ?? "");

async function accountOf(
  { bus, realtime }: Deps,
  tx: Tx,
  visitor: Visitor,
  claims: IdentityClaims,
): Promise<store.AccountRef> {
  const known = await store.findByIdentity(tx, claims);
  if (known !== undefined) return known;
  const owner = claims.emailVerified ? await store.findByConfirmedEmail(tx, claims.email!) : undefined;
  if (owner?.suspended === true) return owner;
  const userId = owner?.userId ?? (await addMember(tx, visitor, claims)).id;
  if (owner !== undefined) {
    await endSessionsOf(tx, userId);
    await setPendingEmail(tx, userId, null);
  }
  await store.insertIdentity(tx, userId, claims);
  await bus.emit(tx, "account.proved", [{ userId }]);
  if (owner !== undefined) await realtime.recheckPerson(tx, userId);
  // Whoever was suspended, deleted their account and comes back is suspended by now.
  return requireFound(await store.findByIdentity(tx, claims));
}

async function addMember(tx: Tx, visitor: Visitor, { name }: IdentityClaims): Promise<PersonRow> {
  const displayName = displayNameOf(name);
  const slug = usernameSlug(displayName);
  const random = (prefix: string, length: number) => `${prefix}-${randomCode(length).toLowerCase()}`;
  for (const username of [slug, ...Array.from({ length: 5 }, () => random(slug, 5)), random("member", 10)]) {
    const draft: AccountDraft = { username, displayName, passwordHash: null };
    const person = isReservedUsername(username) ? undefined : await tryName(tx, visitor, draft);
    if (person !== undefined) return person;
  }
  throw new AppError("unavailable", { retryAfterSeconds: 1 });
}

async function tryName(tx: Tx, visitor: Visitor, draft: AccountDraft): Promise<PersonRow | undefined> {
  if (await store.isNameTaken(tx, draft.username)) return undefined;
  return (await promoteVisitor(tx, visitor, draft)) ?? insertAccount(tx, draft);
}
