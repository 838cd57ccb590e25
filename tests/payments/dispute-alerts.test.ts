import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import type { Order } from "#contract/orders/orders.ts";
import type { Client, Site } from "#testing/site.ts";
import { createStripeSite, openOrder, type StripeSite } from "./stripe-kit.ts";

const sites: StripeSite[] = [];
afterEach(async () => {
  for (const site of sites.splice(0)) await site.close();
});

async function open() {
  const site = await createStripeSite();
  sites.unshift(site);
  return { site, admin: await site.as("admin") };
}

async function paid(site: StripeSite, quantity = 2) {
  const order = await openOrder(site, { quantity });
  await site.stripe.pay(order.session);
  return { ...order, charge: site.stripe.chargeIn(order.session).id };
}

const listed = async (admin: Client, query = "") => (await admin.get(`/api/admin/money/disputes${query}`)).body;

const writeTo = (site: Site, admin: Client, email: string) =>
  sql`update users set email = ${email} where id = ${admin.id}`.execute(site.db);

async function staffMails(site: Site) {
  await site.app.runJob("mail");
  const { rows } = await sql<{ to: string; subject: string; text: string }>`
    select to_address as to, subject, body_text as text from emails where kind like 'staff%' order by id`.execute(
    site.db,
  );
  return rows;
}

test("staff see what each dispute is about, when a response is due, and where the provider shows it", async () => {
  const { site, admin } = await open();
  expect(await listed(admin)).toMatchObject({ total: 0, items: [] });
  const first = await paid(site);
  const second = await paid(site, 1);
  const lost = await site.stripe.dispute(first.charge);
  await site.stripe.closeDispute(lost.id, "lost");
  const waiting = await site.stripe.dispute(second.charge);

  const { items, total } = await listed(admin);
  expect(total).toBe(2);
  const order = await second.read();
  expect(items[0]).toMatchObject({
    provider: "stripe",
    providerRef: waiting.id,
    providerUrl: `https://dashboard.stripe.com/test/disputes/${waiting.id}`,
    amountCents: 2500,
    currency: "USD",
    status: "open",
    reason: "fraudulent",
    order: { id: second.id, number: order.number, buyerName: "Ada Buyer" },
    event: { id: order.event!.id, title: order.event!.title },
    closedAt: null,
  });
  expect(items[1]).toMatchObject({ status: "lost", closedAt: expect.any(String) });
  expect((await listed(admin, "?status=open")).items.map(({ providerRef }) => providerRef)).toEqual([waiting.id]);
  expect((await listed(admin, `?q=${order.number}`)).total).toBe(1);
  expect((await listed(admin, `?q=${lost.id.slice(3)}`)).items).toMatchObject([{ providerRef: lost.id }]);
  expect((await listed(admin, "?q=nobody")).total).toBe(0);
});

test("admins with an email address get one email when a bank opens a dispute and one when it decides", async () => {
  const { site, admin } = await open();
  const other = await site.as("admin");
  const suspended = await site.as("admin");
  await writeTo(site, admin, "money@example.com");
  await writeTo(site, other, "second@example.com");
  await writeTo(site, suspended, "gone@example.com");
  await sql`update users set suspended_at = clock_now() where id = ${suspended.id}`.execute(site.db);
  const order = await paid(site);
  const { number } = await order.read();
  const { id } = await site.stripe.dispute(order.charge);
  await site.app.runJob("disputes");
  const opened = await staffMails(site);
  expect(opened.map(({ to, subject }) => [to, subject])).toEqual([
    ["money@example.com", `New dispute: $50.00 on order ${number}`],
    ["second@example.com", `New dispute: $50.00 on order ${number}`],
  ]);
  expect(opened[0]!.text).toContain(id);
  expect(opened[0]!.text).toContain(`/ticket-management?order=${order.id}`);

  await site.stripe.closeDispute(id, "won");
  expect((await staffMails(site)).slice(2).map(({ subject }) => subject)).toEqual([
    `Dispute won: order ${number}`,
    `Dispute won: order ${number}`,
  ]);
});

test("if no admin has an email address, the email goes to the contact email in the settings", async () => {
  const { site, admin } = await open();
  const order = await paid(site);
  await site.stripe.dispute(order.charge);
  expect(await staffMails(site)).toEqual([]);
  await admin.post("/api/admin/settings", { contactEmail: "contact@example.com" });
  const next = await paid(site);
  await site.stripe.dispute(next.charge);
  expect(await staffMails(site)).toMatchObject([{ to: "contact@example.com" }]);
});

test("a buyer's order and tickets are shown as on hold while the bank decides, and not after that", async () => {
  const { site } = await open();
  const order = await paid(site);
  const frozen = async () => [
    (await order.read()).tickets.map((ticket: Order["tickets"][number]) => ticket.isFrozen),
    (await order.buyer.get("/api/my-tickets")).body.items.map((ticket: { isFrozen: boolean }) => ticket.isFrozen),
  ];
  expect(await frozen()).toEqual([
    [false, false],
    [false, false],
  ]);
  const { id } = await site.stripe.dispute(order.charge);
  expect(await frozen()).toEqual([
    [true, true],
    [true, true],
  ]);
  await site.stripe.closeDispute(id, "won");
  expect(await frozen()).toEqual([
    [false, false],
    [false, false],
  ]);
});
