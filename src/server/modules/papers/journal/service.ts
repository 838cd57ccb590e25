import type { JournalPeriod } from "#contract/papers.ts";
import { getSettings } from "#server/modules/settings/index.ts";
import { csvPageSize, streamCsv, type CsvCell } from "#server/platform/csv.ts";
import type { Database } from "#server/platform/db/database.ts";
import { issueDuePapers } from "../issuing/service.ts";
import { dayOf } from "../days.ts";
import { paperNumber } from "../rules.ts";
import * as store from "./store.ts";

const header = ["Date", "Posting", "What", "Paper", "Order", "Account", "Night", "Night title", "Ticket type"];

/**
 * Every entry of the ledger in a period, for the accountant: days of the house's own calendar, amounts in whole units of
 * their currency with a dot, debits above zero and credits below. Each posting sums to zero, so each currency does.
 */
export async function exportJournal(db: Database, period: JournalPeriod): Promise<AsyncGenerator<string>> {
  // What is in the period has its number by now.
  while (await issueDuePapers(db));
  const { defaultTimeZone } = await getSettings(db);
  return streamCsv(
    [...header, "Amount", "Currency", "Payment reference"],
    (cursor) => store.findEntries(db, period, defaultTimeZone, { cursor, size: csvPageSize }),
    (row) => toCells(row, defaultTimeZone),
  );
}

function toCells(row: store.JournalRow, timeZone: string): CsvCell[] {
  return [
    dayOf(row.at, timeZone),
    row.postingId,
    row.kind,
    row.paper && paperNumber(row.paper.kind, row.paper.year, row.paper.number),
    row.orderNumber,
    row.account,
    row.eventId,
    row.eventTitle,
    row.typeName,
    row.amountCents / 100,
    row.currency,
    row.paymentRef,
  ];
}
