import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { startRealServer } from "./kit/real-server.ts";
import { openSellingSite } from "./kit/selling-site.ts";

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const thing of open.splice(0).reverse()) await thing.close();
});

/** A real server, and what its database has of the page views that were sent to it. */
async function openCountingSite() {
  const shop = await openSellingSite({ buyers: 1, capacity: 1 });
  open.push(shop);
  const node = await startRealServer(shop.databaseUrl, { STOP_WAIT_SECONDS: "0" });
  open.push({ close: () => node.stop() });
  const countStored = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from interactions where subject = '/shop'`.execute(shop.site.db);
    return rows[0]!.count;
  };
  const send = async (number: number) => {
    const response = await fetch(`${node.baseUrl}/api/analytics/page-view`, {
      method: "POST",
      headers: { "content-type": "application/json", "user-agent": "Mozilla/5.0 (Macintosh) Safari/605" },
      body: JSON.stringify({
        path: "/shop",
        sessionId: `visitor-${number % 7}`,
        deviceType: "mobile",
        browser: "Safari",
        referrer: null,
      }),
    });
    return response.status === 202;
  };
  return { node, countStored, send };
}

test("a server that is asked to end in the middle of a rush stores every page view that it accepted", async () => {
  const { node, countStored, send } = await openCountingSite();
  let accepted = 0;
  let next = 0;
  let isUp = true;
  const rush = Array.from({ length: 8 }, async () => {
    while (isUp) {
      const isAccepted = await send(next++).catch(() => undefined);
      if (isAccepted === undefined) isUp = false;
      else if (isAccepted) accepted++;
    }
  });
  await expect.poll(() => accepted, { timeout: 60_000, interval: 5 }).toBeGreaterThan(400);
  expect(await node.end()).toBe(0);
  await Promise.all(rush);
  expect(await countStored()).toBe(accepted);
});

test("a killed server loses at most the page views that came since its last write", async () => {
  const { node, countStored, send } = await openCountingSite();
  for (let number = 0; number < 60; number++) expect(await send(number)).toBe(true);
  await expect.poll(countStored, { timeout: 60_000 }).toBe(60);
  const late = await Promise.all(Array.from({ length: 40 }, (_, index) => send(60 + index)));
  await node.kill();
  expect(late).not.toContain(false);
  const stored = await countStored();
  expect(stored).toBeGreaterThanOrEqual(60);
  expect(stored).toBeLessThanOrEqual(100);
  await node.restart();
  expect(await send(100)).toBe(true);
  await expect.poll(countStored, { timeout: 60_000 }).toBe(stored + 1);
});
