import { performance } from "node:perf_hooks";
import pg from "pg";

/**
 * What this machine's PostgreSQL does at its own limit, measured as pgbench would: many connections, each repeating one
 * transaction of a guarded update of one hot row and an insert. Sent as one message, so that no round trip is added.
 *
 * @returns transactions per second
 */
export async function measureRawPostgres(
  connection: pg.ClientConfig,
  { connections = 32, seconds = 5 } = {},
): Promise<number> {
  const clients = await Promise.all(
    Array.from({ length: connections }, async () => {
      const client = new pg.Client(connection);
      await client.connect();
      return client;
    }),
  );
  const [first] = clients;
  await first!.query(`
    drop table if exists bench_hot; create table bench_hot (id integer primary key, capacity integer, held integer);
    drop table if exists bench_log; create table bench_log (id bigint generated always as identity primary key, hot integer, at timestamptz default now());
    insert into bench_hot values (1, 100000000, 0)`);
  const transaction = `
    begin; update bench_hot set held = held + 1 where id = 1 and held < capacity;
    insert into bench_log (hot) values (1); commit`;
  let count = 0;
  const start = performance.now();
  const end = start + seconds * 1000;
  await Promise.all(
    clients.map(async (client) => {
      while (performance.now() < end) {
        await client.query(transaction);
        count++;
      }
    }),
  );
  const perSecond = count / ((performance.now() - start) / 1000);
  await first!.query("drop table bench_hot; drop table bench_log");
  await Promise.all(clients.map((client) => client.end()));
  return perSecond;
}
