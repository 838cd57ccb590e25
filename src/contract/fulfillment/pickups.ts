import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { Poster } from "../events/events.ts";
import { FulfillmentStatus } from "./fulfillment.ts";
import { ById, EventReference, Id, Instant, Items, Line, TextOrNull, Uuid } from "../shapes.ts";

/** Every pickup code starts with this; ticket codes start with `SG`. */
export const pickupPrefix = "SP";

/**
 * What the door says to a pickup code. `ready`: hand over its items. `handed_over`: it was done before. `void`: refunded,
 * or a newer code was sent. `on_hold`: the payment is disputed. `unknown`: this site didn't sign it.
 */
export const PickupVerdict = z.enum(["ready", "handed_over", "wrong_event", "void", "on_hold", "unknown"]);
export type PickupVerdict = z.infer<typeof PickupVerdict>;

/** What the scanner shows for a pickup code. */
export const PickupResult = z.object({
  verdict: PickupVerdict,
  order: z.object({ id: Uuid, number: z.string(), buyerName: z.string() }).optional(),
  /** What to hand over, or what was. */
  items: z.array(z.object({ lineId: Uuid, name: z.string(), quantity: z.int(), picture: Poster.nullable() })),
  /** The event where it is picked up, if that is another one. */
  rightEvent: EventReference.optional(),
  /** The latest handover that counts. */
  handover: z.object({ id: Uuid, at: Instant, by: TextOrNull, gate: TextOrNull }).optional(),
});
export type PickupResult = z.infer<typeof PickupResult>;

const shown = { code: z.string().max(512), eventId: Id };

/** `not_found` for an unknown event. An unknown code is a verdict. */
export const findPickup = endpoint(
  "POST /api/door/pickups",
  "What a pickup code is for at this event's door. Changes nothing",
  { access: "moderator", limit: "scan", body: z.strictObject(shown), reply: PickupResult, errors: ["not_found"] },
);

/** However many doors scan it at the same moment, one hands over. The same Idempotency-Key gets the same reply. */
export const handOverAtDoor = endpoint(
  "POST /api/door/pickups/handovers",
  "Hand over everything that is left of a pickup, once: a second call says when and by whom it was done",
  {
    access: "moderator",
    limit: "scan",
    idempotent: true,
    body: z.strictObject({ ...shown, gate: Line(0, 40).optional() }),
    reply: PickupResult,
    errors: ["not_found"],
  },
);

/** Repeating it changes nothing. `not_found` also for a handover at another event. */
export const undoPickup = endpoint(
  "POST /api/door/pickups/undo",
  "Undo a handover at its event's door, so that it can be handed over again",
  {
    access: "moderator",
    limit: "scan",
    body: z.strictObject({ eventId: Id, handoverId: Uuid }),
    reply: PickupResult,
    errors: ["not_found", "order_closed"],
  },
);

/** A pickup as the door's search shows it. There is no email address: the door doesn't need one. */
export const DoorPickup = z.object({
  /** Its current code: staff open the pickup with it. */
  code: z.string(),
  orderNumber: z.string(),
  buyerName: z.string(),
  /** "2 × Yard Tee · Black / M, 1 × Zine" */
  what: z.string(),
  status: FulfillmentStatus,
});
export type DoorPickup = z.infer<typeof DoorPickup>;

/** `not_found` for an unknown event; without a match, the list is empty. */
export const findDoorPickups = endpoint(
  "GET /api/door/events/{id}/pickups",
  "Find an event's pickups by the buyer's name or full email address, or by order number",
  {
    access: "moderator",
    params: ById,
    query: z.object({ q: z.string().trim().min(2).max(100) }),
    /** By name, at most twenty. */
    reply: Items(DoorPickup).extend({ isMore: z.boolean() }),
  },
);
