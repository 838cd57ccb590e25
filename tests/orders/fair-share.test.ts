import { sql } from "kysely";
import { expect, test } from "vitest";
import { checkInvariants } from "#db/invariants.ts";
import { stockInvariants } from "#db/invariants/stock.ts";
import { haveRead } from "#testing/meeting-point.ts";
import { openSites } from "#testing/open-sites.ts";
import { sabotage, type Sabotage } from "#testing/sabotage.ts";
import { completePage, draft, type Client, type Site, type SiteOptions, paymentPageOf } from "#testing/site.ts";

const openSite = openSites();
const guarded = { RATE_LIMITS: "on", TRUST_PROXY: "1" };
const open = (options: SiteOptions = {}) => openSite({ settings: guarded, ...options });

interface From {
  network?: string;
  email?: string;
}

/** Orders from a network, under an email of the order's own unless one is given. */
function place(buyer: Client, ticketTypeId: number, quantity: number, { network = "203.0.113.7", email }: From = {}) {
  const who = { name: "Ada Buyer", email: email ?? `${crypto.randomUUID()}@example.com` };
  const order = { ...draft([{ ticketTypeId, quantity }]), buyer: who };
  return buyer.post("/api/orders", order, { "x-forwarded-for": network });
}

type Placed = Awaited<ReturnType<typeof place>>;
const placedUnits = (answers: Placed[]) =>
  answers.filter(({ status }) => status === 201).reduce((sum, { body }) => sum + body.lines[0]!.quantity, 0);
const codesOf = (answers: Placed[]) =>
  [...new Set(answers.map(({ status, body }) => (status === 201 ? 201 : body.code)))].toSorted();
const guests = (sites: Site[], count: number) =>
  Promise.all(Array.from({ length: count }, (_, index) => sites[index % sites.length]!.as("guest")));
const sound = async (site: Site) => expect(await checkInvariants(site.db, stockInvariants)).toEqual([]);

interface Rush {
  rewriteSql?: Sabotage;
  networkOf?: (index: number) => string;
  quantity?: number;
}

/** Twenty-four guests of one network on two nodes want so many tickets each, of three types of one event. */
async function oneNetwork({ rewriteSql, networkOf = (_index: number) => "203.0.113.7", quantity = 4 }: Rush = {}) {
  const first = await open({ rewriteSql });
  const second = await open({ rewriteSql, database: first.database });
  const eventId = await first.create.event();
  const types = await Promise.all(
    [0, 1, 2].map((position) => first.create.ticketType({ eventId, position, capacity: 60 })),
  );
  const buyers = await guests([first, second], 24);
  const waves = [buyers.slice(0, 12), buyers.slice(12)];
  const answers: Placed[] = [];
  for (const [number, wave] of waves.entries()) {
    const orders = wave.map((buyer, index) => {
      const network = networkOf(number * 12 + index);
      return place(buyer, types[(index >> 1) % 3]!, quantity, { network });
    });
    answers.push(...(await Promise.all(orders)));
  }
  return { site: first, types, answers };
}

test("many guests of one network, on two nodes and for three ticket types, hold its share, and others can still buy", async () => {
  const { site, types, answers } = await oneNetwork();
  expect(placedUnits(answers)).toBe(20);
  expect(codesOf(answers)).toEqual([201, "proof_required"]);
  const refused = answers.find(({ status }) => status !== 201)!;
  expect([refused.status, refused.headers["retry-after"]]).toEqual([429, undefined]);
  const other = await site.as("guest");
  expect((await place(other, types[0]!, 10, { network: "198.51.100.9" })).status).toBe(201);
  await sound(site);
});

test.each([
  [
    "without the count of what a network has on hold",
    sabotage(["and h.network = any(", "and false and h.network = any("]),
  ],
  [
    "without the lock that orders for different types share",
    sabotage(
      ["pg_advisory_xact_lock(hashtextextended(name, 0))", "name"],
      // An order for each type counts before any of them is placed: ten each.
      ["where c.stock_id = any(", `where ${haveRead(3)} and c.stock_id = any(`],
    ),
  ],
])("negative control: %s one network holds more", async (_, rewriteSql) => {
  expect(placedUnits((await oneNetwork({ rewriteSql, quantity: 10 })).answers)).toBeGreaterThan(20);
});

