import { sql, type RawBuilder } from "kysely";
import type { AdminStream, StreamListQuery, StreamRow } from "#contract/streams/admin.ts";
import type { EmbedProvider, StreamLists, StreamView } from "#contract/streams/streams.ts";
import { eventsTables } from "#server/modules/events/tables.ts";
import { integer } from "#server/platform/db/columns.ts";
import type { RowOf, Queryable, Tx } from "#server/platform/db/database.ts";
import { orderOf } from "#server/platform/db/keyset.ts";
import type { ListSource } from "#server/platform/db/list.ts";
import { likeEach, wordPatterns } from "#server/platform/db/paging.ts";
import { allRows, firstRow, onlyValue, hasRows, run } from "#server/platform/db/rows.ts";

const isTestPush = sql`(s.status = 'starting' and s.go_live_at is null and s.starts_at > clock_now())`;
/** A test push before the start isn't shown: the status that everyone sees. */
const shownStatus = sql`case when ${isTestPush} then 'scheduled' else s.status end`;

const cardColumns = sql`
  s.id, s.title, s.picture_id as "pictureId", s.starts_at as "startsAt", s.time_zone as "timeZone", s.source, s.access,
  s.started_at as "startedAt", s.ended_at as "endedAt",
  case when e.id is null then null else json_build_object('id', e.id, 'title', e.title, 'slug', e.slug,
    'startsAt', e.starts_at, 'timeZone', e.time_zone) end as event`;
const withEvent = (visible: RawBuilder<unknown>) =>
  sql`streams s left join ${eventsTables.events} e on e.id = s.event_id and ${visible}`;
const publicEvent = withEvent(sql`e.visibility <> 'draft'`);
const passes = sql`(
  select coalesce(json_agg(json_build_object('id', y.id, 'name', y.name, 'eventId', y.event_id) order by y.position, y.id), '[]')
  from stream_ticket_types t join ${eventsTables.ticket_types} y on y.id = t.ticket_type_id where t.stream_id = s.id)`;

/** A stream of a public list. */
type CardRow = Omit<RowOf<StreamLists["live"][number], "startsAt" | "startedAt" | "endedAt">, "poster"> & {
  pictureId: number | null;
};
/** One stream, as everyone sees it. */
export type ViewRow = CardRow &
  Pick<StreamView, "description" | "passes" | "chatRoomId"> & {
    offerProductId: number | null;
    offerEventId: number | null;
  };

const viewColumns = sql`
  s.description, s.chat_room_id as "chatRoomId", s.offer_product_id as "offerProductId",
  s.offer_event_id as "offerEventId", ${passes} as passes`;

/** What is live, the next fifty streams, and the latest fifty replays. */
export function findPublic(db: Queryable): Promise<CardRow[]> {
  return allRows(db)`
    with s as (
      select * from streams where is_published and deleted_at is null and status in ('live', 'stalled')
      union all (
        select * from streams where is_published and deleted_at is null and status in ('scheduled', 'starting')
        order by starts_at, id limit 50)
      union all (
        select * from streams where is_published and deleted_at is null and status = 'replay'
        order by starts_at desc, id desc limit 50)
    )
    select ${cardColumns}, ${shownStatus} as status
    from s left join ${eventsTables.events} e on e.id = s.event_id and e.visibility <> 'draft' order by s.starts_at, s.id`;
}

/** One published stream. */
export function findView(db: Queryable, id: number): Promise<ViewRow | undefined> {
  return firstRow(db)`
    select ${cardColumns}, ${shownStatus} as status, ${viewColumns}
    from ${publicEvent} where s.id = ${id} and s.is_published and s.deleted_at is null`;
}

/** A stream as staff edit it. */
type AdminRow = ViewRow &
  Pick<
    AdminStream,
    "version" | "isPublished" | "isRecorded" | "isTestPush" | "key" | "address" | "embed" | "hasRecording"
  >;

export function findAdminStream(db: Queryable, id: number): Promise<AdminRow | undefined> {
  return firstRow(db)`
    select ${cardColumns}, s.status, ${isTestPush} as "isTestPush", ${viewColumns}, s.version, s.is_published as "isPublished",
      s.is_recorded as "isRecorded", s.address,
      case when k.id is null then null else json_build_object('id', k.id, 'name', k.name,
        'isRevoked', k.revoked_at is not null) end as key,
      case when s.embed_provider is null then null else json_build_object('provider', s.embed_provider,
        'videoId', s.embed_video) end as embed,
      s.started_at is not null and (s.source <> 'push' or (s.is_recorded and exists (
        select from stream_segments g where g.stream_id = s.id and g.published_at >= s.started_at))) as "hasRecording"
    from ${withEvent(sql`true`)} left join stream_keys k on k.id = s.key_id where s.id = ${id} and s.deleted_at is null`;
}

const shows: Record<StreamListQuery["show"], RawBuilder<unknown>> = {
  all: sql`true`,
  upcoming: sql`s.status in ('scheduled', 'starting')`,
  live: sql`s.status in ('live', 'stalled')`,
  past: sql`s.status in ('ended', 'replay')`,
  draft: sql`not s.is_published`,
};

