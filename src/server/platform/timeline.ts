import type { MomentKind } from "#contract/person-records.ts";
import type { AuditEntry } from "#contract/audit.ts";
import type { Queryable } from "./db/database.ts";
import type { RecordOwner } from "./personal-records.ts";

/** One thing that happened with a person, as the module that knows of it tells it. */
export interface TimelineMoment {
  /** Unique within its kind: together with the instant it is the moment's place. */
  id: string;
  at: Date;
  title: string;
  detail: string | null;
  /** Where in the staff's desks there is more about it. */
  path: string | null;
  audit?: AuditEntry;
}

/** Where a page of a timeline goes on: after this instant (whole milliseconds), and after this id within it. */
export interface TimelinePlace {
  at: Date;
  id: string;
}

/** What a module contributes to a person's timeline. */
export interface TimelineSource {
  kind: MomentKind;
  /** At most `limit` moments of a person before a place, newest first; those of one instant by their id, downwards. */
  find(db: Queryable, owner: RecordOwner, before: TimelinePlace | undefined, limit: number): Promise<TimelineMoment[]>;
}
