import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { sabotage } from "#tests/kit/sabotage.ts";
import { createSite, type Client, type Site, type SiteOptions } from "#tests/kit/site.ts";
import { age, loseDelivery, openExceptions } from "./kit.ts";

const sites: Site[] = [];
afterEach(async () => {
  for (const site of sites.splice(0)) await site.close();
});

async function open(options: SiteOptions = {}) {
  const site = await createSite(options);
  sites.unshift(site);
  const admin = await site.as("admin");
  await sql`update users set email = 'money@example.com' where id = ${admin.id}`.execute(site.db);
  return { site, admin, ticketTypeId: await site.make.ticketType({ capacity: 50 }) };
}

async function alerts(site: Site) {
  await site.app.sweep("mail");
  const { rows } = await sql<{ subject: string | null; text: string | null; status: string }>`
    select subject, body_text as text, status from emails where kind = 'staff_money' order by id`.execute(site.db);
  return rows;
}

/** A refund that the provider refuses for good. */
async function failRefund(site: Site, admin: Client, ticketTypeId: number): Promise<string> {
  const { body: order } = await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 1 }]);
  await sql`update sandbox.sessions set refund_outcome = 'failed'`.execute(site.db);
  const wish = { withFee: true, returnsStock: true, amountCents: 2500, reason: "Asked by telephone" };
  expect((await admin.post(`/api/admin/orders/${order.id}/refunds`, wish)).status).toBe(201);
  await site.app.sweep("refunds");
  return order.number;
}

const fourMinutesPass = (site: Site) =>
  sql`update money_exceptions set told_at = told_at - interval '4 minutes 1 second'`.execute(site.db);

test("staff are written to by the first look after a refund failed, once", async () => {
  const { site, admin, ticketTypeId } = await open();
  const number = await failRefund(site, admin, ticketTypeId);
  await site.app.sweep("money-exceptions");
  await site.app.sweep("money-exceptions");
  const mails = await alerts(site);
  expect(mails).toMatchObject([{ subject: `Money: A refund did not go through, order ${number}, $25.00` }]);
  expect(mails[0]!.text).toContain("/admin?section=money");
  await fourMinutesPass(site);
  await site.app.sweep("money-exceptions");
  expect(await alerts(site)).toHaveLength(1);
});

test("a refund that cannot be sent is told of after three minutes, and not before", async () => {
  const { site, admin, ticketTypeId } = await open({
    wrapProvider: (provider) => ({
      ...provider,
      refund: () => Promise.reject(new Error("the line is dead")),
    }),
  });
  const { body: order } = await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 1 }]);
  const wish = { withFee: true, returnsStock: true, amountCents: 2500, reason: "Asked by telephone" };
  await admin.post(`/api/admin/orders/${order.id}/refunds`, wish);
  await site.app.sweep("refunds");
  await age(site, "2 minutes 30 seconds");
  await site.app.sweep("money-exceptions");
  expect(await alerts(site)).toEqual([]);
  await age(site, "40 seconds");
  await site.app.sweep("money-exceptions");
  expect(await alerts(site)).toMatchObject([
    { subject: `Money: A refund did not go through, order ${order.number}, $25.00` },
  ]);
});

/** Three orders fail one after the other, with a look after each; then the time of one mail passes. */
async function failThrice(options: SiteOptions = {}) {
  const { site, admin, ticketTypeId } = await open(options);
  for (let times = 0; times < 3; times++) {
    await failRefund(site, admin, ticketTypeId);
    await site.app.sweep("money-exceptions");
  }
  const early = await alerts(site);
  await fourMinutesPass(site);
  await site.app.sweep("money-exceptions");
  return { early, all: await alerts(site) };
}

test("what fails right after a mail waits for the next one, which tells of all of it", async () => {
  const { early, all } = await failThrice();
  expect(early).toHaveLength(1);
  expect(all.map(({ subject }) => subject)).toEqual([early[0]!.subject, "2 things about money need you"]);
});

test("control: without the pause every look writes a mail of its own", async () => {
  const pause = /and not exists \(select from money_exceptions where told_at > [^)]*\)[^)]*\)/;
  const { early } = await failThrice({ rewriteSql: sabotage([pause, ""]) });
  expect(early).toHaveLength(3);
});

test("of what is settled before its mail is written the mail says so", async () => {
  const { site, admin, ticketTypeId } = await open();
  const { body: order } = await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 1 }]);
  await age(site, "10 minutes");
  await loseDelivery(site, order.id);
  await site.app.sweep("money-exceptions");
  const [exception] = await openExceptions(admin);
  const repair = { repair: "deliver" };
  expect((await admin.post(`/api/admin/money/exceptions/${exception!.id}/repair`, repair)).status).toBe(200);
  expect(await alerts(site)).toMatchObject([{ subject: "Money: settled already", status: "kept" }]);
});
