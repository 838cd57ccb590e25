import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Currency, IdParam, Instant, Line, Uuid } from "./shapes.ts";

/**
 * `proposed`: waits for a second administrator. `running`: order by order. `paused`: what is sent stays sent. `done`: every
 * order was looked at. `withdrawn`: it was never begun.
 */
export const NightRefundState = z.enum(["proposed", "running", "paused", "done", "withdrawn"]);
export type NightRefundState = z.infer<typeof NightRefundState>;

/** How far giving a night's money back has come. Counts are orders. */
export const NightRefund = z.object({
  id: Uuid,
  state: NightRefundState,
  startedBy: z.string(),
  confirmedBy: z.string().nullable(),
  reason: z.string(),
  withFee: z.boolean(),
  includesAdmitted: z.boolean(),
  createdAt: Instant,
  doneAt: Instant.nullable(),
  /** All of them; not looked at yet; on their way; sent; failed; left out. */
  of: z.int(),
  waiting: z.int(),
  pending: z.int(),
  done: z.int(),
  failed: z.int(),
  skipped: z.int(),
  /** Given back so far, and how much of it the provider has sent. */
  amountCents: z.int(),
  doneCents: z.int(),
  currency: Currency,
  /** The first of those left out or failed, and why. */
  troubles: z.array(z.object({ orderId: Uuid, number: z.string(), why: z.string() })),
});
export type NightRefund = z.infer<typeof NightRefund>;

/** What giving all money of a night back comes to, and what has been done of it. Nothing is done by asking. */
export const NightRefundDesk = z.object({
  /** Only what is called off gives all of its money back. */
  isCalledOff: z.boolean(),
  /** Where there are several administrators, one begins and another agrees. */
  needsSecond: z.boolean(),
  /** The one who asks began what waits for a second. */
  isOwn: z.boolean(),
  currency: Currency,
  people: z.int(),
  orders: z.int(),
  tickets: z.int(),
  /** Tickets among them that somebody came in with. */
  admitted: z.int(),
  /** What they are worth with their fees, and the fees in it. */
  amountCents: z.int(),
  feeCents: z.int(),
  latest: NightRefund.nullable(),
});
export type NightRefundDesk = z.infer<typeof NightRefundDesk>;

const params = z.object({ id: IdParam });

export const getNightRefund = endpoint({
  method: "GET",
  path: "/api/admin/events/{id}/refunds",
  summary: "What giving all money of a night back comes to, and how far it has come",
  access: "admin",
  limit: "read",
  params,
  reply: NightRefundDesk,
  errors: ["not_found"],
});

export const refundNight = endpoint({
  method: "POST",
  path: "/api/admin/events/{id}/refunds",
  summary: "Give all money of a night that is called off back; where there are several administrators, propose it",
  access: "admin",
  limit: "write",
  idempotent: true,
  delicate: true,
  params,
  body: z.strictObject({
    withFee: z.boolean(),
    includesAdmitted: z.boolean(),
    reason: Line(3, 200),
    /** Goes into the mails. */
    note: Line(3, 600).optional(),
  }),
  reply: NightRefundDesk,
  errors: ["invalid_input", "not_found", "not_ready", "order_closed", "already_refunded"],
});

export const NightRefundStep = z.enum(["confirm", "pause", "resume", "withdraw"]);
export type NightRefundStep = z.infer<typeof NightRefundStep>;

export const steerNightRefund = endpoint({
  method: "POST",
  path: "/api/admin/events/{id}/refunds/{refundId}",
  summary: "Agree to it as a second administrator, pause it, let it go on, or take back what was only proposed",
  access: "admin",
  limit: "write",
  delicate: true,
  params: z.object({ id: IdParam, refundId: Uuid }),
  body: z.strictObject({ step: NightRefundStep }),
  reply: NightRefundDesk,
  errors: ["invalid_input", "not_found", "order_closed", "second_person_needed"],
});
