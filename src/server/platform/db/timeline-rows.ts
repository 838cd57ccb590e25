import { sql, type RawBuilder } from "kysely";
import type { TimelineCursor } from "../timeline.ts";

/** The instant of an entry as a timeline sorts it: JavaScript dates have whole milliseconds. */
export const momentAt = (column: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`date_trunc('milliseconds', ${column})`;

/** The rows of `moments(id text, at, title, detail, path)` before a position, as every timeline source returns them. */
export function momentsBefore(
  moments: RawBuilder<unknown>,
  before: TimelineCursor | undefined,
  limit: number,
): RawBuilder<{ id: string; at: Date; title: string; detail: string | null; path: string | null }> {
  const after = before === undefined ? sql`true` : sql`(at, id collate "C") < (${before.at}, ${before.id})`;
  return sql`
    with moments as (${moments})
    select id, at, title, detail, path from moments where ${after}
    order by at desc, id collate "C" desc limit ${limit}`;
}
