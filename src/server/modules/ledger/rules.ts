/**
 * Where money stands. `provider`: what the provider has for us. `buyers`: what buyers owe us (above zero) or we owe them
 * (below). `sales`, `fees`, `tax`: what was earned, below zero. `disputes`: what was taken from us by a bank. `by_hand`: what
 * staff paid to buyers past the provider, below zero.
 */
export type Account = "provider" | "buyers" | "sales" | "fees" | "tax" | "disputes" | "by_hand";

/** What a posting tells of; each happens once to its subject, but that a bank may change its mind. */
export type PostingKind =
  | "capture"
  | "sale"
  | "refund"
  | "money_back"
  | "money_back_failed"
  | "paid_by_hand"
  | "dispute"
  | "dispute_won";

/** One account's part of a posting. */
export interface Entry {
  account: Account;
  /** The night that it belongs to, where it belongs to one. */
  eventId: number | null;
  ticketTypeId: number | null;
  /** Debits above zero, credits below, never zero. */
  amountCents: number;
}

/** One movement of money over several accounts; its entries sum to zero. */
export interface Posting {
  kind: PostingKind;
  orderId: string | null;
  paymentId: string | null;
  refundId: string | null;
  disputeId: string | null;
  currency: string;
  entries: Entry[];
}

interface Movement {
  orderId: string | null;
  paymentId: string;
  amountCents: number;
  currency: string;
}

const plain = (account: Account, amountCents: number): Entry => ({
  account,
  eventId: null,
  ticketTypeId: null,
  amountCents,
});

const nothing = { orderId: null, paymentId: null, refundId: null, disputeId: null };

/** Money came in: as much as the provider says, whatever was asked for. */
export function captureOf({ amountCents, ...of }: Movement): Posting {
  const entries = [plain("provider", amountCents), plain("buyers", -amountCents)];
  return { ...nothing, ...of, kind: "capture", entries };
}

/** Money is back with the buyer, the provider says. */
export function moneyBackOf({ amountCents, ...of }: Movement & { refundId: string }): Posting {
  const entries = [plain("buyers", amountCents), plain("provider", -amountCents)];
  return { ...nothing, ...of, kind: "money_back", entries };
}

/** Money that was back with the buyer came back to us: their bank did not take it. We still owe it. */
export function moneyBackFailedOf({ amountCents, ...of }: Movement & { refundId: string }): Posting {
  const entries = [plain("provider", amountCents), plain("buyers", -amountCents)];
  return { ...nothing, ...of, kind: "money_back_failed", entries };
}

/** A bank took money from us on its holder's word, or, `won`, returned it. */
export function disputeOf({ amountCents, won, ...of }: Movement & { disputeId: string; won: boolean }): Posting {
  const cents = won ? -amountCents : amountCents;
  const entries = [plain("disputes", cents), plain("provider", -cents)];
  return { ...nothing, ...of, kind: won ? "dispute_won" : "dispute", entries };
}

/** A line of an order as it was sold. `feeCents` is part of `totalCents - discountCents`, `taxCents` comes on top of it. */
export interface SoldLine {
  eventId: number;
  ticketTypeId: number;
  totalCents: number;
  discountCents: number;
  feeCents: number;
  taxCents: number;
}

/**
 * An order was delivered: what the buyer owes for it, by what it was made of. Undefined where nothing was to pay. Each line
 * has its share of the tax, as when it is refunded. Shipping is a sale of no event.
 */
export function saleOf(
  order: { id: string; currency: string; shippingCents: number; totalCents: number },
  lines: SoldLine[],
): Posting | undefined {
  if (order.totalCents === 0) return undefined;
  const entries: Entry[] = [
    plain("buyers", order.totalCents),
    ...lines.flatMap(({ eventId, ticketTypeId, totalCents, discountCents, feeCents, taxCents }): Entry[] => [
      { account: "sales", eventId, ticketTypeId, amountCents: -(totalCents - discountCents - feeCents) },
      { account: "fees", eventId, ticketTypeId, amountCents: -feeCents },
      { account: "tax", eventId, ticketTypeId, amountCents: -taxCents },
    ]),
    plain("sales", -order.shippingCents),
  ];
  return { ...nothing, kind: "sale", orderId: order.id, currency: order.currency, entries: entries.filter(isSome) };
}

/** What a refund takes back of one line or of the order as a whole, each part zero or above. */
export interface RefundPart {
  eventId: number | null;
  ticketTypeId: number | null;
  salesCents: number;
  feeCents: number;
  taxCents: number;
}

/** A refund was decided: from here on we owe the buyer all of its parts together. Undefined where that is nothing. */
export function refundOf(
  refund: { orderId: string; refundId: string; paymentId: string | null; currency: string },
  parts: RefundPart[],
): Posting | undefined {
  const entries = parts
    .flatMap(({ eventId, ticketTypeId, salesCents, feeCents, taxCents }): Entry[] => [
      { account: "sales", eventId, ticketTypeId, amountCents: salesCents },
      { account: "fees", eventId, ticketTypeId, amountCents: feeCents },
      { account: "tax", eventId, ticketTypeId, amountCents: taxCents },
    ])
    .filter(isSome);
  if (entries.length === 0) return undefined;
  const owed = entries.reduce((sum, { amountCents }) => sum + amountCents, 0);
  return { ...nothing, ...refund, kind: "refund", entries: [...entries, plain("buyers", -owed)] };
}

/** Staff paid a buyer past the provider, who could not send it: nothing is owed any more. */
export function paidByHandOf(paid: {
  orderId: string;
  refundId: string;
  amountCents: number;
  currency: string;
}): Posting {
  const { amountCents, ...of } = paid;
  const entries = [plain("buyers", amountCents), plain("by_hand", -amountCents)];
  return { ...nothing, ...of, kind: "paid_by_hand", entries };
}

const isSome = ({ amountCents }: Entry) => amountCents !== 0;
