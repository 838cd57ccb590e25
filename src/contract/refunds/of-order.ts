import { z } from "zod";
import { Cents, Id, Instant, InstantOrNull, TextOrNull, Uuid } from "../shapes.ts";

/** `pending`: in progress. `done`: the provider has sent it. `failed`: the provider couldn't; staff handle it. */
export const RefundStatus = z.enum(["pending", "done", "failed"]);
export type RefundStatus = z.infer<typeof RefundStatus>;

/** Who started it: staff, the buyer under the refund policy, or a canceled event. */
export const RefundMaker = z.enum(["staff", "buyer", "event"]);
export type RefundMaker = z.infer<typeof RefundMaker>;

/**
 * `units`: of tickets, which became void, of other items or of the shipping. `difference`: of the price difference after
 * a ticket was moved. `amount`: of an amount; tickets stay valid.
 */
export const RefundKind = z.enum(["units", "difference", "amount"]);

/** One refund of an order, as its buyer sees it. */
export const OrderRefund = z.object({
  id: Uuid,
  amountCents: Cents,
  /** The fees in it. */
  feeCents: Cents,
  status: RefundStatus,
  madeBy: RefundMaker,
  ticketIds: z.array(Id),
  /** What it is for besides tickets: how many of which item, and the shipping. */
  items: z.array(z.object({ name: z.string(), quantity: z.int().min(1) })),
  withShipping: z.boolean(),
  kind: RefundKind,
  /** True if its tickets stay as they are. */
  keepsTickets: z.boolean(),
  /** The message from staff to the buyer. */
  note: TextOrNull,
  /** True if it was paid by other means than the original payment method. */
  byHand: z.boolean(),
  createdAt: Instant,
  doneAt: InstantOrNull,
});
export type OrderRefund = z.infer<typeof OrderRefund>;

/** Whether and until when a buyer can refund tickets themselves, as agreed at purchase or offered since. */
export const ReturnTerms = z.object({
  /** By the database's clock. Null: no self-service refunds. */
  until: InstantOrNull,
  /** Whether fees are refunded too. */
  withFees: z.boolean(),
  /** The tickets that can be refunded now: valid, not checked in, event upcoming. */
  ticketIds: z.array(Id),
});
