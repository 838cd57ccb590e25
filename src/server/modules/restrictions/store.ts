import { sql } from "kysely";
import { RestrictionScope } from "#contract/restrictions.ts";
import { accountsTables } from "#server/modules/accounts/tables.ts";
import { bool, instant, integer, oneOf, orNull, text, type RowFrom } from "#server/platform/db/columns.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { allRows, firstRow, firstValue, onlyValue, run } from "#server/platform/db/rows.ts";
import type { Place } from "./rules.ts";

const isIn = ({ scope, roomId }: Place) =>
  sql`scope = ${scope} and coalesce(room_id, 0) = coalesce(${roomId}::bigint, 0)`;

/** Locks a person until the transaction ends: of two who restrict them at once, the second sees what the first did. */
export function lockPerson(tx: Tx, userId: number): Promise<void> {
  return run(tx)`select from ${accountsTables.users} u where u.id = ${userId} for no key update`;
}

const open = { id: integer, replacedId: orNull(integer) };

/** One that wasn't lifted. Its time may be over. */
export function findOpen(tx: Tx, userId: number, place: Place): Promise<RowFrom<typeof open> | undefined> {
  return firstRow(tx, open)`
    select id, replaced_id as "replacedId" from restrictions
    where user_id = ${userId} and ${isIn(place)} and lifted_at is null`;
}

/** A restriction as it is decided. */
export interface NewRestriction {
  userId: number;
  place: Place;
  /** Null for good. */
  seconds: number | null;
  reason: string;
  /** The staff member or host who decides. */
  by: number;
}

export function insert(
  tx: Tx,
  { userId, place, seconds, reason, by }: NewRestriction,
  replacedId: number | null,
): Promise<number> {
  return onlyValue(tx, integer)`
    insert into restrictions (user_id, scope, room_id, reason, ends_at, made_by, replaced_id)
    values (${userId}, ${place.scope}, ${place.roomId}::bigint, ${reason},
      clock_now() + make_interval(secs => ${seconds}::integer), ${by}, ${replacedId}::bigint)
    returning id`;
}

/** Ends one that another replaces. */
export function setReplaced(tx: Tx, id: number): Promise<void> {
  return run(tx)`update restrictions set lifted_at = clock_now() where id = ${id}`;
}

export function setLifted(tx: Tx, id: number, by: number): Promise<void> {
  return run(tx)`update restrictions set lifted_at = clock_now(), lifted_by = ${by} where id = ${id}`;
}

/** Makes one that was replaced hold again, unless its time is over. */
export function reopen(tx: Tx, id: number): Promise<void> {
  return run(tx)`
    with reopened as (
      update restrictions set lifted_at = null, lifted_by = null
      where id = ${id} and (ends_at is null or ends_at > clock_now()) returning id)
    update restrictions r set replaced_id = null from reopened where r.replaced_id = reopened.id`;
}

/** Whatever replaced one replaces what that one had replaced. */
export function skip(tx: Tx, id: number): Promise<void> {
  return run(tx)`
    update restrictions r set replaced_id = skipped.replaced_id from restrictions skipped
    where skipped.id = ${id} and r.replaced_id = skipped.id`;
}

/** The newest one in a place, whether or not it still holds. */
export function findLatest(db: Queryable, userId: number, place: Place): Promise<number | undefined> {
  return firstValue(db, integer)`
    select id from restrictions where user_id = ${userId} and ${isIn(place)} order by id desc limit 1`;
}

const term = {
  id: integer,
  scope: oneOf(...RestrictionScope.options),
  roomId: orNull(integer),
  reason: text,
  endsAt: orNull(instant),
  liftedAt: orNull(instant),
};

const openRow = { ...term, now: instant };

/** An open one, with the database's time. */
export type OpenRow = RowFrom<typeof openRow>;

export function findAllOpen(db: Queryable, userId: number): Promise<OpenRow[]> {
  return allRows(db, openRow)`
    select id, scope, room_id as "roomId", reason, ends_at as "endsAt", null::timestamptz as "liftedAt",
      clock_now() as now
    from restrictions where user_id = ${userId} and lifted_at is null`;
}

const historyRow = {
  ...openRow,
  startsAt: instant,
  madeBy: orNull(text),
  liftedBy: orNull(text),
  isReplaced: bool,
};

/** One of someone's history, with the database's time. */
export type HistoryRow = RowFrom<typeof historyRow>;

export function findHistory(db: Queryable, userId: number, scopes: RestrictionScope[]): Promise<HistoryRow[]> {
  return allRows(db, historyRow)`
    select r.id, r.scope, r.room_id as "roomId", r.reason, r.starts_at as "startsAt", r.ends_at as "endsAt",
      r.lifted_at as "liftedAt", m.display_name as "madeBy", l.display_name as "liftedBy",
      exists (select from restrictions n where n.replaced_id = r.id) as "isReplaced", clock_now() as now
    from restrictions r
    left join ${accountsTables.users} m on m.id = r.made_by
    left join ${accountsTables.users} l on l.id = r.lifted_by
    where r.user_id = ${userId} and r.scope = any(${scopes}::text[])
    order by r.lifted_at is null and (r.ends_at is null or r.ends_at > clock_now()) desc, r.id desc limit 100`;
}

const { scope, roomId, reason, endsAt, liftedAt } = term;
const download = { scope, roomId, reason, startsAt: instant, endsAt, liftedAt };

/** What a person's data download has of them. */
export function findRecords(db: Queryable, userId: number): Promise<object[]> {
  return allRows(db, download)`
    select scope, room_id as "roomId", reason, starts_at as "startsAt", ends_at as "endsAt", lifted_at as "liftedAt"
    from restrictions where user_id = ${userId} order by id`;
}

export function forget(tx: Tx, userId: number): Promise<void> {
  return run(tx)`delete from restrictions where user_id = ${userId}`;
}

/**
 * Gives a person's restrictions to another. In a place where both have one, the one that ends last holds and replaces the
 * other. The person's account isn't suspended.
 */
export async function move(tx: Tx, fromId: number, toId: number): Promise<void> {
  await run(tx)`
    with pairs as (
      select case when f.is_longer then f.id else o.id end as longer_id, case when f.is_longer then o.id else f.id end as shorter_id
      from restrictions o cross join lateral (
        select f.id, coalesce(f.ends_at, 'infinity') > coalesce(o.ends_at, 'infinity') as is_longer from restrictions f
        where f.user_id = ${fromId} and f.scope = o.scope and f.room_id is not distinct from o.room_id
          and f.lifted_at is null) f
      where o.user_id = ${toId} and o.lifted_at is null),
    shorter as (update restrictions r set lifted_at = clock_now() from pairs where r.id = pairs.shorter_id)
    update restrictions r set replaced_id = coalesce(r.replaced_id, pairs.shorter_id) from pairs
    where r.id = pairs.longer_id`;
  await run(tx)`update restrictions set user_id = ${toId} where user_id = ${fromId}`;
}
