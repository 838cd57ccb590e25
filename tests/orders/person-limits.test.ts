import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { checkInvariants } from "#db/invariants.ts";
import { stockInvariants } from "#db/invariants/stock.ts";
import { haveRead } from "#testing/meeting-point.ts";
import { sabotage, withoutRowLocks } from "#testing/sabotage.ts";
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

const order = (ticketTypeId: number, quantity: number, email = "ada@example.com") => ({
  ...draft([{ ticketTypeId, quantity }]),
  buyer: { name: "Ada Buyer", email },
});

const placedUnits = (answers: { status: number; body: any }[]) =>
  answers.filter(({ status }) => status === 201).reduce((sum, { body }) => sum + body.lines[0].quantity, 0);

test("one person with twenty orders at once stays within the limit per person", async () => {
  const site = await openSite();
  const ticketTypeId = await site.create.ticketType({ maxPerPerson: 4, maxPerOrder: 3 });
  const buyer = await site.as("user");
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      buyer.post("/api/orders", order(ticketTypeId, 1, `address-${index}@example.com`)),
    ),
  );
  expect(placedUnits(answers)).toBe(4);
  for (const answer of answers.filter(({ status }) => status !== 201)) {
    expect(answer).toMatchObject({ status: 409, body: { code: "over_limit" } });
  }
  expect(await checkInvariants(site.db, stockInvariants)).toEqual([]);
});

test("the error says how many more the person can have", async () => {
  const site = await openSite();
  const ticketTypeId = await site.create.ticketType({ maxPerPerson: 4, maxPerOrder: 4 });
  const buyer = await site.as("user");
  await buyer.post("/api/orders", order(ticketTypeId, 3));
  const refused = await buyer.post("/api/orders", order(ticketTypeId, 2));
  expect(refused.body).toMatchObject({ code: "over_limit", message: "You can have 1 more of these" });
  expect((await buyer.post("/api/orders", order(ticketTypeId, 1))).status).toBe(201);
  const shown = await site.anon.get(`/api/events/${(await buyer.get("/api/events")).body.items[0]!.id}`);
  expect(shown.body.ticketTypes[0]).toMatchObject({ maxPerPerson: 4 });
});

/** Many guests on two nodes who all enter the same email address. @returns how many tickets they hold together */
async function oneAddress(options: SiteOptions, maxPerPerson = 4): Promise<number> {
  const first = await openSite(options);
  const second = await openSite({ ...options, database: first.database });
  const ticketTypeId = await first.create.ticketType({ maxPerPerson });
  const guests = await Promise.all(Array.from({ length: 20 }, (_, index) => (index % 2 ? first : second).as("guest")));
  return placedUnits(
    await Promise.all(guests.map((guest) => guest.post("/api/orders", order(ticketTypeId, 1, "one@example.com")))),
  );
}

test("the same email address across many guests and two nodes counts as one person", async () => {
  expect(await oneAddress({})).toBe(4);
  expect(await checkInvariants(sites.at(-1)!.db, stockInvariants)).toEqual([]);
});

test("negative control: without the stock's lock the address gets too many", async () => {
  // Both nodes count before either places an order.
  const together = sabotage(withoutRowLocks(), [
    "group by h.stock_id, o.user_id",
    `and ${haveRead()} group by h.stock_id, o.user_id`,
  ]);
  expect(await oneAddress({ rewriteSql: together }, 1)).toBeGreaterThan(1);
});

test("negative control: without counting earlier orders the address gets too many, and an invariant catches it", async () => {
  const uncounted = sabotage(["h.status in ('active', 'consumed') and o.status", "false and o.status"]);
  expect(await oneAddress({ rewriteSql: uncounted })).toBeGreaterThan(4);
  expect((await checkInvariants(sites.at(-1)!.db, stockInvariants)).map(({ id }) => id)).toContain("I-34");
});

/** Someone who orders: without an account, with an account that confirmed nothing, or with Ada's confirmed email. */
type Who = "guest" | "stranger" | "ada";
type Ordered = [who: Who, email: string];

test.each([
  ["a guest's orders don't use up the owner's limit", ["guest", "ada@example.com"], ["ada", "ada@example.com"], true],
  ["nor do those of another account", ["stranger", "ada@example.com"], ["ada", "ada@example.com"], true],
  ["guests who enter the same email share a count", ["guest", "ada@example.com"], ["guest", "ada@example.com"], false],
  ["so do a guest and an account", ["guest", "ada@example.com"], ["stranger", "ada@example.com"], false],
  ["an account's orders count for it", ["ada", "ada@example.com"], ["ada", "ada@example.com"], false],
  ["under any email", ["ada", "friend@example.com"], ["ada", "ada@example.com"], false],
  [
    "and under an unconfirmed one, for others too",
    ["ada", "friend@example.com"],
    ["guest", "friend@example.com"],
    false,
  ],
  [
    "who enters the owner's email counts what they have",
    ["ada", "ada@example.com"],
    ["guest", "ada@example.com"],
    false,
  ],
] as [string, Ordered, Ordered, boolean][])("whose limit an order uses up: %s", async (_, first, second, isAllowed) => {
  const site = await openSite();
  const ticketTypeId = await site.create.ticketType({ maxPerPerson: 4 });
  const ada = await site.as("user");
  await sql`update users set email = 'ada@example.com' where id = ${ada.id}`.execute(site.db);
  const place = async ([who, email]: Ordered) => {
    const buyer = who === "ada" ? ada : await site.as(who === "guest" ? "guest" : "user");
    return buyer.post("/api/orders", order(ticketTypeId, 4, email));
  };
  expect((await place(first)).status).toBe(201);
  const answer = await place(second);
  expect([answer.status, answer.body.code]).toEqual(isAllowed ? [201, undefined] : [409, "over_limit"]);
  expect(await checkInvariants(site.db, stockInvariants)).toEqual([]);
});

