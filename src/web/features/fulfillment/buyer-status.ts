import type { OrderFulfillment } from "#contract/fulfillment/fulfillment.ts";
import { formatCalendarDay } from "#web/lib/dates.ts";

type Status = Pick<OrderFulfillment, "status" | "pickup" | "lines">;

/** Where an order's items are, in one sentence for its buyer; undefined if the parcels say it all. */
export function statusText({ status, pickup, lines }: Status): string | undefined {
  const left = lines.reduce((sum, { toSend }) => sum + toSend, 0);
  const later = lines.filter(({ toSend, shipsOn }) => toSend > 0 && shipsOn !== null);
  const day = later.map(({ shipsOn }) => shipsOn!).toSorted()[0];
  if (pickup?.isOnHold === true) {
    return "Your bank is disputing the payment, so your items are on hold until it decides.";
  }
  if (status === "to_ship") {
    return later.length === lines.filter(({ toSend }) => toSend > 0).length && day !== undefined
      ? `Made to order: ships from ${formatCalendarDay(day)} on. We'll email you when it's on its way.`
      : "We're packing your order. We'll email you when it's on its way.";
  }
  if (status === "partly_shipped") {
    return `${left === 1 ? "1 item follows" : `${left} items follow`} in another parcel.`;
  }
  if (status === "to_pick_up" || status === "partly_picked_up") {
    return pickup?.event.status === "canceled"
      ? "This event was canceled, so your items can't be picked up there. We'll contact you."
      : "Show this code at the event once doors open. Staff will scan it and hand you your items.";
  }
  if (status === "picked_up") return "You have picked up your items.";
  if (status === "nothing_left") return "These items were refunded.";
  return undefined;
}

/** "12 MB" */
export function fileSize(bytes: number): string {
  const units = ["bytes", "kB", "MB", "GB"];
  let size = bytes;
  let unit = 0;
  for (; size >= 1000 && unit < units.length - 1; unit++) size /= 1000;
  return `${unit === 0 || size >= 10 ? Math.round(size) : size.toFixed(1)} ${units[unit]}`;
}