test("an IPv6 network is the first half of an address, however the rest changes", async () => {
  const one = await oneNetwork({ networkOf: (index) => `2001:db8:1:1::${(index + 1).toString(16)}` });
  expect(placedUnits(one.answers)).toBe(20);
  const two = await oneNetwork({ networkOf: (index) => `2001:db8:1:${(index % 2) + 1}::1` });
  expect(placedUnits(two.answers)).toBe(40);
});

test("one account holds two full orders of an event, from however many networks; what it pays for doesn't count", async () => {
  const site = await open();
  const ticketTypeId = await site.create.ticketType({ capacity: 500, maxPerOrder: 6 });
  const buyer = await site.as("user");
  const from = (index: number) => place(buyer, ticketTypeId, 6, { network: `198.51.100.${index}` });
  const [first, second, third] = [await from(1), await from(2), await from(3)];
  expect(codesOf([first, second])).toEqual([201]);
  expect(third.body).toMatchObject({
    code: "over_limit",
    message: "You have a lot on hold for this event. Pay for it or release it first",
  });
  await pay(buyer, first.body.id);
  expect((await from(4)).status).toBe(201);
  expect((await buyer.call("DELETE", `/api/orders/${second.body.id}`)).status).toBe(200);
  expect((await from(5)).status).toBe(201);
  expect((await from(6)).body.code).toBe("over_limit");
  await sound(site);
});

async function pay(buyer: Client, orderId: string): Promise<void> {
  const { body } = await buyer.post(`/api/orders/${orderId}/payment`);
  if (body.status === "redirect") await completePage(buyer, body.url, "approve");
  expect((await buyer.get(`/api/orders/${orderId}`)).body.status).toBe("paid");
}

test("a network's share turns over: tickets that are paid for, canceled or expired make room for the next buyer", async () => {
  const site = await open();
  const ticketTypeId = await site.create.ticketType();
  const [one, two, three] = (await guests([site], 3)) as [Client, Client, Client];
  const held = [await place(one, ticketTypeId, 10), await place(two, ticketTypeId, 10)];
  expect((await place(three, ticketTypeId, 1)).body.code).toBe("proof_required");
  // Waiting on the payment page still counts.
  const page = await one.post(`/api/orders/${held[0]!.body.id}/payment`);
  expect((await place(three, ticketTypeId, 1)).body.code).toBe("proof_required");
  await completePage(one, paymentPageOf(page), "approve");
  expect((await place(three, ticketTypeId, 10)).status).toBe(201);
  expect((await place(one, ticketTypeId, 1)).body.code).toBe("proof_required");
  await two.call("DELETE", `/api/orders/${held[1]!.body.id}`);
  expect((await place(one, ticketTypeId, 10)).status).toBe(201);
  const future = await open({ database: site.database, clockOffset: "11 minutes" });
  expect((await place(await future.as("guest"), ticketTypeId, 10)).status).toBe(201);
});

test("limits on shared capacity count in its units: a network can't hold all tables of a small floor", async () => {
  const site = await open();
  const eventId = await site.create.event({ capacity: 40 });
  const table = { eventId, capacity: 40, ticketsPerUnit: 4, maxPerOrder: 1 };
  const ticketTypeId = await site.create.ticketType(table);
  const answers = await Promise.all((await guests([site], 8)).map((buyer) => place(buyer, ticketTypeId, 1)));
  // Two full orders are eight people; a tenth of forty is four.
  expect(placedUnits(answers)).toBe(2);
  expect(codesOf(answers)).toEqual([201, "proof_required"]);
});

test("a hold's network is stored as a hash, and erased when the hold ends", async () => {
  const site = await open();
  const ticketTypeId = await site.create.ticketType();
  const buyer = await site.as("user");
  const networks = async () =>
    (await sql<{ network: string | null }>`select network from holds order by created_at`.execute(site.db)).rows;
  const paid = await place(buyer, ticketTypeId, 1);
  const canceled = await place(buyer, ticketTypeId, 1);
  for (const { network } of await networks()) expect(network).toMatch(/^[\w-]{22}$/);
  await pay(buyer, paid.body.id);
  await buyer.call("DELETE", `/api/orders/${canceled.body.id}`);
  expect(await networks()).toEqual([{ network: null }, { network: null }]);
});

/** An event with free tickets, and a member whose email is confirmed. */
async function openFree(options: SiteOptions = {}) {
  const site = await open(options);
  const eventId = await site.create.event();
  const free = { eventId, pricing: "free" as const, priceCents: 0, feeCents: 0, maxPerOrder: 4 };
  const types = [await site.create.ticketType(free), await site.create.ticketType({ ...free, position: 1 })];
  const member = await site.as("user");
  await sql`update users set email = 'ada@example.com' where id = ${member.id}`.execute(site.db);
  return { site, types, member };
}

