import type { FulfillmentStatus } from "#contract/fulfillment/fulfillment.ts";
import { type BadgeLabel, gone, good, plain, soon } from "#web/ui/badge.tsx";

/** The label and color of each fulfillment status, for staff. */
export const fulfillmentStatuses: Record<FulfillmentStatus, BadgeLabel> = {
  to_ship: soon("To ship"),
  partly_shipped: soon("Partly shipped"),
  shipped: good("Shipped"),
  to_pick_up: soon("To pick up"),
  partly_picked_up: soon("Partly picked up"),
  picked_up: good("Picked up"),
  nothing_left: plain("Nothing to send"),
};

/** What keeps an order from being sent. */
export const onHoldBadge = gone("On hold");

/** "1 item", "3 items" */
export const itemCount = (count: number) => (count === 1 ? "1 item" : `${count} items`);
