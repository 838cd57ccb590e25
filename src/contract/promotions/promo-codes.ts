import { z } from "zod";
import { adminEndpoint } from "../endpoint.ts";
import { CodeText, promotionEndpoints, promotionFields, PromotionStatus } from "./promotions.ts";
import {
  ById,
  Cents,
  Currency,
  Empty,
  Id,
  Instant,
  InstantOrNull,
  IntOrNull,
  Line,
  Named,
  Uuid,
  Version,
} from "../shapes.ts";

/** A code's current status, by the database's clock and its limits. */
export const PromoCodeStatus = z.enum(["active", "paused", "ended", "scheduled", "expired", "used_up"]);
export type PromoCodeStatus = z.infer<typeof PromoCodeStatus>;

/**
 * A code's discount: a percentage of the items it applies to, an amount off the order, or an amount off each unit. A
 * unit is what a ticket type sells: a table is one unit.
 */
export const Discount = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("percent"), percent: z.int().min(1).max(100) }),
  z.strictObject({ kind: z.literal("per_order"), amountCents: Cents.min(1) }),
  z.strictObject({ kind: z.literal("per_unit"), amountCents: Cents.min(1) }),
]);
export type Discount = z.infer<typeof Discount>;

/** A code from its editor. Omitted limits don't apply. */
export const PromoCodeDraft = z.strictObject({
  code: CodeText,
  /** For staff only: who it is for, or why. */
  note: Line(0, 200).default(""),
  /** If omitted, for all events. */
  eventId: Id.optional(),
  /** Ticket types of that event; all if omitted. */
  ticketTypeIds: z.array(Id).min(1).max(50).optional(),
  discount: Discount,
  /** Currency of the amounts. A code for one event uses the event's currency. */
  currency: Currency.default("USD"),
  startsAt: Instant.optional(),
  endsAt: Instant.optional(),
  /** Total redemptions: how many orders can use it. */
  totalLimit: z.int().min(1).max(1_000_000).optional(),
  /** How many orders one person can use it in, by account and by email. */
  personLimit: z.int().min(1).max(1000).optional(),
  /** Discounted units per order, most expensive first. */
  unitLimit: z.int().min(1).max(1000).optional(),
  /** Minimum order amount before the discount. */
  minimumCents: Cents.optional(),
});
export type PromoCodeDraft = z.infer<typeof PromoCodeDraft>;

/** Most codes that can be created at once. */
const maxCodes = 10_000;

/** Many codes with one discount, each for one order. Their common beginning is followed by a random part. */
export const PromoCodesDraft = PromoCodeDraft.omit({ code: true, totalLimit: true, personLimit: true }).extend({
  prefix: CodeText.max(20, "Use at most 20 characters"),
  count: z.int().min(1).max(maxCodes),
});
export type PromoCodesDraft = z.infer<typeof PromoCodesDraft>;

/** Codes that were created together. `sample`: the first of them. */
export const PromoCodeBatch = z.object({ batchId: Uuid, count: z.int(), sample: z.array(z.string()) });
export type PromoCodeBatch = z.infer<typeof PromoCodeBatch>;

/** A code as staff see it. Money counts only paid orders. */
export const PromoCode = z.object({
  ...promotionFields,
  code: z.string(),
  note: z.string(),
  ticketTypes: z.array(Named),
  discount: Discount,
  currency: Currency,
  startsAt: InstantOrNull,
  endsAt: InstantOrNull,
  totalLimit: IntOrNull,
  personLimit: IntOrNull,
  unitLimit: IntOrNull,
  minimumCents: Cents.nullable(),
  /** What staff set; `status` also counts dates and limits. */
  manualStatus: PromotionStatus,
  status: PromoCodeStatus,
  /** Paid orders with it, and unpaid ones that can still be paid. */
  used: z.int(),
  held: z.int(),
  discountCents: Cents,
});
export type PromoCode = z.infer<typeof PromoCode>;

/** A leading `-` sorts in descending order. */
const PromoCodeSort = z.enum(["-createdAt", "createdAt", "code", "-code", "-used", "used", "-revenue", "revenue"]);

/** Promo codes; with `eventId`, those that work for one event. */
export const promoCodeEndpoints = promotionEndpoints({
  path: "/api/admin/promo-codes",
  draft: PromoCodeDraft,
  change: PromoCodeDraft.extend({ version: Version }),
  status: PromoCodeStatus,
  sort: PromoCodeSort.default("-createdAt"),
  reply: PromoCode,
  isPersonal: false,
  summaries: {
    list: "Promo codes with their redemptions; with eventId, those that work for one event",
    create: "Create a promo code; a code must be unique per event, and among codes for all events",
    update: "Change a promo code; existing orders don't change",
    setStatus: "Pause, resume or permanently end a promo code",
  },
});
export const {
  list: listPromoCodes,
  file: exportPromoCodes,
  create: createPromoCode,
  update: updatePromoCode,
  setStatus: setPromoCodeStatus,
} = promoCodeEndpoints;

/** The same Idempotency-Key creates them once. Batches with the same prefix take turns. */
export const createPromoCodes = adminEndpoint(
  "POST /api/admin/promo-codes/batches",
  "Create up to 10,000 single-use promo codes with a common prefix, all of them or none",
  {
    idempotent: true,
    body: PromoCodesDraft,
    reply: PromoCodeBatch,
    status: 201,
    errors: ["not_found"],
  },
);

/** `order_closed` if an order has used it: end it instead. */
export const deletePromoCode = adminEndpoint(
  "DELETE /api/admin/promo-codes/{id}",
  "Delete a promo code without redemptions; others can only be ended",
  {
    params: ById,
    reply: Empty,
    errors: ["not_found", "order_closed"],
  },
);
