import type { ExportPeriod, DocumentKind } from "#contract/order-documents.ts";
import { getSettings } from "#server/modules/settings/index.ts";
import { csvPageSize, streamCsv, type CsvCell } from "#server/platform/csv.ts";
import type { Database } from "#server/platform/db/database.ts";
import { issueDueDocuments } from "../issuing/service.ts";
import { dayOf } from "../days.ts";
import { documentNumber } from "../rules.ts";
import * as store from "./store.ts";

const header = [
  "Issued",
  "Type",
  "Number",
  "Applies to",
  "Order",
  "Billed to",
  "Tax ID",
  "Total",
  "Tax included",
  "Currency",
];

/**
 * Every document of a period with its number, for the accountant: cancellations and credit notes are below zero, so
 * that an invoice and its cancellation sum to zero. Dates in the site's time zone, amounts in whole units with a dot.
 */
export async function exportOrderDocuments(db: Database, period: ExportPeriod): Promise<AsyncGenerator<string>> {
  while (await issueDueDocuments(db));
  const { defaultTimeZone } = await getSettings(db);
  return streamCsv(
    header,
    (cursor) => store.findIssued(db, period, defaultTimeZone, { cursor, size: csvPageSize }),
    (row) => toCells(row, defaultTimeZone),
  );
}

const takesBack: Record<DocumentKind, boolean> = {
  receipt: false,
  invoice: false,
  cancellation: true,
  credit_note: true,
};

function toCells(row: store.RegisterRow, timeZone: string): CsvCell[] {
  const { content, addressee, corrects } = row;
  const sign = takesBack[row.kind] ? -1 : 1;
  return [
    dayOf(row.issuedAt, timeZone),
    row.kind,
    documentNumber(row.kind, row.year, row.number),
    corrects === null ? content.credit?.receiptNumber : documentNumber("invoice", corrects.year, corrects.number),
    row.orderNumber,
    addressee?.name,
    addressee?.taxId,
    (sign * content.totalCents) / 100,
    content.tax && (sign * content.tax.cents) / 100,
    content.currency,
  ];
}
