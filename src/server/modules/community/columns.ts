import { sql, type RawBuilder } from "kysely";
import { type PersonCard, PostEvent } from "#contract/community/community.ts";
import { accountsTables } from "#server/modules/accounts/tables.ts";
import type { Viewer } from "./viewer.ts";
import { shownAs } from "#server/platform/shown.ts";

/** The card of a person, from a row of users by its alias; null without a row. */
export const personCard = (alias: string): RawBuilder<PersonCard | null> => {
  const u = sql.raw(alias);
  return sql`case when ${u}.id is not null then jsonb_build_object('id', ${u}.id, 'handle', ${u}.username,
    'name', ${u}.display_name, 'avatar', ${u}.avatar,
    'badge', case when ${u}.role in ('moderator', 'admin') then 'staff' end) end`;
};

/** The author `a` of a post or comment by its alias. */
export const authorOf = (alias: string): RawBuilder<unknown> =>
  sql`left join ${accountsTables.users} a on a.id = ${sql.raw(alias)}.author_id`;

/** An event as posts name it; null without a row, and for one that isn't public now. */
export const eventCard = (alias: string): RawBuilder<unknown> => {
  const e = sql.raw(alias);
  return sql`case when ${e}.visibility = 'published' then jsonb_build_object('id', ${e}.id, 'title', ${e}.title,
    'slug', ${e}.slug, 'startsAt', ${e}.starts_at, 'timeZone', ${e}.time_zone) end`;
};

/** True if none of these people wrote it. */
const isNotBy = (alias: RawBuilder<unknown>, people: number[]) =>
  sql`(${alias}.author_id is null or ${alias}.author_id <> all(${people}::bigint[]))`;

/**
 * Who may read a post or comment. Everything that shows one asks this, in its query: what is published, unless a block
 * is between reader and author in either direction; what is held or hidden only for its author and moderators; what was
 * deleted for nobody.
 */
export const mayRead = (viewer: Viewer, alias: string): RawBuilder<boolean> => {
  const c = sql.raw(alias);
  return sql`(${c}.status = 'published' and ${isNotBy(c, viewer.apart)}
    or ${c}.status <> 'deleted' and (${viewer.isModerator}::boolean or ${c}.author_id = ${viewer.id}::bigint))`;
};

/** What someone may answer or react to: what is published, and no block is between them. Staff are no exception. */
export const mayAnswer = (viewer: Viewer, alias: string): RawBuilder<boolean> => {
  const c = sql.raw(alias);
  return sql`${c}.status = 'published' and ${isNotBy(c, viewer.apart)}`;
};

/** What lists show someone: what is published, but nothing by people whom they muted or who are apart by a block. */
export const isInFeed = (viewer: Viewer, alias: string): RawBuilder<boolean> => {
  return mayAnswer({ ...viewer, apart: [...viewer.apart, ...viewer.muted] }, alias);
};

/** An event as posts name it. */
export const toEvent = shownAs(PostEvent);
