import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sharedReplyMs } from "#server/platform/http/shared-replies.ts";
import { createSite, draft, type Site } from "#testing/site.ts";

let site: Site;
let node: Site;
beforeAll(async () => {
  site = await createSite({ sharedReplyMs });
  node = await createSite({ sharedReplyMs, database: site.database });
});
afterAll(async () => {
  await node.close();
  await site.close();
});

test("a response shared by all visitors is never older than a second on any node", async () => {
  const eventId = await site.create.event();
  const ticketTypeId = await site.create.ticketType({ eventId, capacity: 5 });
  const path = `/api/events/${eventId}` as const;
  const available = async (of: Site) => (await of.anon.get(path)).body.ticketTypes[0]!.available;
  expect(await Promise.all([available(site), available(node)])).toEqual([5, 5]);

  const buyer = await site.as("guest");
  await buyer.post("/api/orders", draft([{ ticketTypeId, quantity: 5 }]));
  await sleep(1000);
  expect(await Promise.all([available(site), available(node)])).toEqual([0, 0]);
});

test("an error is not cached: a new event is visible at once", async () => {
  const { rows } = await sql<{ next: number }>`select coalesce(max(id), 0)::integer + 1 as next from events`.execute(
    site.db,
  );
  const path = `/api/events/${rows[0]!.next}` as const;
  expect((await site.anon.get(path)).status).toBe(404);
  await site.create.event();
  expect((await site.anon.get(path)).status).toBe(200);
});
