import { carrierNames } from "#contract/fulfillment.ts";
import type { Order } from "#contract/orders.ts";
import { showForBuyer } from "#server/modules/fulfillment/index.ts";
import type { Deps } from "#server/platform/deps.ts";
import { html } from "#server/platform/html.ts";
import { composeMail, gold, soft, type Mail } from "./templates.ts";

/** An order whose parcel is on its way, and the link that opens it without signing in. */
interface ShippedOrder {
  order: Order;
  shipmentId: string;
  link: string;
  /** Its tracking number was changed since the first email. */
  isChange: boolean;
}

/**
 * Tells a buyer that a parcel is on its way: what is in it, who delivers it, and what follows in another one.
 *
 * @returns undefined when it was voided before the email was written
 */
export async function orderShipped(
  deps: Deps,
  { order, shipmentId, link, isChange }: ShippedOrder,
): Promise<Mail | undefined> {
  const { parcels, lines } = await showForBuyer(deps, deps.db, order.id);
  const parcel = parcels.find(({ id }) => id === shipmentId);
  if (parcel === undefined) return undefined;
  const subject = isChange
    ? `New tracking number for order ${order.number}`
    : `Your order ${order.number} is on its way`;
  const items = parcel.lines.map(({ quantity, name }) => `${quantity} × ${name}`).join(", ");
  const carrier = parcel.carrier === "other" ? "" : carrierNames[parcel.carrier];
  const by = [carrier, parcel.tracking].filter(Boolean).join(" ");
  const later = lines.reduce((sum, { toSend }) => sum + toSend, 0);
  const told = [
    `In this parcel: ${items}.`,
    ...(by === "" ? [] : [`Shipped with ${by}. Tracking may take a day to show it.`]),
    ...(later === 0
      ? []
      : [`${later === 1 ? "1 more item follows" : `${later} more items follow`} in another parcel.`]),
  ];
  const button =
    parcel.trackingUrl === null
      ? { label: "View your order", link }
      : { label: "Track your parcel", link: parcel.trackingUrl };
  const links = parcel.trackingUrl === null ? [] : [{ label: "View your order", link }];
  const under = html`<p style="margin:14px 0 0;color:${soft};font-size:14px">
    Order ${order.number}. <a href="${link}" style="color:${gold}">View your order</a>
  </p>`;
  const ends = [`${button.label}: ${button.link}`, ...links.map((each) => `${each.label}: ${each.link}`)];
  return composeMail({ subject, lines: told, button, under, links, ends });
}
