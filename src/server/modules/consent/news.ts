import { consentText } from "#contract/consent/consent.ts";
import { signUp, type ReminderTopic } from "#server/modules/reminders/index.ts";
import type { Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { DomainEventMap } from "#server/platform/domain-events.ts";
import * as store from "./store.ts";

/** The list of those who opted in to news: there is one. */
const topic = "news:1";

/** An address that opted in with nothing that confirms it is asked as for a reminder. Leaving by that email's link opts out. */
export const newsTopic: Record<string, ReminderTopic> = {
  news: {
    findSentence: () => Promise.resolve("we announce events, presales or merch"),
    pathOf: () => "/events?list=news",
    isJoinedElsewhere: true,
    onLeft: (tx, email) => store.withdraw(tx, email, "one_click"),
  },
};

type SignupDeps = Pick<Deps, "bus" | "contributed">;

/**
 * Stores the opt-ins of placed orders. They count once their address is confirmed: an order with a price confirms it when
 * it's paid, and after a free one an address that nobody confirmed gets one email to confirm.
 */
export async function onOrdersOptedIn(
  deps: SignupDeps,
  tx: Tx,
  orders: readonly DomainEventMap["order.opted_in"][],
): Promise<void> {
  await store.insertOptIns(
    tx,
    orders.map(({ buyerEmail, userId }) => ({ email: buyerEmail, userId, place: "checkout", text: consentText })),
  );
  for (const { buyerEmail, totalCents } of orders) {
    if (totalCents === 0) await signUp(deps, tx, undefined, { topic, email: buyerEmail });
  }
}

/** Confirms the address of whoever opened a link that was sent there, and wants news. */
export const confirmReader = (deps: SignupDeps, tx: Tx, email: string): Promise<unknown> =>
  signUp(deps, tx, { id: null, email }, { topic, email });
