import { z } from "zod";
import { adminEndpoint, fileEndpoint, listEndpoint } from "../endpoint.ts";
import { NoteText, Reason } from "../form-fields.ts";
import {
  Carrier,
  FulfillmentLine,
  FulfillmentStatus,
  HandoverRecord,
  OrderFulfillment,
  Parcel,
  SentLine,
  UnitChoice,
} from "./fulfillment.ts";
import {
  ByUuid,
  Cents,
  Currency,
  CursorList,
  EventReference,
  IdParam,
  Instant,
  InstantOrNull,
  Items,
  IntOrNull,
  Line,
  OrderReference,
  paging,
  SearchText,
  TextOrNull,
  Uuid,
} from "../shapes.ts";

/** Units that came back. */
export const ItemReturn = z.object({
  id: Uuid,
  returnedAt: Instant,
  by: TextOrNull,
  isRestocked: z.boolean(),
  note: z.string(),
  /** What was refunded with it; null if nothing was. Cents of the order's currency. */
  refundedCents: IntOrNull,
  lines: z.array(SentLine),
});

/** An order's fulfillment as staff see it, voided parcels included. */
export const AdminFulfillment = OrderFulfillment.omit({ downloads: true, pickup: true }).extend({
  currency: Currency,
  method: z.enum(["ship", "pickup"]).nullable(),
  /** A bank disputes the payment: nothing can be sent or handed over. */
  isOnHold: z.boolean(),
  /** The lines of the address. */
  address: z.array(z.string()),
  event: EventReference.nullable(),
  lines: z.array(FulfillmentLine.extend({ sku: z.string() })),
  parcels: z.array(Parcel.extend({ by: TextOrNull, voidedAt: InstantOrNull })),
  handovers: z.array(HandoverRecord),
  returns: z.array(ItemReturn),
  /** `count` links were asked for, the last one at `lastAt`; of `maxUses` downloads, `uses` were used since renewed. */
  downloads: z.array(
    z.object({
      lineId: Uuid,
      name: z.string(),
      uses: z.int(),
      maxUses: z.int(),
      count: z.int(),
      lastAt: InstantOrNull,
    }),
  ),
});
export type AdminFulfillment = z.infer<typeof AdminFulfillment>;

const orderPath = "/api/admin/orders/{id}";

/** `status` and `method` are null if nothing of the order is shipped or picked up. */
export const getAdminFulfillment = adminEndpoint(
  `GET ${orderPath}/fulfillment`,
  "What of an order is to be sent, and what was sent, handed over, returned and downloaded",
  { params: ByUuid, reply: AdminFulfillment },
);

const tracked = { carrier: Carrier, tracking: Line(0, 60).optional() };
const sendErrors = ["not_found", "order_closed", "payment_disputed", "edited_meanwhile"] as const;

/**
 * Calls take turns at the order's lock: a unit is sent once, and never after its refund. `edited_meanwhile` if fewer
 * are left. The same Idempotency-Key sends once.
 */
export const createShipment = adminEndpoint(
  `POST ${orderPath}/shipments`,
  "Record a parcel with units of an order and email its buyer",
  {
    idempotent: true,
    params: ByUuid,
    body: z.strictObject({ ...tracked, units: UnitChoice }),
    reply: AdminFulfillment,
    status: 201,
    errors: sendErrors,
  },
);

const ofShipment = z.object({ id: Uuid, shipmentId: Uuid });

/** The same carrier and number change nothing and email nobody. `order_closed` for a voided parcel. */
export const changeShipment = adminEndpoint(
  `PUT ${orderPath}/shipments/{shipmentId}`,
  "Change a parcel's carrier and tracking number; its buyer is emailed again if asked",
  {
    params: ofShipment,
    body: z.strictObject({ ...tracked, notify: z.boolean().default(true) }),
    reply: AdminFulfillment,
    errors: ["not_found", "order_closed"],
  },
);

/** Repeating it changes nothing. `order_closed` if some of its units were refunded or came back. */
export const voidShipment = adminEndpoint(
  `POST ${orderPath}/shipments/{shipmentId}/void`,
  "Void a parcel or undo a handover: its units are to be sent again",
  {
    params: ofShipment,
    body: z.strictObject({ reason: Reason }),
    reply: AdminFulfillment,
    errors: ["not_found", "order_closed"],
  },
);

/** Refused as `createShipment`. The same Idempotency-Key hands over once. */
export const handOver = adminEndpoint(
  `POST ${orderPath}/handovers`,
  "Record that units of an order were handed over to its buyer",
  {
    idempotent: true,
    params: ByUuid,
    body: z.strictObject({ units: UnitChoice }),
    reply: AdminFulfillment,
    status: 201,
    errors: sendErrors,
  },
);