test("a late payment of the owner isn't refunded for what others ordered under the email", async () => {
  const site = await openSite();
  const ticketTypeId = await site.create.ticketType({ maxPerPerson: 2 });
  const ada = await site.as("user");
  await sql`update users set email = 'ada@example.com' where id = ${ada.id}`.execute(site.db);
  const late = await ada.post("/api/orders", order(ticketTypeId, 2));
  const payment = await ada.post(`/api/orders/${late.body.id}/payment`);
  await expireUnderPayment(site, late.body.id);
  expect((await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 2 }])).body.status).toBe("paid");
  await captureLate(site, ada, paymentPageOf(payment));
  expect((await ada.get(`/api/orders/${late.body.id}`)).body.status).toBe("paid");
  expect(await checkInvariants(site.db, stockInvariants)).toEqual([]);
});

test("canceled and expired orders don't count toward the limit, paid ones do", async () => {
  const site = await openSite();
  const ticketTypeId = await site.create.ticketType({ maxPerPerson: 2 });
  const buyer = await site.as("user");
  const canceled = await buyer.post("/api/orders", order(ticketTypeId, 2));
  await buyer.call("DELETE", `/api/orders/${canceled.body.id}`);
  const expiring = await buyer.post("/api/orders", order(ticketTypeId, 2));
  expect(expiring.status).toBe(201);
  expect((await buyer.post("/api/orders", order(ticketTypeId, 1))).body.code).toBe("over_limit");

  const future = await openSite({ database: site.database, clockOffset: "11 minutes" });
  const later = future.clientOf(buyer);
  const paid = await future.buy(later, [{ ticketTypeId, quantity: 2 }]);
  expect(paid.body.status).toBe("paid");
  expect((await later.post("/api/orders", order(ticketTypeId, 1))).body.code).toBe("over_limit");
});

test.each([
  ["with its spots for sale again", true],
  ["with its spots kept off sale", false],
])("after a full refund %s the buyer can buy as many again", async (_, returnsStock) => {
  const site = await openSite();
  const admin = await site.as("admin");
  const ticketTypeId = await site.create.ticketType({ maxPerPerson: 2, capacity: 10 });
  const buyer = await site.as("user");
  const again = () => buyer.post("/api/orders", order(ticketTypeId, 2));
  const { body: paid } = await site.buy(buyer, [{ ticketTypeId, quantity: 2 }]);
  expect((await again()).body.code).toBe("over_limit");

  const [first] = paid.tickets;
  const half = wish(2500, { ticketIds: [first!.id], returnsStock });
  expect((await refund(admin, paid.id, half)).status).toBe(201);
  // One of two was refunded: a spot kept off sale still counts while the rest of the order stands.
  const left = returnsStock ? "You can have 1 more of these" : "You've reached the limit per person for these";
  expect((await again()).body).toMatchObject({ code: "over_limit", message: left });

  expect((await refund(admin, paid.id, wish(2500, { returnsStock }))).status).toBe(201);
  expect((await buyer.get(`/api/orders/${paid.id}`)).body.status).toBe("refunded");
  expect((await again()).status).toBe(201);
  // And no more than that.
  expect((await buyer.post("/api/orders", order(ticketTypeId, 1))).body.code).toBe("over_limit");
  expect(await checkInvariants(site.db, stockInvariants)).toEqual([]);
});

test("comps don't count toward the limit, and one person's limit doesn't affect other people", async () => {
  const site = await openSite();
  const ticketTypeId = await site.create.ticketType({ maxPerPerson: 2 });
  const admin = await site.as("admin");
  const guest = { name: "Ada Buyer", email: "ada@example.com" };
  const comp = await admin.post("/api/admin/comps", { ticketTypeId, quantity: 5, guest, reason: "Press" });
  expect(comp.status).toBe(201);
  expect((await (await site.as("guest")).post("/api/orders", order(ticketTypeId, 2))).status).toBe(201);
  const other = await site.as("guest");
  expect((await other.post("/api/orders", order(ticketTypeId, 2, "other@example.com"))).status).toBe(201);
});

test("a late payment for an expired order is refunded if its buyer has reached the limit by then", async () => {
  const site = await openSite();
  const ticketTypeId = await site.create.ticketType({ maxPerPerson: 2 });
  const buyer = await site.as("user");
  const late = await buyer.post("/api/orders", order(ticketTypeId, 2));
  const payment = await buyer.post(`/api/orders/${late.body.id}/payment`);
  await expireUnderPayment(site, late.body.id);
  expect((await site.buy(buyer, [{ ticketTypeId, quantity: 2 }])).body.status).toBe("paid");
  await captureLate(site, buyer, paymentPageOf(payment));
  expect((await buyer.get(`/api/orders/${late.body.id}`)).body.status).toBe("expired");
  expect(await checkInvariants(site.db, stockInvariants)).toEqual([]);
});

/** Expires the order while the buyer is still on the provider's page, as when the provider responds late. */
async function expireUnderPayment(site: Site, orderId: string): Promise<void> {
  await sql`update orders set status = 'expired' where id = ${orderId}::uuid`.execute(site.db);
  await sql`
    with freed as (update holds set status = 'released' where holder_id = ${orderId}::uuid returning stock_id, quantity)
    update stock s set held = held - f.quantity from freed f where s.id = f.stock_id`.execute(site.db);
}

async function captureLate(site: Site, buyer: Client, url: string): Promise<void> {
  await completePage(buyer, url, "approve");
  await site.app.runJob("payments");
}
