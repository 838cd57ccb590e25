import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { checkInvariants } from "#db/invariants.ts";
import { stockInvariants } from "#db/invariants/stock.ts";
import { sabotage } from "#testing/sabotage.ts";
import { saveLatest } from "#testing/save-latest.ts";
import { refund, wish } from "#tests/refunds/kit.ts";
import {
  completePage,
  createSite,
  draft,
  type Client,
  type Site,
  type SiteOptions,
  paymentPageOf,
} from "#testing/site.ts";

const sites: Site[] = [];
async function openSite(options: SiteOptions = {}): Promise<Site> {
  const site = await createSite(options);
  sites.unshift(site);
  return site;
}
afterEach(async () => {
  for (const site of sites.splice(0)) await site.close();
});

async function createPriceTiers(site: Site, capacities: number[], more: object = {}) {
  const eventId = await site.create.event(more);
  const types: number[] = [];
  for (const [position, capacity] of capacities.entries()) {
    const opensAfterId = types.at(-1) ?? null;
    types.push(
      await site.create.ticketType({ eventId, position, capacity, opensAfterId, name: `Tier ${position + 1}` }),
    );
  }
  return { eventId, types };
}

const place = (buyer: Client, ticketTypeId: number, quantity = 1) =>
  buyer.post("/api/orders", draft([{ ticketTypeId, quantity }]));

async function buy(site: Site, ticketTypeId: number, quantity = 1): Promise<void> {
  const { body } = await site.buy(await site.as("guest"), [{ ticketTypeId, quantity }]);
  expect(body.status).toBe("paid");
}

async function statusesOf(site: Site, eventId: number): Promise<string[]> {
  const { body } = await site.anon.get(`/api/events/${eventId}`);
  return body.ticketTypes.map((type: any) =>
    type.opensAfter ? `${type.status} after ${type.opensAfter}` : type.status,
  );
}

async function firstAndSecond(options: SiteOptions = {}) {
  const site = await openSite(options);
  const { eventId, types } = await createPriceTiers(site, [2, 5]);
  const buyer = await site.as("guest");
  return { site, eventId, types: types as [number, number], buyer };
}

test("the sale of the last unit opens the next price tier, and the next request can buy there", async () => {
  const { site, eventId, types, buyer } = await firstAndSecond();
  expect(await statusesOf(site, eventId)).toEqual(["on_sale", "scheduled after Tier 1"]);
  const early = await place(buyer, types[1]);
  expect(early.body).toMatchObject({
    code: "sales_closed",
    message: "Tier 2: opens when the previous price tier sells out",
  });
  await buy(site, types[0], 2);
  expect(await statusesOf(site, eventId)).toEqual(["sold_out", "on_sale"]);
  expect((await place(buyer, types[1])).status).toBe(201);
});

/** Holds all of the first tier, starts to pay for it, and lets go of it again. */
async function holdFirst(options: SiteOptions = {}): Promise<string[]> {
  const { site, eventId, types, buyer } = await firstAndSecond(options);
  const { body } = await place(buyer, types[0], 2);
  const next = async () => (await statusesOf(site, eventId))[1]!;
  const seen = [await next()];
  await buyer.post(`/api/orders/${body.id}/payment`);
  seen.push(await next());
  await buyer.call("DELETE", `/api/orders/${body.id}`);
  return [...seen, await next()];
}

test("holding all of a price tier opens nothing: its units are in carts", async () => {
  expect(new Set(await holdFirst())).toEqual(new Set(["scheduled after Tier 1"]));
  const { site, eventId, types, buyer } = await firstAndSecond();
  const { body } = await place(buyer, types[0], 2);
  expect(await statusesOf(site, eventId)).toEqual(["in_carts", "scheduled after Tier 1"]);
  expect((await place(buyer, types[1])).body.code).toBe("sales_closed");
  const { body: event } = await site.anon.get(`/api/events/${eventId}`);
  expect([event.saleStatus, event.ticketTypes[0]!.moreAt]).toEqual(["in_carts", body.holdExpiresAt]);
  expect(await checkInvariants(site.db, stockInvariants)).toEqual([]);
});

