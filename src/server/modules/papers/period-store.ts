import { sql, type RawBuilder } from "kysely";
import type { JournalPeriod } from "#contract/papers.ts";

/** Whether an instant is on one of a period's days, both ends included, by the calendar of `timeZone`. */
export const isWithin = (instant: RawBuilder<unknown>, { from, to }: JournalPeriod, timeZone: string) => sql`(
  ${instant} >= ${from}::date::timestamp at time zone ${timeZone}
  and ${instant} < (${to}::date + 1)::timestamp at time zone ${timeZone})`;
