import { z } from "zod";
import { Reason } from "./comps.ts";
import { endpoint } from "./endpoint.ts";
import { Address, Cents, Currency, Id, IdParam, Instant, Line, Uuid } from "./shapes.ts";

/**
 * What is handed out about a sale: proof of payment, the same with billing details, what takes such an invoice back because
 * its details were wrong, and money that went back.
 */
export const PaperKind = z.enum(["receipt", "invoice", "cancellation", "credit_note"]);
export type PaperKind = z.infer<typeof PaperKind>;

const details = {
  name: Line(2, 120),
  address: Address,
  taxId: Line(2, 40).optional(),
};

/** One paper of an order. */
export const Paper = z.object({
  id: Id,
  kind: PaperKind,
  /** `R-2026-000042`: its year's papers of a kind are counted without a gap. */
  number: z.string(),
  issuedAt: Instant,
  /** What it is about: paid, taken back, or gone back. */
  totalCents: Cents,
  currency: Currency,
  /** Number of the invoice that it cancels, or in whose place it was made out. */
  corrects: z.string().nullable(),
  /** A cancellation took it back: another invoice stands in its place. */
  isCancelled: z.boolean(),
  /** Of an invoice: to whom it is made out; null once they were forgotten. */
  billing: z.object(details).nullable(),
});
export type Paper = z.infer<typeof Paper>;

const orderParams = z.object({ id: Uuid });
const linkQuery = z.object({ key: z.string().max(100).optional() });

/** Who an invoice is made out to. */
export const Billing = z.strictObject(details);
export type Billing = z.infer<typeof Billing>;

export const listPapers = endpoint({
  method: "GET",
  path: "/api/orders/{id}/papers",
  summary: "Papers of an order, oldest first. For its owner, staff, or whoever holds its signed link",
  access: "public",
  limit: "read",
  params: orderParams,
  query: linkQuery,
  reply: z.object({ items: z.array(Paper) }),
  errors: ["not_found", "unavailable"],
});

/** What every paper that opens as PDF has in common: its owner reads it, or staff, or whoever holds the order's signed link. */
const paperAsPdf = {
  method: "GET",
  access: "public",
  limit: "write",
  query: linkQuery,
  reply: z.string(),
  errors: ["not_found", "unavailable"],
} as const;

export const getReceipt = endpoint({
  ...paperAsPdf,
  path: "/api/orders/{id}/receipt.pdf",
  summary: "The receipt of a paid order as PDF; orders with nothing to pay have none",
  params: orderParams,
});

export const getInvoice = endpoint({
  ...paperAsPdf,
  path: "/api/orders/{id}/invoice.pdf",
  summary: "The invoice of an order as PDF, once it was asked for",
  params: orderParams,
});

export const getPaper = endpoint({
  ...paperAsPdf,
  path: "/api/orders/{id}/papers/{paperId}",
  summary: "Any paper of an order as PDF: credit notes as well",
  params: z.object({ id: Uuid, paperId: IdParam }),
});

export const requestInvoice = endpoint({
  method: "POST",
  path: "/api/orders/{id}/invoice",
  summary: "Have a paid order's invoice made out, once: the same details again give the same invoice",
  access: "public",
  limit: "write",
  params: orderParams,
  query: linkQuery,
  body: Billing,
  reply: Paper,
  errors: ["invalid_input", "not_found", "already_exists", "unavailable"],
});

/** Which invoice is put right: the one that was shown. */
const corrected = { paperId: Id };

export const correctOwnInvoice = endpoint({
  method: "POST",
  path: "/api/orders/{id}/invoice/correction",
  summary:
    "Put right to whom one's own invoice is made out, once: it is cancelled and made out anew; the same again changes nothing",
  access: "public",
  limit: "write",
  params: orderParams,
  query: linkQuery,
  body: Billing.extend(corrected),
  reply: Paper,
  errors: ["invalid_input", "not_found", "already_exists", "edited_meanwhile", "unavailable"],
});

export const correctInvoice = endpoint({
  method: "POST",
  path: "/api/admin/orders/{id}/invoice/correction",
  summary: "Put right to whom an order's invoice is made out: it is cancelled and made out anew, its buyer is told",
  access: "admin",
  limit: "write",
  params: orderParams,
  body: Billing.extend({ ...corrected, reason: Reason }),
  reply: Paper,
  errors: ["invalid_input", "not_found", "already_exists", "edited_meanwhile", "unavailable"],
});

export const getDoorList = endpoint({
  method: "GET",
  path: "/api/admin/events/{id}/door-list.pdf",
  summary: "A night's guests by name, to print for the door; no codes are on it",
  access: "admin",
  limit: "write",
  delicate: true,
  params: z.object({ id: IdParam }),
  reply: z.string(),
  errors: ["not_found"],
});

const day = z.iso
  .date()
  .refine((text) => text >= "2000-01-01" && text < "2200-01-01", "A day of this century or the next is needed");

/** A period by its first and last day, both counted in, as the house's own calendar has them. */
export const JournalPeriod = z
  .object({ from: day, to: day })
  .refine(({ from, to }) => from <= to, { message: "The last day comes before the first", path: ["to"] });
export type JournalPeriod = z.infer<typeof JournalPeriod>;

export const exportJournal = endpoint({
  method: "GET",
  path: "/api/admin/journal.csv",
  summary: "Every movement of money in a period, account by account, for the accountant",
  access: "admin",
  limit: "write",
  delicate: true,
  query: JournalPeriod,
  reply: z.string(),
  errors: ["invalid_input"],
});

export const exportPapers = endpoint({
  method: "GET",
  path: "/api/admin/papers.csv",
  summary: "Every paper that was issued in a period, with its number, for the accountant",
  access: "admin",
  limit: "write",
  delicate: true,
  query: JournalPeriod,
  reply: z.string(),
  errors: ["invalid_input"],
});
