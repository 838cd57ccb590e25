import { eventTab } from "#web/features/events/hub/event-tab.ts";

export const eventTabs = [
  eventTab("door", "Check-in", 80, "Check-in", async () => (await import("./event-door.tsx")).EventDoor),
];
