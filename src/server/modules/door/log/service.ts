import { ScanLogEntry } from "#contract/door/scan-log.ts";
import { defineList } from "#server/platform/db/list.ts";
import { formatSheetTime } from "#server/platform/format.ts";
import { shownAs } from "#server/platform/shown.ts";
import { scanRows, type ScanQuery, type ScanRow } from "./store.ts";

const show = shownAs(ScanLogEntry);

/** An entry. Staff of some events learn nothing of a ticket for another one. */
function toEntry({ ticketEventId, ...row }: ScanRow, { eventIds }: ScanQuery): ScanLogEntry {
  const isHidden = ticketEventId !== null && eventIds?.includes(ticketEventId) === false;
  return show(isHidden ? { ...row, ticket: null, rightEventTitle: null } : row);
}

/** What was scanned at a door, with gate, time and reason. In spreadsheets, times are in the event's own time zone. */
export const scanLog = defineList(scanRows, toEntry, {
  Time: ({ at, timeZone }) => formatSheetTime(at, timeZone),
  "Time zone": "timeZone",
  Result: "result",
  Reason: "reason",
  Gate: "gate",
  Staff: "staffName",
  Holder: ({ ticket }) => ticket?.holderName ?? null,
  "Ticket type": ({ ticket }) => ticket?.typeName ?? null,
  Order: ({ ticket }) => ticket?.order.number ?? null,
  "Other event": "rightEventTitle",
  "First checked in at": ({ firstAdmittedAt, timeZone }) =>
    firstAdmittedAt === null ? null : formatSheetTime(firstAdmittedAt, timeZone),
  "First gate": "firstGate",
  Ticket: ({ ticket }) => ticket?.id ?? null,
  "Order ID": ({ ticket }) => ticket?.order.id ?? null,
  ID: "id",
});
