import type { SignupResult } from "#contract/reminders.ts";
import {
  claimSignups,
  findAwaitedIds,
  forgetTopics,
  signUp,
  type ReminderTopic,
} from "#server/modules/reminders/index.ts";
import { requireFound } from "#server/platform/app-error.ts";
import { inTransaction, type Queryable, type Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { variantName } from "../rules.ts";
import * as store from "./store.ts";

/** How many are told in one transaction. */
const batchSize = 500;

const topicName = "back-in-stock";
const topicOf = (variantId: number) => `${topicName}:${variantId}` as const;

/** What people can wait for in the shop: that a variant can be bought again. */
export const shopTopics: Record<string, ReminderTopic> = {
  [topicName]: {
    async findSentence(db, id) {
      const variant = await store.findShownVariant(db, id);
      return variant && `${variantName(variant.title, variant.options)} is back in stock`;
    },
    pathOf: () => `/shop?list=${topicName}`,
    isJoinedElsewhere: true,
  },
};

/**
 * Signs an address up for one email when a variant can be bought again, as signUp of the reminders.
 *
 * @throws AppError `not_found` for a variant that visitors can't see
 */
export async function askBackInStock(
  deps: Deps,
  principal: Principal | undefined,
  variantId: number,
  email: string,
): Promise<SignupResult> {
  requireFound(await store.findShownVariant(deps.db, variantId));
  const result = await inTransaction(deps.db, (tx) =>
    signUp(deps, tx, principal, { topic: topicOf(variantId), email }),
  );
  deps.nudge("back-in-stock");
  return result;
}

/**
 * Emails everyone whose variant can be bought again, by the database's clock, each once: the mark and the email are one
 * transaction. Safe on several nodes at once.
 *
 * @returns true when more are waiting
 */
export async function sendBackInStockAlerts(deps: Deps): Promise<boolean> {
  const { db, bus } = deps;
  const adopted = await inTransaction(db, (tx) => adoptFormerWishes(deps, tx));
  const variantIds = await store.findReturned(db, await findAwaitedIds(db, topicName));
  if (variantIds.length === 0) return adopted === batchSize;
  const notifiedCount = await inTransaction(db, async (tx) => {
    const due = await claimSignups(tx, variantIds.map(topicOf), batchSize);
    await bus.emit(
      tx,
      "variant.back_in_stock",
      due.map(({ id, topic, email, sends }) => ({
        interestId: id,
        sends,
        variantId: Number(topic.slice(topicName.length + 1)),
        email,
      })),
    );
    return due.length;
  });
  return notifiedCount === batchSize || adopted === batchSize;
}

/** Moves what nodes of the version before stored to the signups, by the same policy: each row is in one place. */
async function adoptFormerWishes(deps: Deps, tx: Tx): Promise<number> {
  const former = await store.claimFormerWishes(tx, batchSize);
  for (const { variantId, email, userId, isWaiting } of former) {
    const person = userId === null ? undefined : { id: userId, email: null };
    if (isWaiting) await signUp(deps, tx, person, { topic: topicOf(variantId), email });
  }
  return former.length;
}

/** Deletes the addresses that wait for variants that no longer exist. */
export const forgetVariants = (tx: Queryable, variantIds: number[]): Promise<void> =>
  forgetTopics(tx, variantIds.map(topicOf));
