import { sql } from "kysely";
import type { Database } from "#server/platform/db/database.ts";

/**
 * Gives a test's database a point where statements wait for each other, so that the race under test happens in every
 * run and on every machine. For negative controls: they put these functions into the product's statements.
 *
 * - `arrive()`: registers an arrival and returns its number.
 * - `wait_for(n)`: waits until n have arrived.
 * - `meet(n)`: does both.
 *
 * A wait ends after four seconds, before the statement timeout: the test's own assertion then says what
 * didn't happen.
 */
export async function installMeetingPoint(db: Database): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  "create sequence arrivals",
  "create function arrive() returns bigint language sql volatile as $$ select nextval('public.arrivals') $$",
  // Every transaction sees a sequence's current value, whatever its snapshot.
  `create function wait_for(n bigint) returns boolean language plpgsql volatile as $$
   declare
     deadline timestamptz := clock_timestamp() + interval '4 seconds';
   begin
     while (select not is_called or last_value < n from public.arrivals) loop
       if clock_timestamp() > deadline then return false; end if;
       perform pg_sleep(0.005);
     end loop;
     return true;
   end $$`,
  `create function meet(n bigint) returns bigint language plpgsql volatile as $$
   declare
     place bigint := public.arrive();
   begin
     perform public.wait_for(n);
     return place;
   end $$`,
];

/** Registers the test's own arrival at the meeting point of its database. */
export async function arrive(db: Database): Promise<void> {
  await sql`select arrive()`.execute(db);
}

/** Waits until `count` have arrived at the meeting point. @throws when they don't arrive */
export async function waitForArrivals(db: Database, count: number): Promise<void> {
  const { rows } = await sql<{ came: boolean }>`select wait_for(${count}) as came`.execute(db);
  if (rows[0]?.came !== true) throw new Error(`Expected ${count} arrivals at the meeting point`);
}
