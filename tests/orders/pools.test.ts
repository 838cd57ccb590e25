import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { checkInvariants } from "#db/invariants.ts";
import { stockInvariants } from "#db/invariants/stock.ts";
import { savePool } from "#server/modules/events/index.ts";
import { inTransaction } from "#server/platform/db/database.ts";
import { summarize, tally } from "#testing/crowd.ts";
import { installMeetingPoint } from "#testing/meeting-point.ts";
import { dropStockCheck, sabotage, unlocked } from "#testing/sabotage.ts";
import { createSite, draft, type Site, type SiteOptions } from "#testing/site.ts";

const sites: Site[] = [];
async function openSite(options: SiteOptions = {}): Promise<Site> {
  const site = await createSite(options);
  sites.unshift(site);
  return site;
}
afterEach(async () => {
  for (const site of sites.splice(0)) await site.close();
});

/** Three ticket types over one floor: each alone could nearly fill it. A table takes `tableTakes` of its spots. */
async function createFloor(site: Site, capacity: number, counts: "people" | "units") {
  const eventId = await site.create.event();
  const poolId = await inTransaction(site.db, (tx) => savePool(tx, eventId, { name: "Main floor", counts, capacity }));
  const type = (name: string, ticketsPerUnit: number) =>
    site.create.ticketType({ eventId, name, capacity: capacity - 1, ticketsPerUnit, poolIds: [poolId] });
  return { eventId, poolId, types: [await type("Early", 1), await type("General", 1), await type("Table", 4)] };
}

async function readPool(site: Site, poolId: number) {
  const { rows } = await sql<{ capacity: number; held: number; sold: number; tickets: number }>`
    select s.capacity, s.held, s.sold, (select count(*)::integer from tickets k join pool_types x using (ticket_type_id)
      where x.pool_id = p.id) as tickets
    from pools p join stock s on s.id = p.stock_id where p.id = ${poolId}`.execute(site.db);
  return rows[0]!;
}

const buyersOf = (site: Site, count: number) => Promise.all(Array.from({ length: count }, () => site.as("guest")));

test("five hundred buyers at once over three types of one floor: its last spot is sold, and none twice", async () => {
  const site = await openSite();
  const { poolId, types } = await createFloor(site, 120, "people");
  const buyers = await buyersOf(site, 500);
  const answers = await Promise.all(
    buyers.map((buyer, index) => site.buy(buyer, [{ ticketTypeId: types[index % 3]!, quantity: 1 }])),
  );
  const told = tally(answers.map(summarize));
  const { paid = 0 } = told;
  expect(paid, JSON.stringify(told)).toBeGreaterThanOrEqual(120 / 4);
  expect(told).toEqual({ paid, "nothing left": 500 - paid });
  expect(await readPool(site, poolId)).toEqual({ capacity: 120, held: 0, sold: 120, tickets: 120 });
  expect(await checkInvariants(site.db, stockInvariants)).toEqual([]);
});

test("a floor that counts units counts a table as one, however many sit at it", async () => {
  const site = await openSite();
  const { poolId, types } = await createFloor(site, 40, "units");
  // One table before the rush, because a rush of three types might not sell any table.
  expect((await site.buy(await site.as("guest"), [{ ticketTypeId: types[2]!, quantity: 1 }])).body.status).toBe("paid");
  const buyers = await buyersOf(site, 150);
  const answers = await Promise.all(
    buyers.map((buyer, index) => site.buy(buyer, [{ ticketTypeId: types[index % 3]!, quantity: 1 }])),
  );
  const tables = 1 + answers.filter(({ body }, index) => index % 3 === 2 && body.status === "paid").length;
  expect(await readPool(site, poolId)).toMatchObject({ held: 0, sold: 40, tickets: 40 + 3 * tables });
  expect(await checkInvariants(site.db, stockInvariants)).toEqual([]);
});

