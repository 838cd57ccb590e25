import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { budgets } from "#server/modules/promotions/offers/guesses.ts";
import { readSnapshot } from "#testing/snapshot.ts";
import { checkInvariants, createCode, pay, place, createTestSites, wish } from "./kit.ts";
import { saveLatest } from "#testing/save-latest.ts";

const { open, close, later } = createTestSites();
afterEach(close);

test("a code discounts the order and each line, fees included, and the buyer pays the rest", async () => {
  const { site, admin } = await open();
  const eventId = await site.create.event();
  const cheap = await site.create.ticketType({ eventId, priceCents: 2500, feeCents: 200 });
  const dear = await site.create.ticketType({ eventId, priceCents: 9900, feeCents: 500, name: "Table" });
  await createCode(admin, { code: "Soca10" });
  const buyer = await site.as("guest");
  const lines = [
    { ticketTypeId: cheap, quantity: 3 },
    { ticketTypeId: dear, quantity: 1 },
  ];
  const { body: quote } = await buyer.post("/api/orders/quote", { lines, promoCode: " soca10 " });
  const { status, body } = await place(buyer, lines, { promoCode: "SOCA10" });
  expect(status).toBe(201);
  expect(body).toMatchObject({
    subtotalCents: 17_400,
    discountCents: 1740,
    feeCents: 1100,
    totalCents: 15_660,
    promoCode: "Soca10",
    lines: [
      { totalCents: 7500, discountCents: 750 },
      { totalCents: 9900, discountCents: 990 },
    ],
  });
  for (const part of ["subtotalCents", "discountCents", "feeCents", "totalCents", "promoCode", "currency"] as const) {
    expect([part, quote[part]]).toEqual([part, body[part]]);
  }
  expect(quote.lines.map((line: { discountCents: number }) => line.discountCents)).toEqual([750, 990]);
  const payment = await buyer.post(`/api/orders/${body.id}/payment`);
  const { rows } = await sql`select amount_cents from payments`.execute(site.db);
  expect([payment.body.status, rows]).toEqual(["redirect", [{ amount_cents: 15_660 }]]);
  await pay(buyer, body.id);
  expect((await buyer.get(`/api/orders/${body.id}`)).body).toMatchObject({ discountCents: 1740, totalCents: 15_660 });
  await site.app.runJob("mail");
  const { rows: mails } = await sql<{ body_text: string }>`select body_text from emails`.execute(site.db);
  expect(mails[0]!.body_text).toContain("Code Soca10: −$17.40\nTotal: $156.60");
  expect(await checkInvariants(site.db)).toEqual([]);
});

test("a 100% code makes the order free, and its tickets are issued without a payment page", async () => {
  const { site, admin } = await open();
  const ticketTypeId = await site.create.ticketType({ feeCents: 300 });
  await createCode(admin, { discount: { kind: "percent", percent: 100 } });
  const buyer = await site.as("guest");
  const { body } = await place(buyer, [{ ticketTypeId, quantity: 2 }], { promoCode: "SOCA10" });
  expect(body).toMatchObject({ totalCents: 0, discountCents: 5000, feeCents: 0 });
  expect((await buyer.post(`/api/orders/${body.id}/payment`)).body).toEqual({ status: "paid" });
  const { body: order } = await buyer.get(`/api/orders/${body.id}`);
  expect([order.status, order.tickets.length]).toEqual(["paid", 2]);
  expect(await checkInvariants(site.db)).toEqual([]);
});

test("a code that doesn't apply is rejected with the reason in the quote and in the order, and nothing is held", async () => {
  const { site, admin } = await open();
  const eventId = await site.create.event();
  const general = await site.create.ticketType({ eventId });
  const vip = await site.create.ticketType({ eventId, name: "VIP" });
  const other = await site.create.event();
  const hour = 3_600_000;
  const at = (ms: number) => new Date(Date.now() + ms).toISOString();
  await createCode(admin, { code: "PAUSED" }).then((id) =>
    admin.post(`/api/admin/promo-codes/${id}/status`, { status: "paused" }),
  );
  await createCode(admin, { code: "OVER" }).then((id) =>
    admin.post(`/api/admin/promo-codes/${id}/status`, { status: "ended" }),
  );
  await createCode(admin, { code: "LATER", startsAt: at(hour) });
  await createCode(admin, { code: "EXPIRED", startsAt: at(-2 * hour), endsAt: at(-hour) });
  await createCode(admin, { code: "VIPS", eventId, ticketTypeIds: [vip] });
  await createCode(admin, { code: "OTHER", eventId: other });
  await createCode(admin, { code: "BIG", minimumCents: 7600 });
  const expected = {
    PAUSED: "This code can't be used right now",
    OVER: "This code has ended",
    LATER: "This code isn't active yet",
    EXPIRED: "This code has expired",
    VIPS: "This code doesn't work for these tickets",
    OTHER: "This code doesn't work for these tickets",
    BIG: "This code is for orders of $76.00 or more",
    NOBODY: "We can't find that promo code",
  };
  const buyer = await site.as("guest");
  const before = await readSnapshot(site.db);
  for (const [promoCode, message] of Object.entries(expected)) {
    const lines = [{ ticketTypeId: general, quantity: 3 }];
    for (const answer of [
      await buyer.post("/api/orders/quote", { lines, promoCode }),
      await place(buyer, lines, { promoCode }),
    ]) {
      expect([promoCode, answer.status, answer.body]).toEqual([
        promoCode,
        409,
        expect.objectContaining({ code: "code_invalid", message, errors: [{ message, path: "promoCode" }] }),
      ]);
    }
  }
  expect(await readSnapshot(site.db)).toEqual(before);
  const lines = [{ ticketTypeId: vip, quantity: 1 }];
  expect((await place(buyer, lines, { promoCode: "vips" })).body.discountCents).toBe(250);
});

