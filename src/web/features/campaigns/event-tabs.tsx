import { eventTab } from "#web/features/events/hub/event-tab.ts";

export const eventTabs = [
  eventTab("email", "Email", 75, "The messages to attendees", async () => {
    const { EventMessages } = await import("./event-messages.tsx");
    return ({ event }) => <EventMessages event={event} />;
  }),
];
