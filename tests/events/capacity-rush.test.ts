import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { checkInvariants } from "#db/invariants.ts";
import { stockInvariants } from "#db/invariants/stock.ts";
import { summarize, tally } from "#testing/crowd.ts";
import { overtake } from "#testing/meeting-point.ts";
import { dropStockCheck, sabotage } from "#testing/sabotage.ts";
import { createSite, draft, type Client, type Site, type SiteOptions } from "#testing/site.ts";
import { saveLatest } from "#testing/save-latest.ts";

const sites: Site[] = [];
async function openSite(options: SiteOptions = {}): Promise<Site> {
  const site = await createSite(options);
  sites.unshift(site);
  return site;
}
afterEach(async () => {
  for (const site of sites.splice(0)) await site.close();
});

const terms = (capacity: number, poolIds: number[] = []) => ({
  name: "General",
  pricing: "fixed",
  priceCents: 2500,
  capacity,
  ticketsPerUnit: 1,
  minPerOrder: 1,
  maxPerOrder: 10,
  ...(poolIds.length > 0 ? { poolIds } : {}),
});

async function readStock(site: Site, typeId: number) {
  const { rows } = await sql<{ capacity: number; held: number }>`
    select s.capacity, s.held from ticket_types t join stock s on s.id = t.stock_id where t.id = ${typeId}`.execute(
    site.db,
  );
  return rows[0]!;
}

/** Buyers order while staff repeatedly cut the capacity on another node. */
async function cutWhileSelling(options: SiteOptions = {}, prepare: (site: Site) => Promise<void> = async () => {}) {
  const site = await openSite(options);
  await prepare(site);
  const adminNode = await openSite({ ...options, database: site.database });
  const typeId = await site.create.ticketType({ capacity: 120 });
  const admin = adminNode.clientOf(await site.as("admin"));
  const buyers = await Promise.all(Array.from({ length: 200 }, () => site.as("guest")));
  const order = (buyer: Client) => buyer.post("/api/orders", draft([{ ticketTypeId: typeId, quantity: 1 }]));
  const cut = async (capacity: number) =>
    (await saveLatest(site.db, admin, ["ticket-types", typeId], terms(capacity))).status;
  const first = await Promise.all(buyers.slice(0, 60).map(order));
  const cuts = [await cut(115)];
  const selling = Promise.all(buyers.slice(60).map(order));
  for (let capacity = 110; capacity >= 30; capacity -= 5) cuts.push(await cut(capacity));
  const told = tally([...first, ...(await selling)].map(summarize));
  return { site, told, cuts, stock: await readStock(site, typeId) };
}

test("a capacity cut during sales sells to the last unit and never drops below what is held", async () => {
  const { site, told, cuts, stock } = await cutWhileSelling();
  expect(told).toEqual({ awaiting_payment: stock.held, "nothing left": 200 - stock.held });
  expect(stock.capacity).toBe(stock.held);
  expect(cuts).toContain(200);
  expect(cuts).toContain(409);
  expect(await checkInvariants(site.db, stockInvariants)).toEqual([]);
});

test("negative control: a cut that ignores what is held drops below it", async () => {
  const blind = sabotage(["and held + sold <=", "and 0 <="]);
  const { stock } = await cutWhileSelling({ rewriteSql: blind }, (site) => dropStockCheck(site.db));
  expect(stock.held).toBeGreaterThan(stock.capacity);
});

/** A ticket type joins and leaves a pool during sales. */
async function joinWhileSelling() {
  const site = await openSite();
  const adminNode = await openSite({ database: site.database });
  const eventId = await site.create.event();
  const admin = adminNode.clientOf(await site.as("admin"));
  const { body } = await admin.post(`/api/admin/events/${eventId}/pools`, {
    name: "Floor",
    counts: "people",
    capacity: 500,
  });
  const poolIds = [body.pools[0]!.id];
  const typeId = await site.create.ticketType({ eventId, capacity: 300 });
  const buyers = await Promise.all(Array.from({ length: 200 }, () => site.as("guest")));
  const selling = Promise.all(
    buyers.map(async (buyer, index) => {
      await new Promise((resolve) => setTimeout(resolve, index * 4));
      return buyer.post("/api/orders", draft([{ ticketTypeId: typeId, quantity: 1 }]));
    }),
  );
  for (let turn = 0; turn < 15; turn++) {
    const joined = turn % 2 === 0 ? poolIds : [];
    const { status } = await saveLatest(site.db, admin, ["ticket-types", typeId], terms(300, joined));
    expect(status).toBe(200);
  }
  return { site, told: tally((await selling).map(summarize)) };
}

test("a type that joins a pool during sales is counted there to the last order", async () => {
  const { site, told } = await joinWhileSelling();
  expect(told).toEqual({ awaiting_payment: 200 });
  expect(await checkInvariants(site.db, stockInvariants)).toEqual([]);
});

/** Pauses an order between pricing and holding, until its type has joined a pool. */
async function joinDuringAnOrder(careless = sabotage()) {
  const stopped = sabotage(careless, [
    's.sale_version as "saleVersion", e.',
    's.sale_version as "saleVersion", meet(2) as moment, e.',
  ]);
  const site = await openSite({ rewriteSql: stopped });
  const adminNode = await openSite({ database: site.database, rewriteSql: careless });
  const eventId = await site.create.event();
  const typeId = await site.create.ticketType({ eventId });
  const admin = adminNode.clientOf(await site.as("admin"));
  const pool = { name: "Floor", counts: "people", capacity: 50 };
  const { body } = await admin.post(`/api/admin/events/${eventId}/pools`, pool);
  const poolIds = [body.pools[0]!.id];
  const buyer = await site.as("guest");
  const answers = await overtake(
    site.db,
    () => buyer.post("/api/orders", draft([{ ticketTypeId: typeId, quantity: 1 }])),
    () => saveLatest(site.db, admin, ["ticket-types", typeId], terms(100, poolIds)),
  );
  expect(answers.map(({ status }) => status)).toEqual([201, 200]);
  return (await checkInvariants(site.db, stockInvariants)).map(({ id }) => id);
}

test("an order priced before its type joined a pool is priced again", async () => {
  expect(await joinDuringAnOrder()).toEqual([]);
});

test("negative control: if the sale version doesn't increase, the pool misses the order", async () => {
  expect(
    await joinDuringAnOrder(sabotage(["set sale_version = sale_version + 1", "set sale_version = sale_version"])),
  ).toEqual(["I-33"]);
});
