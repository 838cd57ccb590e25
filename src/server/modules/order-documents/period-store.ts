import { sql, type RawBuilder } from "kysely";
import type { ExportPeriod } from "#contract/order-documents.ts";

/** Whether an instant is on one of a period's days, both ends included, by the calendar of `timeZone`. */
export const isWithin = (instant: RawBuilder<unknown>, { from, to }: ExportPeriod, timeZone: string) => sql`(
  ${instant} >= ${from}::date::timestamp at time zone ${timeZone}
  and ${instant} < (${to}::date + 1)::timestamp at time zone ${timeZone})`;
