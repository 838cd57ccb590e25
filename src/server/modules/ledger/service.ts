import type { JournalEntry } from "#contract/ledger.ts";
import { isoDates } from "#server/platform/db/iso-rows.ts";
import { defineList } from "#server/platform/db/list.ts";
import * as store from "./journal-store.ts";

export { findBalances } from "./journal-store.ts";

/** Journal entries of the ledger, newest first. */
export const journalEntries = defineList(store.journalEntries, isoDates<JournalEntry>);
