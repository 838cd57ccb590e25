import { sql } from "kysely";
import { GrantKind, type ActiveGrant } from "#contract/grants/kinds.ts";
import type { Grant, GrantDraft, GrantQuery, GrantStatus } from "#contract/grants/grants.ts";
import { accountsTables } from "#server/modules/accounts/tables.ts";
import { compsTables } from "#server/modules/comps/tables.ts";
import { eventsTables } from "#server/modules/events/tables.ts";
import { promotionsTables } from "#server/modules/promotions/tables.ts";
import { bool, instant, integer, oneOf, orNull, type RowFrom } from "#server/platform/db/columns.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { orderOf } from "#server/platform/db/keyset.ts";
import type { ListSource } from "#server/platform/db/list.ts";
import { allRows, allValues, firstRow, firstValue, onlyRow, run } from "#server/platform/db/rows.ts";
import type { Stored } from "#server/platform/shown.ts";

/** What counts now, by the database's clock. */
const isActive = sql`(g.revoked_at is null and (g.ends_at is null or g.ends_at > clock_now()))`;

const activeGrant = {
  kind: oneOf(...GrantKind.options),
  eventId: orNull(integer),
  hostId: orNull(integer),
  promoterId: orNull(integer),
};

/** What someone may do now. */
export function findActive(db: Queryable, userId: number): Promise<ActiveGrant[]> {
  return allRows(db, activeGrant)`
    select g.kind, coalesce(g.event_id, h.event_id) as "eventId", g.host_id as "hostId", g.promoter_id as "promoterId"
    from grants g left join ${compsTables.comp_hosts} h on h.id = g.host_id
    where g.user_id = ${userId} and ${isActive} order by g.id`;
}

const status = sql`
  case when ${isActive} then 'active' when g.revoked_at is null or g.ends_at <= g.revoked_at then 'ended' else 'revoked' end`;
const named = (alias: string, name: string) =>
  sql`case when ${sql.ref(`${alias}.id`)} is not null then
    json_build_object('id', ${sql.ref(`${alias}.id`)}, 'name', ${sql.ref(`${alias}.${name}`)}) end`;

/** Grants as admins list them. */
export const grantRows: ListSource<GrantQuery & { id?: number }, Stored<Grant>> = {
  columns: sql`
    g.id, ${named("u", "display_name")} as person, g.kind, ${named("e", "title")} as event, ${named("h", "name")} as host,
    ${named("p", "name")} as promoter, ${status} as status, g.given_at as "givenAt", ${named("b", "display_name")} as "givenBy",
    g.ends_at as "endsAt", nullif(g.revoked_at, g.ends_at) as "revokedAt", ${named("r", "display_name")} as "revokedBy"`,
  from: sql`grants g`,
  page: {
    alias: "g",
    joins: sql`
      join ${accountsTables.users} u on u.id = g.user_id
      left join ${compsTables.comp_hosts} h on h.id = g.host_id
      left join ${eventsTables.events} e on e.id = coalesce(g.event_id, h.event_id)
      left join ${promotionsTables.promoters} p on p.id = g.promoter_id
      left join ${accountsTables.users} b on b.id = g.given_by and b.deleted_at is null
      left join ${accountsTables.users} r on r.id = g.revoked_by and r.deleted_at is null`,
  },
  order: orderOf("-id", { id: [{ by: sql`g.id`, type: "bigint" }] }),
  filters: {
    id: (id) => sql`g.id = ${id}`,
    userId: (id) => sql`g.user_id = ${id}`,
    eventId: (id) =>
      sql`coalesce(g.event_id, (select h.event_id from ${compsTables.comp_hosts} h where h.id = g.host_id)) = ${id}`,
    status: (wanted: GrantStatus) => sql`${status} = ${wanted}`,
  },
};

/** Locks a person who may get a grant; undefined for an unknown or deleted one. */
export function lockPerson(tx: Tx, userId: number): Promise<{ isGuest: boolean } | undefined> {
  return firstRow(tx, { isGuest: bool })`
    select role = 'guest' as "isGuest" from ${accountsTables.users} u
    where u.id = ${userId} and u.deleted_at is null for no key update`;
}

/** Whether what a grant names exists. */
export function findNamed(
  tx: Tx,
  { eventId, hostId, promoterId }: Pick<GrantDraft, "eventId" | "hostId" | "promoterId">,
): Promise<{ isFound: boolean }> {
  return onlyRow(tx, { isFound: bool })`
    select (${eventId}::bigint is null or exists (select from ${eventsTables.events} e where e.id = ${eventId}))
      and (${hostId}::bigint is null or exists (select from ${compsTables.comp_hosts} h where h.id = ${hostId}))
      and (${promoterId}::bigint is null or exists (select from ${promotionsTables.promoters} p where p.id = ${promoterId}))
      as "isFound"`;
}

/** Stores a grant; undefined if they have it now. One whose time is over is closed as of then. */
export async function insertGrant(tx: Tx, draft: GrantDraft, givenBy: number): Promise<number | undefined> {
  const { userId, kind, eventId, hostId, promoterId, endsAt } = draft;
  await run(tx)`
    update grants set revoked_at = ends_at
    where user_id = ${userId} and kind = ${kind} and revoked_at is null and ends_at <= clock_now()`;
  return firstValue(tx, integer)`
    insert into grants (user_id, kind, event_id, host_id, promoter_id, given_by, ends_at)
    values (${userId}, ${kind}, ${eventId}, ${hostId}, ${promoterId}, ${givenBy}, ${endsAt}::timestamptz)
    on conflict do nothing returning id`;
}

const lockedGrant = { userId: integer, endsAt: orNull(instant), isActive: bool, now: instant };
export type LockedGrant = RowFrom<typeof lockedGrant>;

/** A grant, locked until the transaction ends, with the database's time. */
export function lockGrant(tx: Tx, id: number): Promise<LockedGrant | undefined> {
  return firstRow(tx, lockedGrant)`
    select g.user_id as "userId", g.ends_at as "endsAt", ${isActive} as "isActive", clock_now() as now
    from grants g where g.id = ${id} for update`;
}

export const readClock = async (tx: Tx): Promise<Date> =>
  (await onlyRow(tx, { now: instant })`select clock_now() as now`).now;

export function setEnd(tx: Tx, id: number, endsAt: string | null): Promise<void> {
  return run(tx)`update grants set ends_at = ${endsAt}::timestamptz where id = ${id}`;
}

export function setRevoked(tx: Tx, id: number, by: number): Promise<void> {
  return run(tx)`update grants set revoked_at = clock_now(), revoked_by = ${by} where id = ${id}`;
}

/** Closes grants whose time is over, as of then. @returns whose they were */
export function closeEnded(tx: Tx): Promise<number[]> {
  return allValues(tx, integer)`
    with closed as (
      update grants set revoked_at = ends_at where revoked_at is null and ends_at <= clock_now() returning user_id)
    select distinct user_id from closed order by 1`;
}

/** What a person's data download has of their grants. */
export function findRecords(db: Queryable, userId: number): Promise<object[]> {
  return allRows(db, { ...activeGrant, givenAt: instant, endsAt: orNull(instant), revokedAt: orNull(instant) })`
    select g.kind, g.event_id as "eventId", g.host_id as "hostId", g.promoter_id as "promoterId", g.given_at as "givenAt",
      g.ends_at as "endsAt", g.revoked_at as "revokedAt"
    from grants g where g.user_id = ${userId} order by g.id`;
}

export function forget(tx: Tx, userId: number): Promise<void> {
  return run(tx)`delete from grants where user_id = ${userId}`;
}
