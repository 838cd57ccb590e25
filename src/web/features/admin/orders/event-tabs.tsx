import { eventTab } from "#web/features/events/hub/event-tab.ts";

export const eventTabs = [
  eventTab("orders", "Orders", 30, "The orders", async () => {
    const { OrderTable } = await import("./order-table.tsx");
    return ({ event }) => <OrderTable eventId={event.id} />;
  }),
  eventTab("attendees", "Attendees", 40, "The attendee list", async () => {
    const { AttendeeTable } = await import("./attendee-table.tsx");
    return ({ event }) => <AttendeeTable eventId={event.id} />;
  }),
];
