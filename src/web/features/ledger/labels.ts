import type { LedgerAccount, LedgerKind } from "#contract/ledger.ts";

/** What happened, as text. */
export const kinds: Record<LedgerKind, string> = {
  capture: "Payment received",
  sale: "Order completed",
  refund: "Refund approved",
  money_back: "Refund sent",
  money_back_failed: "Refund returned by the buyer's bank",
  paid_by_hand: "Refund paid another way",
  dispute: "Disputed amount withdrawn",
  dispute_won: "Disputed amount returned",
};

export const accounts: Record<LedgerAccount, string> = {
  provider: "Provider",
  buyers: "Buyers",
  sales: "Sales",
  fees: "Fees",
  tax: "Tax",
  shipping: "Shipping",
  disputes: "Disputes",
  by_hand: "Paid another way",
};

/** Accounts that grow by credits; we show earnings as positive. */
const credited: LedgerAccount[] = ["sales", "fees", "tax", "shipping", "by_hand"];

/** A balance as people read it: earnings and assets are positive. */
export const asSaid = (account: LedgerAccount, cents: number) => (credited.includes(account) ? 0 - cents : cents);

/** The meaning of a balance. */
export function meaningOf(account: LedgerAccount, cents: number): string {
  switch (account) {
    case "provider":
      return "held by the provider";
    case "buyers":
      return cents === 0 ? "nothing owed" : cents < 0 ? "owed to buyers" : "owed by buyers";
    case "sales":
      return "earned, excluding fees";
    case "fees":
      return "included in prices";
    case "tax":
      return "to be remitted";
    case "shipping":
      return "paid by buyers";
    case "disputes":
      return "taken by banks";
    case "by_hand":
      return "outside the provider";
  }
}
