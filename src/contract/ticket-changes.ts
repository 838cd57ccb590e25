import { z } from "zod";
import { Reason } from "./form-fields.ts";
import { adminEndpoint } from "./endpoint.ts";
import { OrderRefund } from "./refunds/of-order.ts";
import { ById, Cents, Currency, EventReference, Id, IdParam, Line, ReasonBody, TextOrNull, Uuid } from "./shapes.ts";
import { TicketStatus } from "./tickets.ts";

/** A ticket after staff changed it. */
export const ChangedTicket = z.object({
  ticketId: Id,
  orderId: Uuid,
  status: TicketStatus,
  /** Goes up when codes that were sent out become invalid. */
  version: z.int(),
});
export type ChangedTicket = z.infer<typeof ChangedTicket>;

/** Whether to email the buyer about the change, with the updated ticket. */
const mail = z.boolean();

/** Common to every change of one ticket. */
const change = { params: ById, reply: ChangedTicket };

/** The same name without a new code changes nothing. `ticket_admitted` once it is checked in. */
export const renameHolder = adminEndpoint(
  "POST /api/admin/tickets/{id}/rename",
  "Change a ticket's holder name, with a new code if the old one must become invalid",
  {
    ...change,
    body: z.strictObject({ holderName: Line(1, 120), newCode: z.boolean(), mail, reason: Reason }),
    errors: ["not_found", "order_closed", "ticket_admitted"],
  },
);

/** `ticket_admitted` once it is checked in. */
export const renewCode = adminEndpoint(
  "POST /api/admin/tickets/{id}/new-code",
  "Replace a ticket's code: the old one is no longer valid",
  {
    ...change,
    body: z.strictObject({ mail, reason: Reason }),
    errors: ["not_found", "order_closed", "ticket_admitted"],
  },
);

/** A ticket type that a ticket can be moved to. */
export const MoveChoice = z.object({
  ticketTypeId: Id,
  name: z.string(),
  priceCents: Cents,
  /** Its price minus what was paid for the ticket; negative if it is cheaper. */
  differenceCents: z.int(),
  /** What can be refunded after a move there: the paid amount above that price. */
  returnCents: Cents,
  available: z.int(),
  /** Why a ticket can't be moved there; null if it can. */
  closed: TextOrNull,
});
export type MoveChoice = z.infer<typeof MoveChoice>;

/** Upcoming events, those of the ticket's own series first, and the ticket types of one of them. */
export const MoveChoices = z.object({
  ticketId: Id,
  currency: Currency,
  paidCents: Cents,
  isComp: z.boolean(),
  eventId: Id,
  events: z.array(EventReference.extend({ isSameSeries: z.boolean() })),
  types: z.array(MoveChoice),
});
export type MoveChoices = z.infer<typeof MoveChoices>;

/** Of its own event without `eventId`. Takes no spot. */
export const listMoves = adminEndpoint(
  "GET /api/admin/tickets/{id}/moves",
  "Where a ticket can be moved: an event's ticket types with prices and availability",
  {
    params: ById,
    query: z.object({ eventId: IdParam.optional() }),
    reply: MoveChoices,
  },
);

/** Why a move to another ticket type can be refused. */
const moveErrors = [
  "invalid_input",
  "not_found",
  "order_closed",
  "ticket_admitted",
  "payment_disputed",
  "costs_more",
  "sold_out",
  "in_carts",
  "over_limit",
  "sales_closed",
] as const;

/**
 * No money moves: a more expensive type needs `waiveDifference` (`costs_more`), and the difference to a cheaper one can be
 * refunded later. Its old code becomes void. The last spot goes to one.
 */
export const moveTicket = adminEndpoint(
  "POST /api/admin/tickets/{id}/move",
  "Move a ticket to another type, also of another event: takes a spot there and frees the spot here at once",
  {
    ...change,
    /** `waiveDifference`: the organizer covers the higher price. */
    body: z.strictObject({ ticketTypeId: Id, waiveDifference: z.boolean(), mail, reason: Reason }),
    errors: [...moveErrors],
  },
);

/** Move and refund are one transaction. `order_closed` if it was never moved. The same Idempotency-Key refunds once. */
export const refundDifference = adminEndpoint(
  "POST /api/admin/tickets/{id}/difference",
  "Refund the difference to a cheaper ticket type, moving the ticket there first if a type is given; it stays valid",
  {
    idempotent: true,
    delicate: 30,
    params: ById,
    body: z.strictObject({
      /** The type to move it to first; omitted if it was already moved. */
      ticketTypeId: Id.optional(),
      /** The refund amount that was shown. The call is refused if it has changed. */
      amountCents: Cents.min(1),
      /** Email about the move. The buyer always gets an email about the refund. */
      mail,
      reason: Reason,
      /** Goes into the buyer's refund email. */
      note: Line(3, 600).optional(),
    }),
    reply: OrderRefund,
    status: 201,
    errors: [...moveErrors, "already_refunded", "edited_meanwhile", "refund_too_high"],
  },
);

/** Voiding it again changes nothing. `ticket_admitted` once it is checked in. */
export const cancelTicket = adminEndpoint(
  "POST /api/admin/tickets/{id}/cancel",
  "Void one ticket without a refund; optionally puts its spot back on sale",
  {
    ...change,
    body: z.strictObject({ returnsSpot: z.boolean(), mail, reason: Reason }),
    errors: ["not_found", "order_closed", "ticket_admitted"],
  },
);

/**
 * Also before the entry window. It is checked in once, however many doors scan it; an earlier check-in stays.
 * `order_closed` for a ticket that no door would admit.
 */
export const checkInTicket = adminEndpoint(
  "POST /api/admin/tickets/{id}/check-in",
  "Check in a ticket manually, as a scanner would",
  {
    ...change,
    body: ReasonBody,
    errors: ["not_found", "order_closed"],
  },
);

/** The check-in stays on record as undone. Without one, nothing changes. */
export const undoCheckIn = adminEndpoint(
  "POST /api/admin/tickets/{id}/check-in/undo",
  "Undo a ticket's check-in, so that it can be used again",
  {
    ...change,
    body: ReasonBody,
  },
);
