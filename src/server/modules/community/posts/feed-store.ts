import { sql, type RawBuilder } from "kysely";
import type { FeedQuery } from "#contract/community/community.ts";
import { eventsTables } from "#server/modules/events/tables.ts";
import type { Queryable } from "#server/platform/db/database.ts";
import { inOrder, isAfter, sortKeyOf, type Keyed, type ListOrder, type Slice } from "#server/platform/db/keyset.ts";
import { allRows } from "#server/platform/db/rows.ts";
import type { Stored } from "#server/platform/shown.ts";
import { narrowByWords } from "#server/platform/db/word-search.ts";
import type { EventPhase, PostEvent } from "#contract/community/community.ts";
import { eventCard, isInFeed, mayRead } from "../columns.ts";
import type { Viewer } from "../viewer.ts";
import { postColumns, postJoins, type PostRow } from "./columns.ts";
import { phaseOf } from "./store.ts";

/** The orders of a feed. Each has an index for each topic, so any page starts with a single lookup. */
export const feedOrders: Record<"new" | "top", ListOrder> = {
  new: { name: "new", keys: [{ by: sql`p.position`, type: "bigint" }], descending: true },
  top: {
    name: "top",
    keys: [
      { by: sql`p.score`, type: "bigint" },
      { by: sql`p.id`, type: "bigint" },
    ],
    descending: true,
  },
};

/** Which posts a feed has, in terms of its indexes. */
function isOfFeed(viewer: Viewer, { authorId, eventId, phase, topic, q }: Omit<FeedQuery, "sort" | "cursor">) {
  // One's own posts, also while they are held; those of others also if they are muted: someone opened their card.
  if (authorId !== undefined) {
    const shown =
      authorId === viewer.id ? sql`p.status <> 'deleted'` : sql`p.status = 'published' and ${mayRead(viewer, "p")}`;
    return sql`p.author_id = ${authorId} and ${shown}`;
  }
  const parts = [isInFeed(viewer, "p")];
  if (eventId !== undefined) parts.push(sql`p.event_id = ${eventId}`);
  if (phase !== undefined) parts.push(sql`p.phase = ${phase}`);
  if (topic === "general") parts.push(sql`p.event_id is null`);
  if (topic === "photos") parts.push(sql`p.image_count > 0`);
  // Pinned ones are above the list.
  else if (q === undefined)
    parts.push(eventId === undefined ? sql`(p.pinned_at is null or p.event_id is not null)` : sql`p.pinned_at is null`);
  return sql.join(parts, sql` and `);
}

/** A page of a feed, found by one index and then completed. */
function readPage(
  db: Queryable,
  viewer: Viewer,
  { from, where, slice }: { from: RawBuilder<unknown>; where: RawBuilder<unknown>; slice: Slice },
): Promise<Keyed<PostRow>[]> {
  return allRows(db)`
    select ${postColumns(viewer)}, page."sortKey" from (
      select p.id, ${sortKeyOf(slice)} as "sortKey" from ${from} where ${where} ${inOrder(slice)}) page
    join posts p on p.id = page.id ${postJoins} ${inOrder(slice)}`;
}

/** A page of all posts of a topic, an event or a person. */
export function findFeed(db: Queryable, viewer: Viewer, query: FeedQuery, slice: Slice): Promise<Keyed<PostRow>[]> {
  const where = sql`${isOfFeed(viewer, query)} and ${isAfter(slice)}`;
  return readPage(db, viewer, { from: sql`posts p`, where, slice });
}

/** A page of the posts with the typed words: rare words are found by their index, common ones by walking the feed. */
export async function findByWords(
  db: Queryable,
  viewer: Viewer,
  query: FeedQuery,
  slice: Slice,
): Promise<Keyed<PostRow>[]> {
  const list = {
    from: sql`posts p`,
    key: { by: sql`p.id`, type: "bigint" as const },
    texts: { names: sql`p.text`, address: sql`''` },
    where: (words: RawBuilder<unknown>) => sql`${words} and ${isOfFeed(viewer, query)}`,
  };
  const { fit } = await narrowByWords(db, list, query.q, slice);
  return readPage(db, viewer, { from: sql`posts p`, where: sql`${fit} and ${isAfter(slice)}`, slice });
}

/** A page of the posts of people whom someone follows: the newest of each, and of these the newest. */
export function findFollowed(db: Queryable, viewer: Viewer, slice: Slice): Promise<Keyed<PostRow>[]> {
  const from = sql`(select to_id from relations where from_id = ${viewer.id}::bigint and kind = 'follow') f
    cross join lateral (
      select p.id, p.position from posts p
      where p.author_id = f.to_id and ${isInFeed(viewer, "p")} and ${isAfter(slice)} ${inOrder(slice)}) p`;
  return readPage(db, viewer, { from, where: sql`true`, slice });
}

/** The pinned posts of a topic, the last pinned first. */
export function findPinned(db: Queryable, viewer: Viewer, eventId: number | undefined): Promise<PostRow[]> {
  return allRows(db)`
    select ${postColumns(viewer)} from posts p ${postJoins}
    where p.pinned_at is not null and p.event_id is not distinct from ${eventId ?? null}::bigint and ${isInFeed(viewer, "p")}
    order by p.pinned_at desc limit 3`;
}

/** Events that people post about now: those around today, with how many posts each has, up to a thousand. */
export function findTopicEvents(
  db: Queryable,
): Promise<{ event: Stored<PostEvent>; phase: EventPhase; postCount: number }[]> {
  return allRows(db)`
    select ${eventCard("e")} as event, ${phaseOf} as phase, (select count(*)::integer from (
      select from posts p where p.event_id = e.id and p.status = 'published' limit 1000) counted) as "postCount"
    from ${eventsTables.events} e
    where e.visibility = 'published'
      and e.starts_at between (select clock_now() - interval '45 days') and (select clock_now() + interval '60 days')
    order by abs(extract(epoch from e.starts_at - (select clock_now()))) limit 24`;
}
