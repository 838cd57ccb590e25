import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Order } from "#contract/orders/orders.ts";
import { orderLinkKey } from "#server/modules/orders/index.ts";
import { rate, setDelivery } from "#tests/delivery/kit.ts";
import { buyPickup, buyShipped } from "#tests/fulfillment/kit.ts";
import { readPdf } from "#testing/pdf-reader.ts";
import { createSite, draft, type Client, type Site, paymentPageOf } from "#testing/site.ts";

let site: Site;
let admin: Client;
beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin");
});
afterAll(() => site.close());

/** A paid order: two tickets at $45 unless specified. */
async function buy(buyer: Client, name = "Ada Buyer", eventTitle = "Velvet Riddim"): Promise<Order> {
  const eventId = await site.create.event({ title: eventTitle });
  const ticketTypeId = await site.create.ticketType({ eventId, priceCents: 4500, feeCents: 300, name: "General" });
  const body = draft([{ ticketTypeId, quantity: 2 }], { buyer: { name, email: "ada@example.com" } });
  const placed = await buyer.post("/api/orders", body);
  if (placed.status !== 201) throw new Error(placed.text);
  const payment = await buyer.post(`/api/orders/${placed.body.id}/payment`);
  await buyer.post(`${new URL(paymentPageOf(payment)).pathname}/complete`, { outcome: "approve" });
  return (await buyer.get(`/api/orders/${placed.body.id}`)).body;
}

async function getPdf(who: Client, url: string): Promise<Buffer> {
  const answer = await site.app.server.inject({
    url,
    headers: who.token === undefined ? {} : { authorization: `Bearer ${who.token}` },
  });
  expect([url, answer.statusCode, answer.headers["content-type"]]).toEqual([url, 200, "application/pdf"]);
  return answer.rawPayload;
}

test("a receipt has its number and says who sold what to whom for how much, and its text can be selected", async () => {
  await admin.post("/api/admin/settings", {
    legalName: "Savage Gentlemen Events LLC",
    sellerAddress: "1 Shore Road\nBrooklyn, NY 11231",
    sellerTaxId: "12-3456789",
    taxRateThousandths: 8875,
  });
  const buyer = await site.as("guest");
  const order = await buy(buyer);
  const pdf = readPdf(await getPdf(buyer, `/api/orders/${order.id}/receipt.pdf`));
  // The organizer's year; it starts some hours after the year of the server's clock.
  const year = new Intl.DateTimeFormat("en-US", { timeZone: "America/New_York", year: "numeric" }).format();
  for (const said of [
    "RECEIPT",
    `R-${year}-0000`,
    "Savage Gentlemen Events LLC",
    "Brooklyn, NY 11231",
    "Tax ID 12-3456789",
    "Ada Buyer",
    "ada@example.com",
    order.number,
    "Velvet Riddim",
    "General",
    "$45.00",
    "$90.00",
    "Includes fees of $6.00",
    "Includes Sales tax (8.875%) of $7.34",
    "Total before tax $82.66",
    "Test payment (nothing charged)",
    "Page 1 of 1",
  ]) {
    expect(pdf.text).toContain(said);
  }
  expect(pdf.pages).toEqual([{ width: 612, height: 792 }]);
  expect(pdf.plain).toContain("/Lang (en-US)");
  expect(pdf.plain).toContain("/MarkInfo");
});

test("the receipt and invoice of products say where they went, until the account is deleted", async () => {
  await setDelivery(admin, [rate()]);
  const variantId = await site.create.variant({ onHand: 5 });
  const lines = [{ variantId, quantity: 1 }];
  const { order, buyer } = await buyShipped(site, lines);
  const to = "Ships to Ada Buyer, 1 Shore Road, Brooklyn, NY 11231";
  expect(readPdf(await getPdf(buyer, `/api/orders/${order.id}/receipt.pdf`)).text).toContain(to);
  await buyer.post(`/api/orders/${order.id}/invoice`, { name: "Shore Ltd", address: "9 Pier" });
  expect(readPdf(await getPdf(buyer, `/api/orders/${order.id}/invoice.pdf`)).text).toContain(to);
  const { rows } = await sql<{ content: object }>`
    select content from order_documents where order_id = ${order.id}`.execute(site.db);
  // Deleting an account removes the addressee only, so nothing else may have the address.
  expect(JSON.stringify(rows)).not.toContain("Ada");

  const picked = await buyPickup(site, lines, await site.create.event({ title: "Velvet Riddim" }));
  const pdf = readPdf(await getPdf(picked.buyer, `/api/orders/${picked.order.id}/receipt.pdf`));
  expect(pdf.text).toContain("Pick up at Velvet Riddim, ");
});

