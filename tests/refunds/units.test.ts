import { sql } from "kysely";
import { expect, test } from "vitest";
import { expectInvariants } from "#testing/invariants.ts";
import { haveRead } from "#testing/meeting-point.ts";
import { openSites } from "#testing/open-sites.ts";
import { readPdf } from "#testing/pdf-reader.ts";
import { sabotage, withoutRowLocks } from "#testing/sabotage.ts";
import type { Client, Site, SiteOptions } from "#testing/site.ts";
import { createSampleShop, type Shipped } from "#tests/orders/sample-purchasable.ts";
import { mailsOf, quote, refund, wish } from "./kit.ts";

const openSite = openSites();

/** A site that also sells samples, which have no tickets. */
async function open(options: SiteOptions = {}) {
  const { shop, sell, buyShipped } = createSampleShop();
  const site = await openSite({ ...options, extraModules: [shop] });
  return {
    site,
    sell,
    admin: await site.as("admin"),
    buyShipped: (buyer: Client, wanted: Shipped) => buyShipped(site, buyer, wanted),
  };
}

async function stockOf({ db }: Site, id: number) {
  const { rows } = await sql`select held, sold from stock where id = ${id}`.execute(db);
  return rows[0];
}

/** What an order earned by the ledger, by account. */
async function earnedBy(admin: Client, orderId: string) {
  const { body } = await admin.get(`/api/admin/ledger/balances?orderId=${orderId}`);
  return Object.fromEntries(body.accounts.map((each: any) => [each.account, 0 - each.amountCents]));
}

test("units of a line and the shipping are refunded by themselves, each once, and the books say so", async () => {
  const { site, admin, buyShipped } = await open();
  const buyer = await site.as("guest");
  const { item, order, lineId } = await buyShipped(buyer, [3, 700, 271]);
  expect(await earnedBy(admin, order.id)).toMatchObject({ sales: 9000 + 2300, fees: 200, shipping: 700, tax: 271 });

  const asked = await quote(admin, order.id);
  expect(asked.body).toMatchObject({
    amountCents: 9000 + 2500 + 700 + 271,
    tickets: [{ amountCents: 2500 }],
    items: [{ lineId, name: "Dock Tee", left: 3, chosen: 3, amountCents: 9271 }],
    shipping: { amountCents: 700, isChosen: true },
    ticketCount: 1,
    statusAfter: "refunded",
  });

  // One of three: a third of the tax, and its piece is back on sale.
  const one = await refund(admin, order.id, wish(3090, { units: [{ lineId, quantity: 1 }] }));
  expect(one.body).toMatchObject({ ticketIds: [], items: [{ name: "Dock Tee", quantity: 1 }], withShipping: false });
  expect(await stockOf(site, item)).toEqual({ held: 0, sold: 2 });
  expect(await earnedBy(admin, order.id)).toMatchObject({ sales: 6000 + 2300, fees: 200, shipping: 700, tax: 181 });

  const shipping = await refund(admin, order.id, wish(700, { shipping: true }));
  expect(shipping.body).toMatchObject({ ticketIds: [], items: [], withShipping: true });
  expect(await earnedBy(admin, order.id)).toMatchObject({ sales: 6000 + 2300, fees: 200, shipping: 0, tax: 181 });
  expect((await refund(admin, order.id, wish(700, { shipping: true }))).body.code).toBe("already_refunded");
  const many = await refund(admin, order.id, wish(0, { units: [{ lineId, quantity: 3 }] }));
  expect(many.body).toMatchObject({ code: "not_found", message: "This order doesn't include that" });
  await expectInvariants(site.db);

  // Without stock: the two others stay sold. Then only the ticket is left.
  const rest = await refund(admin, order.id, wish(6181, { lineIds: [lineId], returnsStock: false }));
  expect(rest.status).toBe(201);
  expect(await stockOf(site, item)).toEqual({ held: 0, sold: 2 });
  const seen = await buyer.get(`/api/orders/${order.id}`);
  expect(seen.body).toMatchObject({ status: "partially_refunded", tickets: [{ status: "valid" }] });
  expect((await refund(admin, order.id, wish(2500))).status).toBe(201);
  await site.app.runJob("refunds");
  expect((await buyer.get(`/api/orders/${order.id}`)).body.status).toBe("refunded");
  for (const cents of Object.values(await earnedBy(admin, order.id))) expect(cents).toBe(0);
  await expectInvariants(site.db);

  const { text } = (await mailsOf(site, "refund_made")).find((mail) => mail.text.includes("This refund is for"))!;
  expect(text).toContain("This refund is for 1 × Dock Tee.");
  expect(text).not.toContain("no longer valid");
  const mails = await mailsOf(site, "refund_made");
  expect(mails.some((mail) => mail.text.includes("This refund is for shipping."))).toBe(true);
});

