import { RestrictionScope } from "#contract/restrictions.ts";
import { instant, integer, oneOf, orNull, text, type RowFrom } from "#server/platform/db/columns.ts";
import type { Tx } from "#server/platform/db/database.ts";
import { allRows, run } from "#server/platform/db/rows.ts";

/** Stores an account's restrictions that hold, once for each proof of it. */
export function insertOf(tx: Tx, userId: number, proofs: string[]): Promise<void> {
  return run(tx)`
    insert into former_restrictions (proof, former_user_id, scope, room_id, reason, starts_at, ends_at, made_by)
    select proof, r.user_id, r.scope, r.room_id, r.reason, r.starts_at, r.ends_at, r.made_by
    from restrictions r cross join unnest(${proofs}::text[]) proof
    where r.user_id = ${userId} and r.lifted_at is null and (r.ends_at is null or r.ends_at > clock_now())`;
}

/** Deletes what nobody is kept out by anymore. */
export function deleteEnded(tx: Tx): Promise<void> {
  return run(tx)`delete from former_restrictions where ends_at <= clock_now()`;
}

const former = {
  scope: oneOf(...RestrictionScope.options),
  roomId: orNull(integer),
  reason: text,
  startsAt: instant,
  endsAt: orNull(instant),
  madeBy: orNull(integer),
  now: instant,
};

type Former = RowFrom<typeof former>;

/** Takes what holds of the former accounts with one of these proofs: the one that ends last in each place. */
export function claim(tx: Tx, proofs: string[]): Promise<Former[]> {
  return allRows(tx, former)`
    with claimed as (
      delete from former_restrictions where former_user_id in (
        select former_user_id from former_restrictions where proof = any(${proofs}::text[])) returning *)
    select distinct on (scope, room_id) scope, room_id as "roomId", reason, starts_at as "startsAt", ends_at as "endsAt",
      made_by as "madeBy", clock_now() as now
    from claimed where ends_at is null or ends_at > clock_now()
    order by scope, room_id, ends_at desc nulls first`;
}

/** Stores one with the times that it had. */
export function insertAgain(
  tx: Tx,
  userId: number,
  { scope, roomId, reason, startsAt, endsAt, madeBy }: Former,
  replacedId: number | null,
): Promise<void> {
  return run(tx)`
    insert into restrictions (user_id, scope, room_id, reason, starts_at, ends_at, made_by, replaced_id)
    values (${userId}, ${scope}, ${roomId}::bigint, ${reason}, ${startsAt}, ${endsAt}::timestamptz, ${madeBy}::bigint,
      ${replacedId}::bigint)`;
}
