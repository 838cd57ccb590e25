import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { installMovingClock } from "#testing/moving-clock.ts";
import { createSite, type Client, type Site } from "#testing/site.ts";
import { createPromoter } from "#tests/promotions/kit.ts";
import { createDigital } from "#tests/shop/kit.ts";

// Half an hour before midnight in New York, where the brand is: in UTC, the next day has begun.
let site: Site;
let admin: Client;
let number: string;
let promoterId: number;
let day: string;
let at: Date;

beforeAll(async () => {
  site = await createSite();
  await installMovingClock(site.database, { isFrozen: true });
  admin = await site.as("admin");
  promoterId = await createPromoter(admin);
  const { variantIds } = await createDigital(site, [5], { priceCents: 6000 });
  const buyer = await site.as("guest");
  ({
    body: { number },
  } = await site.buy(buyer, [{ variantId: variantIds[0]!, quantity: 1 }]));
  const ticketTypeId = await site.create.ticketType({ eventId: await site.create.event() });
  await site.buy(buyer, [{ ticketTypeId, quantity: 1 }], "approve", { via: "kezia" });
  const { rows } = await sql<{ day: string; at: Date }>`
    select to_char(d, 'YYYY-MM-DD') as day, (d + interval '23 hours 30 minutes') at time zone 'America/New_York' as at
    from (select (clock_now() at time zone 'America/New_York')::date - 3 as d) x`.execute(site.db);
  ({ day, at } = rows[0]!);
  await sql`update orders set created_at = ${at}, paid_at = ${at}`.execute(site.db);
  await sql`update promotion_redemptions set created_at = ${at}`.execute(site.db);
  await sql`update emails set created_at = ${at}, status = 'sent', sent_at = ${at}`.execute(site.db);
});
afterAll(() => site.close());

test("an order of products at 11:30 PM is in the file of orders with the brand's time", async () => {
  const { text } = await admin.get(`/api/admin/orders.csv?q=${number}`);
  const [head, row] = text
    .replace("\ufeff", "")
    .split("\r\n")
    .map((line) => line.split(",").map((cell) => cell.replaceAll('"', "")));
  const cellOf = (name: string) => row![head!.indexOf(name)];
  expect([cellOf("Placed"), cellOf("Paid"), cellOf("Time zone")]).toEqual([
    `${day} 23:30:00`,
    `${day} 23:30:00`,
    "America/New_York",
  ]);
});

test("it counts on that day in the product report", async () => {
  const { body } = await admin.get(`/api/admin/reports/products?from=${day}&to=${day}`);
  expect(body).toMatchObject({
    timeZone: "America/New_York",
    total: { units: 1, netCents: 6000 },
    days: [{ day, units: 1, netCents: 6000 }],
  });
});

test("emails count on that day", async () => {
  const { body } = await admin.get("/api/admin/email-overview");
  expect(body.timeZone).toBe("America/New_York");
  const counted = body.days.filter(({ sent }: { sent: number }) => sent > 0);
  expect(counted.map((each: { day: string }) => each.day)).toEqual([day]);
});

test("sales by the link of a promoter for all events count on that day", async () => {
  const { body } = await admin.get(`/api/admin/promoters/${promoterId}/results`);
  expect(body).toMatchObject({ timeZone: "America/New_York", days: [{ day, ticketCount: 1 }] });
});
