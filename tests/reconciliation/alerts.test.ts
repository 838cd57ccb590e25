import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { sabotage } from "#testing/sabotage.ts";
import { createSite, type Client, type Site, type SiteOptions } from "#testing/site.ts";
import { age, loseDelivery, listOpenDiscrepancies } from "./kit.ts";

const sites: Site[] = [];
afterEach(async () => {
  for (const site of sites.splice(0)) await site.close();
});

async function open(options: SiteOptions = {}) {
  const site = await createSite(options);
  sites.unshift(site);
  const admin = await site.as("admin");
  await sql`update users set email = 'money@example.com' where id = ${admin.id}`.execute(site.db);
  return { site, admin, ticketTypeId: await site.create.ticketType({ capacity: 50 }) };
}

async function alerts(site: Site) {
  await site.app.runJob("mail");
  const { rows } = await sql<{ subject: string | null; text: string | null; status: string }>`
    select subject, body_text as text, status from emails where kind = 'staff_money' order by id`.execute(site.db);
  return rows;
}

/** A refund that the provider permanently rejects. */
async function failRefund(site: Site, admin: Client, ticketTypeId: number): Promise<string> {
  const { body: order } = await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 1 }]);
  await sql`update sandbox.sessions set refund_outcome = 'failed'`.execute(site.db);
  const wish = { withFee: true, returnsStock: true, amountCents: 2500, reason: "Requested by phone" };
  expect((await admin.post(`/api/admin/orders/${order.id}/refunds`, wish)).status).toBe(201);
  await site.app.runJob("refunds");
  return order.number;
}

const fourMinutesPass = (site: Site) =>
  sql`update discrepancies set alerted_at = alerted_at - interval '4 minutes 1 second'`.execute(site.db);

test("the first run after a refund failed emails staff, once", async () => {
  const { site, admin, ticketTypeId } = await open();
  const number = await failRefund(site, admin, ticketTypeId);
  await site.app.runJob("discrepancies");
  await site.app.runJob("discrepancies");
  const mails = await alerts(site);
  expect(mails).toMatchObject([{ subject: `Discrepancy: Failed refund, order ${number}, $25.00` }]);
  expect(mails[0]!.text).toContain("/admin?section=money&view=discrepancies");
  await fourMinutesPass(site);
  await site.app.runJob("discrepancies");
  expect(await alerts(site)).toHaveLength(1);
});

test("a refund that can't be sent is reported after three minutes, and not before", async () => {
  const { site, admin, ticketTypeId } = await open({
    wrapProvider: (provider) => ({
      ...provider,
      refund: () => Promise.reject(new Error("the connection is dead")),
    }),
  });
  const { body: order } = await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 1 }]);
  const wish = { withFee: true, returnsStock: true, amountCents: 2500, reason: "Requested by phone" };
  await admin.post(`/api/admin/orders/${order.id}/refunds`, wish);
  await site.app.runJob("refunds");
  await age(site, "2 minutes 30 seconds");
  await site.app.runJob("discrepancies");
  expect(await alerts(site)).toEqual([]);
  await age(site, "40 seconds");
  await site.app.runJob("discrepancies");
  expect(await alerts(site)).toMatchObject([{ subject: `Discrepancy: Failed refund, order ${order.number}, $25.00` }]);
});

/** Three refunds fail one after the other, with a run after each; then the pause between emails passes. */
async function failThrice(options: SiteOptions = {}) {
  const { site, admin, ticketTypeId } = await open(options);
  for (let times = 0; times < 3; times++) {
    await failRefund(site, admin, ticketTypeId);
    await site.app.runJob("discrepancies");
  }
  const early = await alerts(site);
  await fourMinutesPass(site);
  await site.app.runJob("discrepancies");
  return { early, all: await alerts(site) };
}

test("failures right after an email wait for the next one, which reports all of them", async () => {
  const { early, all } = await failThrice();
  expect(early).toHaveLength(1);
  expect(all.map(({ subject }) => subject)).toEqual([early[0]!.subject, "2 discrepancies need attention"]);
});

test("control: without the pause every run sends its own email", async () => {
  const pause = /and not exists \(select from discrepancies where alerted_at > [^)]*\)[^)]*\)/;
  const { early } = await failThrice({ rewriteSql: sabotage([pause, ""]) });
  expect(early).toHaveLength(3);
});

test("if a discrepancy is resolved before its email is written, the email says so", async () => {
  const { site, admin, ticketTypeId } = await open();
  const { body: order } = await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 1 }]);
  await age(site, "10 minutes");
  await loseDelivery(site, order.id);
  await site.app.runJob("discrepancies");
  const [discrepancy] = await listOpenDiscrepancies(admin);
  const repair = { repair: "deliver" };
  expect((await admin.post(`/api/admin/money/discrepancies/${discrepancy!.id}/repair`, repair)).status).toBe(200);
  expect(await alerts(site)).toMatchObject([{ subject: "Discrepancies already resolved", status: "not_sent" }]);
});

test("an email about three discrepancies counts and names only what is still unresolved when it is written", async () => {
  const { site, admin, ticketTypeId } = await open();
  const lost: string[] = [];
  for (let times = 0; times < 3; times++) {
    const { body: order } = await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 1 }]);
    lost.push(order.id);
  }
  await age(site, "10 minutes");
  for (const id of lost) await loseDelivery(site, id);
  await site.app.runJob("discrepancies");
  const [first, ...left] = await listOpenDiscrepancies(admin);
  expect(left).toHaveLength(2);
  const repaired = await admin.post(`/api/admin/money/discrepancies/${first!.id}/repair`, { repair: "deliver" });
  expect(repaired.status).toBe(200);
  const mails = await alerts(site);
  expect(mails.map(({ subject }) => subject)).toEqual(["2 discrepancies need attention"]);
  for (const { order } of left) expect(mails[0]!.text).toContain(order!.number);
  expect(mails[0]!.text).not.toContain(first!.order!.number);
});
