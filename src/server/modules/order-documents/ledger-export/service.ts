import type { ExportPeriod } from "#contract/order-documents.ts";
import { getSettings } from "#server/modules/settings/index.ts";
import type { SheetFile } from "#server/platform/csv.ts";
import type { Database } from "#server/platform/db/database.ts";
import { defineList } from "#server/platform/db/list.ts";
import { issueDueDocuments } from "../issuing/service.ts";
import { dayOf } from "../register/service.ts";
import { documentNumber } from "../rules.ts";
import * as store from "./store.ts";

const journalLines = defineList(store.journalLines, (row) => row, {
  Date: ({ at }, { timeZone }) => dayOf(at, timeZone),
  Entry: (line) => line.entryId,
  Type: (line) => line.kind,
  Document: ({ doc }) => doc && documentNumber(doc.kind, doc.year, doc.number),
  Order: (line) => line.orderNumber,
  Account: (line) => line.account,
  "Event ID": (line) => line.eventId,
  "Event title": (line) => line.eventTitle,
  "Ticket type": (line) => line.typeName,
  Amount: (line) => line.amountCents / 100,
  Currency: (line) => line.currency,
  "Payment reference": (line) => line.paymentRef,
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