/** Streams as staff search them, the latest start first. */
export const streamRows: ListSource<StreamListQuery, RowOf<StreamRow, "startsAt" | "startedAt" | "endedAt">> = {
  columns: sql`
    s.id, s.title, s.starts_at as "startsAt", s.time_zone as "timeZone", s.status, s.source, s.access,
    s.started_at as "startedAt", s.ended_at as "endedAt", s.is_published as "isPublished", e.title as "eventTitle",
    k.name as "keyName"`,
  from: sql`${withEvent(sql`true`)} left join stream_keys k on k.id = s.key_id`,
  order: orderOf("-startsAt", {
    startsAt: [
      { by: sql`s.starts_at`, type: "timestamptz" },
      { by: sql`s.id`, type: "bigint" },
    ],
  }),
  where: sql`s.deleted_at is null`,
  filters: {
    q: (q) => likeEach(sql`plain_letters(s.title)`, wordPatterns(q)),
    show: (show) => shows[show],
    source: (source) => sql`s.source = ${source}`,
    event: (event) => sql`s.event_id = ${event}`,
  },
};

export interface StreamColumns {
  title: string;
  description: string;
  pictureId: number | null;
  startsAt: string;
  timeZone: string;
  eventId: number | null;
  source: string;
  keyId: number | null;
  address: string | null;
  embedProvider: EmbedProvider | null;
  embedVideo: string | null;
  access: string;
  isRecorded: boolean;
}

export function insertStream(tx: Tx, c: StreamColumns): Promise<number> {
  return onlyValue(tx, integer)`
    insert into streams (title, description, picture_id, starts_at, time_zone, event_id, source, key_id, address,
      embed_provider, embed_video, access, is_recorded)
    values (${c.title}, ${c.description}, ${c.pictureId}, ${c.startsAt}, ${c.timeZone}, ${c.eventId}, ${c.source},
      ${c.keyId}, ${c.address}, ${c.embedProvider}, ${c.embedVideo}, ${c.access}, ${c.isRecorded}) returning id`;
}

/** Stores a stream under its next version. */
export function updateStream(tx: Tx, id: number, c: StreamColumns): Promise<void> {
  return run(tx)`
    update streams set title = ${c.title}, description = ${c.description}, picture_id = ${c.pictureId},
      starts_at = ${c.startsAt}, time_zone = ${c.timeZone}, event_id = ${c.eventId}, source = ${c.source},
      key_id = ${c.keyId}, address = ${c.address}, embed_provider = ${c.embedProvider}, embed_video = ${c.embedVideo},
      access = ${c.access}, is_recorded = ${c.isRecorded}, version = version + 1
    where id = ${id}`;
}

/** Sets which ticket types open a stream. */
export async function setPasses(tx: Tx, id: number, typeIds: number[]): Promise<void> {
  await run(
    tx,
  )`delete from stream_ticket_types where stream_id = ${id} and ticket_type_id <> all(${typeIds}::bigint[])`;
  await run(tx)`
    insert into stream_ticket_types (stream_id, ticket_type_id) select distinct ${id}::bigint, t from unnest(${typeIds}::bigint[]) t
    on conflict do nothing`;
}

/** How many of some ticket types exist. */
export function countTypes(tx: Tx, typeIds: number[]): Promise<number> {
  return onlyValue(tx, integer)`
    select count(*)::integer from ${eventsTables.ticket_types} y where y.id = any(${typeIds}::bigint[])`;
}

/** Whether a key works. */
export function isKeyValid(tx: Tx, id: number): Promise<boolean> {
  return hasRows(tx)`select from stream_keys where id = ${id} and revoked_at is null`;
}

/** Shows a stream to visitors, or not. */
export function setPublished(tx: Tx, id: number, isPublished: boolean): Promise<void> {
  return run(tx)`update streams set is_published = ${isPublished}, version = version + 1 where id = ${id}`;
}

/** Gives a stream its chat. */
export function setChatRoom(tx: Tx, id: number, roomId: number): Promise<void> {
  return run(tx)`update streams set chat_room_id = ${roomId} where id = ${id}`;
}

/** Sets what a stream's viewers are shown to buy. */
export function setOffer(
  tx: Tx,
  id: number,
  offer: { productId: number | null; eventId: number | null },
): Promise<void> {
  return run(tx)`
    update streams set offer_product_id = ${offer.productId}, offer_event_id = ${offer.eventId} where id = ${id}`;
}

/** Records that the host wants to go live. */
export function setGoLive(tx: Tx, id: number): Promise<void> {
  return run(tx)`update streams set go_live_at = coalesce(go_live_at, clock_now()) where id = ${id}`;
}

/** Deletes a stream: its row stays, its files are deleted by a job. */
export function setDeleted(tx: Tx, id: number): Promise<void> {
  return run(tx)`update streams set deleted_at = clock_now(), is_published = false where id = ${id}`;
}
