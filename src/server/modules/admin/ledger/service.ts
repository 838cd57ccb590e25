import { JournalEntry } from "#contract/ledger.ts";
import { defineList } from "#server/platform/db/list.ts";
import { shownAs } from "#server/platform/shown.ts";
import * as store from "./store.ts";

export { findBalances } from "./store.ts";

/** Journal entries of the ledger, newest first. */
export const journalEntries = defineList(store.journalEntries, shownAs(JournalEntry), {
  When: "at",
  "What happened": "kind",
  Order: (entry) => entry.order?.number,
  Buyer: (entry) => entry.order?.buyerName,
  Accounts: ({ lines }) =>
    lines
      .map(({ account, itemName, amountCents }) =>
        [account, itemName, (amountCents / 100).toFixed(2)].filter((part) => part !== null).join(" "),
      )
      .join("; "),
  Currency: "currency",
  ID: "id",
  "Order ID": (entry) => entry.order?.id,
  "Event IDs": ({ lines }) => [...new Set(lines.flatMap(({ event }) => event?.id ?? []))].join("; "),
});
