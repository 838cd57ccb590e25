import type { Assertion } from "#contract/accounts/second-factor.ts";
import { AppError, requireFound } from "#server/platform/app-error.ts";
import { inTransaction } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { endFormerSession, type SignedIn, type Visitor } from "../auth.ts";
import { redeemLink } from "../recovery/store.ts";
import { advancePasskeyCounter, findOwnedPasskey } from "../second-factor/factor-store.ts";
import { challengeOf, hashChallenge, readAssertion, requestOptions } from "../second-factor/passkeys.ts";
import { askSecondFactor } from "../second-factor/sign-in.ts";
import { consumeChallenge, insertChallenge } from "../second-factor/store.ts";
import { suspendedRefusal } from "../service.ts";
import { openPasskeySession, openSession } from "../session-store.ts";
import { createToken, hashToken } from "../sessions.ts";
import { getPerson, lockSuspension } from "../store.ts";

// Nobody guesses a link or a passkey, so other people's wrong passwords never stand in the way of these.

/**
 * Signs in by an emailed link, which is used up. An account with a second factor gets no session yet, but a ticket for
 * the second step.
 *
 * Safe under concurrency: of many uses of one link, exactly one succeeds.
 *
 * @throws AppError `link_over` | `second_factor_required` | `suspended`
 */
export async function signInByLink({ db }: Deps, visitor: Visitor, linkToken: string): Promise<SignedIn> {
  const { token, tokenHash } = createToken();
  const result = await inTransaction(db, async (tx) => {
    const { userId } = requireFound(await redeemLink(tx, "sign_in", hashToken(linkToken)), "link_over");
    const { suspended, suspendedReason } = requireFound(await lockSuspension(tx, userId), "link_over");
    if (suspended) throw suspendedRefusal(suspendedReason);
    const secondStep = await askSecondFactor(tx, { userId, passwordHash: null });
    if (secondStep !== undefined) return secondStep;
    await endFormerSession(tx, visitor);
    await openSession(tx, userId, { tokenHash, userAgent: visitor.userAgent });
    return getPerson(tx, userId);
  });
  // Thrown only now: an error inside the transaction would roll back the ticket, and the link's use.
  if (result instanceof AppError) throw result;
  return { person: result, token };
}

/** The challenge that a passkey of any account signs to sign in. The device knows which passkeys it has for this site. */
export async function challengePasskey({ db, config }: Deps) {
  const options = await requestOptions(config, []);
  await insertChallenge(db, hashChallenge(options.challenge), { purpose: "passkey" });
  return options;
}

/**
 * Signs in by a passkey alone: the device has verified its user, so it is both factors.
 *
 * Safe under concurrency: a challenge is good for one answer, right or wrong.
 *
 * @throws AppError `sign_in_expired` | `passkey_refused` | `suspended`
 */
export async function signInByPasskey({ db, config }: Deps, visitor: Visitor, assertion: Assertion): Promise<SignedIn> {
  const challenge = challengeOf(assertion);
  if (challenge === undefined || !(await consumeChallenge(db, hashChallenge(challenge), { purpose: "passkey" }))) {
    throw new AppError("sign_in_expired");
  }
  const passkey = requireFound(await findOwnedPasskey(db, assertion.id), "passkey_refused");
  const counter = requireFound(await readAssertion(config, challenge, passkey, assertion), "passkey_refused");
  const { token, tokenHash } = createToken();
  const person = await inTransaction(db, async (tx) => {
    if (!(await advancePasskeyCounter(tx, passkey.id, counter))) throw new AppError("passkey_refused");
    const account = requireFound(await lockSuspension(tx, passkey.userId), "passkey_refused");
    if (account.suspended) throw suspendedRefusal(account.suspendedReason);
    await endFormerSession(tx, visitor);
    await openPasskeySession(tx, passkey.userId, { tokenHash, userAgent: visitor.userAgent });
    return getPerson(tx, passkey.userId);
  });
  return { person, token };
}
