import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { ProviderDown, type PaymentProvider } from "#server/modules/payments/provider.ts";
import { createCode } from "#tests/promotions/kit.ts";
import { openSites } from "#testing/open-sites.ts";
import { sabotage } from "#testing/sabotage.ts";
import { completePage, draft, type Client, type Site } from "#testing/site.ts";
import { confirmEmail, movableClock, readCode, underAttack } from "./hoarders.ts";

// An order and its payment in one call, with a secret key that finds them again.

const openSite = openSites();
const minute = 60;

const secret = () => randomBytes(16).toString("base64url");
const wish = (ticketTypeId: number, quantity = 1, shownTotalCents = quantity * 2500) => ({
  ...draft([{ ticketTypeId, quantity }]),
  shownTotalCents,
});
const checkOut = (who: Client, body: object, key = secret()) =>
  who.post("/api/checkout", body, { "idempotency-key": key });

/** Everything that orders leave behind. */
async function countAll({ db }: Site) {
  const { rows } = await sql<Record<string, number>>`
    select (select count(*)::integer from orders) as orders, (select count(*)::integer from payments) as payments,
      (select count(*)::integer from holds) as holds, (select count(*)::integer from idempotency_keys) as replies,
      (select coalesce(sum(held), 0)::integer from stock) as held`.execute(db);
  return rows[0]!;
}

test("one call places the order and opens its payment page, and what is paid there is settled", async () => {
  const site = await openSite();
  const ticketTypeId = await site.create.ticketType();
  const buyer = await site.as("guest");
  const { status, body } = await checkOut(buyer, wish(ticketTypeId, 2));
  expect(status).toBe(201);
  expect(body.order).toMatchObject({ status: "awaiting_payment", totalCents: 5000, holdSecondsLeft: 600 });
  if (body.payment?.status !== "redirect") throw new Error(`No page: ${JSON.stringify(body.payment)}`);
  expect((await buyer.get(`/api/orders/${body.order.id}`)).body).toMatchObject({
    status: "paying",
    payment: { status: "open" },
  });
  await completePage(buyer, body.payment.url, "approve");
  await expect.poll(async () => (await buyer.get(`/api/orders/${body.order.id}`)).body.status).toBe("paid");
});

test("a free order is paid in the same call", async () => {
  const site = await openSite();
  const ticketTypeId = await site.create.ticketType({ pricing: "free", priceCents: 0, feeCents: 0 });
  const buyer = await site.as("guest");
  const { body } = await checkOut(buyer, wish(ticketTypeId, 2, 0));
  expect(body.payment).toEqual({ status: "paid" });
  expect((await buyer.get(`/api/orders/${body.order.id}`)).body.tickets).toHaveLength(2);
});

test("twenty calls with one key at once on two nodes make one order and one payment, and get one reply", async () => {
  const site = await openSite();
  const node = await openSite({ database: site.database });
  const ticketTypeId = await site.create.ticketType();
  const buyer = await site.as("guest");
  const twin = node.clientOf(buyer);
  const [key, body] = [secret(), wish(ticketTypeId, 2)];
  const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => checkOut(at % 2 ? buyer : twin, body, key)));
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(answers[0]!.body.payment?.status).toBe("redirect");
  expect(await countAll(site)).toMatchObject({ orders: 1, payments: 1, held: 2 });
  // The control: what makes them one is the reply that is stored with the order.
  await sql`delete from idempotency_keys`.execute(site.db);
  await checkOut(buyer, body, key);
  expect(await countAll(site)).toMatchObject({ orders: 2, payments: 2, held: 4 });
});

test("another order or another shown total with the same key is refused", async () => {
  const site = await openSite();
  const ticketTypeId = await site.create.ticketType();
  const buyer = await site.as("guest");
  const key = secret();
  await checkOut(buyer, wish(ticketTypeId), key);
  for (const other of [wish(ticketTypeId, 2), wish(ticketTypeId, 1, 2400)])
    expect((await checkOut(buyer, other, key)).body.code).toBe("idempotency_key_reused");
  expect(await countAll(site)).toMatchObject({ orders: 1, payments: 1 });
});

test("a key that could be guessed is refused before anything happens", async () => {
  const site = await openSite();
  const ticketTypeId = await site.create.ticketType();
  const answer = await checkOut(await site.as("guest"), wish(ticketTypeId), "a".repeat(21));
  expect(answer).toMatchObject({ status: 400, body: { code: "invalid_input" } });
  expect(await countAll(site)).toMatchObject({ orders: 0, replies: 0 });
});

