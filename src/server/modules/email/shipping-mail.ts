import { carrierNames } from "#contract/fulfillment/fulfillment.ts";
import type { Order } from "#contract/orders/orders.ts";
import { showForBuyer } from "#server/modules/fulfillment/index.ts";
import type { Deps } from "#server/platform/deps.ts";
import { nameInMail } from "./rules.ts";
import { composeMail, type Mail, type MailKit } from "./templates.ts";

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
export async function orderShipped(deps: Deps, kit: MailKit, shipped: ShippedOrder): Promise<Mail | undefined> {
  const { parcels, lines } = await showForBuyer(deps, deps.db, shipped.order.id);
  const parcel = parcels.find(({ id }) => id === shipped.shipmentId);
  if (parcel === undefined) return undefined;
  return writeShipped(kit, { ...shipped, parcel, later: lines.reduce((sum, { toSend }) => sum + toSend, 0) });
}

type Parcel = Awaited<ReturnType<typeof showForBuyer>>["parcels"][number];

interface Shipped extends Pick<ShippedOrder, "order" | "link" | "isChange"> {
  parcel: Pick<Parcel, "lines" | "carrier" | "tracking" | "trackingUrl">;
  /** How many items follow in another parcel. */
  later: number;
}

/** Tells what is in a parcel and who delivers it. */
export function writeShipped(kit: MailKit, { order, parcel, link, isChange, later }: Shipped): Mail {
  const headline = isChange
    ? `New tracking number for order ${order.number}`
    : `Your order ${order.number} is on its way`;
  const items = parcel.lines.map(({ quantity, name }) => `${quantity} × ${name}`).join(", ");
  const carrier = parcel.carrier === "other" ? "" : carrierNames[parcel.carrier];
  const by = [carrier, parcel.tracking].filter(Boolean).join(" ");
  const hasTracking = parcel.trackingUrl !== null;
  return composeMail(kit, {
    kind: "order_shipped",
    values: {
      name: nameInMail(order.buyer.name),
      headline,
      action: hasTracking ? "Track your parcel" : "View your order",
      order: order.number,
    },
    title: isChange ? "You have a new tracking number." : "It's on its way.",
    lines: [
      `In this parcel: ${items}.`,
      ...(by === "" ? [] : [`Shipped with ${by}. Tracking may take a day to update.`]),
      ...(later === 0
        ? []
        : [`${later === 1 ? "1 more item follows" : `${later} more items follow`} in another parcel.`]),
    ],
    link: parcel.trackingUrl ?? link,
    small: `Order ${order.number}`,
    links: hasTracking ? [{ label: "View your order", link }] : [],
  });
}