test("a receipt stays the same to the byte, even after names, prices and settings have changed", async () => {
  const buyer = await site.as("guest");
  const order = await buy(buyer);
  const url = `/api/orders/${order.id}/receipt.pdf` as const;
  const first = await getPdf(buyer, url);
  expect((await getPdf(buyer, url)).equals(first)).toBe(true);
  await admin.post("/api/admin/settings", { legalName: "Another House", taxLabel: "VAT", paperSize: "a4" });
  await sql`update events set title = 'Renamed' where id = ${order.event!.id}`.execute(site.db);
  await sql`update order_lines set name = 'Renamed' where order_id = ${order.id}`.execute(site.db);
  await sql`update orders set buyer_name = 'Renamed' where id = ${order.id}`.execute(site.db);
  expect((await getPdf(buyer, url)).equals(first)).toBe(true);
});

test("the organizer chooses the paper size", async () => {
  await admin.post("/api/admin/settings", { paperSize: "a4" });
  const buyer = await site.as("guest");
  const order = await buy(buyer);
  const { pages } = readPdf(await getPdf(buyer, `/api/orders/${order.id}/receipt.pdf`));
  expect(pages).toEqual([{ width: 595.28, height: 841.89 }]);
  await admin.post("/api/admin/settings", { paperSize: "letter" });
});

test.each([
  ["accents of Europe and of Vietnam", "Łukasz Żółć-Nguyễn Thị Ánh", "Łukasz Żółć-Nguyễn Thị Ánh", true],
  ["ligatures and wide letters", "ﬁne Ｗｉｄｅ", "fine Wide", true],
  ["letters missing from the typeface", "山田 太郎 (Taro)", "[…] (Taro)", false],
  ["a right-to-left name", "محمد", "[…]", false],
  ["stacked accents", `Z${"\u0301".repeat(40)}algo`, "Źalgo", true],
])(
  "a name with %s is printed as far as the typeface allows, and the file's text has all of it",
  async (_, name, shown, isWhole) => {
    const buyer = await site.as("guest");
    const order = await buy(buyer, name);
    const pdf = readPdf(await getPdf(buyer, `/api/orders/${order.id}/receipt.pdf`));
    const [first, ...rest] = pdf.pieces.filter(({ font, size, x }) => font.includes("Bold") && size === 11 && x > 300);
    const sameLine = rest.filter(({ y, page }) => y === first!.y && page === first!.page);
    expect([first!, ...sameLine].map(({ text }) => text).join("")).toBe(shown);
    expect(pdf.text.includes("Copy the text or use a screen reader")).toBe(!isWhole);
    if (isWhole) expect(pdf.actualTexts).toEqual([]);
    else expect(pdf.actualTexts).toContain(name);
  },
);

test("the longest name and title stay within the page and push nothing off it", async () => {
  const buyer = await site.as("guest");
  const order = await buy(buyer, "W".repeat(120), "Riddim ".repeat(28).trim());
  await sql`update orders set buyer_name = repeat('Wide ', 100) where id = ${order.id}`.execute(site.db);
  const { pieces, pages, text } = readPdf(await getPdf(buyer, `/api/orders/${order.id}/receipt.pdf`));
  expect(pages).toHaveLength(1);
  for (const { x, y } of pieces) expect([x >= 54 && x < 558, y > 20 && y < 760]).toEqual([true, true]);
  expect(text).toContain("$90.00");
});

test("only its buyer, admins and holders of its link get an order's documents; moderators don't", async () => {
  const buyer = await site.as("guest");
  const order = await buy(buyer);
  const key = orderLinkKey({ id: order.id, linkVersion: 0 }, site.app.deps.keys["order-links"]);
  const base = `/api/orders/${order.id}` as const;
  await buyer.post(`${base}/invoice`, { name: "Ada Ltd", address: "1 Shore Road" });
  const { body: list } = await buyer.get(`${base}/documents`);
  const paths = ["documents", "receipt.pdf", "invoice.pdf", `documents/${list.items[0]!.id}`];
  for (const path of paths) {
    for (const stranger of [site.anon, await site.as("guest"), await site.as("user"), await site.as("moderator")]) {
      expect((await stranger.get(`${base}/${path}`)).status).toBe(404);
      expect((await stranger.get(`${base}/${path}?key=${"A".repeat(22)}`)).status).toBe(404);
    }
    for (const who of [buyer, admin]) expect((await who.get(`${base}/${path}`)).status).toBe(200);
    expect((await site.anon.get(`${base}/${path}?key=${key}`)).status).toBe(200);
  }
  const billing = { name: "Eve", address: "2 Shore Road" };
  const documentId = list.items.at(-1)!.id;
  for (const stranger of [await site.as("user"), await site.as("moderator")]) {
    expect((await stranger.post(`${base}/invoice`, billing)).status).toBe(404);
    expect((await stranger.post(`${base}/invoice/correction`, { ...billing, documentId })).status).toBe(404);
  }
  const other = await buy(await site.as("guest"));
  expect(
    (await buyer.get(`${base}/documents/${(await admin.get(`/api/orders/${other.id}/documents`)).body.items[0]!.id}`))
      .status,
  ).toBe(404);
});

