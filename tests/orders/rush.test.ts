import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { readSettled, summarize, tally } from "#testing/crowd.ts";
import { dropStockCheck, unlocked } from "#testing/sabotage.ts";
import { createSite, draft, type Client, type Site, type SiteOptions, paymentPageOf } from "#testing/site.ts";

const buyerCount = 500;
const sites: Site[] = [];

async function openSite(options: SiteOptions = {}): Promise<Site> {
  const site = await createSite(options);
  sites.unshift(site);
  return site;
}

afterEach(async () => {
  for (const site of sites.splice(0)) await site.close();
});

interface Books {
  capacity: number;
  held: number;
  sold: number;
  tickets: number;
}

async function readBooks(site: Site, ticketTypeId: number): Promise<Books> {
  const { rows } = await sql<Books>`
    select s.capacity, s.held, s.sold, (select count(*)::integer from tickets k where k.ticket_type_id = t.id) as tickets
    from ticket_types t join stock s on s.id = t.stock_id where t.id = ${ticketTypeId}`.execute(site.db);
  return rows[0]!;
}

const buyersOf = (site: Site, count: number) => Promise.all(Array.from({ length: count }, () => site.as("guest")));

test.each([1, 7, 100])("five hundred buyers at once for %i tickets: exactly that many are sold", async (capacity) => {
  const site = await openSite();
  const ticketTypeId = await site.create.ticketType({ capacity });
  const buyers = await buyersOf(site, buyerCount);

  const answers = await Promise.all(buyers.map((buyer) => site.buy(buyer, [{ ticketTypeId, quantity: 1 }])));

  expect(tally(answers.map(summarize))).toEqual({ paid: capacity, "nothing left": buyerCount - capacity });
  expect(await readBooks(site, ticketTypeId)).toEqual({ capacity, held: 0, sold: capacity, tickets: capacity });
});

test("with fewer buyers than tickets everyone gets one", async () => {
  const site = await openSite();
  const ticketTypeId = await site.create.ticketType({ capacity: 100 });
  const buyers = await buyersOf(site, 60);
  const answers = await Promise.all(buyers.map((buyer) => site.buy(buyer, [{ ticketTypeId, quantity: 1 }])));
  expect(tally(answers.map(summarize))).toEqual({ paid: 60 });
  expect(await readBooks(site, ticketTypeId)).toMatchObject({ sold: 60, tickets: 60 });
});

test("buyers who leave make room: after retries every ticket is sold", async () => {
  const site = await openSite();
  const ticketTypeId = await site.create.ticketType({ capacity: 7 });
  const buyers = await buyersOf(site, 80);
  await Promise.all(
    buyers.map(async (buyer, index) => {
      for (let tries = 0; tries < 60; tries++) {
        const placed = await buyer.post("/api/orders", draft([{ ticketTypeId, quantity: 1 }]));
        if (placed.status !== 201) continue;
        // Every second buyer leaves the first time.
        if (index % 2 === 0 && tries === 0) await buyer.call("DELETE", `/api/orders/${placed.body.id}`);
        else return payFor(buyer, placed.body.id);
      }
      return undefined;
    }),
  );
  const late = await site.as("guest");
  while ((await site.buy(late, [{ ticketTypeId, quantity: 1 }])).status === 200);
  expect(await readBooks(site, ticketTypeId)).toEqual({ capacity: 7, held: 0, sold: 7, tickets: 7 });
});

async function payFor(buyer: Client, orderId: string): Promise<void> {
  const payment = await buyer.post(`/api/orders/${orderId}/payment`);
  await buyer.call("POST", `${new URL(paymentPageOf(payment)).pathname}/complete`, { outcome: "approve" });
  expect(summarize(await readSettled(() => buyer.get(`/api/orders/${orderId}`)))).toBe("paid");
}

test("a pool shared by two ticket types and a table package is never oversold or undersold", async () => {
  const site = await openSite();
  const eventId = await site.create.event({ capacity: 40 });
  const single = await site.create.ticketType({ eventId, capacity: 40 });
  const early = await site.create.ticketType({ eventId, capacity: 25, name: "Early" });
  const table = await site.create.ticketType({ eventId, capacity: 10, name: "Table", ticketsPerUnit: 4 });
  const buyers = await buyersOf(site, 150);
  const answers = await Promise.all(
    buyers.map((buyer, index) => site.buy(buyer, [{ ticketTypeId: [single, early, table][index % 3]!, quantity: 1 }])),
  );
  expect(Object.keys(tally(answers.map(summarize)))).toEqual(["nothing left", "paid"]);
  const { rows } = await sql<{ sold: number; held: number; tickets: number }>`
    select s.sold, s.held, (select count(*)::integer from tickets where event_id = ${eventId}) as tickets
    from events e join stock s on s.id = e.stock_id where e.id = ${eventId}`.execute(site.db);
  expect(rows[0]).toEqual({ sold: 40, held: 0, tickets: 40 });
});

/** Two nodes in one process; orders from both compete for the same stock row. */
async function rushOverTwoNodes(
  options: SiteOptions,
  prepare: (site: Site) => Promise<void> = async () => {},
  capacity = 7,
) {
  const first = await openSite(options);
  await prepare(first);
  const second = await openSite({ ...options, database: first.database });
  const ticketTypeId = await first.create.ticketType({ capacity });
  const buyers = await Promise.all(Array.from({ length: 60 }, (_, index) => (index % 2 ? first : second).as("guest")));
  const answers = await Promise.all(
    buyers.map((buyer) => buyer.post("/api/orders", draft([{ ticketTypeId, quantity: 1 }]))),
  );
  return { told: tally(answers.map(summarize)), books: await readBooks(first, ticketTypeId) };
}

test("sixty buyers at once on two nodes can't oversell seven tickets", async () => {
  const { told, books } = await rushOverTwoNodes({});
  expect(told).toEqual({ awaiting_payment: 7, "nothing left": 53 });
  expect(books.held).toBe(7);
});

test("negative control: without row locks and the table's check constraint the same rush oversells", async () => {
  const { told } = await rushOverTwoNodes({ rewriteSql: unlocked() }, (site) => dropStockCheck(site.db), 1);
  expect(told.awaiting_payment).toBeGreaterThan(1);
});

test("without row locks the table's check constraint alone still prevents overselling", async () => {
  const { told, books } = await rushOverTwoNodes({ rewriteSql: unlocked() });
  const placed = told.awaiting_payment ?? 0;
  expect(placed).toBeLessThanOrEqual(7);
  expect(books.held).toBe(placed);
});
