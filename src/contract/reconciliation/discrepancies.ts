import { z } from "zod";
import { adminEndpoint, fileEndpoint } from "../endpoint.ts";
import {
  ById,
  Cents,
  Currency,
  CursorList,
  Id,
  Instant,
  InstantOrNull,
  Line,
  paging,
  TextOrNull,
  Uuid,
} from "../shapes.ts";

/**
 * Kinds of discrepancies.
 * - `money_without_ticket`: a payment arrived, but its buyer has no tickets for it.
 * - `ticket_without_money`: a ticket is valid, but we hold no payment for it.
 * - `failed_refund`: a refund failed.
 * - `external_refund`: someone refunded at the provider, and the affected tickets aren't known yet.
 * - `provider_mismatch`: the provider's list and our ledger differ.
 * - `failed_webhook`: a webhook event failed on every attempt.
 */
export const DiscrepancyKind = z.enum([
  "money_without_ticket",
  "ticket_without_money",
  "failed_refund",
  "external_refund",
  "provider_mismatch",
  "failed_webhook",
]);
export type DiscrepancyKind = z.infer<typeof DiscrepancyKind>;

/**
 * One-click fixes for a discrepancy.
 * - `deliver`: issue the tickets, if they are still available.
 * - `return_money`: refund the whole payment.
 * - `retry_refund`: retry a failed refund.
 * - `void_order`: void all tickets of the order, because it was refunded at the provider.
 * - `void_tickets`: void only the given tickets.
 * - `ask_provider`: look it up and accept the provider's status.
 * - `replay_webhook`: process the webhook event again.
 * - `by_hand`: change nothing here; staff resolved it elsewhere and say how.
 */
export const MoneyRepair = z.enum([
  "deliver",
  "return_money",
  "retry_refund",
  "void_order",
  "void_tickets",
  "ask_provider",
  "replay_webhook",
  "by_hand",
]);
export type MoneyRepair = z.infer<typeof MoneyRepair>;

/** How a discrepancy was resolved: by a repair, or `gone` by itself. */
export const MoneyResolution = z.enum(["gone", ...MoneyRepair.options]);
export type MoneyResolution = z.infer<typeof MoneyResolution>;

/** A discrepancy that won't resolve by itself. */
export const Discrepancy = z.object({
  id: Id,
  kind: DiscrepancyKind,
  order: z
    .object({ id: Uuid, number: z.string(), status: z.string(), buyerName: z.string(), totalCents: Cents })
    .nullable(),
  paymentId: Uuid.nullable(),
  refundId: Uuid.nullable(),
  /** The provider's id for it. */
  ref: TextOrNull,
  /** The amount in question: of the refund, the payment, the order, or the provider's list. */
  amountCents: Cents.nullable(),
  currency: Currency.nullable(),
  /** Values for its message. The fields depend on the kind. */
  detail: z.record(z.string(), z.unknown()),
  /** Possible fixes, best first; empty once it is resolved. */
  repairs: z.array(MoneyRepair),
  openedAt: Instant,
  resolved: z.object({ at: Instant, by: TextOrNull, how: MoneyResolution }).nullable(),
});
export type Discrepancy = z.infer<typeof Discrepancy>;

const discrepancyFilter = {
  status: z.enum(["open", "resolved"]).default("open"),
  kind: DiscrepancyKind.optional(),
};

export const listDiscrepancies = adminEndpoint(
  "GET /api/admin/money/discrepancies",
  "Discrepancies, newest first, with possible fixes",
  {
    query: z.object({ ...discrepancyFilter, ...paging }),
    reply: CursorList(Discrepancy).extend({
      /** When the last full check ran, by the database's clock; null before the first one. */
      checkedAt: InstantOrNull,
    }),
  },
);

/** Times are in UTC, and money is in whole units of its currency. */
export const exportDiscrepancies = fileEndpoint("/api/admin/money/discrepancies.csv", z.object(discrepancyFilter));

/**
 * `status_final` if the repair doesn't fit (anymore), `sold_out` if its tickets are gone, `refund_too_high` if the
 * named tickets are worth less than the refund. Effect and resolution are one transaction, except for what the provider
 * is asked.
 */
export const repairDiscrepancy = adminEndpoint(
  "POST /api/admin/money/discrepancies/{id}/repair",
  "Resolve a discrepancy; repeating the call has no further effect",
  {
    delicate: 30,
    params: ById,
    body: z
      .strictObject({
        repair: MoneyRepair,
        reason: Line(3, 200).optional(),
        /** For `void_tickets`: which tickets. */
        ticketIds: z.array(Id).min(1).max(500).optional(),
      })
      .refine(({ repair, ticketIds }) => (repair === "void_tickets") === (ticketIds !== undefined), {
        path: ["ticketIds"],
        message: "Send ticketIds with void_tickets, and only then",
      })
      .refine(({ repair, reason }) => repair !== "by_hand" || reason !== undefined, {
        path: ["reason"],
        message: "Enter a reason to resolve this manually",
      }),
    reply: Discrepancy,
    errors: [
      "not_found",
      "sold_out",
      "order_closed",
      "status_final",
      "unavailable",
      "refund_too_high",
      "already_refunded",
      "payment_disputed",
    ],
  },
);
