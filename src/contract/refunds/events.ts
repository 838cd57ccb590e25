import { z } from "zod";
import { adminEndpoint } from "../endpoint.ts";
import { Reason } from "../form-fields.ts";
import { ById, Currency, IdParam, Instant, InstantOrNull, Line, TextOrNull, Uuid } from "../shapes.ts";

/**
 * `proposed`: waits for a second admin. `running`: refunds order by order. `paused`: refunds already sent stay sent.
 * `done`: every order was processed. `withdrawn`: canceled before it started.
 */
export const EventRefundStatus = z.enum(["proposed", "running", "paused", "done", "withdrawn"]);
export type EventRefundStatus = z.infer<typeof EventRefundStatus>;

/** Progress of refunding an event. Counts are orders. */
export const EventRefund = z.object({
  id: Uuid,
  status: EventRefundStatus,
  startedBy: z.string(),
  confirmedBy: TextOrNull,
  reason: z.string(),
  withFee: z.boolean(),
  includesAdmitted: z.boolean(),
  createdAt: Instant,
  doneAt: InstantOrNull,
  /** Total; not processed yet; pending; done; failed; skipped. */
  of: z.int(),
  waiting: z.int(),
  pending: z.int(),
  done: z.int(),
  failed: z.int(),
  skipped: z.int(),
  /** Refunded so far, and how much of it the provider has sent. */
  amountCents: z.int(),
  doneCents: z.int(),
  currency: Currency,
  /** The first skipped or failed orders, and why. */
  troubles: z.array(z.object({ orderId: Uuid, number: z.string(), why: z.string() })),
});
export type EventRefund = z.infer<typeof EventRefund>;

/** What refunding a whole event comes to, and its progress. Reading it changes nothing. */
export const EventRefundSummary = z.object({
  /** Only a canceled event can be refunded as a whole. */
  isCalledOff: z.boolean(),
  /** True if there are several admins: one proposes, another confirms. */
  needsSecond: z.boolean(),
  /** True if the caller made the pending proposal. */
  isOwn: z.boolean(),
  currency: Currency,
  people: z.int(),
  orders: z.int(),
  tickets: z.int(),
  /** Tickets among them that are checked in. */
  admitted: z.int(),
  /** Their value including fees, and the fees in it. */
  amountCents: z.int(),
  feeCents: z.int(),
  latest: EventRefund.nullable(),
});
export type EventRefundSummary = z.infer<typeof EventRefundSummary>;

/** `isOwn` depends on the caller; everything else is the same for all admins. */
export const getEventRefund = adminEndpoint(
  "GET /api/admin/events/{id}/refunds",
  "What refunding a whole event comes to, and its progress",
  {
    params: ById,
    reply: EventRefundSummary,
  },
);

/**
 * A job refunds order by order. `not_ready` unless the event is canceled, `order_closed` while one is in progress,
 * `already_refunded` if nothing is left. The same Idempotency-Key starts it once.
 */
export const refundEvent = adminEndpoint(
  "POST /api/admin/events/{id}/refunds",
  "Refund a whole canceled event; with several admins, propose it",
  {
    idempotent: true,
    delicate: 30,
    params: ById,
    body: z.strictObject({
      withFee: z.boolean(),
      includesAdmitted: z.boolean(),
      reason: Reason,
      /** Goes into the emails. */
      note: Line(3, 600).optional(),
    }),
    reply: EventRefundSummary,
    errors: ["not_found", "not_ready", "order_closed", "already_refunded"],
  },
);

/** Only another admin than the one who proposed it can `confirm`. */
export const EventRefundStep = z.enum(["confirm", "pause", "resume", "withdraw"]);
export type EventRefundStep = z.infer<typeof EventRefundStep>;

/**
 * `second_person_needed` for one's own proposal, `order_closed` if the step doesn't fit the status. Repeating `pause`,
 * `resume` or `withdraw` changes nothing.
 */
export const changeEventRefund = adminEndpoint(
  "POST /api/admin/events/{id}/refunds/{refundId}",
  "Confirm as a second admin, pause, resume, or withdraw a proposal",
  {
    delicate: 30,
    params: z.object({ id: IdParam, refundId: Uuid }),
    body: z.strictObject({ step: EventRefundStep }),
    reply: EventRefundSummary,
    errors: ["not_found", "order_closed", "second_person_needed"],
  },
);
