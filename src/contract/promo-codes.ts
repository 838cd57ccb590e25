import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Cents, Currency, Cursor, CursorList, Empty, Id, IdParam, Instant, Line, Page, Version } from "./shapes.ts";

/** A promo code as people type it: letters, digits, `-` and `_`. Case doesn't matter. */
export const CodeText = z
  .string()
  .trim()
  .min(3, "Use at least 3 characters")
  .max(40, "Use at most 40 characters")
  .regex(/^[\p{L}\p{N}][\p{L}\p{N}_-]*$/u, "Use only letters, numbers, - and _");

/** The status that staff set for a code or a link. `ended` is permanent. */
export const PromotionStatus = z.enum(["active", "paused", "ended"]);
export type PromotionStatus = z.infer<typeof PromotionStatus>;

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

/** The same for an existing code. */
export const PromoCodeChange = PromoCodeDraft.extend({ version: Version });
export type PromoCodeChange = z.infer<typeof PromoCodeChange>;

/** A code as staff see it. Money counts only paid orders. */
export const PromoCode = z.object({
  id: Id,
  version: Version,
  code: z.string(),
  note: z.string(),
  event: z.object({ id: Id, title: z.string(), slug: z.string(), startsAt: Instant, timeZone: z.string() }).nullable(),
  ticketTypes: z.array(z.object({ id: Id, name: z.string() })),
  discount: Discount,
  currency: Currency,
  startsAt: Instant.nullable(),
  endsAt: Instant.nullable(),
  totalLimit: z.int().nullable(),
  personLimit: z.int().nullable(),
  unitLimit: z.int().nullable(),
  minimumCents: Cents.nullable(),
  /** What staff set; `status` also counts dates and limits. */
  manualStatus: PromotionStatus,
  status: PromoCodeStatus,
  /** Paid orders with it, and unpaid ones that can still be paid. */
  used: z.int(),
  held: z.int(),
  ticketCount: z.int(),
  discountCents: Cents,
  /** Revenue of its orders, and refunds of it. */
  revenueCents: Cents,
  refundedCents: Cents,
  createdAt: Instant,
});
export type PromoCode = z.infer<typeof PromoCode>;

export const PromoCodeSort = z.enum([
  "-createdAt",
  "createdAt",
  "code",
  "-code",
  "-used",
  "used",
  "-revenue",
  "revenue",
]);
export type PromoCodeSort = z.infer<typeof PromoCodeSort>;

const optionalId = z
  .string()
  .regex(/^[1-9]\d{0,15}$/)
  .transform(Number)
  .pipe(Id)
  .optional();

const codeFilter = {
  /** One code by id. */
  id: optionalId,
  /** Codes that work for this event: its own, and those for all events. */
  eventId: optionalId,
  q: z.string().trim().max(100).optional(),
  status: PromoCodeStatus.optional(),
  sort: PromoCodeSort.default("-createdAt"),
};
export const PromoCodeQuery = z.object({ ...codeFilter, page: Page, cursor: Cursor });
export type PromoCodeQuery = z.infer<typeof PromoCodeQuery>;

const idParams = z.object({ id: IdParam });

export const listPromoCodes = endpoint({
  method: "GET",
  path: "/api/admin/promo-codes",
  summary: "Promo codes with their redemptions; with eventId, those that work for one event",
  access: "admin",
  limit: "read",
  query: PromoCodeQuery,
  reply: CursorList(PromoCode),
  errors: ["invalid_input"],
});

export const exportPromoCodes = endpoint({
  method: "GET",
  path: "/api/admin/promo-codes.csv",
  summary: "The full list as a CSV file",
  access: "admin",
  limit: "write",
  delicate: true,
  query: z.object(codeFilter),
  reply: z.string(),
  errors: ["invalid_input"],
});

export const createPromoCode = endpoint({
  method: "POST",
  path: "/api/admin/promo-codes",
  summary: "Create a promo code; a code must be unique per event, and among codes for all events",
  access: "admin",
  limit: "write",
  body: PromoCodeDraft,
  reply: PromoCode,
  status: 201,
  errors: ["invalid_input", "already_exists", "not_found"],
});

export const updatePromoCode = endpoint({
  method: "PUT",
  path: "/api/admin/promo-codes/{id}",
  summary: "Change a promo code; existing orders don't change",
  access: "admin",
  limit: "write",
  params: idParams,
  body: PromoCodeChange,
  reply: PromoCode,
  errors: ["invalid_input", "edited_meanwhile", "already_exists", "not_found", "over_limit", "order_closed"],
});

export const setPromoCodeStatus = endpoint({
  method: "POST",
  path: "/api/admin/promo-codes/{id}/status",
  summary: "Pause, resume or permanently end a promo code",
  access: "admin",
  limit: "write",
  params: idParams,
  body: z.strictObject({ status: PromotionStatus }),
  reply: PromoCode,
  errors: ["invalid_input", "not_found", "order_closed"],
});

export const deletePromoCode = endpoint({
  method: "DELETE",
  path: "/api/admin/promo-codes/{id}",
  summary: "Delete a promo code without redemptions; others can only be ended",
  access: "admin",
  limit: "write",
  params: idParams,
  reply: Empty,
  errors: ["not_found", "order_closed"],
});
