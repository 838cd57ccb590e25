import pg from "pg";
import { expect, test } from "vitest";
import { requireSafeServer } from "#server/platform/db/migrate.ts";
import { silentLog, startOwnCluster } from "#testing/own-cluster.ts";

test("a database server whose settings can lose a paid order is rejected in production and gets a warning otherwise", async () => {
  const unsafe = await startOwnCluster();
  const client = new pg.Client(unsafe.connection);
  await client.connect();
  await expect(requireSafeServer(client, { production: true, log: silentLog })).rejects.toThrow(
    "The database server isn't safe for real sales: its setting fsync is off, so a power cut can lose paid orders: set it to on; its setting full_page_writes is off",
  );
  const warnings: string[] = [];
  await requireSafeServer(client, {
    production: false,
    log: { ...silentLog, warn: (message) => warnings.push(message) },
  });
  expect(warnings).toHaveLength(1);
  await client.end();
  await unsafe.remove();
});

test("the built-in database is safe by default", async () => {
  const safe = await startOwnCluster({ settings: {} });
  const client = new pg.Client(safe.connection);
  await client.connect();
  await expect(requireSafeServer(client, { production: true, log: silentLog })).resolves.toBeUndefined();
  await client.end();
  await safe.remove();
});
