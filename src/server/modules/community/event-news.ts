import type { Deps } from "#server/platform/deps.ts";
import { findEventInfo } from "#server/modules/events/index.ts";
import type { Tx } from "#server/platform/db/database.ts";
import { notifyHolders } from "./notifications/store.ts";

/** Notifies ticket holders of what happens to their events, in the transactions that change them. */
export function subscribeEventNews({ bus }: Deps): void {
  bus.on("event.canceled", (tx, events) => notifyAll(tx, events, (title) => `${title} is canceled`));
  bus.on("event.postponed", (tx, events) => notifyAll(tx, events, (title) => `${title} is postponed`));
  // Staff decide whether a new time is worth telling.
  bus.on("event.rescheduled", (tx, events) => {
    const told = events.filter(({ attendeeUpdate }) => attendeeUpdate?.notify === "mail");
    return notifyAll(tx, told, (title) => `${title} has a new time or place`);
  });
}

async function notifyAll(tx: Tx, events: { eventId: number }[], format: (title: string) => string): Promise<void> {
  for (const { eventId } of events) {
    const title = (await findEventInfo(tx, [eventId])).get(eventId)?.title ?? "Your event";
    await notifyHolders(tx, { kind: "event_news", eventId, postId: null, text: format(title) });
  }
}
