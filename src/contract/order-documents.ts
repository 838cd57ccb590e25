import { z } from "zod";
import { billingFields, Reason } from "./form-fields.ts";
import { adminEndpoint, endpoint, fileEndpoint } from "./endpoint.ts";
import { ById, ByUuid, Cents, Currency, Id, IdParam, Instant, Items, LinkQuery, TextOrNull, Uuid } from "./shapes.ts";

/**
 * Documents about a sale: proof of payment, the same with billing details, the cancellation of an invoice whose details
 * were wrong, and a refund.
 */
export const DocumentKind = z.enum(["receipt", "invoice", "cancellation", "credit_note"]);
export type DocumentKind = z.infer<typeof DocumentKind>;

/** A receipt, invoice, cancellation or credit note. It never changes once it has its number. */
export const OrderDocument = z.object({
  id: Id,
  kind: DocumentKind,
  /** `R-2026-000042`: numbered per kind and year, without gaps. */
  number: z.string(),
  issuedAt: Instant,
  /** The amount paid, canceled or refunded. */
  totalCents: Cents,
  currency: Currency,
  /** Number of the invoice that it cancels or replaces. */
  corrects: TextOrNull,
  /** True if it was canceled: another invoice replaced it. */
  isCanceled: z.boolean(),
  /** For an invoice, its billing details; null once the customer's data is deleted. */
  billing: z.object(billingFields).nullable(),
});
export type OrderDocument = z.infer<typeof OrderDocument>;

/** Billing details of an invoice. */
export const Billing = z.strictObject(billingFields);
export type Billing = z.infer<typeof Billing>;

/**
 * Gives numbers to what is due. Empty for unpaid and free orders. `unavailable` if the numbers can't be given right
 * now.
 */
export const listOrderDocuments = endpoint(
  "GET /api/orders/{id}/documents",
  "Documents of an order, oldest first. For its owner, admins, or anyone with its signed link",
  {
    access: "public",
    params: ByUuid,
    query: LinkQuery,
    reply: Items(OrderDocument),
    errors: ["not_found", "unavailable"],
  },
);

/** Common to every PDF document: for the order's owner, admins, or anyone with its signed link. */
const documentAsPdf = {
  access: "public",
  limit: "write",
  params: ByUuid,
  query: LinkQuery,
  reply: z.string(),
  replyType: "application/pdf",
  errors: ["not_found", "unavailable"],
} as const;

/** `not_found` for unpaid and free orders. */
export const getReceipt = endpoint(
  "GET /api/orders/{id}/receipt.pdf",
  "The receipt of a paid order as PDF; free orders have none",
  documentAsPdf,
);

/** The latest one, if it was corrected. */
export const getInvoice = endpoint(
  "GET /api/orders/{id}/invoice.pdf",
  "The invoice of an order as PDF, once requested",
  documentAsPdf,
);

/** `not_found` for a document of another order. */
export const getOrderDocument = endpoint(
  "GET /api/orders/{id}/documents/{documentId}",
  "Any document of an order as PDF, including credit notes",
  {
    ...documentAsPdf,
    params: z.object({ id: Uuid, documentId: IdParam }),
  },
);

/**
 * `already_exists` with other details than those of the invoice that there is. Staff may do it for the buyer; it is
 * then in the activity log.
 */
export const requestInvoice = endpoint(
  "POST /api/orders/{id}/invoice",
  "Create a paid order's invoice, once; the same details again return the same invoice",
  {
    access: "public",
    params: ByUuid,
    query: LinkQuery,
    body: Billing,
    reply: OrderDocument,
    errors: ["not_found", "already_exists", "unavailable"],
  },
);

/** Which invoice to correct: the one that was shown. */
const corrected = { documentId: Id };

/**
 * `already_exists` if nothing would change, or the buyer has corrected it before; `edited_meanwhile` if it was
 * corrected since. Staff use their own endpoint (`not_found`).
 */
export const correctOwnInvoice = endpoint(
  "POST /api/orders/{id}/invoice/correction",
  "Correct the billing details of one's own invoice, once: cancels it and issues a new one; repeats change nothing",
  {
    access: "public",
    params: ByUuid,
    query: LinkQuery,
    body: Billing.extend(corrected),
    reply: OrderDocument,
    errors: ["not_found", "already_exists", "edited_meanwhile", "unavailable"],
  },
);

/** `already_exists` if nothing would change; `edited_meanwhile` if it was corrected since. */
export const correctInvoice = adminEndpoint(
  "POST /api/admin/orders/{id}/invoice/correction",
  "Correct the billing details of an order's invoice: cancels it, issues a new one and emails the buyer",
  {
    params: ByUuid,
    body: Billing.extend({ ...corrected, reason: Reason }),
    reply: OrderDocument,
    errors: ["not_found", "already_exists", "edited_meanwhile", "unavailable"],
  },
);

/** Only valid tickets. `not_found` if there is nothing to print. */
export const printCompTickets = adminEndpoint(
  "GET /api/admin/comps/{id}/tickets.pdf",
  "Free tickets to print, with their codes: of one comp, or of the guests without an email in a guest list",
  { limit: "write", delicate: 30, params: ByUuid, reply: z.string() },
);

/** By last name, with who is checked in. */
export const getDoorList = adminEndpoint(
  "GET /api/admin/events/{id}/door-list.pdf",
  "An event's guest list by name, to print for the door, without ticket codes",
  {
    limit: "write",
    delicate: 30,
    params: ById,
    reply: z.string(),
  },
);

const day = z.iso
  .date()
  .refine((text) => text >= "2000-01-01" && text < "2200-01-01", "Enter a date from 2000 to 2199");

/** A period by its first and last day, both included, in the site's time zone. */
export const ExportPeriod = z
  .object({ from: day, to: day })
  .refine(({ from, to }) => from <= to, { message: "The last day is before the first day", path: ["to"] });
export type ExportPeriod = z.infer<typeof ExportPeriod>;

/** Dates in the site's time zone. Amounts in whole units, debits above zero, credits below. */
export const exportLedger = fileEndpoint(
  "/api/admin/ledger.csv",
  ExportPeriod,
  "Ledger export: every journal line in a period, by account",
  false,
);

/** Dates in the site's time zone. Cancellations and credit notes are below zero. */
export const exportOrderDocuments = fileEndpoint(
  "/api/admin/order-documents.csv",
  ExportPeriod,
  "Every document issued in a period, with its number, for the accountant",
);
