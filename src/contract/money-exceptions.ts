import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Cents, Currency, Id, IdParam, Instant, Line, List, Page, Uuid } from "./shapes.ts";

/**
 * How money can fail to add up.
 * - `money_without_ticket`: it came in and its buyer has not got what it paid for.
 * - `ticket_without_money`: somebody may come in for whom nothing was kept.
 * - `failed_refund`: money that was to go back did not.
 * - `refund_elsewhere`: money went back that somebody sent at the provider, and nobody has said for which tickets.
 * - `provider_mismatch`: the provider's list says something else than our books.
 * - `failed_notice`: a provider's notice could not be worked on, however often it was tried.
 */
export const MoneyExceptionKind = z.enum([
  "money_without_ticket",
  "ticket_without_money",
  "failed_refund",
  "refund_elsewhere",
  "provider_mismatch",
  "failed_notice",
]);
export type MoneyExceptionKind = z.infer<typeof MoneyExceptionKind>;

/**
 * What settles an exception with one click.
 * - `deliver`: issue the tickets, if their stock is left.
 * - `return_money`: send the whole payment back.
 * - `retry_refund`: send a refund that failed once more.
 * - `void_order`: all tickets of the order die for the money that went back elsewhere.
 * - `void_tickets`: those that are named do.
 * - `ask_provider`: look it up and take the provider's word.
 * - `replay_notice`: work on the notice again.
 * - `by_hand`: nothing is done here; somebody settled it elsewhere and says how.
 */
export const MoneyRepair = z.enum([
  "deliver",
  "return_money",
  "retry_refund",
  "void_order",
  "void_tickets",
  "ask_provider",
  "replay_notice",
  "by_hand",
]);
export type MoneyRepair = z.infer<typeof MoneyRepair>;

/** How an exception was settled: by a repair, or `gone` by itself. */
export const MoneyResolution = z.enum(["gone", ...MoneyRepair.options]);
export type MoneyResolution = z.infer<typeof MoneyResolution>;

/** Something about money that does not go by itself any more. */
export const MoneyException = z.object({
  id: Id,
  kind: MoneyExceptionKind,
  order: z
    .object({ id: Uuid, number: z.string(), status: z.string(), buyerName: z.string(), totalCents: Cents })
    .nullable(),
  paymentId: Uuid.nullable(),
  refundId: Uuid.nullable(),
  /** The provider's own name of it. */
  ref: z.string().nullable(),
  /** The money in question: of the refund, of the payment, of the order, of what the provider lists. */
  amountCents: Cents.nullable(),
  currency: Currency.nullable(),
  /** What the sentence about it is made of; which fields it has depends on the kind. */
  detail: z.record(z.string(), z.unknown()),
  /** What would settle it, the most fitting first; empty once it is settled. */
  repairs: z.array(MoneyRepair),
  openedAt: Instant,
  resolved: z.object({ at: Instant, by: z.string().nullable(), how: MoneyResolution }).nullable(),
});
export type MoneyException = z.infer<typeof MoneyException>;

export const listMoneyExceptions = endpoint({
  method: "GET",
  path: "/api/admin/money/exceptions",
  summary: "Money that does not add up, newest first, with what would settle it",
  access: "admin",
  limit: "read",
  query: z.object({
    state: z.enum(["open", "resolved"]).default("open"),
    kind: MoneyExceptionKind.optional(),
    page: Page,
  }),
  reply: List(MoneyException).extend({
    /** When everything was last looked through, by the database's clock; null before the first time. */
    lookedAt: Instant.nullable(),
  }),
  errors: ["invalid_input"],
});

export const repairMoneyException = endpoint({
  method: "POST",
  path: "/api/admin/money/exceptions/{id}/repair",
  summary: "Settle an exception; pressing twice does it once",
  access: "admin",
  limit: "write",
  delicate: true,
  params: z.object({ id: IdParam }),
  body: z
    .strictObject({
      repair: MoneyRepair,
      reason: Line(3, 200).optional(),
      /** For `void_tickets`: which. */
      ticketIds: z.array(Id).min(1).max(500).optional(),
    })
    .refine(({ repair, ticketIds }) => (repair === "void_tickets") === (ticketIds !== undefined), {
      path: ["ticketIds"],
      message: "Which tickets is said for void_tickets, and for nothing else",
    })
    .refine(({ repair, reason }) => repair !== "by_hand" || reason !== undefined, {
      path: ["reason"],
      message: "What is settled by hand needs a reason",
    }),
  reply: MoneyException,
  errors: [
    "invalid_input",
    "not_found",
    "sold_out",
    "order_closed",
    "state_fixed",
    "unavailable",
    "refund_too_high",
    "already_refunded",
    "payment_disputed",
  ],
});
