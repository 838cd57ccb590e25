import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { PromoWord, PromotionState } from "./promo-codes.ts";
import { Cents, Currency, Cursor, CursorList, Id, IdParam, Instant, Line, Page, Version } from "./shapes.ts";

/** What a promoter earns: a share of what buyers pay without fees, or an amount for each ticket that costs something. */
export const Commission = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("none") }),
  z.strictObject({ kind: z.literal("percent"), percent: z.int().min(1).max(100) }),
  z.strictObject({ kind: z.literal("per_ticket"), amountCents: Cents.min(1) }),
]);
export type Commission = z.infer<typeof Commission>;

export const PromoterDraft = z.strictObject({
  /** A person, or a group such as a fete's committee. */
  name: Line(1, 120),
  kind: z.enum(["person", "committee"]).default("person"),
  /** The word in their link: `?via=WORD`. */
  linkCode: PromoWord,
  /** Left out: sales of all nights count. */
  eventId: Id.optional(),
  /** Tickets that may be sold through the link; left out: as many as come. */
  allocation: z.int().min(1).max(1_000_000).optional(),
  commission: Commission,
});
export type PromoterDraft = z.infer<typeof PromoterDraft>;

/** The same for one that is there. */
export const PromoterChange = PromoterDraft.extend({ version: Version });
export type PromoterChange = z.infer<typeof PromoterChange>;

const NightOfPromoter = z
  .object({ id: Id, title: z.string(), slug: z.string(), startsAt: Instant, timeZone: z.string() })
  .nullable();

/** A promoter as staff see one. Tickets and money are of paid orders; `heldCount` is of orders that still can be paid. */
export const Promoter = z.object({
  id: Id,
  version: Version,
  name: z.string(),
  kind: z.enum(["person", "committee"]),
  linkCode: z.string(),
  event: NightOfPromoter,
  allocation: z.int().nullable(),
  commission: Commission,
  state: PromotionState,
  orderCount: z.int(),
  ticketCount: z.int(),
  heldCount: z.int(),
  /** What its orders brought, what of it was given back since, and the commission on what stayed. */
  revenueCents: Cents,
  givenBackCents: Cents,
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
  /** One promoter by their number. */
  id: optionalId,
  /** Promoters whose link counts for this night. */
  eventId: optionalId,
  q: z.string().trim().max(100).optional(),
  state: PromotionState.optional(),
  sort: PromoterSort.default("-revenue"),
};
export const PromoterQuery = z.object({ ...promoterFilter, page: Page, cursor: Cursor });
export type PromoterQuery = z.infer<typeof PromoterQuery>;

/** What came of a link, without a word about who bought. Days are in the zone of the night, UTC where there is none. */
export const PromoterResults = z.object({
  name: z.string(),
  kind: z.enum(["person", "committee"]),
  linkCode: z.string(),
  state: PromotionState,
  event: NightOfPromoter,
  allocation: z.int().nullable(),
  commission: Commission,
  currency: Currency,
  orderCount: z.int(),
  ticketCount: z.int(),
  heldCount: z.int(),
  /** What its orders brought, what of it was given back since, and the commission on what stayed. */
  revenueCents: Cents,
  givenBackCents: Cents,
  commissionCents: Cents,
  timeZone: z.string(),
  /** Days on which something was sold, newest first; 366 at most. */
  days: z.array(
    z.object({
      day: z.iso.date(),
      orderCount: z.int(),
      ticketCount: z.int(),
      revenueCents: Cents,
      givenBackCents: Cents,
      commissionCents: Cents,
    }),
  ),
  nights: z.array(
    z.object({
      title: z.string(),
      ticketCount: z.int(),
      revenueCents: Cents,
      givenBackCents: Cents,
      commissionCents: Cents,
    }),
  ),
});
export type PromoterResults = z.infer<typeof PromoterResults>;

const idParams = z.object({ id: IdParam });

export const listPromoters = endpoint({
  method: "GET",
  path: "/api/admin/promoters",
  summary: "Promoters and committees with what their links sold",
  access: "admin",
  limit: "read",
  query: PromoterQuery,
  reply: CursorList(Promoter),
  errors: ["invalid_input"],
});

export const exportPromoters = endpoint({
  method: "GET",
  path: "/api/admin/promoters.csv",
  summary: "The same list, whole, as a file for spreadsheets",
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
  summary: "Give a person or a committee a link of their own",
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
  summary: "Change a promoter; what was sold keeps the commission of its day",
  access: "admin",
  limit: "write",
  params: idParams,
  body: PromoterChange,
  reply: Promoter,
  errors: ["invalid_input", "edited_meanwhile", "already_exists", "not_found", "over_limit", "order_closed"],
});

export const setPromoterState = endpoint({
  method: "POST",
  path: "/api/admin/promoters/{id}/state",
  summary: "Pause a promoter's link, let it count again, or end it for good",
  access: "admin",
  limit: "write",
  params: idParams,
  body: z.strictObject({ state: PromotionState }),
  reply: Promoter,
  errors: ["invalid_input", "not_found", "order_closed"],
});

/** The secret address of a promoter's own page. */
const ResultsLink = z.object({ url: z.string() });

export const getPromoterLink = endpoint({
  method: "GET",
  path: "/api/admin/promoters/{id}/link",
  summary: "The secret address of a promoter's results, which opens without an account",
  access: "admin",
  limit: "read",
  params: idParams,
  reply: ResultsLink,
  errors: ["not_found"],
});

export const renewPromoterLink = endpoint({
  method: "POST",
  path: "/api/admin/promoters/{id}/link",
  summary: "Make a new secret address; every former one opens nothing any more",
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
  summary: "What came of a promoter's link, by day and by night",
  access: "admin",
  limit: "read",
  params: idParams,
  reply: PromoterResults,
  errors: ["not_found"],
});

export const openPromoterPage = endpoint({
  method: "GET",
  path: "/api/promoters/results",
  summary: "The same for whoever holds the promoter's secret link; nothing of any buyer is in it",
  access: "public",
  limit: "note",
  query: z.object({ key: z.string().max(100) }),
  reply: PromoterResults,
  errors: ["invalid_input", "not_found"],
});
