import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { EventStatus, Poster } from "../events/events.ts";
import { ByUuid, EventReference, Instant, InstantOrNull, IntOrNull, LinkQuery, TextOrNull, Uuid } from "../shapes.ts";

/**
 * How far an order's products are on their way. `nothing_left`: all of them were refunded, or the order's money is gone,
 * before anything was sent.
 */
export const FulfillmentStatus = z.enum([
  "to_ship",
  "partly_shipped",
  "shipped",
  "to_pick_up",
  "partly_picked_up",
  "picked_up",
  "nothing_left",
]);
export type FulfillmentStatus = z.infer<typeof FulfillmentStatus>;

/** Who delivers a parcel. Parcels of `other` have no tracking page that we know of. */
export const Carrier = z.enum(["usps", "ups", "fedex", "dhl", "other"]);
export type Carrier = z.infer<typeof Carrier>;

/** What buyers and staff read for each carrier. */
export const carrierNames: Record<Carrier, string> = {
  usps: "USPS",
  ups: "UPS",
  fedex: "FedEx",
  dhl: "DHL",
  other: "Other carrier",
};

/** Units of one line in a parcel, a handover or a return. */
export const SentLine = z.object({ lineId: Uuid, name: z.string(), quantity: z.int() });

/** A line of products that are shipped or picked up, and where its units are. */
export const FulfillmentLine = z.object({
  lineId: Uuid,
  name: z.string(),
  picture: Poster.nullable(),
  quantity: z.int(),
  /** Units that are still to be sent or handed over. */
  toSend: z.int(),
  sent: z.int(),
  returned: z.int(),
  refunded: z.int(),
  /** Made to order: ships from this day on. */
  shipsOn: z.iso.date().nullable(),
});
export type FulfillmentLine = z.infer<typeof FulfillmentLine>;

/** A parcel on its way to the buyer. */
export const Parcel = z.object({
  id: Uuid,
  carrier: Carrier,
  tracking: TextOrNull,
  /** The carrier's page for it. */
  trackingUrl: TextOrNull,
  sentAt: Instant,
  lines: z.array(SentLine),
});
export type Parcel = z.infer<typeof Parcel>;

/** What was handed over to the buyer. */
export const Handover = z.object({ id: Uuid, handedOverAt: Instant, lines: z.array(SentLine) });
export type Handover = z.infer<typeof Handover>;

/** Where and how an order is picked up. */
export const Pickup = z.object({
  /** Shown to staff at the event; null once there is nothing left to pick up, or while it can't be. */
  code: TextOrNull,
  /** The buyer's bank disputes the payment, so nothing is handed over until it decides. */
  isOnHold: z.boolean(),
  event: EventReference.extend({
    slug: z.string(),
    status: EventStatus,
    venueName: z.string(),
    city: z.string(),
  }),
});
export type Pickup = z.infer<typeof Pickup>;

/** A file that the buyer can download. */
export const Download = z.object({
  lineId: Uuid,
  name: z.string(),
  /** False if the line was refunded, its payment is disputed, or its file isn't there yet. */
  isAvailable: z.boolean(),
  fileName: TextOrNull,
  bytes: IntOrNull,
});
export type Download = z.infer<typeof Download>;

/** What of an order reaches its buyer how, as the buyer sees it. Without products, everything is empty. */
export const OrderFulfillment = z.object({
  status: FulfillmentStatus.nullable(),
  lines: z.array(FulfillmentLine),
  parcels: z.array(Parcel),
  handovers: z.array(Handover),
  pickup: Pickup.nullable(),
  downloads: z.array(Download),
});
export type OrderFulfillment = z.infer<typeof OrderFulfillment>;

/** Empty until the order is paid. `not_found` for anyone without access to the order. */
export const getFulfillment = endpoint(
  "GET /api/orders/{id}/fulfillment",
  "Parcels, pickup and downloads of an order. For its owner, admins, or anyone with its signed link",
  { access: "public", params: ByUuid, query: LinkQuery, reply: OrderFulfillment },
);

/** `order_closed` if the line was refunded or has no file; `over_limit` if its downloads are used up. */
export const createDownload = endpoint(
  "POST /api/orders/{id}/downloads",
  "A link to one file of an order that expires after 15 minutes",
  {
    access: "public",
    params: ByUuid,
    query: LinkQuery,
    body: z.strictObject({ lineId: Uuid }),
    reply: z.object({ url: z.string(), fileName: z.string(), expiresAt: Instant }),
    status: 201,
    errors: ["not_found", "order_closed", "payment_disputed", "over_limit"],
  },
);

/**
 * A refund or a dispute meanwhile closes the link. `link_over` once it has expired, or the order's email has changed;
 * `over_limit` if the file's downloads are used up: each copy has 25, and a part counts as its share.
 */
export const getDownload = endpoint(
  "GET /api/downloads/{token}",
  "The file behind a download link, also in parts (Range)",
  {
    access: "public",
    params: z.object({ token: z.string().regex(/^[\w.-]{1,200}$/) }),
    reply: z.string(),
    replyType: "*/*",
    errors: ["not_found", "link_over", "order_closed", "payment_disputed", "over_limit"],
  },
);

/** Units of lines that are sent, handed over or returned together. */
export const UnitChoice = z
  .array(z.strictObject({ lineId: Uuid, quantity: z.int().min(1).max(1000) }))
  .min(1)
  .max(20);
export type UnitChoice = z.infer<typeof UnitChoice>;

/** When, where and by whom something was handed over. */
export const HandoverRecord = Handover.extend({ by: TextOrNull, gate: TextOrNull, undoneAt: InstantOrNull });
export type HandoverRecord = z.infer<typeof HandoverRecord>;
