import { RestrictionScope } from "#contract/restrictions.ts";
import { instant, integer, oneOf, orNull, type RowFrom } from "#server/platform/db/columns.ts";
import type { Tx } from "#server/platform/db/database.ts";
import { allRows, onlyValue, run } from "#server/platform/db/rows.ts";

/** Stores an account's restrictions that hold, once for each proof of it. */
export function insertOf(tx: Tx, userId: number, proofs: string[]): Promise<void> {
  return run(tx)`
    insert into former_restrictions (proof, former_user_id, scope, room_id, starts_at, ends_at, made_by)
    select proof, r.user_id, r.scope, r.room_id, r.starts_at, r.ends_at, r.made_by
    from restrictions r cross join unnest(${proofs}::text[]) proof
    where r.user_id = ${userId} and r.lifted_at is null and (r.ends_at is null or r.ends_at > clock_now())`;
}

/** Deletes what nobody is kept out by anymore, and what is older than two years. */
export function deleteEnded(tx: Tx): Promise<void> {
  return run(tx)`
    delete from former_restrictions where ends_at <= clock_now() or created_at < clock_now() - interval '2 years'`;
}

const former = {
  formerUserId: integer,
  scope: oneOf(...RestrictionScope.options),
  roomId: orNull(integer),
  startsAt: instant,
  endsAt: orNull(instant),
  madeBy: orNull(integer),
  now: instant,
};

type Former = RowFrom<typeof former>;

/**
 * Takes what holds of the former accounts with one of these proofs: the one that ends last in each place. Their other
 * proofs stay.
 */
export function claim(tx: Tx, proofs: string[]): Promise<Former[]> {
  return allRows(tx, former)`
    with claimed as (
      delete from former_restrictions where proof = any(${proofs}::text[]) returning *)
    select distinct on (scope, room_id) former_user_id as "formerUserId", scope, room_id as "roomId", starts_at as "startsAt", ends_at as "endsAt",
      made_by as "madeBy", clock_now() as now
    from claimed f where (ends_at is null or ends_at > clock_now()) and (restored_id is null
      or exists (select from restrictions r where r.id = f.restored_id and r.lifted_at is null))
    order by scope, room_id, ends_at desc nulls first`;
}

/** Stores one with the times that it had. @returns its id */
export function insertAgain(
  tx: Tx,
  userId: number,
  { scope, roomId, startsAt, endsAt, madeBy }: Former,
  reason: string,
  replacedId: number | null,
): Promise<number> {
  return onlyValue(tx, integer)`
    insert into restrictions (user_id, scope, room_id, reason, starts_at, ends_at, made_by, replaced_id)
    values (${userId}, ${scope}, ${roomId}::bigint, ${reason}, ${startsAt}, ${endsAt}::timestamptz, ${madeBy}::bigint,
      ${replacedId}::bigint)
    returning id`;
}

/** Notes which restriction took the place of a former account's: its other proofs then follow that one. */
export function setRestored(tx: Tx, { formerUserId, scope, roomId }: Former, restrictionId: number): Promise<void> {
  return run(tx)`
    update former_restrictions set restored_id = ${restrictionId}
    where former_user_id = ${formerUserId} and scope = ${scope} and room_id is not distinct from ${roomId}::bigint`;
}
