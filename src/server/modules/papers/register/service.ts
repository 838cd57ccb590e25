import type { JournalPeriod, PaperKind } from "#contract/papers.ts";
import { getSettings } from "#server/modules/settings/index.ts";
import { csvPageSize, streamCsv, type CsvCell } from "#server/platform/csv.ts";
import type { Database } from "#server/platform/db/database.ts";
import { issueDuePapers } from "../issuing/service.ts";
import { dayOf } from "../days.ts";
import { paperNumber } from "../rules.ts";
import * as store from "./store.ts";

const header = [
  "Issued",
  "Kind",
  "Number",
  "About",
  "Order",
  "Made out to",
  "Tax ID",
  "Total",
  "Tax in it",
  "Currency",
];

/**
 * Every paper of a period with its number, for the accountant: what takes back stands below zero, so that an invoice and
 * its cancellation sum to nothing. Days of the house's own calendar, amounts in whole units with a dot.
 */
export async function exportPapers(db: Database, period: JournalPeriod): Promise<AsyncGenerator<string>> {
  while (await issueDuePapers(db));
  const { defaultTimeZone } = await getSettings(db);
  return streamCsv(
    header,
    (cursor) => store.findIssued(db, period, defaultTimeZone, { cursor, size: csvPageSize }),
    (row) => toCells(row, defaultTimeZone),
  );
}

const takesBack: Record<PaperKind, boolean> = { receipt: false, invoice: false, cancellation: true, credit_note: true };

function toCells(row: store.RegisterRow, timeZone: string): CsvCell[] {
  const { content, addressee, corrects } = row;
  const sign = takesBack[row.kind] ? -1 : 1;
  return [
    dayOf(row.issuedAt, timeZone),
    row.kind,
    paperNumber(row.kind, row.year, row.number),
    corrects === null ? content.credit?.receiptNumber : paperNumber("invoice", corrects.year, corrects.number),
    row.orderNumber,
    addressee?.name,
    addressee?.taxId,
    (sign * content.totalCents) / 100,
    content.tax && (sign * content.tax.cents) / 100,
    content.currency,
  ];
}
