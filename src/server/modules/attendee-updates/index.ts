import {
  getAffectedBuyers as affectedBuyersContract,
  previewAttendeeUpdate as previewContract,
} from "#contract/attendee-updates.ts";
import { route } from "#server/platform/http/route.ts";
import { defineModule } from "#server/platform/module.ts";
import { attendeeUpdateEmails, previewAttendeeUpdate } from "./emails.ts";
import { getAffectedBuyers, subscribeToEvents } from "./service.ts";
import type { EventSchedule } from "#server/modules/events/index.ts";
import type { OrderBuyer } from "#server/modules/orders/index.ts";

declare module "#server/platform/domain-events.ts" {
  interface DomainEventMap {
    /**
     * A ticket holder is due an update about a change to an event: one domain event per person and change. `orderId` is
     * the order to mention to them, `startedAt` is when the event would have started (UTC).
     */
    "order.event_changed": OrderBuyer & {
      eventId: number;
      change: number;
      note: string;
      what: "canceled" | "postponed" | "moved" | "rescheduled";
      startedAt: string | null;
      /** For a rescheduled event: its schedule before and after. */
      schedules?: { before: EventSchedule; after: EventSchedule };
    };
  }
}

export { getAffectedBuyers } from "./service.ts";

/** What a change to an event means for its buyers, and the updates to them. */
export const attendeeUpdates = defineModule("attendee-updates", { emails: attendeeUpdateEmails }, ({ deps }) => ({
  routes(context) {
    route(context, affectedBuyersContract, ({ params }) => getAffectedBuyers(deps.db, params.id));
    route(context, previewContract, ({ params, body }) => previewAttendeeUpdate(deps.db, params.id, body));
  },
  on: () => subscribeToEvents(deps),
}));
