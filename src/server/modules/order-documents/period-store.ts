import { sql, type RawBuilder } from "kysely";
import type { ExportPeriod } from "#contract/order-documents.ts";
import type { ListQuery } from "#server/platform/db/list.ts";

/** A period by the calendar of a time zone. */
export interface DocumentPeriod extends ExportPeriod, ListQuery {
  timeZone: string;
}

/** Whether an instant is on one of a period's days, both ends included. */
export const isWithin =
  (instant: RawBuilder<unknown>) =>
  ({ from, to, timeZone }: DocumentPeriod): RawBuilder<unknown> =>
    sql`(
    ${instant} >= ${from}::date::timestamp at time zone ${timeZone}
    and ${instant} < (${to}::date + 1)::timestamp at time zone ${timeZone})`;
