import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSite, type Client, type Site } from "#testing/site.ts";

let site: Site;
let admin: Client;
beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin");
});
afterAll(() => site.close());

test("whoever buys twice on one evening hasn't come back; on another day they have", async () => {
  const ticketTypeId = await site.create.ticketType({ eventId: await site.create.event(), capacity: 20 });
  const buy = async (name: string, paidAt: string) => {
    const buyer = { name, email: `${name.toLowerCase()}@example.com` };
    const { body } = await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 1 }], "approve", { buyer });
    await sql`update orders set paid_at = ${paidAt}::timestamptz where id = ${body.id}`.execute(site.db);
  };
  const at = (days: number, time: string) =>
    `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T${time}Z`;
  const total = async () => {
    const { status, body } = await admin.get("/api/admin/analytics/cohorts");
    expect(status).toBe(200);
    return body.total;
  };
  const before = await total();
  // In New York these are one evening; in UTC the later two are on the next day.
  await buy("Forgot", at(-40, "23:30:00"));
  await buy("Forgot", at(-39, "01:30:00"));
  await buy("Forgot", at(-39, "01:35:00"));
  expect(await total()).toEqual({ buyers: before.buyers + 1, returning: before.returning });
  await buy("Forgot", at(-30, "01:35:00"));
  expect(await total()).toEqual({ buyers: before.buyers + 1, returning: before.returning + 1 });
});
