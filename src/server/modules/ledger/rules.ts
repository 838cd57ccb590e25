import type { LedgerAccount, LedgerKind } from "#contract/ledger.ts";
import type { Metric } from "#server/platform/metrics.ts";

/**
 * Accounts of the ledger. `provider`: our balance at the provider. `buyers`: what buyers owe us (above zero) or we owe
 * them (below). `sales`, `fees`, `tax`, `shipping`: what was earned, below zero. `disputes`: what banks took from us. `by_hand`:
 * what staff paid to buyers outside of the provider, below zero.
 */
type Account = LedgerAccount;

/** What a journal entry records; each happens once per subject, except that a bank can change its mind. */
type JournalEntryKind = LedgerKind;

/** One journal line: one account's part of a journal entry. */
interface JournalLine {
  account: Account;
  /** The event that it belongs to, if any. */
  eventId: number | null;
  /** What was sold, if it is about something sold: its kind, and its id among that kind. */
  kind: string | null;
  itemId: number | null;
  /** Debits above zero, credits below, never zero. */
  amountCents: number;
}

/** One journal entry: a movement of money across several accounts; its lines sum to zero. */
export interface JournalEntry {
  kind: JournalEntryKind;
  orderId: string | null;
  paymentId: string | null;
  refundId: string | null;
  disputeId: string | null;
  currency: string;
  lines: JournalLine[];
}

/** Money that moves between two accounts, and what it is about. */
type Movement = Pick<JournalEntry, "orderId" | "currency"> &
  Partial<Pick<JournalEntry, "paymentId" | "refundId" | "disputeId">> & { amountCents: number };

const plain = (account: Account, amountCents: number): JournalLine => ({
  account,
  eventId: null,
  kind: null,
  itemId: null,
  amountCents,
});

/** What an item earned, by its parts; leaves out those that are zero. */
const earned = (
  { eventId, kind, itemId }: Pick<SoldLine, "eventId" | "kind" | "itemId">,
  cents: [sales: number, fees: number, tax: number],
): JournalLine[] =>
  (["sales", "fees", "tax"] as const)
    .map((account, index) => ({ account, eventId, kind, itemId, amountCents: cents[index]! }))
    .filter(isSome);

const nothing = { orderId: null, paymentId: null, refundId: null, disputeId: null };

/** An entry that moves an amount between two accounts. */
const transfer =
  (kind: JournalEntryKind, from: Account, to: Account) =>
  ({ amountCents, ...of }: Movement): JournalEntry => ({
    ...nothing,
    ...of,
    kind,
    lines: [plain(to, amountCents), plain(from, -amountCents)],
  });

/** Money was captured: the amount that the provider reports, whatever was asked for. */
export const captureOf = transfer("capture", "buyers", "provider");

/** The provider reports that the buyer has received a refund. */
export const refundSentOf = transfer("money_back", "provider", "buyers");

/** A refund came back to us because the buyer's bank didn't accept it. We still owe it. */
export const refundFailedOf = transfer("money_back_failed", "buyers", "provider");

/** A bank took money from us in a dispute, or, `won`, returned it. */
export function disputeOf({ won, amountCents, ...of }: Movement & { won: boolean }): JournalEntry {
  const cents = won ? -amountCents : amountCents;
  return transfer(won ? "dispute_won" : "dispute", "provider", "disputes")({ ...of, amountCents: cents });
}

/** A line of an order as sold. `feeCents` is part of `totalCents - discountCents`, `taxCents` comes on top of it. */
interface SoldLine {
  /** What was sold, and the event that it was for, if any. */
  kind: string;
  itemId: number;
  eventId: number | null;
  totalCents: number;
  discountCents: number;
  feeCents: number;
  taxCents: number;
}

/**
 * An order was delivered: what the buyer owes for it, by its parts. Undefined if nothing was to pay. Each line has its
 * own tax, and so does the shipping, which belongs to no event.
 */
export function saleOf(
  order: { id: string; currency: string; shippingCents: number; shippingTaxCents: number; totalCents: number },
  soldLines: SoldLine[],
): JournalEntry | undefined {
  if (order.totalCents === 0) return undefined;
  const lines: JournalLine[] = [
    plain("buyers", order.totalCents),
    ...soldLines.flatMap((line) =>
      earned(line, [-(line.totalCents - line.discountCents - line.feeCents), -line.feeCents, -line.taxCents]),
    ),
    plain("shipping", -order.shippingCents),
    plain("tax", -order.shippingTaxCents),
  ];
  return { ...nothing, kind: "sale", orderId: order.id, currency: order.currency, lines: lines.filter(isSome) };
}

/** What a refund reverses, each part zero or above. */
interface RefundCents {
  netCents: number;
  feeCents: number;
  taxCents: number;
}

/** What a refund reverses of one line. */
interface RefundPart extends Pick<SoldLine, "kind" | "itemId" | "eventId">, RefundCents {}

/** A refund was decided: from now on we owe the buyer the sum of its parts. Undefined if that is nothing. */
export function refundOf(
  refund: { orderId: string; refundId: string; paymentId: string | null; currency: string },
  parts: RefundPart[],
  shipping: RefundCents,
): JournalEntry | undefined {
  const lines = [
    ...parts.flatMap((part) => earned(part, [part.netCents, part.feeCents, part.taxCents])),
    ...[plain("shipping", shipping.netCents), plain("tax", shipping.taxCents)].filter(isSome),
  ];
  if (lines.length === 0) return undefined;
  const owed = lines.reduce((sum, { amountCents }) => sum + amountCents, 0);
  return { ...nothing, ...refund, kind: "refund", lines: [...lines, plain("buyers", -owed)] };
}

/** Staff paid a buyer directly because the provider couldn't: nothing is owed anymore. */
export const paidByHandOf = transfer("paid_by_hand", "by_hand", "buyers");

const isSome = ({ amountCents }: JournalLine) => amountCents !== 0;

/** What was sold and refunded, by currency: orders sold for money, their cents, and cents that refunds return. */
export function salesMetrics(sums: Map<string, number[]>): Metric[] {
  const total = (name: string, help: string, index: number): Metric => ({
    name,
    help,
    kind: "counter",
    values: Array.from(sums, ([currency, values]) => ({ labels: { currency }, value: values[index]! })),
  });
  return [
    total("orders_sold_total", "Orders that were paid, without free ones", 0),
    total("revenue_cents_total", "What buyers paid for them", 1),
    total("refunded_cents_total", "What refunds return to buyers, by when they were decided", 2),
  ];
}
