import { eventTab } from "#web/features/events/hub/event-tab.ts";

export const eventTabs = [
  eventTab("live", "Live", 75, "The stream", async () => {
    const { EventStreams } = await import("./studio/event-streams.tsx");
    return ({ event }) => <EventStreams eventId={event.id} />;
  }),
];
