import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrate } from "#server/platform/db/migrate.ts";
import { createEmptyDatabase, type TestDatabase } from "#testing/database.ts";
import { silentLog } from "#testing/own-cluster.ts";

/** Opt-ins as the version before stored them: whether one counted followed from other tables. */
const before = `
  insert into users (username, display_name, role, email) values
    ('ada', 'Ada', 'user', 'ada@example.com'), ('bea', 'Bea', 'user', 'bea@example.com');
  insert into interests (id, topic, email, status, confirmed_at)
    values (gen_random_uuid(), 'news:1', 'link@example.com', 'confirmed', '2026-11-02T10:00Z');
  insert into consents (email, channel, user_id, place, text, given_at, withdrawn_at, withdrawn_place) values
    ('kept@example.com', 'email', null, 'preferences', 'Email me about events', '2026-11-01T10:00Z', null, null),
    ('list@example.com', 'email', null, 'import', 'Signed a list', '2026-11-01T10:00Z', null, null),
    ('link@example.com', 'email', null, 'checkout', 'Email me about events', '2026-11-01T10:00Z', null, null),
    ('none@example.com', 'email', null, 'checkout', 'Email me about events', '2026-11-01T10:00Z', null, null),
    ('ada@example.com', 'email', 1, 'account', 'Email me about events', '2026-10-01T10:00Z', '2026-10-02T10:00Z', 'account'),
    ('ada@example.com', 'email', 1, 'checkout', 'Email me about events', '2026-11-01T10:00Z', null, null),
    ('bea@example.com', 'email', 2, 'account', 'Email me about events', '2026-10-01T10:00Z', '2026-10-02T10:00Z', 'account'),
    ('bea@example.com', 'email', 1, 'checkout', 'Email me about events', '2026-11-01T10:00Z', null, null);`;

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createEmptyDatabase();
  pool = new pg.Pool(database.connection);
  await migrate(pool, { log: silentLog, upTo: 21 });
  await pool.query(before);
  await migrate(pool, { log: silentLog });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

test("opt-ins that counted are confirmed by what made them count, but not by others after someone unsubscribed", async () => {
  const { rows } = await pool.query<{ name: string; by: string | null; day: number }>(`
    select split_part(email, '@', 1) as name, confirmed_by as by, extract(day from confirmed_at at time zone 'UTC')::integer as day
    from consents where withdrawn_at is null order by id`);
  expect(rows.map(({ name, by, day }) => [name, by, day])).toEqual([
    ["kept", "link", 1],
    ["list", "import", 1],
    ["link", "link", 2],
    ["none", null, null],
    ["ada", "account", 1],
    ["bea", null, null],
  ]);
});