/** A checkout whose client lost its session, and how its repeats without one are answered after some minutes. */
async function repeatWithout(minutes: number, rewriteSql?: Parameters<typeof openSite>[0]) {
  const site = await openSite(rewriteSql);
  const moveTo = await movableClock(site);
  const ticketTypeId = await site.create.ticketType();
  const buyer = await site.as("guest");
  const [key, body] = [secret(), wish(ticketTypeId)];
  const first = await checkOut(buyer, body, key);
  await moveTo(minutes * minute);
  return { site, buyer, ticketTypeId, body, first, repeat: await checkOut(site.anon, body, key), key };
}

test("without the session, the secret key finds this order and its page for 15 minutes, and nothing else", async () => {
  const { site, buyer, ticketTypeId, body, first, repeat, key } = await repeatWithout(14);
  expect(repeat).toMatchObject({ status: 201, text: first.text });
  const refused = { status: 401, body: { code: "not_signed_in" } };
  const guessed = `${key.slice(0, -1)}${key.endsWith("A") ? "Q" : "A"}`;
  expect(await checkOut(site.anon, body, guessed)).toMatchObject(refused);
  expect(await checkOut(site.anon, wish(ticketTypeId, 2), key)).toMatchObject(refused);
  // The key of another kind of call is no such secret, nor is what the database has of this one.
  const other = secret();
  const placing = draft([{ ticketTypeId, quantity: 1 }]);
  await buyer.post("/api/orders", placing, { "idempotency-key": other });
  expect(await checkOut(site.anon, { ...placing, shownTotalCents: 2500 }, other)).toMatchObject(refused);
  const { rows } = await sql<{ key: string }>`
    select key from idempotency_keys where route = 'POST /api/checkout'`.execute(site.db);
  expect(rows).toHaveLength(1);
  expect(rows[0]!.key).not.toContain(key);
  expect(await checkOut(site.anon, body, rows[0]!.key)).toMatchObject(refused);
  expect(await countAll(site)).toMatchObject({ orders: 2, payments: 1 });
});

test("after 15 minutes the key alone finds nothing, and places nothing", async () => {
  const { site, repeat } = await repeatWithout(16);
  expect(repeat).toMatchObject({ status: 401, body: { code: "not_signed_in" } });
  expect(await countAll(site)).toMatchObject({ orders: 1 });
});

test("negative control: without the time limit an old key still opens the order", async () => {
  const rewriteSql = sabotage([/ and created_at > clock_now\(\) - make_interval\(mins => (\$\d+)\)/, " and $1 > 0"]);
  expect((await repeatWithout(16, { rewriteSql })).repeat.status).toBe(201);
});

test("negative control: without the hash of the body the key opens the order for another request", async () => {
  const rewriteSql = sabotage([/ and body_hash = (\$\d+)/, " and $1::bytea is not null"]);
  const { site, ticketTypeId, key } = await repeatWithout(1, { rewriteSql });
  expect((await checkOut(site.anon, wish(ticketTypeId, 2), key)).status).toBe(201);
});

test("a key in another person's session is theirs: it finds nothing of the first", async () => {
  const { site, body, first, key } = await repeatWithout(1);
  const stranger = await checkOut(await site.as("guest"), body, key);
  expect(stranger.body.order.id).not.toBe(first.body.order.id);
});

test("another total than shown is refused with the new figures: nothing is placed, held, stored or paid", async () => {
  const asked: string[] = [];
  const site = await openSite({ wrapProvider: watching(asked) });
  const ticketTypeId = await site.create.ticketType();
  const buyer = await site.as("guest");
  const key = secret();
  await site.db.updateTable("ticket_types").set({ price_cents: 3000 }).where("id", "=", ticketTypeId).execute();
  const refused = await checkOut(buyer, wish(ticketTypeId, 2), key);
  expect(refused).toMatchObject({
    status: 409,
    body: { code: "total_changed", totals: { subtotalCents: 6000, totalCents: 6000, currency: "USD" } },
  });
  expect(await countAll(site)).toEqual({ orders: 0, payments: 0, holds: 0, replies: 0, held: 0 });
  expect(asked).toEqual([]);
  expect((await checkOut(buyer, wish(ticketTypeId, 2, 6000), key)).status).toBe(201);
  expect(asked).toHaveLength(1);
});

