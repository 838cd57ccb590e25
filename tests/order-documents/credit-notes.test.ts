import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Order } from "#contract/orders/orders.ts";
import { readPdf } from "#testing/pdf-reader.ts";
import { createSite, type Client, type Site } from "#testing/site.ts";

let site: Site;
let admin: Client;
beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin");
  await admin.post("/api/admin/settings", { taxLabel: "VAT", taxRateThousandths: 20_000 });
});
afterAll(() => site.close());

async function refund(order: Order, count: number, amountCents: number, withFee = true): Promise<void> {
  const ticketIds = order.tickets.slice(0, count).map(({ id }) => id);
  const body = { ticketIds, withFee, returnsStock: true, amountCents, reason: "Asked for it" };
  const answer = await admin.post(`/api/admin/orders/${order.id}/refunds`, body);
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
}

const documentsOf = async (order: Order) => (await admin.get(`/api/orders/${order.id}/documents`)).body.items;

async function read(path: string) {
  const answer = await site.app.server.inject({ url: path, headers: { authorization: `Bearer ${admin.token}` } });
  expect([path, answer.statusCode]).toEqual([path, 200]);
  return { file: answer.rawPayload, ...readPdf(answer.rawPayload) };
}

test("a completed refund has one credit note, at its receipt's tax rate; before that it has none", async () => {
  const ticketTypeId = await site.create.ticketType({ priceCents: 6000, feeCents: 600, name: "General" });
  const { body: order } = await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 3 }]);
  const url = `/api/orders/${order.id}/receipt.pdf`;
  const before = await read(url);
  await admin.post("/api/admin/settings", { taxRateThousandths: 10_000 });
  await refund(order, 2, 12_000);
  expect((await documentsOf(order)).map(({ kind }) => kind)).toEqual(["receipt"]);
  expect((await read(url)).file.equals(before.file)).toBe(true);

  await site.app.runJob("refunds");
  await site.app.runJob("refunds");
  const documents = await documentsOf(order);
  expect(documents).toMatchObject([
    { kind: "receipt", totalCents: 18_000 },
    { kind: "credit_note", totalCents: 12_000, number: expect.stringMatching(/^CN-\d{4}-000001$/) },
  ]);
  const { text } = await read(`/api/orders/${order.id}/documents/${documents[1]!.id}`);
  for (const said of [
    "CREDIT NOTE",
    documents[1]!.number,
    "Total credited",
    "$120.00",
    documents[0]!.number,
    "Refunded by the organizer",
    "Includes fees of $12.00",
    "Includes VAT (20%) of $20.00",
  ]) {
    expect(text).toContain(said);
  }
  const after = await read(url);
  expect(after.text).toContain("$120.00 was credited on");
  expect(after.text).toContain(documents[1]!.number);
  await admin.post("/api/admin/settings", { taxRateThousandths: 20_000 });
});

test("an order's credit notes never exceed its receipt and are numbered without a gap", async () => {
  const ticketTypeId = await site.create.ticketType({ priceCents: 3333, feeCents: 333 });
  const { body: order } = await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 3 }]);
  for (const ticket of order.tickets) {
    await refund({ ...order, tickets: [ticket] }, 1, 3333);
    await site.app.runJob("refunds");
  }
  const notes = (await documentsOf(order)).filter(({ kind }) => kind === "credit_note");
  expect(notes.map(({ totalCents }) => totalCents)).toEqual([3333, 3333, 3333]);
  const { rows } = await sql<{ number: number }>`
    select number from order_documents where kind = 'credit_note' order by number`.execute(site.db);
  expect(rows.map(({ number }) => number)).toEqual(rows.map((_, index) => index + 1));
});

test("a zero refund has no credit note", async () => {
  const ticketTypeId = await site.create.ticketType({ pricing: "free", priceCents: 0, feeCents: 0 });
  const { body: order } = await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 1 }]);
  await refund(order, 1, 0);
  await site.app.runJob("refunds");
  expect(await documentsOf(order)).toEqual([]);
  const { rows } = await sql`select id from order_documents where number is null`.execute(site.db);
  expect(rows).toEqual([]);
});

test("the email about a completed refund links to its credit note, which opens for anyone with the email", async () => {
  const ticketTypeId = await site.create.ticketType({ priceCents: 4000 });
  const { body: order } = await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 1 }]);
  await refund(order, 1, 4000);
  await site.app.runJob("refunds");
  await site.app.runJob("mail");
  const { rows } = await sql<{ text: string; html: string }>`
    select body_text as text, html from emails where kind = 'refund_done' and topic ->> 'orderId' = ${order.id}`.execute(
    site.db,
  );
  const link = /Credit note \(PDF\): (\S+)/.exec(rows[0]!.text)![1]!;
  expect(rows[0]!.html).toContain("Credit note (PDF)");
  const { pathname, search } = new URL(link);
  const opened = await site.app.server.inject({ url: pathname + search });
  expect(opened.statusCode).toBe(200);
  expect(readPdf(opened.rawPayload).text).toContain("CREDIT NOTE");
  expect((await site.app.server.inject({ url: pathname })).statusCode).toBe(404);
});

test("the email about a zero refund has no credit note link", async () => {
  const ticketTypeId = await site.create.ticketType({ pricing: "free", priceCents: 0, feeCents: 0 });
  const { body: order } = await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 1 }]);
  await refund(order, 1, 0);
  await site.app.runJob("mail");
  const { rows } = await sql<{ text: string }>`
    select body_text as text from emails where topic ->> 'orderId' = ${order.id} and kind like 'refund%'`.execute(
    site.db,
  );
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.some(({ text }) => text.includes("Credit note"))).toBe(false);
});
