import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Cents, Currency, Cursor, CursorList, Empty, Id, IdParam, Instant, Line, Page, Version } from "./shapes.ts";

/** A word that gives a discount, as people type it: letters, digits, `-` and `_`. Capitals make no difference. */
export const PromoWord = z
  .string()
  .trim()
  .min(3)
  .max(40)
  .regex(/^[\p{L}\p{N}][\p{L}\p{N}_-]*$/u, "Use letters, digits, - and _");

/** What staff decided of a code or a link: `ended` is for good. */
export const PromotionState = z.enum(["active", "paused", "ended"]);
export type PromotionState = z.infer<typeof PromotionState>;

/** How a code stands right now, by the database's clock and its own limit. */
export const PromoCodeStatus = z.enum(["active", "paused", "ended", "scheduled", "expired", "used_up"]);
export type PromoCodeStatus = z.infer<typeof PromoCodeStatus>;

/**
 * What a code takes off: a share of what it is for, an amount off the whole order, or an amount off each unit. Units are
 * what a ticket type sells: a table is one.
 */
export const Discount = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("percent"), percent: z.int().min(1).max(100) }),
  z.strictObject({ kind: z.literal("per_order"), amountCents: Cents.min(1) }),
  z.strictObject({ kind: z.literal("per_unit"), amountCents: Cents.min(1) }),
]);
export type Discount = z.infer<typeof Discount>;

/** A code as its editor leaves it: what is left out does not limit it. */
export const PromoCodeDraft = z.strictObject({
  code: PromoWord,
  /** For staff alone: whom it is for, or why. */
  note: Line(0, 200).default(""),
  /** Left out: for all nights. */
  eventId: Id.optional(),
  /** Ticket types of that night; left out: all of them. */
  ticketTypeIds: z.array(Id).min(1).max(50).optional(),
  discount: Discount,
  /** Currency of the amounts; a code for one night has that night's. */
  currency: Currency.default("USD"),
  startsAt: Instant.optional(),
  endsAt: Instant.optional(),
  /** Orders that may use it altogether. */
  totalLimit: z.int().min(1).max(1_000_000).optional(),
  /** Orders in which one person may use it, known by account and by e-mail. */
  personLimit: z.int().min(1).max(1000).optional(),
  /** Units of one order that get cheaper, the dearest first. */
  unitLimit: z.int().min(1).max(1000).optional(),
  /** Least sum of an order before the discount. */
  minimumCents: Cents.optional(),
});
export type PromoCodeDraft = z.infer<typeof PromoCodeDraft>;

/** The same for one that is there. */
export const PromoCodeChange = PromoCodeDraft.extend({ version: Version });
export type PromoCodeChange = z.infer<typeof PromoCodeChange>;

/** A code as staff see it. Money counts paid orders alone. */
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
  state: PromotionState,
  status: PromoCodeStatus,
  /** Paid orders with it, and unpaid ones that still can be paid. */
  used: z.int(),
  held: z.int(),
  ticketCount: z.int(),
  discountCents: Cents,
  /** What its orders brought, and what of it was given back since. */
  revenueCents: Cents,
  givenBackCents: Cents,
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
  /** One code by its number. */
  id: optionalId,
  /** Codes that work for this night: its own, and those for all nights. */
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
  summary: "Promo codes with what they were used for; with eventId those that work for one night",
  access: "admin",
  limit: "read",
  query: PromoCodeQuery,
  reply: CursorList(PromoCode),
  errors: ["invalid_input"],
});

export const exportPromoCodes = endpoint({
  method: "GET",
  path: "/api/admin/promo-codes.csv",
  summary: "The same list, whole, as a file for spreadsheets",
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
  summary: "Make a promo code; a word can stand once per night, and once for all nights",
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
  summary: "Change a promo code; orders that were placed with it stay as they are",
  access: "admin",
  limit: "write",
  params: idParams,
  body: PromoCodeChange,
  reply: PromoCode,
  errors: ["invalid_input", "edited_meanwhile", "already_exists", "not_found", "over_limit", "order_closed"],
});

export const setPromoCodeState = endpoint({
  method: "POST",
  path: "/api/admin/promo-codes/{id}/state",
  summary: "Pause a promo code, let it go on, or end it for good",
  access: "admin",
  limit: "write",
  params: idParams,
  body: z.strictObject({ state: PromotionState }),
  reply: PromoCode,
  errors: ["invalid_input", "not_found", "order_closed"],
});

export const deletePromoCode = endpoint({
  method: "DELETE",
  path: "/api/admin/promo-codes/{id}",
  summary: "Delete a promo code that no order ever used; others can only end",
  access: "admin",
  limit: "write",
  params: idParams,
  reply: Empty,
  errors: ["not_found", "order_closed"],
});
