import type { ReminderForm, SignupResult } from "#contract/reminders.ts";
import { findConfirmed } from "#server/modules/email/index.ts";
import { fieldError } from "#server/platform/app-error.ts";
import type { Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { newId } from "#server/platform/ids.ts";
import { mailRules, statusesFor, type AddressProof } from "./rules.ts";
import * as store from "./store.ts";

type Signup = Omit<store.NewWish, "id" | "userId">;

/** Who signs up: their account, if they have one, and an address that is theirs. */
interface Person {
  id: number | null;
  email: string | null;
}

/** The address of a form, or the confirmed one of who sends it. @throws AppError `invalid_input` without either */
export function requireAddress(principal: Person | undefined, form: ReminderForm): string {
  const email = form.email ?? principal?.email ?? undefined;
  if (email === undefined) throw fieldError("email", "Enter your email address");
  return email;
}

/**
 * Signs an address up for one email about a topic, by the one opt-in policy (`optInPolicy`): an address that is
 * confirmed counts at once, any other gets one email whose link it has to open first, and a few at most however often
 * someone enters it. Nothing changes for one that waits for too much. Safe under a rush: each step is one guarded statement.
 *
 * @returns `confirmed` only for the person's own confirmed address: it never says whether another's is known
 */
export async function signUp(
  deps: Pick<Deps, "bus" | "contributed">,
  tx: Tx,
  person: Person | undefined,
  signup: Signup,
): Promise<SignupResult> {
  const isOwn = signup.email === person?.email;
  const proof: AddressProof = isOwn ? "own" : await findProof(deps, tx, signup.email);
  const wish = { ...signup, id: newId(), userId: person?.id ?? null };
  const [joins, asks] = [statusesFor(proof, "join"), statusesFor(proof, "ask")];
  if (joins.length > 0) await store.joinAtOnce(tx, wish, joins);
  if (asks.length > 0) await ask(deps, tx, wish, asks);
  return { status: isOwn ? "confirmed" : "asked" };
}

/**
 * Asks the owner of an address by one email whether they want to be on a list, whatever is known of the address and even if
 * it was on that list before: for who had no right to say so for them. The limits of `signUp` hold.
 */
export const askOwner = (deps: Pick<Deps, "bus">, tx: Tx, signup: Signup): Promise<void> =>
  ask(deps, tx, { ...signup, id: newId(), userId: null }, [...statusesFor("none", "ask"), "confirmed"]);

async function ask({ bus }: Pick<Deps, "bus">, tx: Tx, wish: store.NewWish, from: string[]): Promise<void> {
  const due = await store.askAgain(tx, wish, from, mailRules);
  if (due === undefined) return;
  await bus.emit(tx, "reminder.requested", [{ interestId: due.id, email: wish.email, mailedAt: due.mailedAt }]);
}

async function findProof(deps: Pick<Deps, "contributed">, tx: Tx, email: string): Promise<AddressProof> {
  return (await findConfirmed(deps, tx, [email])).has(email) ? "confirmed" : "none";
}
