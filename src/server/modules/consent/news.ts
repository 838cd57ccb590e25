import { consentText, type ConsentPlace } from "#contract/consent/consent.ts";
import { askOwner, leaveTopic, signUp, type ReminderTopic } from "#server/modules/reminders/index.ts";
import type { Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { DomainEventMap } from "#server/platform/domain-events.ts";
import * as store from "./store.ts";

/** The list of those who opted in to news: there is one. */
const topic = "news:1";

/** Who may not opt an address in is asked for, as for a reminder: the link in that email opts in, and another one out. */
export const newsTopic: Record<string, ReminderTopic> = {
  news: {
    findSentence: () => Promise.resolve("we announce events, presales or merch"),
    pathOf: () => "/events?list=news",
    isJoinedElsewhere: true,
    onConfirmed: store.confirmByLink,
    onLeft: (tx, email) => store.withdraw(tx, email, "one_click"),
  },
};

type SignupDeps = Pick<Deps, "bus" | "contributed">;

/**
 * Stores the opt-ins of placed orders. One counts at once if the buyer's account confirmed the address, otherwise once its
 * order is paid (`onOrdersPaid`).
 */
export function onOrdersOptedIn(tx: Tx, orders: readonly DomainEventMap["order.opted_in"][]): Promise<void> {
  return store.insertOptIns(
    tx,
    orders.map(({ buyerEmail, userId }) => ({ email: buyerEmail, userId, place: "checkout", text: consentText })),
  );
}

/**
 * Settles the opt-ins of orders that are paid. An order with a price confirms the address that it was paid with. That of a
 * free one, and any that unsubscribed before, gets one email to confirm; nothing else goes there.
 */
export async function onOrdersPaid(
  deps: SignupDeps,
  tx: Tx,
  orders: readonly DomainEventMap["order.paid"][],
): Promise<void> {
  const orderIds = orders.map(({ orderId }) => orderId);
  for (const email of await store.confirmPaid(tx, orderIds)) await askOwner(deps, tx, { topic, email });
}

/** Ends an address's opt-in. Its owner can confirm a new one. */
export async function withdraw(tx: Tx, email: string, place: ConsentPlace): Promise<void> {
  await store.withdraw(tx, email, place);
  await leaveTopic(tx, topic, email);
}

/** Confirms the address of whoever opened a link that was sent there, and wants news. */
export const confirmReader = (deps: SignupDeps, tx: Tx, email: string): Promise<unknown> =>
  signUp(deps, tx, { id: null, email }, { topic, email });
