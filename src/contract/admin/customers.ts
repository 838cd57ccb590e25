import { z } from "zod";
import { OrderNote } from "./order.ts";
import { adminEndpoint, fileEndpoint, listEndpoint } from "../endpoint.ts";
import { NoteText } from "../form-fields.ts";
import {
  ById,
  ByUuid,
  Currency,
  CursorList,
  EventReference,
  Id,
  Instant,
  InstantOrNull,
  Named,
  OrderReference,
  paging,
  SearchText,
  Uuid,
} from "../shapes.ts";
import { TicketStatus } from "../tickets.ts";

/**
 * Someone who bought or got tickets: an account with its own orders and the guest orders under its confirmed email, or
 * all guest orders under one email that no account has confirmed.
 */
export const Customer = z.object({
  /** Their latest paid order. It names the customer, so that no address of a page contains an email. */
  id: Uuid,
  /** From their latest order. */
  name: z.string(),
  email: z.string(),
  /** True if the account has confirmed the email. Anyone can type an address, so guest orders prove nothing. */
  isConfirmed: z.boolean(),
  account: Named.nullable(),
  orderCount: z.int(),
  eventCount: z.int(),
  /** Paid minus refunded, in cents, by currency, the highest first; empty if they only had free tickets. */
  spend: z.array(z.object({ currency: Currency, cents: z.int() })),
  firstOrderAt: Instant,
  lastOrderAt: Instant,
});
export type Customer = z.infer<typeof Customer>;

/** By the latest order unless `sort` says otherwise. `kind`: with an account, or only guest orders. */
export const CustomerQuery = z.object({
  /** Word prefixes of a buyer's name or email, or an order number, of any of their orders. */
  q: SearchText,
  kind: z.enum(["account", "guest"]).optional(),
  sort: z.enum(["-lastOrderAt", "lastOrderAt"]).default("-lastOrderAt"),
  ...paging,
});
export type CustomerQuery = z.infer<typeof CustomerQuery>;

/** A row is a person, not an account; see `Customer`. */
export const listCustomers = listEndpoint(
  "/api/admin/customers",
  "Everyone with a paid or free order, one row a person",
  CustomerQuery,
  CursorList(Customer),
);

/** Times are in UTC. What a customer spent is one column, with every currency. */
export const exportCustomers = fileEndpoint(
  "/api/admin/customers.csv",
  CustomerQuery.omit({ page: true, cursor: true }),
);

/** A staff note about a customer. Deleted notes stay readable. */
export const CustomerNote = OrderNote;
export type CustomerNote = z.infer<typeof CustomerNote>;

/** One of a customer's tickets. */
export const CustomerTicket = z.object({
  id: Id,
  holderName: z.string(),
  typeName: z.string(),
  status: TicketStatus,
  admittedAt: InstantOrNull,
  order: OrderReference,
  event: EventReference,
});
export type CustomerTicket = z.infer<typeof CustomerTicket>;

/** `ticketCount` counts all tickets, `tickets` has the latest ones. */
export const CustomerDetail = Customer.extend({
  ticketCount: z.int(),
  /** Tickets of the latest events, at most a hundred. */
  tickets: z.array(CustomerTicket),
  notes: z.array(CustomerNote),
});
export type CustomerDetail = z.infer<typeof CustomerDetail>;

/** `not_found` also if the buyer's account was deleted. */
export const getCustomer = adminEndpoint(
  "GET /api/admin/customers/{id}",
  "One customer, by any of their orders: spend, tickets and notes",
  { params: ByUuid, reply: CustomerDetail },
);

/**
 * It is about the account, or about the email if no account has confirmed it. The same Idempotency-Key adds it once.
 */
export const addCustomerNote = adminEndpoint(
  "POST /api/admin/customers/{id}/notes",
  "Add a note about a customer, visible only to staff",
  {
    idempotent: true,
    params: ByUuid,
    body: z.strictObject({ text: NoteText }),
    reply: CustomerNote,
    status: 201,
    errors: ["not_found", "idempotency_key_required", "idempotency_key_reused"],
  },
);

/** A soft delete: the note stays, with who deleted it. Deleting it again changes nothing. */
export const deleteCustomerNote = adminEndpoint(
  "POST /api/admin/customer-notes/{id}/delete",
  "Delete a note about a customer; staff can still read it",
  { params: ById, body: z.strictObject({}), reply: CustomerNote },
);
