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
  const due = asks.length > 0 ? await store.askAgain(tx, wish, asks, mailRules) : undefined;
  if (due) await deps.bus.emit(tx, "reminder.requested", [{ interestId: due.id, email: wish.email, mails: due.mails }]);
  return { status: isOwn ? "confirmed" : "asked" };
}

async function findProof(deps: Pick<Deps, "contributed">, tx: Tx, email: string): Promise<AddressProof> {
  return (await findConfirmed(deps, tx, [email])).has(email) ? "confirmed" : "none";
}
