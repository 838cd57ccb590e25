import { run } from "./database-server.ts";
import type { TestDatabase } from "./database.ts";

/**
 * Gives a test database a clock that can be moved for every connection, in any process: every deadline
 * uses `clock_now()`.
 */
export async function installMovingClock(
  { connection }: Pick<TestDatabase, "connection">,
  /** `isFrozen`: the clock stands still unless a test moves it. */
  { isFrozen = false }: { isFrozen?: boolean } = {},
): Promise<void> {
  const base = isFrozen ? "(select since from test_clock.shift)" : "now()";
  await run(
    connection,
    `create schema test_clock;
     create table test_clock.shift (by interval not null, since timestamptz not null);
     insert into test_clock.shift values ('0', now());
     create or replace function clock_now() returns timestamptz language sql stable parallel safe
       as $$ select ${base} + (select by from test_clock.shift) $$;`,
  );
}

/** Moves the clock forward by this many seconds. */
export async function moveClock({ connection }: Pick<TestDatabase, "connection">, seconds: number): Promise<void> {
  await run(connection, `update test_clock.shift set by = by + make_interval(secs => ${seconds})`);
}
