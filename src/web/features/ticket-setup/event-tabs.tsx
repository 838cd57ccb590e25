import { eventTab } from "#web/features/event-hub/event-tab.ts";

export const eventTabs = [
  eventTab(
    "tickets",
    "Tickets",
    20,
    "The tickets",
    async () => (await import("./ticket-setup-tab.tsx")).TicketSetupTab,
  ),
];
