import { z } from "zod";
import { adminEndpoint, fileEndpoint } from "../endpoint.ts";
import {
  ById,
  Cents,
  CursorList,
  EventReference,
  Id,
  IdParam,
  Instant,
  paging,
  SearchText,
  Uuid,
  Version,
} from "../shapes.ts";
import { plainDashes } from "../typed-text.ts";

// What promo codes and promoter links have in common.

/** A code as people type it: letters, digits, `-` and `_`. Case doesn't matter. */
export const CodeText = z
  .string()
  .overwrite(plainDashes)
  .trim()
  .min(3, "Use at least 3 characters")
  .max(40, "Use at most 40 characters")
  .regex(/^[\p{L}\p{N}][\p{L}\p{N}_-]*$/u, "Use only letters, numbers, - and _");

/** The status that staff set for a code or a link. `ended` is permanent. */
export const PromotionStatus = z.enum(["active", "paused", "ended"]);
export type PromotionStatus = z.infer<typeof PromotionStatus>;

/** What paid orders of a code or link brought; in the list of an event, its orders only. */
export const revenueFields = {
  /** Tickets that are still valid. */
  ticketCount: z.int(),
  /** What the orders paid for tickets and products after discounts, without shipping and tax, and refunds of it. */
  revenueCents: Cents,
  refundedCents: Cents,
};

/** What staff see of both. */
export const promotionFields = {
  id: Id,
  version: Version,
  /** If null, it is for all events. */
  event: EventReference.extend({ slug: z.string() }).nullable(),
  ...revenueFields,
  createdAt: Instant,
};

/** What a list of them is asked; each has its own statuses and sort orders. */
const promotionQuery = (status: z.ZodType<string>, sort: z.ZodType<string>) =>
  z.object({
    /** One by id. */
    id: IdParam.optional(),
    /** Those that count for this event: its own, and those for all events. */
    eventId: IdParam.optional(),
    q: SearchText,
    /** Promo codes that were created together. */
    batch: Uuid.optional(),
    status: status.optional(),
    sort,
  });
export type PromotionQuery = z.infer<ReturnType<typeof promotionQuery>>;

/** The endpoints of both: list, file, create, update and status. */
export function promotionEndpoints<Draft, Promotion, DraftInput = unknown>(of: {
  path: `/api/admin/${string}`;
  draft: z.ZodType<Draft, DraftInput>;
  /** The draft with the version that it started from. */
  change: z.ZodType<Draft & { version: number }, DraftInput & { version: number }>;
  status: z.ZodType<string>;
  sort: z.ZodType<string>;
  reply: z.ZodType<Promotion>;
  /** Whether the file has personal data. */
  isPersonal: boolean;
  summaries: Record<"list" | "create" | "update" | "setStatus", string>;
}) {
  const { path, draft, reply, summaries } = of;
  const query = promotionQuery(of.status, of.sort);
  const one = { params: ById, reply };
  return {
    list: adminEndpoint(`GET ${path}`, summaries.list, {
      query: query.extend(paging),
      reply: CursorList(reply),
      errors: ["invalid_input"],
    }),
    file: fileEndpoint(`${path}.csv`, query, undefined, of.isPersonal),
    create: adminEndpoint(`POST ${path}`, summaries.create, {
      body: draft,
      reply,
      status: 201,
      errors: ["already_exists", "not_found"],
    }),
    update: adminEndpoint(`PUT ${path}/{id}`, summaries.update, {
      ...one,
      body: of.change,
      errors: ["edited_meanwhile", "already_exists", "not_found", "over_limit", "order_closed"],
    }),
    setStatus: adminEndpoint(`POST ${path}/{id}/status`, summaries.setStatus, {
      ...one,
      body: z.strictObject({ status: PromotionStatus }),
      errors: ["invalid_input", "not_found", "order_closed"],
    }),
  };
}

export type PromotionEndpoints<Draft, Promotion> = ReturnType<typeof promotionEndpoints<Draft, Promotion>>;
