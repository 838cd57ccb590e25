import type { AnyTopic, InterestForm } from "#contract/interest.ts";
import { AppError } from "#server/platform/app-error.ts";
import { inTransaction } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { newId } from "#server/platform/ids.ts";
import { opens, type Step } from "./links.ts";
import { mailRules, moves } from "./rules.ts";
import * as store from "./store.ts";

/**
 * Stores a signup for a topic and emails its address to confirm. It never says whether the address is known, and sends
 * a few emails at most, however often someone enters it.
 */
export async function joinWaitlist({ db, bus, nudge }: Deps, { topic, email }: InterestForm): Promise<void> {
  await inTransaction(db, async (tx) => {
    const due = await store.askAgain(tx, { id: newId(), topic, email }, mailRules);
    if (due) await bus.emit(tx, "interest.asked", [{ interestId: due.id, email, mails: due.mails }]);
  });
  nudge("mail");
}

/**
 * Confirms a signup by its emailed link, any number of times.
 *
 * @throws AppError `not_found` for a wrong key and for an unsubscribed address
 */
export const confirmInterest = (deps: Deps, id: string, key: string) => step(deps, "confirm", id, key);

/**
 * Unsubscribes an address by its emailed link, any number of times.
 *
 * @throws AppError `not_found` for a wrong key
 */
export const leaveInterest = (deps: Deps, id: string, key: string) => step(deps, "leave", id, key);

/**
 * The topic that an emailed link unsubscribes from, without doing it.
 *
 * @throws AppError `not_found` for a wrong key
 */
export async function findTopicToLeave({ db, keys }: Deps, id: string, key: string): Promise<AnyTopic> {
  const wish = opens(keys["interest-links"], "leave", id, key) ? await store.findInterest(db, id) : undefined;
  if (wish === undefined) throw new AppError("not_found");
  return wish.topic;
}

async function step({ db, keys }: Deps, name: Step, id: string, key: string): Promise<AnyTopic> {
  if (!opens(keys["interest-links"], name, id, key)) throw new AppError("not_found");
  const { from, to } = moves[name];
  const topic = await store.move(db, id, from, to as "confirmed" | "left");
  if (topic === undefined) throw new AppError("not_found");
  return topic;
}
