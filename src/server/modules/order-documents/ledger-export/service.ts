import type { ExportPeriod } from "#contract/order-documents.ts";
import { getSettings } from "#server/modules/settings/index.ts";
import { csvPageSize, streamCsv, type CsvCell } from "#server/platform/csv.ts";
import type { Database } from "#server/platform/db/database.ts";
import { issueDueDocuments } from "../issuing/service.ts";
import { dayOf } from "../days.ts";
import { documentNumber } from "../rules.ts";
import * as store from "./store.ts";

const header = ["Date", "Entry", "Type", "Document", "Order", "Account", "Event ID", "Event title", "Ticket type"];

/**
 * The ledger export: every journal line of a period, for the accountant. Dates in the site's time zone, amounts in
 * whole units of their currency with a dot, debits above zero and credits below. Each journal entry sums to zero, so
 * each currency does.
 */
export async function exportLedger(db: Database, period: ExportPeriod): Promise<AsyncGenerator<string>> {
  // Everything in the period gets its number first.
  while (await issueDueDocuments(db));
  const { defaultTimeZone } = await getSettings(db);
  return streamCsv(
    [...header, "Amount", "Currency", "Payment reference"],
    (cursor) => store.findLines(db, period, defaultTimeZone, { cursor, size: csvPageSize }),
    (row) => toCells(row, defaultTimeZone),
  );
}

function toCells(row: store.LedgerExportRow, timeZone: string): CsvCell[] {
  return [
    dayOf(row.at, timeZone),
    row.entryId,
    row.kind,
    row.doc && documentNumber(row.doc.kind, row.doc.year, row.doc.number),
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
