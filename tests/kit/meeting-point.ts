import { sql } from "kysely";
import type { Database } from "#server/platform/db/database.ts";

/**
 * Gives a test's database a place where statements wait for each other, so that a race that a test is about happens in
 * every run and on every machine. For negative controls: they put these functions into the statements of the product.
 *
 * - `arrive()`: comes to the place; answers as the how-manieth.
 * - `wait_for(n)`: goes on once so many have come.
 * - `meet(n)`: both.
 *
 * Who waits in vain goes on after four seconds, before the limit on statements cuts it off: the test's own expectation
 * then says what did not happen.
 */
export async function installMeetingPoint(db: Database): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  "create sequence arrivals",
  "create function arrive() returns bigint language sql volatile as $$ select nextval('public.arrivals') $$",
  // A sequence is the same for everybody at any time, whatever their transactions see.
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

/** Comes to the meeting point of a test's database as the test itself. */
export async function arrive(db: Database): Promise<void> {
  await sql`select arrive()`.execute(db);
}

/** Waits until so many have come to the meeting point. @throws where they do not come */
export async function waitForArrivals(db: Database, count: number): Promise<void> {
  const { rows } = await sql<{ came: boolean }>`select wait_for(${count}) as came`.execute(db);
  if (rows[0]?.came !== true) throw new Error(`${count} were to meet, and they did not come`);
}
