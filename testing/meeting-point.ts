import { sql } from "kysely";
import type { Database } from "#server/platform/db/database.ts";

/**
 * Gives a test's database a point where transactions wait for each other, so that the race under test happens in every
 * run and on every machine. For negative controls: they put these functions into the product's statements. A site that
 * `createSite` opens with `rewriteSql` and its own database has it already.
 *
 * - `arrive()`: registers an arrival and returns its number.
 * - `wait_for(n)`: waits until n have arrived.
 * - `meet(n)`: does both, once per transaction: calls for further rows or statements return at once.
 *
 * A wait ends as soon as the others arrive. If they don't, it gives up after twenty seconds, before the tests'
 * statement timeout of thirty: the test's own assertion then says what didn't happen.
 */
export async function installMeetingPoint(db: Database): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/**
 * A condition for a statement that reads what it decides by: it is true once `count` transactions have read. A
 * statement sees the rows as they were when it began, so none of them sees what another writes after the meeting. The
 * database evaluates it once, before it locks any row.
 */
export const haveRead = (count = 2) => `(select meet(${count})) > 0`;

/** Runs two things at once: how they interleave is up to chance. */
export const atOnce = <First, Second>(_: Database, first: () => Promise<First>, second: () => Promise<Second>) =>
  Promise.all([first(), second()]);

/**
 * Runs `first` until it arrives at the meeting point of two, then all of `second`, then the rest of `first`.
 *
 * @throws when `first` doesn't arrive
 */
export async function overtake<First, Second>(
  db: Database,
  first: () => Promise<First>,
  second: () => Promise<Second>,
): Promise<[Awaited<First>, Awaited<Second>]> {
  const overtaken = first();
  await waitForArrivals(db, 1);
  const result = await second();
  await arrive(db);
  return [await overtaken, result];
}

const statements = [
  "create sequence if not exists arrivals",
  "create or replace function arrive() returns bigint language sql volatile as $$ select nextval('public.arrivals') $$",
  // Every transaction sees a sequence's current value, whatever its snapshot.
  `create or replace function wait_for(n bigint) returns boolean language plpgsql volatile as $$
   declare
     deadline timestamptz := clock_timestamp() + interval '20 seconds';
   begin
     while (select not is_called or last_value < n from public.arrivals) loop
       if clock_timestamp() > deadline then return false; end if;
       perform pg_sleep(0.005);
     end loop;
     return true;
   end $$`,
  `create or replace function meet(n bigint) returns bigint language plpgsql volatile as $$
   declare
     place bigint := nullif(current_setting('meeting_point.place', true), '');
   begin
     if place is null then
       place := public.arrive();
       perform set_config('meeting_point.place', place::text, true);
       perform public.wait_for(n);
     end if;
     return place;
   end $$`,
];

/** Registers the test's own arrival at the meeting point of its database. */
async function arrive(db: Database): Promise<void> {
  await sql`select arrive()`.execute(db);
}

/** Waits until `count` have arrived at the meeting point. @throws when they don't arrive */
async function waitForArrivals(db: Database, count: number): Promise<void> {
  const { rows } = await sql<{ came: boolean }>`select wait_for(${count}) as came`.execute(db);
  if (rows[0]?.came !== true) throw new Error(`Expected ${count} arrivals at the meeting point`);
}
