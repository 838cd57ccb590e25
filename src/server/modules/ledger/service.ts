import { JournalEntry } from "#contract/ledger.ts";

import { defineList } from "#server/platform/db/list.ts";
import { shownAs } from "#server/platform/shown.ts";
import * as store from "./journal-store.ts";

export { findBalances } from "./journal-store.ts";

/** Journal entries of the ledger, newest first. */
export const journalEntries = defineList(store.journalEntries, shownAs(JournalEntry));