/** Orders free tickets and completes the order. @returns what the site answers to the order */
async function orderFree(buyer: Client, ticketTypeId: number, quantity: number, from: From): Promise<number | string> {
  const placed = await place(buyer, ticketTypeId, quantity, from);
  if (placed.status !== 201) return placed.body.code!;
  await pay(buyer, placed.body.id);
  return 201;
}

test("one unconfirmed email gets one full order of an event's free tickets a day, whoever orders from wherever", async () => {
  const { site, types, member } = await openFree();
  const from = (index: number) => ({ email: "ada@example.com", network: `198.51.100.${index}` });
  const [one, two] = (await guests([site], 2)) as [Client, Client];
  expect(await orderFree(one, types[0]!, 4, from(1))).toBe(201);
  const refused = await place(two, types[1]!, 1, from(2));
  expect(refused).toMatchObject({ status: 429, body: { code: "free_limit" } });
  expect(refused.body.message).toMatch(/Sign in with a confirmed email, or try again tomorrow/);
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  // Its owner isn't affected by what others order under it.
  expect(await orderFree(member, types[0]!, 4, from(3))).toBe(201);
  expect(await orderFree(member, types[0]!, 4, from(4))).toBe(201);
  expect(await orderFree(member, types[0]!, 1, from(5))).toBe("free_limit");
  const tomorrow = await open({ database: site.database, clockOffset: "25 hours" });
  expect(await orderFree(await tomorrow.as("guest"), types[0]!, 4, from(6))).toBe(201);
});

test("one network gets its share of an event's free tickets a day; a confirmed email still gets more there", async () => {
  const { site, types, member } = await openFree();
  const buyers = await guests([site], 12);
  const answers = [];
  for (const [index, buyer] of buyers.entries()) answers.push(await orderFree(buyer, types[index % 2]!, 2, {}));
  // Two full orders of each type, which are more than a tenth of it.
  expect(answers).toEqual([
    ...Array.from({ length: 8 }, () => 201),
    ...Array.from({ length: 4 }, () => "proof_required"),
  ]);
  expect(await orderFree(member, types[0]!, 2, { email: "ada@example.com" })).toBe(201);
  expect(await orderFree(buyers[0]!, types[0]!, 2, { network: "198.51.100.9" })).toBe(201);
  await sound(site);
});

/** Twenty guests with one email on two nodes want a free ticket each, of two types. */
async function oneEmail(rewriteSql?: Sabotage) {
  const { site, types } = await openFree({ rewriteSql });
  const second = await open({ rewriteSql, database: site.database });
  const buyers = await guests([site, second], 20);
  const from = (index: number) => ({ email: "one@example.com", network: `198.51.100.${index + 1}` });
  return placedUnits(
    await Promise.all(buyers.map((buyer, index) => place(buyer, types[(index >> 1) % 2]!, 1, from(index)))),
  );
}

test("twenty guests with one email on two nodes together get one full order of free tickets", async () => {
  expect(await oneEmail()).toBe(4);
});

test("negative control: without counting free orders one email gets more", async () => {
  expect(await oneEmail(sabotage(["and o.total_cents = 0", "and false"]))).toBeGreaterThan(4);
});

test("the networks of free orders are deleted after a day, or with the account", async () => {
  const { site, types, member } = await openFree();
  await orderFree(member, types[0]!, 1, { email: "ada@example.com" });
  await orderFree(await site.as("guest"), types[0]!, 1, {});
  const count = async () => (await site.db.selectFrom("free_order_networks").select("network").execute()).length;
  await site.app.runJob("free-order-networks");
  expect(await count()).toBe(2);
  const admin = await site.as("admin");
  const reason = "Asked for it by phone";
  const records = await admin.post(`/api/admin/users/${member.id}/export`, { reason });
  expect(records.text).toMatch(/"networkHash":"[\w-]{22}"/);
  const deleted = await admin.post(`/api/admin/users/${member.id}/delete`, { reason, giveUpTickets: true });
  expect(deleted.status, deleted.text).toBe(200);
  expect(await count()).toBe(1);
  const tomorrow = await open({ database: site.database, clockOffset: "25 hours" });
  await tomorrow.app.runJob("free-order-networks");
  expect(await count()).toBe(0);
});
