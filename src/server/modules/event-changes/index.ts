import { defineModule } from "#server/platform/module.ts";
import { subscribeToEvents } from "./affected-buyers/service.ts";
import "./domain-events.ts";
import { processEventRefunds } from "./refunds/service.ts";
import { eventChangeRoutes } from "./routes.ts";

export { getAffectedBuyers } from "./affected-buyers/service.ts";

/** What a change to an event means for its buyers: updates, and refunds of a canceled event. */
export const eventChanges = defineModule("event-changes", ({ deps }) => ({
  routes(context) {
    eventChangeRoutes(context, deps);
  },
  on: () => subscribeToEvents(deps),
  jobs: [{ name: "event-refunds", everyMs: 5_000, run: () => processEventRefunds(deps) }],
}));
