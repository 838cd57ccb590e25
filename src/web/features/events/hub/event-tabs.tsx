import { eventTab } from "./event-tab.ts";

export const eventTabs = [
  eventTab("overview", "Overview", 0, "The overview", async () => (await import("./overview/overview.tsx")).Overview),
];
