import { RegisterForm, type LoginForm } from "#contract/accounts/accounts.ts";
import { AppError, fieldError, requireFound } from "#server/platform/app-error.ts";
import { inTransaction, type Database, type Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { FailedLogins } from "./failed-logins.ts";
import { hashPassword, verifyPassword } from "./passwords.ts";
import { isGuest, isReservedUsername, normalizeUsername, guestDisplayName, guestUsername } from "./rules.ts";
import { askSecondFactor } from "./second-factor/sign-in.ts";
import { createToken, hashToken } from "./sessions.ts";
import * as sessions from "./session-store.ts";
import * as store from "./store.ts";
import { endFormerSession, type SignedIn, type Visitor } from "./auth.ts";
import { randomInt } from "node:crypto";
import { coalesce, type Outcome } from "#server/platform/coalesce.ts";

/** What a browser says of itself when it becomes a guest; requests that arrive together share a statement. */
interface GuestRequest {
  userAgent: string | null;
}

/**
 * Creates the service that creates guests. Before an on-sale, hundreds arrive in one second: those who arrive together
 * are added in one statement.
 */
export function createGuestService(db: Database): (request: GuestRequest) => Promise<SignedIn> {
  return coalesce<GuestRequest, SignedIn>({
    run: async (requests) => (await addGuests(db, requests)).map((value): Outcome<SignedIn> => ({ ok: true, value })),
  });
}

/** Adds one guest per request, in order. If a random name is taken, it is drawn again. */
export async function addGuests(db: Database, requests: GuestRequest[]): Promise<SignedIn[]> {
  const drafts = requests.map(({ userAgent }) => ({
    ...createToken(),
    username: guestUsername(randomCharacters(8)),
    userAgent,
  }));
  const ids = await sessions.insertGuests(db, drafts);
  const guests: SignedIn[] = [];
  for (const { username, token, userAgent } of drafts) {
    const id = ids.get(username);
    if (id === undefined) guests.push(...(await addGuests(db, [{ userAgent }])));
    else guests.push({ token, person: { ...plainGuest, id, username } });
  }
  return guests;
}

const plainGuest = { displayName: guestDisplayName, avatar: null, role: "guest" as const, email: null };

const alphabet = "abcdefghijkmnpqrstuvwxyz23456789";

function randomCharacters(count: number): string {
  return Array.from({ length: count }, () => alphabet[randomInt(alphabet.length)]).join("");
}

/**
 * Signs in to an account with a new session; the browser's previous session ends.
 *
 * A guest's orders stay with the guest. An account with a second factor gets no session yet, but a ticket for the
 * second step.
 *
 * @throws AppError `account_not_found` | `wrong_password` | `second_factor_required` | `suspended` |
 * `too_many_requests` | `unavailable`
 */
export async function logIn(
  { db, failedLogins }: { db: Database; failedLogins: FailedLogins },
  visitor: Visitor,
  form: LoginForm,
): Promise<SignedIn> {
  const account = await store.findAccount(db, normalizeUsername(form.username));
  const attempt = {
    address: visitor.address,
    userId: account?.id,
    knownDevice: account !== undefined && visitor.knows(account.id),
    prover: visitor.prover,
  };
  const isRight = await failedLogins.check(
    attempt,
    async () => typeof account?.passwordHash === "string" && verifyPassword(account.passwordHash, form.password),
  );
  if (account === undefined) throw new AppError("account_not_found");
  const { passwordHash } = account;
  if (!isRight || passwordHash === null) throw new AppError("wrong_password");
  if (account.suspended) throw suspendedRefusal(account.suspendedReason);

  const { token, tokenHash } = createToken();
  const person = await inTransaction(db, async (tx) => {
    const secondStep = await askSecondFactor(tx, { userId: account.id, passwordHash });
    if (secondStep !== undefined) return secondStep;
    await endFormerSession(tx, visitor);
    return sessions.openVerifiedSession(tx, {
      userId: account.id,
      passwordHash,
      tokenHash,
      userAgent: visitor.userAgent,
    });
  });
  // Thrown only now: an error inside the transaction would roll back the ticket.
  if (person instanceof AppError) throw person;
  // Suspended, or password changed, between the check and the session.
  return { person: requireFound(person, "wrong_password"), token };
}

/**
 * Creates an account and signs in to it. A guest who registers keeps their id, so orders and tickets stay; the guest's
 * sessions end.
 *
 * Safe under concurrency: of two registrations of one name, in any letter case or lookalike letters, exactly one
 * succeeds.
 *
 * @throws AppError `username_taken` | `invalid_input` | `unavailable`
 */
export async function registerAccount(db: Database, visitor: Visitor, form: RegisterForm): Promise<SignedIn> {
  const username = chosenUsername(form);
  const draft = { username, displayName: form.displayName, passwordHash: await hashPassword(form.password) };
  const { token, tokenHash } = createToken();
  const session = { tokenHash, userAgent: visitor.userAgent };
  const person = await inTransaction(db, async (tx) => {
    await endFormerSession(tx, visitor);
    const promoted = await promoteVisitor(tx, visitor, draft);
    const added = requireFound(promoted ?? (await store.insertAccount(tx, draft)), "username_taken");
    await sessions.openSession(tx, added.id, session);
    return added;
  }).catch((error: unknown) => {
    const { constraint = "" } = error as { constraint?: string };
    if (store.usernameIndexes.includes(constraint)) throw new AppError("username_taken");
    throw error;
  });
  return { person, token };
}

/** The form's rules apply to the name as it will be stored: normalizing can turn one character into several. */
function chosenUsername(form: RegisterForm): string {
  const result = RegisterForm.shape.username.safeParse(normalizeUsername(form.username));
  if (!result.success) throw fieldError("username", result.error.issues[0]!.message);
  if (isReservedUsername(result.data)) throw new AppError("username_taken");
  return result.data;
}

/** Turns a visitor who is a guest into a member. */
export async function promoteVisitor(tx: Tx, { principal }: Visitor, draft: store.AccountDraft) {
  if (principal === undefined || !isGuest(principal.role)) return undefined;
  const person = await store.promoteGuest(tx, principal.id, draft);
  if (person !== undefined) await sessions.endSessionsOf(tx, person.id);
  return person;
}

/** Ends the session of a token, and its open streams; an unknown or expired one changes nothing. */
export async function logOut({ db, realtime }: Deps, token: string | undefined): Promise<void> {
  if (token === undefined) return;
  await inTransaction(db, async (tx) => {
    const userId = await sessions.endSession(tx, hashToken(token));
    if (userId !== undefined) await realtime.recheckPerson(tx, userId);
  });
}

/** The error for a suspended account, with the reason that staff wrote. */
export function suspendedRefusal(reason: string | null): AppError {
  return new AppError("suspended", reason === null ? {} : { message: `This account is suspended: ${reason}` });
}
