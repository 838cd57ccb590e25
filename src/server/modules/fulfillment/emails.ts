import { carrierNames } from "#contract/fulfillment/fulfillment.ts";
import type { Order } from "#contract/orders/orders.ts";
import { showForBuyer } from "./show.ts";
import {
  composeMail,
  defineText,
  exampleOrderId,
  nameInMail,
  type Mail,
  type MailKit,
} from "#server/modules/email/index.ts";
import { z } from "zod";
import { defineOrderEmail, draftToBuyer, exampleOrder, exampleOrderLink } from "#server/modules/orders/index.ts";

const shippedText = defineText({
  kind: "order_shipped",
  name: "Order shipped",
  about: "To the buyer when a parcel leaves, or its tracking number changes",
  group: "orders",
  place: 20,
  text: ["{{headline}}", "", "{{action}}"],
  variables: ["name", "headline", "action", "order"],
});

type Parcel = Awaited<ReturnType<typeof showForBuyer>>["parcels"][number];

/** An order whose parcel is on its way. */
interface Shipped {
  order: Order;
  /** Opens the order without signing in. */
  link: string;
  /** Its tracking number was changed since the first email. */
  isChange: boolean;
  parcel: Pick<Parcel, "lines" | "carrier" | "tracking" | "trackingUrl">;
  /** How many items follow in another parcel. */
  later: number;
}

/** Tells what is in a parcel and who delivers it. */
function writeShipped(kit: MailKit, { order, parcel, link, isChange, later }: Shipped): Mail {
  const headline = isChange
    ? `New tracking number for order ${order.number}`
    : `Your order ${order.number} is on its way`;
  const items = parcel.lines.map(({ quantity, name }) => `${quantity} × ${name}`).join(", ");
  const carrier = parcel.carrier === "other" ? "" : carrierNames[parcel.carrier];
  const by = [carrier, parcel.tracking].filter(Boolean).join(" ");
  const hasTracking = parcel.trackingUrl !== null;
  return composeMail(kit, {
    text: shippedText,
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

/**
 * Tells a buyer that a parcel is on its way: what is in it, who delivers it, and what follows in another one. Nothing, if
 * it was voided before the email was written.
 */
const shippedEmail = defineOrderEmail({
  kind: "order_shipped",
  priority: 1,
  topic: { shipmentId: z.string(), change: z.number() },
  texts: [
    {
      text: shippedText,
      example: (kit, example) =>
        writeShipped(kit, {
          order: exampleOrder(example),
          link: exampleOrderLink(kit),
          isChange: false,
          later: 1,
          parcel: {
            lines: [{ lineId: exampleOrderId, name: example.product, quantity: 1 }],
            carrier: "usps",
            tracking: "9400 1000 0000 0000 0000 00",
            trackingUrl: "https://tools.usps.com/",
          },
        }),
      latest: true,
    },
  ],
  triggers: {
    "order.shipped": ({ shipmentId, change, ...order }) =>
      draftToBuyer(`${shipmentId}:${change}`, order, { shipmentId, change }),
  },
  async write(deps, kit, { topic, order, link }) {
    const { parcels, lines } = await showForBuyer(deps, deps.db, order.id);
    const parcel = parcels.find(({ id }) => id === topic.shipmentId);
    if (parcel === undefined) return undefined;
    const later = lines.reduce((sum, { toSend }) => sum + toSend, 0);
    return writeShipped(kit, { order, link, isChange: topic.change > 0, parcel, later });
  },
});

/** The emails about parcels. */
export const fulfillmentEmails = [shippedEmail];
