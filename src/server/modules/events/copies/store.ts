import { sql, type RawBuilder } from "kysely";
import { deleteUnusedStock } from "#server/modules/inventory/index.ts";
import { integer } from "#server/platform/db/columns.ts";
import type { Tx } from "#server/platform/db/database.ts";
import { firstRow, onlyValue, allValues } from "#server/platform/db/rows.ts";
import type { EventTimes } from "../store.ts";

/** Creates a series with one event; returns its id. */
export async function insertSeriesOf(tx: Tx, eventId: number): Promise<number> {
  const seriesId = await onlyValue(tx, integer)`insert into event_series default values returning id`;
  await sql`
    update events set series_id = ${seriesId}, version = version + 1, updated_at = clock_now()
    where id = ${eventId}`.execute(tx);
  return seriesId;
}

/** What a copy has of its own: its slug, its capacity stock, its series and its times (UTC). */
interface NewCopy extends EventTimes {
  slug: string;
  stockId: number | null;
  seriesId: number | null;
}

/** Creates a copy: every column that an editor sets, and nothing of the event's history. */
export async function insertCopy(tx: Tx, sourceId: number, copy: NewCopy): Promise<number> {
  const overrides = {
    slug: copy.slug,
    stock_id: copy.stockId,
    series_id: copy.seriesId,
    starts_at: copy.startsAt,
    doors_at: copy.doorsAt,
    ends_at: copy.endsAt,
    visibility: "draft",
    publish_at: null,
    publish_as: null,
    published_at: null,
    status: "on",
    status_note: null,
    moved_from: null,
    recap: null,
    changes: 0,
    version: 1,
    refunds_until: null,
    refunds_since: null,
  };
  return onlyValue(tx, integer)`
    insert into events overriding system value
    select copy.* from events e
    cross join lateral jsonb_populate_record(e, ${JSON.stringify(overrides)}::jsonb
      -- A refund deadline means nothing for another date.
      || case e.refund_policy ->> 'kind' when 'until' then '{"refund_policy": {"kind": "none"}}'::jsonb else '{}' end
      || jsonb_build_object(
      'id', nextval(pg_get_serial_sequence('events', 'id')), 'created_at', clock_now(), 'updated_at', clock_now())) copy
    where e.id = ${sourceId}
    returning id`;
}

/**
 * Copies a ticket type to another event, with a stock of its own. On the event's local clock, its sale opens and closes as
 * long before the event as the original: 10 AM stays 10 AM when daylight saving changes in between.
 */
export async function insertTypeCopy(
  tx: Tx,
  sourceId: number,
  { eventId, stockId }: { eventId: number; stockId: number },
): Promise<number> {
  const moved = (instant: RawBuilder<unknown>) => sql`(${instant} at time zone e.time_zone
    + ((c.starts_at at time zone c.time_zone) - (e.starts_at at time zone e.time_zone))) at time zone c.time_zone`;
  return onlyValue(tx, integer)`
    insert into ticket_types overriding system value
    select copy.* from ticket_types t join events e on e.id = t.event_id join events c on c.id = ${eventId}::bigint
    cross join lateral jsonb_populate_record(t, jsonb_build_object(
      'id', nextval(pg_get_serial_sequence('ticket_types', 'id')), 'event_id', ${eventId}::bigint,
      'stock_id', ${stockId}::bigint, 'opens_after_id', null, 'opened_at', null, 'limits_since', '-infinity',
      'sales_start_at', ${moved(sql`t.sales_start_at`)},
      'sales_end_at', ${moved(sql`t.sales_end_at`)})) copy
    where t.id = ${sourceId} returning id`;
}

/** Copies a pool to another event, with a stock of its own and the types there that draw on it. */
export async function insertPoolCopy(
  tx: Tx,
  sourceId: number,
  { eventId, stockId, typeIds }: { eventId: number; stockId: number; typeIds: number[] },
): Promise<void> {
  await sql`
    with pool as (
      insert into pools (event_id, stock_id, name, counts)
      select ${eventId}, ${stockId}, name, counts from pools where id = ${sourceId} returning id
    )
    insert into pool_types (pool_id, ticket_type_id) select id, unnest(${typeIds}::bigint[]) from pool`.execute(tx);
}

/**
 * Makes copied types wait for the copies of what their sources wait for.
 *
 * @param copyIds ids of the copies, by those of their sources
 */
export async function linkCopiedTiers(tx: Tx, copyIds: Map<number, number>): Promise<void> {
  const copies = sql`unnest(${[...copyIds.keys()]}::bigint[], ${[...copyIds.values()]}::bigint[])`;
  await sql`
    update ticket_types t set opens_after_id = before.id
    from ${copies} as own(source_id, id)
      join ticket_types s on s.id = own.source_id
      join ${copies} as before(source_id, id) on before.source_id = s.opens_after_id
    where t.id = own.id`.execute(tx);
}

/** Locks an event that is about to be deleted. */
export function lockForDeletion(tx: Tx, id: number) {
  return firstRow(tx)<{ title: string; slug: string; isDraft: boolean }>`
    select title, slug, visibility = 'draft' as "isDraft" from events where id = ${id} for update`;
}

/** Deletes a draft with its ticket types and their stock. A foreign key stops it if anything was ever ordered. */
export async function deleteEvent(tx: Tx, id: number): Promise<void> {
  const stockIds = await allValues(tx)<number>`
    select stock_id as "stockId" from ticket_types where event_id = ${id}
    union all select stock_id from pools where event_id = ${id}
    union all select stock_id from events where id = ${id} and stock_id is not null`;
  await sql`delete from events where id = ${id}`.execute(tx);
  await deleteUnusedStock(tx, stockIds);
}
