import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readAttention } from "#testing/attention.ts";
import { installMovingClock } from "#testing/moving-clock.ts";
import { createSite, type Client, type Site } from "#testing/site.ts";

let site: Site;
let admin: Client;
beforeAll(async () => {
  site = await createSite();
  // No day ends between a request and its reply.
  await installMovingClock(site.database, { isFrozen: true });
  admin = await site.as("admin");
});
afterAll(() => site.close());

test("the trend shows a month by day in the site's time zone, without comps, and counts what needs attention", async () => {
  const empty = (await admin.get("/api/admin/trend")).body;
  expect(empty.days).toHaveLength(30);
  expect(empty.attention).toEqual([{ name: "noMoneyAlertRecipient", count: 1 }]);

  const ticketTypeId = await site.create.ticketType();
  const guest = await site.as("guest");
  await site.buy(guest, [{ ticketTypeId, quantity: 2 }]);
  const someone = { name: "Selector Duke", email: "duke@example.com" };
  await admin.post("/api/admin/comps", { ticketTypeId, quantity: 3, guest: someone, reason: "Plays" });
  // Paid a minute before midnight in Kingston, three days ago: by then it was the next day in UTC.
  await admin.post("/api/admin/settings", { defaultTimeZone: "America/Jamaica" });
  await sql`
    update test_clock.shift set by = (date_trunc('day', since at time zone 'America/Jamaica') - interval '2 days 1 minute')
      at time zone 'America/Jamaica' - since`.execute(site.db);
  await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 1 }]);
  await sql`update test_clock.shift set by = '0'`.execute(site.db);
  const { body } = await admin.get("/api/admin/trend");
  expect(body).toMatchObject({ timeZone: "America/Jamaica", currency: "USD" });
  expect(body.days.at(-1)).toMatchObject({ orders: 1, tickets: 2, cents: 5000 });
  expect(body.days.at(-4)).toMatchObject({ orders: 1, tickets: 1, cents: 2500 });
  expect(body.days.reduce((sum: number, day: { orders: number }) => sum + day.orders, 0)).toBe(2);

  await sql`update emails set status = 'failed' where id = (select min(id) from emails)`.execute(site.db);
  await sql`
    insert into refunds (id, payment_id, amount_cents, reason, created_at, error)
    select gen_random_uuid(), id, 100, 'duplicate', clock_now() - interval '2 hours', 'no answer' from payments limit 1`.execute(
    site.db,
  );
  await site.app.runJob("discrepancies");
  expect(await readAttention(admin)).toMatchObject({ failedMails: 1, openDiscrepancies: 1 });
});

test("a warning says that money alerts reach nobody until there is a recipient", async () => {
  const own = await createSite();
  const boss = await own.as("admin");
  const said = async () => ({
    adminPages: (await readAttention(boss)).noMoneyAlertRecipient === 1,
    operators: (await own.anon.get("/readyz?details")).body.moneyMails,
  });
  expect(await said()).toEqual({ adminPages: true, operators: "no_recipient" });
  expect((await own.anon.get("/readyz")).body.moneyMails).toBeUndefined();
  // The site has a contact email.
  await boss.post("/api/admin/settings", { contactEmail: "hello@example.com" });
  expect(await said()).toEqual({ adminPages: false, operators: "has_recipient" });
  await boss.post("/api/admin/settings", { contactEmail: null });
  expect(await said()).toEqual({ adminPages: true, operators: "no_recipient" });
  // Or an admin who can sign in has an email.
  await sql`update users set email = 'boss@example.com' where id = ${boss.id}`.execute(own.db);
  expect((await said()).adminPages).toBe(false);
  await sql`update users set email = null, pending_email = 'boss@example.com' where id = ${boss.id}`.execute(own.db);
  expect((await said()).adminPages).toBe(true);
  await own.close();
});
