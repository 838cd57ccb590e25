import { performance } from "node:perf_hooks";
import pg from "pg";

/**
 * Single-row writes at PostgreSQL's own limit: each connection inserts one row in a transaction of its own, again and
 * again, as durably as the site.
 *
 * @returns rows per second, and how long each took
 */
export async function measureRawWrites(
  url: string,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<{ perSecond: number; samples: number[] }> {
  const clients = await Promise.all(
    Array.from({ length: connections }, async () => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      return client;
    }),
  );
  await clients[0]!.query(
    "create table if not exists bench_writes (id bigint generated always as identity primary key, gate text, at timestamptz not null default now())",
  );
  const samples: number[] = [];
  const start = performance.now();
  const end = start + seconds * 1000;
  await Promise.all(
    clients.map(async (client, gate) => {
      while (performance.now() < end) {
        const before = performance.now();
        await client.query({
          name: "write",
          text: "insert into bench_writes (gate) values ($1)",
          values: [`gate-${gate}`],
        });
        samples.push(performance.now() - before);
      }
    }),
  );
  const perSecond = samples.length / ((performance.now() - start) / 1000);
  await clients[0]!.query("drop table bench_writes");
  await Promise.all(clients.map((client) => client.end()));
  return { perSecond, samples };
}
