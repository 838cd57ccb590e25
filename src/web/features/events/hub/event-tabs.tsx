import { eventTab } from "./event-tab.ts";

export const eventTabs = [
  eventTab("overview", "Overview", 0, "The overview", async () => (await import("./overview/overview.tsx")).Overview),
  eventTab(
    "tickets",
    "Tickets",
    20,
    "The tickets",
    async () => (await import("../ticket-types/ticket-setup-tab.tsx")).TicketSetupTab,
  ),
  eventTab("sales", "Sales", 45, "The sales", async () => {
    const { EventSales } = await import("./sales/event-sales.tsx");
    return ({ event }) => <EventSales eventId={event.id} />;
  }),
];