test("the last unit on hold doesn't count when another buyer's payment is the last but one", async () => {
  const { site, eventId, types, buyer } = await firstAndSecond();
  const { body } = await place(buyer, types[0], 1);
  await buy(site, types[0], 1);
  expect(await statusesOf(site, eventId)).toEqual(["in_carts", "scheduled after Tier 1"]);
  await buyer.call("DELETE", `/api/orders/${body.id}`);
  await buy(site, types[0], 1);
  expect(await statusesOf(site, eventId)).toEqual(["sold_out", "on_sale"]);
});

test("negative control: if held units count as sold, another sale opens the next price tier for good", async () => {
  const heldCounts = sabotage([/select s\.capacity - s\.sold from/g, "select s.capacity - s.held - s.sold from"]);
  const { site, eventId, types, buyer } = await firstAndSecond({ rewriteSql: heldCounts });
  const { body } = await place(buyer, types[0], 1);
  await buy(site, types[0], 1);
  await buyer.call("DELETE", `/api/orders/${body.id}`);
  expect(await statusesOf(site, eventId)).toEqual(["on_sale", "on_sale"]);
});

test("negative control: if the last unit opens nothing, the next price tier stays closed and an invariant catches it", async () => {
  const { site, eventId, types } = await firstAndSecond({
    rewriteSql: sabotage(["set opened_at = clock_now()", "set opened_at = null"]),
  });
  await buy(site, types[0], 2);
  expect((await statusesOf(site, eventId))[1]).toBe("scheduled after Tier 1");
  expect((await checkInvariants(site.db, stockInvariants)).map(({ id }) => id)).toEqual(["I-35"]);
});

test("an open price tier stays open even when a refund puts a unit of the previous tier back on sale", async () => {
  const { site, eventId, types } = await firstAndSecond();
  const { body } = await site.buy(await site.as("guest"), [{ ticketTypeId: types[0], quantity: 2 }]);
  expect(await statusesOf(site, eventId)).toEqual(["sold_out", "on_sale"]);
  expect((await refund(await site.as("admin"), body.id, wish(5000, { returnsStock: true }))).status).toBe(201);
  expect(await statusesOf(site, eventId)).toEqual(["on_sale", "on_sale"]);
});

test("a price tier that sells out before its turn still opens the one after it", async () => {
  const site = await openSite();
  const { eventId, types } = await createPriceTiers(site, [3, 4, 5]);
  const admin = await site.as("admin");
  await admin.post("/api/admin/comps", {
    ticketTypeId: types[1],
    quantity: 4,
    guest: { name: "The band", email: "band@example.com" },
    reason: "They play",
  });
  expect(await statusesOf(site, eventId)).toEqual(["on_sale", "scheduled after Tier 1", "on_sale"]);
  await buy(site, types[0]!, 3);
  expect(await statusesOf(site, eventId)).toEqual(["sold_out", "sold_out", "on_sale"]);
});

test("a price tier opens when the previous one is ended or has less left than its smallest order", async () => {
  const site = await openSite();
  const ended = await createPriceTiers(site, [9, 9]);
  const admin = await site.as("admin");
  await admin.post(`/api/admin/ticket-types/${ended.types[0]}/end`);
  expect(await statusesOf(site, ended.eventId)).toEqual(["ended", "on_sale"]);

  const eventId = await site.create.event();
  const pairs = await site.create.ticketType({ eventId, capacity: 3, minPerOrder: 2, name: "Pairs" });
  await site.create.ticketType({ eventId, opensAfterId: pairs, position: 1 });
  await buy(site, pairs, 2);
  expect(await statusesOf(site, eventId)).toEqual(["sold_out", "on_sale"]);
});

