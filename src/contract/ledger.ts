import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Currency, Cursor, CursorList, IdParam, Instant, Page, Uuid } from "./shapes.ts";

export const LedgerAccount = z.enum(["provider", "buyers", "sales", "fees", "tax", "disputes", "by_hand"]);
export type LedgerAccount = z.infer<typeof LedgerAccount>;

export const LedgerKind = z.enum([
  "capture",
  "sale",
  "refund",
  "money_back",
  "money_back_failed",
  "paid_by_hand",
  "dispute",
  "dispute_won",
]);
export type LedgerKind = z.infer<typeof LedgerKind>;

/** One movement of money in the books; its entries sum to zero. */
export const LedgerPosting = z.object({
  id: Uuid,
  kind: LedgerKind,
  at: Instant,
  order: z.object({ id: Uuid, number: z.string(), buyerName: z.string() }).nullable(),
  currency: Currency,
  entries: z.array(
    z.object({
      account: LedgerAccount,
      /** The night and the ticket type that it belongs to, where it belongs to one. */
      event: z.object({ id: z.int(), title: z.string() }).nullable(),
      typeName: z.string().nullable(),
      /** Debits above zero, credits below. */
      amountCents: z.int(),
    }),
  ),
});
export type LedgerPosting = z.infer<typeof LedgerPosting>;

const filter = {
  orderId: Uuid.optional(),
  eventId: IdParam.optional(),
};

export const listLedger = endpoint({
  method: "GET",
  path: "/api/admin/ledger",
  summary: "The books: every movement of money, newest first, of all or of an order, a night, an account",
  access: "admin",
  limit: "read",
  query: z.object({
    ...filter,
    account: LedgerAccount.optional(),
    kind: LedgerKind.optional(),
    page: Page,
    cursor: Cursor,
  }),
  reply: CursorList(LedgerPosting),
  errors: [],
});

/** What one account, and of it one night or ticket type, comes to. */
export const LedgerBalance = z.object({ account: LedgerAccount, currency: Currency, amountCents: z.int() });
export type LedgerBalance = z.infer<typeof LedgerBalance>;

export const getLedgerBalances = endpoint({
  method: "GET",
  path: "/api/admin/ledger/balances",
  summary: "What each account comes to, of all or of an order or a night, and what each ticket type earned",
  access: "admin",
  limit: "read",
  query: z.object(filter),
  reply: z.object({
    accounts: z.array(LedgerBalance),
    /** Of an order or a night: what was earned by each ticket type, without what was given back. */
    types: z.array(
      z.object({
        ticketTypeId: z.int(),
        name: z.string(),
        currency: Currency,
        salesCents: z.int(),
        feeCents: z.int(),
        taxCents: z.int(),
      }),
    ),
  }),
  errors: [],
});
export type LedgerBalances = z.infer<typeof getLedgerBalances.reply>;