test("two refunds of the same unit at once: one is made", async () => {
  const { site, admin, buyShipped } = await open();
  const buyer = await site.as("guest");
  const { item, order, lineId } = await buyShipped(buyer, [1, 500, 0]);
  const replies = await Promise.all([1, 2, 3].map(() => refund(admin, order.id, wish(3000, { lineIds: [lineId] }))));
  expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
  expect(await stockOf(site, item)).toEqual({ held: 0, sold: 0 });
  await expectInvariants(site.db);
});

test("a partial refund takes from every unit and the shipping, and a later one returns only the rest", async () => {
  const { site, admin, buyShipped } = await open();
  const buyer = await site.as("guest");
  const { order, lineId } = await buyShipped(buyer, [1, 500, 0]);
  const amount = { amountCents: 600, leftCents: 6000, reason: "Arrived late" };
  expect((await admin.post(`/api/admin/orders/${order.id}/amount-refunds`, amount)).status).toBe(201);
  const left = await quote(admin, order.id, { lineIds: [lineId], shipping: true });
  expect(left.body).toMatchObject({ amountCents: 2700 + 450, items: [{ chosen: 1, amountCents: 2700 }] });
  expect((await refund(admin, order.id, wish(5400))).status).toBe(201);
  await site.app.runJob("refunds");
  expect((await buyer.get(`/api/orders/${order.id}`)).body.status).toBe("refunded");
  await expectInvariants(site.db);
});

test("a credit note of items and shipping shows both", async () => {
  const { site, admin, buyShipped } = await open();
  const buyer = await site.as("user");
  const { order, lineId } = await buyShipped(buyer, [2, 500, 0]);
  await refund(admin, order.id, wish(3500, { units: [{ lineId, quantity: 1 }], shipping: true }));
  await site.app.runJob("refunds");
  await site.app.runJob("refunds");
  const { body: documents } = await admin.get(`/api/orders/${order.id}/documents`);
  const note = documents.items.find((each: { kind: string }) => each.kind === "credit_note");
  const pdf = await site.app.server.inject({
    url: `/api/orders/${order.id}/documents/${note!.id}`,
    headers: { authorization: `Bearer ${admin.token}` },
  });
  const { text } = readPdf(pdf.rawPayload);
  for (const said of ["Dock Tee", "$30.00", "Shipping", "$5.00", "$35.00"]) expect(text).toContain(said);
});

test("without the locks and the table's index, one unit is refunded several times", async () => {
  // Both have decided what to refund before either stores it.
  const together = sabotage(withoutRowLocks(), ['"keepsStock" boolean)', `"keepsStock" boolean) where ${haveRead()}`]);
  const { site, admin, buyShipped } = await open({ rewriteSql: together });
  await sql`drop index order_refund_items_one_end`.execute(site.db);
  const { order, lineId } = await buyShipped(await site.as("guest"), [1, 500, 0]);
  const wanted = wish(3000, { lineIds: [lineId], returnsStock: false });
  const replies = await Promise.all([1, 2].map(() => refund(admin, order.id, wanted)));
  expect(replies.map(({ status }) => status)).toEqual([201, 201]);
});

test("what can't be refunded by buyers themselves leaves the terms of their tickets as they are", async () => {
  const { site, sell } = await open();
  const eventId = await site.create.event({ refunds: { kind: "before_start", hours: 1, withFees: true } });
  const ticketTypeId = await site.create.ticketType({ eventId });
  const lines = [
    { kind: "sample", itemId: await sell(site), quantity: 1 },
    { ticketTypeId, quantity: 1 },
  ];
  const { body: order } = await site.buy(await site.as("guest"), lines);
  expect(order.returns).toMatchObject({ until: expect.any(String), ticketIds: [order.tickets[0]!.id] });
});