test("one order with several types of a floor gets all of its spots or none", async () => {
  const site = await openSite();
  const { poolId, types } = await createFloor(site, 9, "people");
  const [early, general, table] = types as [number, number, number];
  const [first, second] = [await site.as("guest"), await site.as("guest")];
  const wish = [
    { ticketTypeId: early, quantity: 1 },
    { ticketTypeId: general, quantity: 1 },
    { ticketTypeId: table, quantity: 1 },
  ];
  expect((await first.post("/api/orders", draft(wish))).status).toBe(201);
  expect(await readPool(site, poolId)).toMatchObject({ held: 6 });
  expect((await second.post("/api/orders", draft(wish))).body.code).toBe("in_carts");
  expect(await readPool(site, poolId)).toMatchObject({ held: 6 });
  const shown = await site.anon.get(`/api/events/${(await first.get("/api/events")).body.items[0]!.id}`);
  expect(shown.body.ticketTypes.map((type: any) => [type.available, type.status])).toEqual([
    [3, "on_sale"],
    [3, "on_sale"],
    [0, "in_carts"],
  ]);
});

test("refunded, expired and revoked tickets free up the floor too", async () => {
  const site = await openSite();
  const { poolId, types } = await createFloor(site, 10, "people");
  const [early, , table] = types as [number, number, number];
  const buyer = await site.as("guest");
  const { body } = await buyer.post("/api/orders", draft([{ ticketTypeId: table, quantity: 1 }]));
  await buyer.call("DELETE", `/api/orders/${body.id}`);
  expect(await readPool(site, poolId)).toMatchObject({ held: 0, sold: 0 });

  await buyer.post("/api/orders", draft([{ ticketTypeId: table, quantity: 2 }]));
  const future = await openSite({ database: site.database, clockOffset: "11 minutes" });
  const late = await future.as("guest");
  expect((await late.post("/api/orders", draft([{ ticketTypeId: table, quantity: 2 }]))).status).toBe(201);

  const admin = await site.as("admin");
  const comp = await admin.post("/api/admin/comps", {
    ticketTypeId: early,
    quantity: 2,
    guest: { name: "Selector Duke", email: "duke@example.com" },
    reason: "Plays for us",
  });
  expect(await readPool(site, poolId)).toMatchObject({ held: 8, sold: 2 });
  await admin.post(`/api/admin/comps/${comp.body.id}/revoke`, { reason: "Cannot come" });
  expect(await readPool(site, poolId)).toMatchObject({ held: 8, sold: 0 });
  expect(await checkInvariants(future.db, stockInvariants)).toEqual([]);
});

/** Two nodes in one process, each selling a different type of the floor in orders of so many. */
async function rushOverTwoNodes(
  options: SiteOptions,
  prepare: (site: Site) => Promise<void> = async () => {},
  { capacity = 7, quantity = 1 } = {},
) {
  const site = await openSite();
  await prepare(site);
  const { poolId, types } = await createFloor(site, capacity, "people");
  const { database } = site;
  const nodes = [await openSite({ ...options, database }), await openSite({ ...options, database })];
  const buyers = await Promise.all(Array.from({ length: 60 }, (_, index) => nodes[index % 2]!.as("guest")));
  const answers = await Promise.all(
    buyers.map((buyer, index) => buyer.post("/api/orders", draft([{ ticketTypeId: types[index % 2]!, quantity }]))),
  );
  return { told: tally(answers.map(summarize)), pool: await readPool(site, poolId) };
}

test("two types on two nodes can't oversell the floor they share", async () => {
  const { told, pool } = await rushOverTwoNodes({});
  expect(told).toEqual({ awaiting_payment: 7, "nothing left": 53 });
  expect(pool.held).toBe(7);
});

test("negative control: without row locks and the table's check constraint the floor is oversold", async () => {
  const prepare = async ({ db }: Site) => {
    await installMeetingPoint(db);
    await dropStockCheck(db);
  };
  const { pool } = await rushOverTwoNodes({ rewriteSql: unlocked() }, prepare, { capacity: 3, quantity: 2 });
  expect(pool.held).toBeGreaterThan(3);
});

test("negative control: a claim that ignores the floor oversells it, and an invariant catches it", async () => {
  const site = await openSite({
    rewriteSql: sabotage(["from pool_types x join pools p on", "from pool_types x join pools p on false and"]),
  });
  const { poolId, types } = await createFloor(site, 7, "people");
  const buyers = await buyersOf(site, 20);
  const answers = await Promise.all(
    buyers.map((buyer, index) => buyer.post("/api/orders", draft([{ ticketTypeId: types[index % 2]!, quantity: 1 }]))),
  );
  expect(answers.filter((answer) => answer.status === 201).length).toBeGreaterThan(7);
  expect(await readPool(site, poolId)).toMatchObject({ held: 0 });
  expect((await checkInvariants(site.db, stockInvariants)).map(({ id }) => id)).toContain("I-33");
});
