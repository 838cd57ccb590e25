import type { AuditEntry } from "#contract/audit.ts";
import type { Queryable } from "./db/database.ts";
import type { RecordOwner } from "./personal-records.ts";
import { sql, type RawBuilder } from "kysely";

/** One entry of a person's timeline, from the module that knows of it. */
export interface TimelineMoment {
  /** Unique within its kind; together with the instant it is the entry's position. */
  id: string;
  at: Date;
  title: string;
  detail: string | null;
  /** Admin path with more details. */
  path: string | null;
  audit?: AuditEntry;
}

/** Where a timeline page continues: after this instant (whole milliseconds), and after this id within it. */
export interface TimelineCursor {
  at: Date;
  id: string;
}

/** What a module contributes to a person's timeline. */
export interface TimelineSource {
  /** One lowercase word, such as `order`. */
  kind: string;
  /**
   * At most `limit` entries of a person before a position, newest first; entries of one instant in descending order of
   * id.
   */
  find(db: Queryable, owner: RecordOwner, before: TimelineCursor | undefined, limit: number): Promise<TimelineMoment[]>;
}

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
