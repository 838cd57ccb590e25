import { afterEach, expect, test } from "vitest";
import { pastNoon } from "#tests/papers/midday.ts";
import { refund, wish as refundWish } from "#tests/refunds/kit.ts";
import { checkInvariants, makeCode, makePromoter, pay, place, siteKeeper } from "./kit.ts";

const { open, close } = siteKeeper();
afterEach(close);

test("what is given back of an order counts for neither its code nor its link, and earns no commission", async () => {
  const { site, admin } = await open({ clockOffset: pastNoon().clockOffset });
  const eventId = await site.make.event();
  const ticketTypeId = await site.make.ticketType({ eventId, priceCents: 5000, feeCents: 0 });
  await makeCode(admin, { eventId });
  const id = await makePromoter(admin, { eventId });
  const buyer = await site.as("guest");
  const ordered = async (quantity: number) => {
    const { body } = await place(buyer, [{ ticketTypeId, quantity }], { promoCode: "SOCA10", via: "kezia" });
    await pay(buyer, body.id);
    return (await buyer.get(`/api/orders/${body.id}`)).body;
  };
  const [kept, halved, whole] = [await ordered(1), await ordered(2), await ordered(1)];
  expect(kept.totalCents).toBe(4500);
  const ticketIds = [halved.tickets[0].id];
  expect((await refund(admin, halved.id, refundWish(4500, { ticketIds }))).status).toBe(201);
  expect((await refund(admin, whole.id, refundWish(4500))).status).toBe(201);

  // An order of which nothing is left gives its use back, and is not counted at all.
  const stayed = { revenueCents: 13_500, givenBackCents: 4500, commissionCents: 900 };
  const { body: results } = await admin.get(`/api/admin/promoters/${id}/results`);
  expect(results).toMatchObject({ ...stayed, days: [stayed], nights: [stayed] });
  expect((await admin.get("/api/admin/promoters")).body.items).toMatchObject([{ id, ...stayed }]);
  expect((await admin.get("/api/admin/promo-codes")).body.items).toMatchObject([
    { revenueCents: 13_500, givenBackCents: 4500 },
  ]);
  const sales = await admin.get(`/api/admin/nights/${eventId}/sales`);
  expect(sales.body.promoters).toMatchObject([{ name: "Kezia Rampersad", commissionCents: 900 }]);
  expect(await checkInvariants(site.db)).toEqual([]);
});