/** A provider that records what is asked of it and fails as often as it is told. */
const watching =
  (asked: string[], outage = { calls: 0 }) =>
  (provider: PaymentProvider): PaymentProvider => ({
    ...provider,
    openSession: async (request) => {
      asked.push(request.paymentId);
      if (outage.calls-- > 0) throw new ProviderDown(1);
      return provider.openSession(request);
    },
  });

test("if the provider is down, the order is on hold and says so; the same call again opens its one payment", async () => {
  const asked: string[] = [];
  const site = await openSite({ wrapProvider: watching(asked, { calls: 1 }) });
  const ticketTypeId = await site.create.ticketType();
  const buyer = await site.as("guest");
  const [key, body] = [secret(), wish(ticketTypeId)];
  const first = await checkOut(buyer, body, key);
  expect(first).toMatchObject({ status: 201, body: { order: { totalCents: 2500 }, payment: null } });
  expect(await countAll(site)).toMatchObject({ orders: 1, payments: 1, held: 1 });
  // Also without the session.
  const second = await checkOut(site.anon, body, key);
  expect(second.body).toMatchObject({ order: { id: first.body.order.id }, payment: { status: "redirect" } });
  expect(await countAll(site)).toMatchObject({ orders: 1, payments: 1, held: 1 });
  expect(new Set(asked).size).toBe(1);
});

test("a server that dies between placing and paying loses neither: the same call goes on", async () => {
  const site = await openSite({ wrapProvider: watching([], { calls: Infinity }) });
  const ticketTypeId = await site.create.ticketType();
  const buyer = await site.as("guest");
  const [key, body] = [secret(), wish(ticketTypeId)];
  await checkOut(buyer, body, key);
  const next = await openSite({ database: site.database });
  expect((await checkOut(next.clientOf(buyer), body, key)).body.payment?.status).toBe("redirect");
  expect(await countAll(next)).toMatchObject({ orders: 1, payments: 1 });
});

test("a hold that is shorter than usual is seen before it is paid; once the email is confirmed the same call pays", async () => {
  const site = await openSite({ settings: underAttack });
  const ticketTypeId = await site.create.ticketType({ capacity: 40 });
  await (await site.as("guest")).post("/api/orders", draft([{ ticketTypeId, quantity: 4 }]));
  const buyer = await site.as("guest");
  const [key, body] = [secret(), wish(ticketTypeId)];
  const { order, payment } = (await checkOut(buyer, body, key)).body;
  expect(order.holdSecondsLeft).toBe(180);
  expect(payment).toBeNull();
  expect(await countAll(site)).toMatchObject({ orders: 2, payments: 0 });
  await confirmEmail(buyer, body.buyer.email, await readCode(site, buyer, body.buyer.email));
  expect((await checkOut(buyer, body, key)).body.payment?.status).toBe("redirect");
});

test("an order that a promo code made cheaper meanwhile isn't paid by a repeat of its call, which was shown another total", async () => {
  const site = await openSite({ wrapProvider: watching([], { calls: 1 }) });
  await createCode(await site.as("admin"), { code: "TENOFF" });
  const ticketTypeId = await site.create.ticketType();
  const buyer = await site.as("guest");
  const [key, body] = [secret(), wish(ticketTypeId)];
  const { order } = (await checkOut(buyer, body, key)).body;
  const cheaper = await buyer.call("PUT", `/api/orders/${order.id}/promo-code`, { promoCode: "TENOFF" });
  expect(cheaper.body).toMatchObject({ totalCents: 2250 });
  expect((await checkOut(buyer, body, key)).body).toMatchObject({ order: { id: order.id }, payment: null });
  // Nor while it is being paid at its new total.
  expect((await buyer.post(`/api/orders/${order.id}/payment`)).body.status).toBe("redirect");
  expect((await checkOut(buyer, body, key)).body.payment).toBeNull();
  expect(await countAll(site)).toMatchObject({ orders: 1, held: 2 });
});

test("no line of the log has the key", async () => {
  const lines: string[] = [];
  const site = await openSite({
    settings: { LOG_LEVEL: "trace" },
    watchLog: (line) => lines.push(JSON.stringify(line)),
  });
  const ticketTypeId = await site.create.ticketType();
  const key = secret();
  await checkOut(await site.as("guest"), wish(ticketTypeId), key);
  await checkOut(site.anon, wish(ticketTypeId, 3), key);
  site.app.deps.log.warn({ req: { headers: { "idempotency-key": key }, method: "POST", url: "/" } }, "a warning");
  await expect.poll(() => lines.some((line) => line.includes("/api/checkout"))).toBe(true);
  expect(lines.filter((line) => line.includes(key))).toEqual([]);
});
