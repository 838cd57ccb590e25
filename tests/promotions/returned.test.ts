import { afterEach, expect, test } from "vitest";
import { pastNoon } from "#tests/order-documents/midday.ts";
import { refund, wish as refundWish } from "#tests/refunds/kit.ts";
import { books, checkInvariants, createCode, createPromoter, pay, place, createTestSites } from "./kit.ts";

const { open, close } = createTestSites();
afterEach(close);

test("refunded tickets count for neither the order's code nor its promoter link, and earn no commission", async () => {
  const { site, admin } = await open({ clockOffset: pastNoon().clockOffset });
  const eventId = await site.create.event();
  const ticketTypeId = await site.create.ticketType({ eventId, priceCents: 5000, feeCents: 0 });
  await createCode(admin, { eventId });
  const id = await createPromoter(admin, { eventId });
  const buyer = await site.as("guest");
  const ordered = async (quantity: number) => {
    const { body } = await place(buyer, [{ ticketTypeId, quantity }], { promoCode: "SOCA10", via: "kezia" });
    await pay(buyer, body.id);
    return (await buyer.get(`/api/orders/${body.id}`)).body;
  };
  const [kept, halved, whole] = [await ordered(1), await ordered(2), await ordered(1)];
  expect(kept.totalCents).toBe(4500);
  const ticketIds = [halved.tickets[0]!.id];
  expect((await refund(admin, halved.id, refundWish(4500, { ticketIds }))).status).toBe(201);
  expect((await refund(admin, whole.id, refundWish(4500))).status).toBe(201);

  // A fully refunded order releases its redemption: it counts neither as an order nor with its tickets.
  const stayed = { ticketCount: 2, revenueCents: 18_000, refundedCents: 9000, commissionCents: 900 };
  const { body: results } = await admin.get(`/api/admin/promoters/${id}/results`);
  expect(results).toMatchObject({ ...stayed, days: [stayed], events: [stayed] });
  expect((await admin.get("/api/admin/promoters")).body.items).toMatchObject([{ id, ...stayed }]);
  expect((await admin.get("/api/admin/promo-codes")).body.items).toMatchObject([
    { used: 2, ticketCount: 2, revenueCents: 18_000, refundedCents: 9000 },
  ]);
  const sales = await admin.get(`/api/admin/box-office/events/${eventId}/sales`);
  expect(sales.body.promoters).toMatchObject([{ name: "Kezia Rampersad", commissionCents: 900 }]);
  expect(await checkInvariants(site.db)).toEqual([]);
});

test("a code limited to one order per person stays used until that order's last ticket is refunded", async () => {
  const { site, admin } = await open();
  const ticketTypeId = await site.create.ticketType({ priceCents: 5000, feeCents: 0 });
  await createCode(admin, { personLimit: 1, totalLimit: 5 });
  const buyer = await site.as("user");
  const email = "ada@example.com";
  const ask = (by = buyer) =>
    by.post("/api/orders", {
      lines: [{ ticketTypeId, quantity: 2 }],
      buyer: { name: "Ada Buyer", email },
      promoCode: "SOCA10",
    });
  const { body: placed } = await ask();
  await pay(buyer, placed.id);
  const { body: order } = await buyer.get(`/api/orders/${placed.id}`);
  expect(order.totalCents).toBe(9000);
  const refusals = async () => [await ask(), await ask(await site.as("guest"))].map(({ body }) => body.code);
  // Neither the account nor the email address can use it again.
  expect(await refusals()).toEqual(["code_invalid", "code_invalid"]);

  const [first, second] = order.tickets.map((ticket: { id: number }) => ticket.id);
  expect((await refund(admin, order.id, refundWish(4500, { ticketIds: [first] }))).status).toBe(201);
  expect((await buyer.get(`/api/orders/${order.id}`)).body.status).toBe("partially_refunded");
  expect(await refusals()).toEqual(["code_invalid", "code_invalid"]);
  expect(await books(site, "promo")).toEqual({ capacity: 5, held: 0, sold: 1 });

  expect((await refund(admin, order.id, refundWish(4500, { ticketIds: [second] }))).status).toBe(201);
  expect((await buyer.get(`/api/orders/${order.id}`)).body.status).toBe("refunded");
  expect(await books(site, "promo")).toEqual({ capacity: 5, held: 0, sold: 0 });
  const again = await ask();
  expect([again.status, again.body.discountCents]).toEqual([201, 1000]);
  expect(await checkInvariants(site.db)).toEqual([]);
});
