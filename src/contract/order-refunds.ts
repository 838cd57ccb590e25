import { z } from "zod";
import { Cents, Id, Instant, Uuid } from "./shapes.ts";

/** `pending`: on its way. `done`: the provider has sent it. `failed`: the provider could not, staff see to it. */
export const RefundStatus = z.enum(["pending", "done", "failed"]);
export type RefundStatus = z.infer<typeof RefundStatus>;

/** Who decided it: staff, the buyer by the night's own terms, or the calling off of a night. */
export const RefundMaker = z.enum(["staff", "buyer", "night"]);
export type RefundMaker = z.infer<typeof RefundMaker>;

/** What was given back of an order at one time, as its buyer sees it. */
export const OrderRefund = z.object({
  id: Uuid,
  amountCents: Cents,
  /** Part of it that is fees. */
  feeCents: Cents,
  status: RefundStatus,
  madeBy: RefundMaker,
  ticketIds: z.array(Id),
  /** Its tickets stay good: it is what they cost more than the places that staff moved them to. */
  keepsTickets: z.boolean(),
  /** What staff said to the buyer about it. */
  note: z.string().nullable(),
  /** It was paid back by other means than the way the money came. */
  byHand: z.boolean(),
  createdAt: Instant,
  doneAt: Instant.nullable(),
});
export type OrderRefund = z.infer<typeof OrderRefund>;

/** Whether and until when a buyer may return tickets, as it was agreed at purchase or offered since. */
export const ReturnTerms = z.object({
  /** By the database's clock; null: not by themselves. */
  until: Instant.nullable(),
  /** Whether the fees go back as well. */
  withFees: z.boolean(),
  /** The tickets that may go back right now: valid, nobody came in with them, their night is ahead. */
  ticketIds: z.array(Id),
});
export type ReturnTerms = z.infer<typeof ReturnTerms>;