test("links in emails sent before the URL changed still open their document", async () => {
  const buyer = await site.as("guest");
  const order = await buy(buyer);
  await buyer.post(`/api/orders/${order.id}/invoice`, { name: "Ada Ltd", address: "1 Shore Road" });
  const { body: list } = await buyer.get(`/api/orders/${order.id}/documents`);
  const key = orderLinkKey({ id: order.id, linkVersion: 0 }, site.app.deps.keys["order-links"]);
  const link = `/api/orders/${order.id}/papers/${list.items[0]!.id}` as const;
  const { text } = readPdf(await getPdf(site.anon, `${link}?key=${key}`));
  expect(text).toContain(order.number);
  expect((await site.anon.get(link)).status).toBe(404);
});

test("an unpaid order has no documents", async () => {
  const buyer = await site.as("guest");
  const ticketTypeId = await site.create.ticketType();
  const { body: order } = await buyer.post("/api/orders", draft([{ ticketTypeId, quantity: 1 }]));
  expect((await buyer.get(`/api/orders/${order.id}/documents`)).body).toEqual({ items: [] });
  expect((await buyer.get(`/api/orders/${order.id}/receipt.pdf`)).status).toBe(404);
  expect((await buyer.post(`/api/orders/${order.id}/invoice`, { name: "Ada", address: "1 Shore Road" })).status).toBe(
    404,
  );
});

test("an invoice is issued once, however many requests come at once, and keeps its addressee", async () => {
  const buyer = await site.as("guest");
  const order = await buy(buyer);
  const url = `/api/orders/${order.id}/invoice` as const;
  const billing = { name: "Ada Buyer Ltd", address: "1 Shore Road\nBrooklyn", taxId: "GB123" };
  const answers = await Promise.all(Array.from({ length: 20 }, () => buyer.post(url, billing)));
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.number}`)).size).toBe(1);
  expect(answers[0]!.body).toMatchObject({ kind: "invoice", totalCents: 9000, currency: "USD" });
  const other = await buyer.post(url, { ...billing, name: "Someone else" });
  expect([other.status, other.body.code]).toEqual([409, "already_exists"]);
  const { text } = readPdf(await getPdf(buyer, `/api/orders/${order.id}/invoice.pdf`));
  expect(text).toContain("Ada Buyer Ltd");
  expect(text).toContain("Tax ID GB123");
  expect(text).not.toContain("Someone else");
});

test("an invoice that staff issue for a buyer is logged once; one that the buyer issues is not", async () => {
  const [mine, theirs] = [await site.as("guest"), await site.as("guest")];
  const [own, made] = [await buy(mine), await buy(theirs)];
  const billing = { name: "Ada Ltd", address: "1 Shore Road" };
  await mine.post(`/api/orders/${own.id}/invoice`, billing);
  for (let count = 0; count < 2; count++) await admin.post(`/api/orders/${made.id}/invoice`, billing);
  const { rows } = await sql<{ target_id: string }>`
    select target_id from audit_log where action = 'order.invoice_made'`.execute(site.db);
  expect(rows).toEqual([{ target_id: made.id }]);
});

test("deleting an account removes the name from its documents; number and amounts stay", async () => {
  const member = await site.as("user", "leaving-soon");
  const order = await buy(member, "Leaving Soon");
  const url = `/api/orders/${order.id}/receipt.pdf` as const;
  const before = readPdf(await getPdf(admin, url));
  await sql`update tickets set status = 'canceled' where order_id = ${order.id}`.execute(site.db);
  const gone = await admin.post(`/api/admin/users/${member.id}/delete`, { reason: "Asked for it" });
  expect([gone.status, gone.text]).toEqual([200, expect.any(String)]);
  const after = readPdf(await getPdf(admin, url));
  expect(before.text).toContain("Leaving Soon");
  expect(after.text).not.toContain("Leaving Soon");
  expect(after.text).not.toContain("ada@example.com");
  expect(after.text).toContain("Name removed with deleted account");
  expect(after.text).toContain("$90.00");
});

test("a member's data export lists their documents", async () => {
  const member = await site.as("user", "keeps-documents");
  await buy(member);
  await site.app.runJob("order-documents");
  const { body } = await admin.post(`/api/admin/users/${member.id}/export`, { reason: "Asked for it" });
  expect(body.documents).toEqual([
    expect.objectContaining({ kind: "receipt", number: expect.stringMatching(/^R-\d{4}-\d{6}$/), totalCents: 9000 }),
  ]);
});
