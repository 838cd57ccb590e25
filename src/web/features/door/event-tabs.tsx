import { eventTab } from "#web/features/event-hub/event-tab.ts";

export const eventTabs = [
  eventTab("door", "Check-in", 80, "Check-in", async () => (await import("./event-door.tsx")).EventDoor),
];
