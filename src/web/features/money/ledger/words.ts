import type { LedgerAccount, LedgerKind } from "#contract/ledger.ts";

/** What happened, as one says of it. */
export const kinds: Record<LedgerKind, string> = {
  capture: "Money came in",
  sale: "Tickets were delivered",
  refund: "A refund was decided",
  money_back: "Money arrived back",
  money_back_failed: "The buyer's bank sent it back to us",
  paid_by_hand: "Staff paid it by hand",
  dispute: "A bank withdrew it",
  dispute_won: "The bank returned it",
};

export const accounts: Record<LedgerAccount, string> = {
  provider: "Provider",
  buyers: "Buyers",
  sales: "Sales",
  fees: "Fees",
  tax: "Tax",
  disputes: "Disputes",
  by_hand: "Paid by hand",
};

/** Accounts that grow by credits: what is earned is shown above zero. */
const credited: LedgerAccount[] = ["sales", "fees", "tax", "by_hand"];

/** What an account comes to, as people say it: earnings and what we have above zero. */
export const asSaid = (account: LedgerAccount, cents: number) => (credited.includes(account) ? 0 - cents : cents);

/** What a balance means. */
export function meaningOf(account: LedgerAccount, cents: number): string {
  switch (account) {
    case "provider":
      return "with the provider";
    case "buyers":
      return cents === 0 ? "nobody owes anything" : cents < 0 ? "owed to buyers" : "owed by buyers";
    case "sales":
      return "earned, without fees";
    case "fees":
      return "fees in the prices";
    case "tax":
      return "to be passed on";
    case "disputes":
      return "taken by banks";
    case "by_hand":
      return "past the provider";
  }
}
