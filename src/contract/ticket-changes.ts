import { z } from "zod";
import { Reason } from "./comps.ts";
import { endpoint } from "./endpoint.ts";
import { OrderRefund } from "./order-refunds.ts";
import { Cents, Currency, Id, IdParam, Instant, Line, Uuid } from "./shapes.ts";
import { TicketStatus } from "./tickets.ts";

const params = z.object({ id: IdParam });

/** A ticket after staff changed it. */
export const ChangedTicket = z.object({
  ticketId: Id,
  orderId: Uuid,
  status: TicketStatus,
  /** Raised where codes that were sent out are worthless from now on. */
  version: z.int(),
});
export type ChangedTicket = z.infer<typeof ChangedTicket>;

/** Whether the buyer is written to about the change, with the ticket as it is then. */
const mail = z.boolean();

export const renameHolder = endpoint({
  method: "POST",
  path: "/api/admin/tickets/{id}/rename",
  summary: "Write another holder's name on a ticket; with a new code where the old one must not open the door",
  access: "admin",
  limit: "write",
  params,
  body: z.strictObject({ holderName: Line(1, 120), newCode: z.boolean(), mail, reason: Reason }),
  reply: ChangedTicket,
  errors: ["invalid_input", "not_found", "order_closed", "ticket_admitted"],
});

export const renewCode = endpoint({
  method: "POST",
  path: "/api/admin/tickets/{id}/new-code",
  summary: "Make a ticket's code anew: the one that was sent out opens no door any more",
  access: "admin",
  limit: "write",
  params,
  body: z.strictObject({ mail, reason: Reason }),
  reply: ChangedTicket,
  errors: ["invalid_input", "not_found", "order_closed", "ticket_admitted"],
});

/** A ticket type that a ticket can be moved to. */
export const MoveChoice = z.object({
  ticketTypeId: Id,
  name: z.string(),
  priceCents: Cents,
  /** What it costs more than was paid for the ticket; less where it is below zero. */
  differenceCents: z.int(),
  /** What can go back to the buyer when the ticket is moved there: what is held for it above that price. */
  returnCents: Cents,
  available: z.int(),
  /** Why a ticket cannot be moved there; null where it can. */
  closed: z.string().nullable(),
});
export type MoveChoice = z.infer<typeof MoveChoice>;

/** Nights to come, those of the ticket's own series first, and what can be had of one of them. */
export const MoveChoices = z.object({
  ticketId: Id,
  currency: Currency,
  paidCents: Cents,
  isComp: z.boolean(),
  eventId: Id,
  nights: z.array(
    z.object({ id: Id, title: z.string(), startsAt: Instant, timeZone: z.string(), isSameSeries: z.boolean() }),
  ),
  types: z.array(MoveChoice),
});
export type MoveChoices = z.infer<typeof MoveChoices>;

export const listMoves = endpoint({
  method: "GET",
  path: "/api/admin/tickets/{id}/moves",
  summary: "Where a ticket can be moved: the types of a night with what they cost and what is left of them",
  access: "admin",
  limit: "read",
  params,
  query: z.object({ eventId: IdParam.optional() }),
  reply: MoveChoices,
  errors: ["not_found", "invalid_input"],
});

/** What a move to another place may be refused for. */
const moveErrors = [
  "invalid_input",
  "not_found",
  "order_closed",
  "ticket_admitted",
  "payment_disputed",
  "costs_more",
  "sold_out",
  "over_limit",
  "sales_closed",
] as const;

export const moveTicket = endpoint({
  method: "POST",
  path: "/api/admin/tickets/{id}/move",
  summary: "Change a ticket's type, also to one of another night: its place is taken there and given back here at once",
  access: "admin",
  limit: "write",
  params,
  /** `waiveDifference`: the house gives what the new place costs more. */
  body: z.strictObject({ ticketTypeId: Id, waiveDifference: z.boolean(), mail, reason: Reason }),
  reply: ChangedTicket,
  errors: [...moveErrors],
});

export const giveBackDifference = endpoint({
  method: "POST",
  path: "/api/admin/tickets/{id}/difference",
  summary:
    "Give back what a ticket's place costs less than what was paid, moving it there first where a type is named; it stays good",
  access: "admin",
  limit: "write",
  idempotent: true,
  delicate: true,
  params,
  body: z.strictObject({
    /** Where it is moved first; left out where it was moved before. */
    ticketTypeId: Id.optional(),
    /** What was shown to go back: refused when it is something else by now. */
    amountCents: Cents.min(1),
    /** About the move; of the money the buyer is always written to. */
    mail,
    reason: Reason,
    /** Goes into the buyer's mail about the money. */
    note: Line(3, 600).optional(),
  }),
  reply: OrderRefund,
  status: 201,
  errors: [...moveErrors, "already_refunded", "edited_meanwhile", "refund_too_high"],
});

export const cancelTicket = endpoint({
  method: "POST",
  path: "/api/admin/tickets/{id}/cancel",
  summary: "Make one ticket void; its money stays, its place is for sale again where that is wanted",
  access: "admin",
  limit: "write",
  params,
  body: z.strictObject({ returnsPlace: z.boolean(), mail, reason: Reason }),
  reply: ChangedTicket,
  errors: ["invalid_input", "not_found", "order_closed", "ticket_admitted"],
});

export const checkInTicket = endpoint({
  method: "POST",
  path: "/api/admin/tickets/{id}/check-in",
  summary: "Let a ticket in from the desk, as a door would",
  access: "admin",
  limit: "write",
  params,
  body: z.strictObject({ reason: Reason }),
  reply: ChangedTicket,
  errors: ["invalid_input", "not_found", "order_closed"],
});

export const undoCheckIn = endpoint({
  method: "POST",
  path: "/api/admin/tickets/{id}/check-in/undo",
  summary: "Take a ticket's entry back: it can come in again",
  access: "admin",
  limit: "write",
  params,
  body: z.strictObject({ reason: Reason }),
  reply: ChangedTicket,
  errors: ["invalid_input", "not_found"],
});
