import type { ExportPeriod, DocumentKind } from "#contract/order-documents.ts";
import { getSettings } from "#server/modules/settings/index.ts";
import type { SheetFile } from "#server/platform/csv.ts";
import type { Database } from "#server/platform/db/database.ts";
import { defineList } from "#server/platform/db/list.ts";
import { issueDueDocuments } from "../issuing/service.ts";
import { documentNumber } from "../rules.ts";
import * as store from "./store.ts";

const days = new Map<string, Intl.DateTimeFormat>();

/** `2026-11-28` on the calendar of `timeZone`. */
function dayOf(instant: Date, timeZone: string): string {
  let format = days.get(timeZone);
  if (format === undefined) days.set(timeZone, (format = new Intl.DateTimeFormat("sv-SE", { timeZone })));
  return format.format(instant);
}

const signs: Record<DocumentKind, number> = { receipt: 1, invoice: 1, cancellation: -1, credit_note: -1 };

const documents = defineList(store.issuedDocuments, (row) => row, {
  Issued: ({ issuedAt }, { timeZone }) => dayOf(issuedAt, timeZone),
  Type: "kind",
  Number: (row) => documentNumber(row),
  "Applies to": ({ content, corrects }) =>
    corrects === null ? content.credit?.receiptNumber : documentNumber({ kind: "invoice", ...corrects }),
  Order: "orderNumber",
  "Billed to": ({ addressee }) => addressee?.name,
  "Tax ID": ({ addressee }) => addressee?.taxId,
  Total: ({ kind, content }) => (signs[kind] * content.totalCents) / 100,
  "Tax included": ({ kind, content }) => content.tax && (signs[kind] * content.tax.cents) / 100,
  Currency: ({ content }) => content.currency,
  "Sales tax": ({ kind, content }) => (signs[kind] * content.addedTaxCents) / 100,
});

/**
 * Every document of a period with its number, for the accountant: cancellations and credit notes are below zero, so
 * that an invoice and its cancellation sum to zero. Dates in the site's time zone, amounts in whole units with a dot.
 */
export async function exportOrderDocuments(db: Database, period: ExportPeriod): Promise<SheetFile> {
  while (await issueDueDocuments(db));
  const { defaultTimeZone } = await getSettings(db);
  return documents.file(db, { ...period, timeZone: defaultTimeZone });
}

const journalLines = defineList(store.journalLines, (row) => row, {
  Date: ({ at }, { timeZone }) => dayOf(at, timeZone),
  Entry: "entryId",
  Type: "kind",
  Document: ({ doc }) => doc && documentNumber(doc),
  Order: "orderNumber",
  Account: "account",
  "Event ID": "eventId",
  "Event title": "eventTitle",
  Item: "itemName",
  Amount: (line) => line.amountCents / 100,
  Currency: "currency",
  "Payment reference": "paymentRef",
});

/**
 * The ledger export: every journal line of a period, for the accountant. Dates in the site's time zone, amounts in
 * whole units of their currency with a dot, debits above zero and credits below. Each journal entry sums to zero, so
 * each currency does.
 */
export async function exportLedger(db: Database, period: ExportPeriod): Promise<SheetFile> {
  // Everything in the period gets its number first.
  while (await issueDueDocuments(db));
  const { defaultTimeZone } = await getSettings(db);
  return journalLines.file(db, { ...period, timeZone: defaultTimeZone });
}
