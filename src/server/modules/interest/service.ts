import type { AnyTopic, InterestForm } from "#contract/interest.ts";
import { AppError } from "#server/platform/app-error.ts";
import { inTransaction } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { newId } from "#server/platform/ids.ts";
import { opens, type Step } from "./links.ts";
import { mailRules, moves } from "./rules.ts";
import * as store from "./store.ts";
import "./facts.ts";

/**
 * Keeps the wish to be told of a topic and asks its address by mail whether that is right. Says nothing about whether the
 * address is known, and writes to it a few times at most, however often somebody enters it.
 */
export async function askToBeTold({ db, facts, nudge }: Deps, { topic, email }: InterestForm): Promise<void> {
  await inTransaction(db, async (tx) => {
    const due = await store.askAgain(tx, { id: newId(), topic, email }, mailRules);
    if (due) await facts.tell(tx, "interest.asked", [{ interestId: due.id, email, mails: due.mails }]);
  });
  nudge("mail");
}

/**
 * Confirms a wish by its mailed link, any number of times.
 *
 * @throws AppError `not_found` for a wrong key and for an address that was taken off
 */
export const confirmInterest = (deps: Deps, id: string, key: string) => step(deps, "confirm", id, key);

/**
 * Takes an address off by its mailed link, any number of times.
 *
 * @throws AppError `not_found` for a wrong key
 */
export const leaveInterest = (deps: Deps, id: string, key: string) => step(deps, "leave", id, key);

/**
 * The topic that a mailed link takes an address off, without doing it.
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
