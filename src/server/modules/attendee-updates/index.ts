import { getAffectedBuyers as affectedBuyersContract } from "#contract/attendee-updates.ts";
import { route } from "#server/platform/http/route.ts";
import { defineModule } from "#server/platform/module.ts";
import "./domain-events.ts";
import { getAffectedBuyers, subscribeToEvents } from "./service.ts";

export { getAffectedBuyers } from "./service.ts";

/** What a change to an event means for its buyers, and the updates to them. */
export const attendeeUpdates = defineModule("attendee-updates", ({ deps }) => ({
  routes(context) {
    route(context, affectedBuyersContract, ({ params }) => getAffectedBuyers(deps.db, params.id));
  },
  on: () => subscribeToEvents(deps),
}));
