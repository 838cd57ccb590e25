import { z } from "zod";
import { adminEndpoint, fileEndpoint, listEndpoint } from "./endpoint.ts";
import { Currency, CursorList, IdParam, Instant, paging, TextOrNull, Uuid } from "./shapes.ts";

/**
 * `provider`: what the provider holds for us. `buyers`: what buyers owe us, below zero what we owe them. `sales`,
 * `fees`, `tax`, `shipping`: what was earned, below zero. `disputes`: what banks took back. `by_hand`: what staff paid
 * outside the provider, below zero.
 */
export const LedgerAccount = z.enum(["provider", "buyers", "sales", "fees", "tax", "shipping", "disputes", "by_hand"]);
export type LedgerAccount = z.infer<typeof LedgerAccount>;

/**
 * What moved the money. `money_back` and `money_back_failed` are the provider's report on a `refund`, `dispute_won` is
 * a bank's return of a `dispute`.
 */
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

/** One journal entry of the ledger. Its lines sum to zero. */
export const JournalEntry = z.object({
  id: Uuid,
  kind: LedgerKind,
  at: Instant,
  order: z.object({ id: Uuid, number: z.string(), buyerName: z.string() }).nullable(),
  currency: Currency,
  lines: z.array(
    z.object({
      account: LedgerAccount,
      /** Its event, and what was sold, if it has them. */
      event: z.object({ id: z.int(), title: z.string() }).nullable(),
      itemName: TextOrNull,
      /** Positive for debits, negative for credits. */
      amountCents: z.int(),
    }),
  ),
});
export type JournalEntry = z.infer<typeof JournalEntry>;

const filter = {
  orderId: Uuid.optional(),
  eventId: IdParam.optional(),
};

const entryFilter = { ...filter, account: LedgerAccount.optional(), kind: LedgerKind.optional() };

export const listLedger = listEndpoint(
  "/api/admin/ledger",
  "The ledger: every journal entry, newest first; all, or for an order, event or account",
  z.object({
    ...entryFilter,
    ...paging,
  }),
  CursorList(JournalEntry),
);

/** The entries of the list, one row each. `ledger.csv` has one row for each line, for a period. Times are in UTC. */
export const exportLedgerEntries = fileEndpoint("/api/admin/ledger-entries.csv", z.object(entryFilter));

/** The balance of one account. */
export const LedgerBalance = z.object({ account: LedgerAccount, currency: Currency, amountCents: z.int() });
export type LedgerBalance = z.infer<typeof LedgerBalance>;

/** `items` is empty without an order or event. What items earned is above zero. */
export const getLedgerBalances = adminEndpoint(
  "GET /api/admin/ledger/balances",
  "Account balances, for all or for an order or event, and earnings per item",
  {
    query: z.object(filter),
    reply: z.object({
      accounts: z.array(LedgerBalance),
      /** For an order or event: earnings per item, such as a ticket type, after refunds. */
      items: z.array(
        z.object({
          kind: z.string(),
          itemId: z.int(),
          name: z.string(),
          currency: Currency,
          salesCents: z.int(),
          feeCents: z.int(),
          taxCents: z.int(),
        }),
      ),
    }),
  },
);
export type LedgerBalances = z.infer<typeof getLedgerBalances.reply>;