test("a code of the event takes precedence over the same code for all events", async () => {
  const { site, admin } = await open();
  const eventId = await site.create.event();
  const ticketTypeId = await site.create.ticketType({ eventId });
  const elsewhere = await site.create.ticketType();
  await createCode(admin, { code: "SAME" });
  await createCode(admin, { code: "same", eventId, discount: { kind: "per_unit", amountCents: 1000 } });
  const buyer = await site.as("guest");
  const one = (id: number) => [{ ticketTypeId: id, quantity: 1 }];
  expect((await place(buyer, one(ticketTypeId), { promoCode: "Same" })).body.discountCents).toBe(1000);
  expect((await place(buyer, one(elsewhere), { promoCode: "Same" })).body.discountCents).toBe(250);
});

test("editing, ending and replacing a code doesn't change existing orders", async () => {
  const { site, admin } = await open();
  const ticketTypeId = await site.create.ticketType();
  const id = await createCode(admin);
  const buyer = await site.as("guest");
  const { body } = await place(buyer, [{ ticketTypeId, quantity: 1 }], { promoCode: "SOCA10" });
  const changed = await saveLatest(site.db, admin, ["promo-codes", id], {
    code: "SOCA50",
    discount: { kind: "percent", percent: 50 },
  });
  expect([changed.status, changed.body.code, changed.body.held]).toEqual([200, "SOCA50", 1]);
  expect((await admin.call("DELETE", `/api/admin/promo-codes/${id}`)).body.code).toBe("order_closed");
  await admin.post(`/api/admin/promo-codes/${id}/status`, { status: "ended" });
  await createCode(admin, { code: "SOCA50" });
  await pay(buyer, body.id);
  expect((await buyer.get(`/api/orders/${body.id}`)).body).toMatchObject({
    totalCents: 2250,
    discountCents: 250,
    promoCode: "SOCA10",
  });
  expect(await checkInvariants(site.db)).toEqual([]);
});

test("the same idempotency key places the discounted order once", async () => {
  const { site, admin } = await open();
  const ticketTypeId = await site.create.ticketType();
  await createCode(admin, { totalLimit: 1 });
  const buyer = await site.as("guest");
  const body = wish([{ ticketTypeId, quantity: 1 }], { promoCode: "SOCA10" });
  const key = { "idempotency-key": "pressed-twice" };
  const answers = await Promise.all([1, 2, 3].map(() => buyer.post("/api/orders", body, key)));
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect((await buyer.post("/api/orders", body, key)).text).toBe(answers[0]!.text);
});

test("guessing codes is rate limited; an existing code doesn't count as a guess, and buying without one still works", async () => {
  const { site, admin } = await open({ settings: { RATE_LIMITS: "on" } });
  const ticketTypeId = await site.create.ticketType();
  await createCode(admin);
  const buyer = await site.as("guest");
  const lines = [{ ticketTypeId, quantity: 1 }];
  const quote = (promoCode?: string) => buyer.post("/api/orders/quote", { lines, promoCode });
  for (let tries = 0; tries < 15; tries++) expect((await quote("SOCA10")).status).toBe(200);
  const answers = await Promise.all(Array.from({ length: 30 }, (_, index) => quote(`GUESS${index}`)));
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(budgets.person);
  const waiting = await quote("SOCA10");
  expect([waiting.status, waiting.body.message]).toEqual([429, expect.stringContaining("or check out without one")]);
  expect((await place(buyer, lines, { promoCode: "SOCA10" })).status).toBe(429);
  expect((await place(buyer, lines)).status).toBe(201);
  const stranger = await site.as("guest");
  expect((await stranger.post("/api/orders/quote", { lines, promoCode: "SOCA10" })).status).toBe(200);
});

test("a quote shows that a code is used up, and that it is available again once a hold expires", async () => {
  const { site, admin } = await open();
  const ticketTypeId = await site.create.ticketType();
  await createCode(admin, { totalLimit: 1 });
  const lines = [{ ticketTypeId, quantity: 1 }];
  await place(await site.as("guest"), lines, { promoCode: "SOCA10" });
  const other = await site.as("guest");
  const refused = await other.post("/api/orders/quote", { lines, promoCode: "SOCA10" });
  expect(refused.body.message).toBe("This code has no uses left");
  const future = await later(site);
  const buyer = await future.as("guest");
  expect((await buyer.post("/api/orders/quote", { lines, promoCode: "SOCA10" })).status).toBe(200);
  expect((await place(buyer, lines, { promoCode: "SOCA10" })).body.discountCents).toBe(250);
  expect(await checkInvariants(future.db)).toEqual([]);
});
