import { z } from "zod";
import { adminEndpoint, endpoint } from "../endpoint.ts";
import { CodeText, promotionEndpoints, promotionFields, PromotionStatus, revenueFields } from "./promotions.ts";
import { ById, Cents, Currency, Id, IntOrNull, Line, NoBody, Version } from "../shapes.ts";

/** What a promoter earns: a share of what buyers pay before fees, or an amount per paid ticket. */
export const Commission = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("none") }),
  z.strictObject({ kind: z.literal("percent"), percent: z.int().min(1).max(100) }),
  z.strictObject({ kind: z.literal("per_ticket"), amountCents: Cents.min(1) }),
]);
export type Commission = z.infer<typeof Commission>;

/** The commission is only reported: the site pays nothing out. */
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

/** What a link sold, and the commission on what was not refunded. */
const sold = { ...revenueFields, orderCount: z.int(), commissionCents: Cents };

/** A promoter as staff see one. Tickets and money are of paid orders, `heldCount` of orders that can still be paid. */
export const Promoter = z.object({
  ...promotionFields,
  ...sold,
  name: z.string(),
  kind: PromoterDraft.shape.kind.unwrap(),
  linkCode: z.string(),
  allocation: IntOrNull,
  commission: Commission,
  status: PromotionStatus,
  heldCount: z.int(),
  /** Tickets that use the allocation, as ordered: a partial refund returns none of them. */
  allocatedCount: z.int(),
  currency: Currency,
});
export type Promoter = z.infer<typeof Promoter>;

/** A leading `-` sorts in descending order. */
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

/** Results of a promoter link, with no buyer data. Days are in the event's time zone, or the brand's without an event. */
export const PromoterResults = Promoter.omit({ id: true, version: true, createdAt: true }).extend({
  timeZone: z.string(),
  /** Days on which orders were paid, newest first; 366 at most. What was refunded of them is deducted from their day. */
  days: z.array(z.object({ day: z.iso.date(), ...sold })),
  events: z.array(z.object({ title: z.string(), ...sold }).omit({ orderCount: true })),
});
export type PromoterResults = z.infer<typeof PromoterResults>;

/** Promoters; with `eventId`, those whose sales count for one event. */
export const promoterEndpoints = promotionEndpoints({
  path: "/api/admin/promoters",
  draft: PromoterDraft,
  change: PromoterDraft.extend({ version: Version }),
  status: PromotionStatus,
  sort: PromoterSort.default("-revenue"),
  reply: Promoter,
  isPersonal: true,
  summaries: {
    list: "Promoters and committees with the sales of their links",
    create: "Create a promoter link for a person or a committee",
    update: "Change a promoter; past sales keep their commission",
    setStatus: "Pause, resume or permanently end a promoter link",
  },
});
export const {
  list: listPromoters,
  file: exportPromoters,
  create: createPromoter,
  update: updatePromoter,
  setStatus: setPromoterStatus,
} = promoterEndpoints;

/** The secret URL of a promoter's results page. */
const link = { params: ById, reply: z.object({ url: z.string() }) };

/** The URL is signed, not stored: asking again returns the same one until it is renewed. */
export const getPromoterLink = adminEndpoint(
  "GET /api/admin/promoters/{id}/link",
  "The secret URL of a promoter's results page, which opens without an account",
  link,
);

/** The activity log records it. */
export const renewPromoterLink = adminEndpoint(
  "POST /api/admin/promoters/{id}/link",
  "Create a new secret URL; all earlier ones stop working",
  {
    ...link,
    body: NoBody,
  },
);

/** Without buyer data, as the promoter sees it. */
export const getPromoterResults = adminEndpoint(
  "GET /api/admin/promoters/{id}/results",
  "Results of a promoter link, by day and by event",
  {
    params: ById,
    reply: PromoterResults,
  },
);

/** `not_found` for a key that we didn't sign, or of an older link. */
export const openPromoterPage = endpoint(
  "GET /api/promoters/results",
  "The same for anyone with the promoter's secret link, with no buyer data",
  {
    access: "public",
    limit: "note",
    query: z.object({ key: z.string().max(100) }),
    reply: PromoterResults,
    errors: ["not_found"],
  },
);
