import { eventTab } from "#web/features/events/hub/event-tab.ts";

export const eventTabs = [
  eventTab("comps", "Comps", 50, "The comps", async () => {
    const { FreeTickets } = await import("./free-tickets.tsx");
    return ({ event }) => (
      <div className="grid gap-5">
        <FreeTickets eventId={event.id} isClosed={event.isOver || event.status === "canceled"} />
      </div>
    );
  }),
];
