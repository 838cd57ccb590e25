import pg from "pg";
import { migrate } from "#server/platform/db/migrate.ts";
import { toConnectionUrl, type DatabaseConnection } from "#server/platform/postgres/index.ts";
import { startFaultProxy, postgresTarget } from "#testing/fault-proxy.ts";
import { installMovingClock } from "#testing/moving-clock.ts";
import { silentLog, startOwnCluster } from "#testing/own-cluster.ts";
import { createSite } from "#testing/site.ts";

export type SellingSite = Awaited<ReturnType<typeof openSellingSite>>;

/**
 * A separate PostgreSQL behind a fault proxy, with an event on sale and people who want to go. The servers under test
 * use the proxy; `site` accesses the same database directly.
 */
export async function openSellingSite({ buyers, capacity }: { buyers: number; capacity: number }) {
  const cluster = await startOwnCluster();
  const proxy = await startFaultProxy(postgresTarget(cluster.connection));
  const client = new pg.Client(cluster.connection);
  await client.connect();
  await migrate(client, { log: silentLog });
  await client.end();
  const database = {
    connection: cluster.connection,
    url: toConnectionUrl(cluster.connection),
    drop: async () => undefined,
  };
  await installMovingClock(database);
  const site = await createSite({ database });
  const eventId = await site.create.event({ title: "Velvet Riddim" });
  const ticketTypeId = await site.create.ticketType({ eventId, capacity });
  const people = await Promise.all(Array.from({ length: buyers }, () => site.as("user")));
  const door = await site.as("moderator");
  const throughProxy: DatabaseConnection = { ...cluster.connection, host: "127.0.0.1", port: proxy.port };
  return {
    site,
    cluster,
    proxy,
    eventId,
    /** For the servers under test. */
    databaseUrl: toConnectionUrl(throughProxy),
    target: (nodes: () => string[]) => ({
      nodes,
      eventId,
      ticketTypeId,
      buyers: people.map(({ token }) => token!),
      door: door.token!,
    }),
    async close() {
      await site.close();
      await proxy.close();
      await cluster.remove();
    },
  };
}