test("hiding a price tier opens the next one, both on the event page and for orders", async () => {
  const { site, eventId, types, buyer } = await firstAndSecond();
  const admin = await site.as("admin");
  expect((await place(buyer, types[1])).body.code).toBe("sales_closed");
  const hide = async (isHidden: boolean) => {
    const limits = { ticketsPerUnit: 1, minPerOrder: 1, maxPerOrder: 10 };
    const changed = { name: "Tier 1", pricing: "fixed", priceCents: 2500, capacity: 2, isHidden, ...limits };
    const answer = await saveLatest(site.db, admin, ["ticket-types", types[0]], changed);
    expect(answer.status, answer.text).toBe(200);
  };
  await hide(true);
  expect(await statusesOf(site, eventId)).toEqual(["on_sale"]);
  expect((await place(buyer, types[0])).body.code).toBe("not_found");
  expect((await place(buyer, types[1])).status).toBe(201);
  // The next tier is open only while the first is hidden: shown again and not sold out, the first comes first.
  await hide(false);
  expect(await statusesOf(site, eventId)).toEqual(["on_sale", "scheduled after Tier 1"]);
  expect((await place(buyer, types[1])).body.code).toBe("sales_closed");
  expect(await checkInvariants(site.db, stockInvariants)).toEqual([]);
});

test("a price tier behind a code opens the next one when it sells out, and no one without the code sees its name", async () => {
  const site = await openSite();
  const eventId = await site.create.event();
  const secret = await site.create.ticketType({ eventId, capacity: 2, name: "Family", accessCode: "family" });
  const general = await site.create.ticketType({ eventId, position: 1, opensAfterId: secret, name: "General" });
  const buyer = await site.as("guest");
  expect(await statusesOf(site, eventId)).toEqual(["scheduled"]);
  const { body: known } = await site.anon.get(`/api/events/${eventId}?accessCode=family`);
  expect(known.ticketTypes.map((type: any) => type.opensAfter)).toEqual([null, "Family"]);
  expect((await place(buyer, general)).body.code).toBe("sales_closed");
  const lines = [{ ticketTypeId: secret, quantity: 2 }];
  const placed = await buyer.post("/api/orders", draft(lines, { accessCode: "family" }));
  const payment = await buyer.post(`/api/orders/${placed.body.id}/payment`);
  await completePage(buyer, paymentPageOf(payment), "approve");
  expect(await statusesOf(site, eventId)).toEqual(["on_sale"]);
  expect((await place(buyer, general)).status).toBe(201);
  expect(await checkInvariants(site.db, stockInvariants)).toEqual([]);
});

test("three hundred buyers at once over three price tiers: each sells exactly its units, none before its turn", async () => {
  const site = await openSite();
  const capacities = [20, 30, 40];
  const { types } = await createPriceTiers(site, capacities);
  const buyers = await Promise.all(Array.from({ length: 300 }, () => site.as("guest")));
  await Promise.all(
    buyers.map(async (buyer) => {
      // Until it has one, or everything is sold: tickets in carts may come back.
      for (let left = types; left.length > 0;) {
        const answer = await site.buy(buyer, [{ ticketTypeId: left[0]!, quantity: 1 }]);
        if (answer.body.status === "paid") return;
        if ((answer.body as { code?: string }).code === "sold_out") left = left.slice(1);
      }
    }),
  );
  const { rows } = await sql<{ sold: number; first: Date; last: Date; openedAt: Date | null }>`
    select s.sold, min(o.created_at) as first, max(o.created_at) as last, t.opened_at as "openedAt"
    from ticket_types t join stock s on s.id = t.stock_id join order_lines l on l.item_id = t.id
    join orders o on o.id = l.order_id group by t.id, s.sold order by t.id`.execute(site.db);
  expect(rows.map((row) => row.sold)).toEqual(capacities);
  for (const row of rows.slice(1)) expect(row.first.getTime()).toBeGreaterThanOrEqual(row.openedAt!.getTime());
  expect(await checkInvariants(site.db, stockInvariants)).toEqual([]);
});
