import { eventTab } from "#web/features/events/hub/event-tab.ts";

export const eventTabs = [
  eventTab(
    "tickets",
    "Tickets",
    20,
    "The tickets",
    async () => (await import("./ticket-setup-tab.tsx")).TicketSetupTab,
  ),
];
