import type { AuditEntry } from "#contract/audit.ts";
import type { Queryable } from "./db/database.ts";
import type { RecordOwner } from "./personal-records.ts";

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