/** `edited_meanwhile` if fewer units were sent. */
export const quoteItemReturn = adminEndpoint(
  `POST ${orderPath}/return-quote`,
  "What a return of units would refund. Changes nothing",
  {
    limit: "read",
    params: ByUuid,
    body: z.strictObject({ units: UnitChoice }),
    reply: z.object({ amountCents: Cents, currency: Currency }),
    errors: ["not_found", "order_closed", "already_refunded", "edited_meanwhile"],
  },
);

/**
 * Stock, refund, ledger and email are one transaction. `edited_meanwhile` if fewer were sent or the refund has changed.
 * The same Idempotency-Key returns once.
 */
export const recordReturn = adminEndpoint(
  `POST ${orderPath}/returns`,
  "Record units that came back, put them on sale again if wanted, and refund them if wanted",
  {
    idempotent: true,
    delicate: 30,
    params: ByUuid,
    body: z.strictObject({
      units: UnitChoice,
      isRestocked: z.boolean(),
      note: z.optional(NoteText),
      /** Refunds the units. The amount is the one that was shown: the call is refused if it has changed. */
      refund: z.strictObject({ amountCents: Cents }).optional(),
    }),
    reply: AdminFulfillment,
    status: 201,
    errors: [
      "not_found",
      "order_closed",
      "already_refunded",
      "edited_meanwhile",
      "refund_too_high",
      "payment_disputed",
    ],
  },
);

/** For a buyer who has used them up. Repeating it changes nothing. `not_found` for a line without a file. */
export const renewDownloads = adminEndpoint(
  `POST ${orderPath}/downloads/renew`,
  "Let an order's file be downloaded as often as at first",
  {
    params: ByUuid,
    body: z.strictObject({ lineId: Uuid }),
    reply: AdminFulfillment,
  },
);

/** Without prices. `not_found` for an order without such products, or an unknown parcel. */
export const getPackingSlip = adminEndpoint(`GET ${orderPath}/packing-slip`, "A packing slip as a PDF", {
  params: ByUuid,
  /** One parcel; without it, what is still to be sent. */
  query: z.object({ shipment: Uuid.optional() }),
  reply: z.string(),
  replyType: "application/pdf",
});

/** An order in the list of what is to be sent and handed over. */
export const FulfillmentRow = z.object({
  order: OrderReference,
  buyerName: z.string(),
  status: FulfillmentStatus,
  isOnHold: z.boolean(),
  paidAt: Instant,
  /** All of it is made to order: nothing can be sent before. */
  readyOn: z.iso.date().nullable(),
  event: EventReference.nullable(),
  what: z.string(),
  /** Units that are still to be sent. */
  toSend: z.int(),
});
export type FulfillmentRow = z.infer<typeof FulfillmentRow>;

/** The order that was paid last comes first unless `sort` says otherwise. */
export const FulfillmentQuery = z.object({
  /** Words of the buyer's name, their email, or the order number. */
  q: SearchText,
  show: z.enum(["to_ship", "to_pick_up", "sent", "all"]).default("to_ship"),
  eventId: IdParam.optional(),
  sort: z.enum(["paidAt", "-paidAt"]).default("-paidAt"),
  ...paging,
});
export type FulfillmentQuery = z.infer<typeof FulfillmentQuery>;

export const listFulfillment = listEndpoint(
  "/api/admin/fulfillment",
  "Orders with products: to ship, to pick up, sent",
  FulfillmentQuery,
  CursorList(FulfillmentRow),
);

/** Times are in UTC. */
export const exportFulfillment = fileEndpoint(
  "/api/admin/fulfillment.csv",
  FulfillmentQuery.omit({ page: true, cursor: true }),
);

/** What to take from the shelves for all open orders together. */
export const PickLine = z.object({
  sku: z.string(),
  name: z.string(),
  units: z.int(),
  orders: z.int(),
});
export type PickLine = z.infer<typeof PickLine>;

export const PickQuery = z.object({
  show: z.enum(["to_ship", "to_pick_up"]).default("to_ship"),
  eventId: IdParam.optional(),
});
export type PickQuery = z.infer<typeof PickQuery>;

export const getPickList = adminEndpoint("GET /api/admin/pick-list", "What to pack for all open orders, by SKU", {
  query: PickQuery,
  reply: Items(PickLine),
});

export const exportPickList = fileEndpoint(
  "/api/admin/pick-list.csv",
  PickQuery,
  "What to pack for all open orders as a CSV file",
  false,
);
