import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { CodeText, PromotionStatus } from "./promo-codes.ts";
import { Cents, Currency, Cursor, CursorList, Id, IdParam, Instant, Line, Page, Version } from "./shapes.ts";

/** What a promoter earns: a share of what buyers pay before fees, or an amount per paid ticket. */
export const Commission = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("none") }),
  z.strictObject({ kind: z.literal("percent"), percent: z.int().min(1).max(100) }),
  z.strictObject({ kind: z.literal("per_ticket"), amountCents: Cents.min(1) }),
]);
export type Commission = z.infer<typeof Commission>;

export const PromoterDraft = z.strictObject({
  /** A person, or a group such as a fete committee. */
  name: Line(1, 120),
  kind: z.enum(["person", "committee"]).default("person"),
  /** The code in their link: `?via=CODE`. */
  linkCode: CodeText,
  /** If omitted, sales of all events count. */
  eventId: Id.optional(),
  /** How many tickets can be sold through the link. If omitted, there is no limit. */
  allocation: z.int().min(1).max(1_000_000).optional(),
  commission: Commission,
});
export type PromoterDraft = z.infer<typeof PromoterDraft>;

/** The same for an existing promoter. */
export const PromoterChange = PromoterDraft.extend({ version: Version });
export type PromoterChange = z.infer<typeof PromoterChange>;

const PromoterEvent = z
  .object({ id: Id, title: z.string(), slug: z.string(), startsAt: Instant, timeZone: z.string() })
  .nullable();

/** A promoter as staff see one. Tickets and money are of paid orders, `heldCount` of orders that can still be paid. */
export const Promoter = z.object({
  id: Id,
  version: Version,
  name: z.string(),
  kind: z.enum(["person", "committee"]),
  linkCode: z.string(),
  event: PromoterEvent,
  allocation: z.int().nullable(),
  commission: Commission,
  status: PromotionStatus,
  orderCount: z.int(),
  ticketCount: z.int(),
  heldCount: z.int(),
  /** Revenue of its orders, refunds of it, and the commission on the rest. */
  revenueCents: Cents,
  refundedCents: Cents,
  commissionCents: Cents,
  currency: Currency,
  createdAt: Instant,
});
export type Promoter = z.infer<typeof Promoter>;

export const PromoterSort = z.enum([
  "name",
  "-name",
  "-tickets",
  "tickets",
  "-revenue",
  "revenue",
  "-createdAt",
  "createdAt",
]);
export type PromoterSort = z.infer<typeof PromoterSort>;

const optionalId = z
  .string()
  .regex(/^[1-9]\d{0,15}$/)
  .transform(Number)
  .pipe(Id)
  .optional();

const promoterFilter = {
  /** One promoter by id. */
  id: optionalId,
  /** Promoters whose link counts for this event. */
  eventId: optionalId,
  q: z.string().trim().max(100).optional(),
  status: PromotionStatus.optional(),
  sort: PromoterSort.default("-revenue"),
};
export const PromoterQuery = z.object({ ...promoterFilter, page: Page, cursor: Cursor });
export type PromoterQuery = z.infer<typeof PromoterQuery>;

/** Results of a promoter link, with no buyer data. Days are in the event's time zone, or UTC without an event. */
export const PromoterResults = z.object({
  name: z.string(),
  kind: z.enum(["person", "committee"]),
  linkCode: z.string(),
  status: PromotionStatus,
  event: PromoterEvent,
  allocation: z.int().nullable(),
  commission: Commission,
  currency: Currency,
  orderCount: z.int(),
  ticketCount: z.int(),
  heldCount: z.int(),
  /** Revenue of its orders, refunds of it, and the commission on the rest. */
  revenueCents: Cents,
  refundedCents: Cents,
  commissionCents: Cents,
  timeZone: z.string(),
  /** Days with sales, newest first; 366 at most. */
  days: z.array(
    z.object({
      day: z.iso.date(),
      orderCount: z.int(),
      ticketCount: z.int(),
      revenueCents: Cents,
      refundedCents: Cents,
      commissionCents: Cents,
    }),
  ),
  events: z.array(
    z.object({
      title: z.string(),
      ticketCount: z.int(),
      revenueCents: Cents,
      refundedCents: Cents,
      commissionCents: Cents,
    }),
  ),
});
export type PromoterResults = z.infer<typeof PromoterResults>;

const idParams = z.object({ id: IdParam });

export const listPromoters = endpoint({
  method: "GET",
  path: "/api/admin/promoters",
  summary: "Promoters and committees with the sales of their links",
  access: "admin",
  limit: "read",
  query: PromoterQuery,
  reply: CursorList(Promoter),
  errors: ["invalid_input"],
});

export const exportPromoters = endpoint({
  method: "GET",
  path: "/api/admin/promoters.csv",
  summary: "The full list as a CSV file",
  access: "admin",
  limit: "write",
  delicate: true,
  query: z.object(promoterFilter),
  reply: z.string(),
  errors: ["invalid_input"],
});

export const createPromoter = endpoint({
  method: "POST",
  path: "/api/admin/promoters",
  summary: "Create a promoter link for a person or a committee",
  access: "admin",
  limit: "write",
  body: PromoterDraft,
  reply: Promoter,
  status: 201,
  errors: ["invalid_input", "already_exists", "not_found"],
});

export const updatePromoter = endpoint({
  method: "PUT",
  path: "/api/admin/promoters/{id}",
  summary: "Change a promoter; past sales keep their commission",
  access: "admin",
  limit: "write",
  params: idParams,
  body: PromoterChange,
  reply: Promoter,
  errors: ["invalid_input", "edited_meanwhile", "already_exists", "not_found", "over_limit", "order_closed"],
});

export const setPromoterStatus = endpoint({
  method: "POST",
  path: "/api/admin/promoters/{id}/status",
  summary: "Pause, resume or permanently end a promoter link",
  access: "admin",
  limit: "write",
  params: idParams,
  body: z.strictObject({ status: PromotionStatus }),
  reply: Promoter,
  errors: ["invalid_input", "not_found", "order_closed"],
});

/** The secret URL of a promoter's results page. */
const ResultsLink = z.object({ url: z.string() });

export const getPromoterLink = endpoint({
  method: "GET",
  path: "/api/admin/promoters/{id}/link",
  summary: "The secret URL of a promoter's results page, which opens without an account",
  access: "admin",
  limit: "read",
  params: idParams,
  reply: ResultsLink,
  errors: ["not_found"],
});

export const renewPromoterLink = endpoint({
  method: "POST",
  path: "/api/admin/promoters/{id}/link",
  summary: "Create a new secret URL; all earlier ones stop working",
  access: "admin",
  limit: "write",
  params: idParams,
  body: z.strictObject({}).optional(),
  reply: ResultsLink,
  errors: ["not_found"],
});

export const getPromoterResults = endpoint({
  method: "GET",
  path: "/api/admin/promoters/{id}/results",
  summary: "Results of a promoter link, by day and by event",
  access: "admin",
  limit: "read",
  params: idParams,
  reply: PromoterResults,
  errors: ["not_found"],
});

export const openPromoterPage = endpoint({
  method: "GET",
  path: "/api/promoters/results",
  summary: "The same for anyone with the promoter's secret link, with no buyer data",
  access: "public",
  limit: "note",
  query: z.object({ key: z.string().max(100) }),
  reply: PromoterResults,
  errors: ["invalid_input", "not_found"],
});
