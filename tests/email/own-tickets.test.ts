import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "kysely";
import { createSite, type Site } from "#testing/site.ts";

let site: Site;
beforeAll(async () => {
  site = await createSite();
});
afterAll(() => site.close());

const resends = async (orderId: string) => {
  const { rows } = await sql<{ to: string }>`
    select to_address as "to" from emails where resend_of is not null and topic ->> 'orderId' = ${orderId}`.execute(
    site.db,
  );
  return rows.length;
};

test("a guest's tickets are emailed again to their order's address, once an hour however often they ask", async () => {
  const guest = await site.as("guest");
  const { body: order } = await site.buy(guest, [{ ticketTypeId: await site.create.ticketType(), quantity: 1 }]);
  const send = () => guest.post("/api/my-tickets/email");
  // The first email is still on its way.
  expect((await send()).body).toEqual({ addresses: ["ada@example.com"], leaves: false });
  expect(await resends(order.id)).toBe(0);
  await site.app.runJob("mail");
  const answers = await Promise.all([send(), send(), send()]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await resends(order.id)).toBe(1);
});

test("nobody can have someone else's tickets emailed, and tickets of the past or refunded ones are left out", async () => {
  const guest = await site.as("guest");
  const eventId = await site.create.event();
  const { body: order } = await site.buy(guest, [
    { ticketTypeId: await site.create.ticketType({ eventId }), quantity: 1 },
  ]);
  await site.app.runJob("mail");
  expect((await (await site.as("guest")).post("/api/my-tickets/email")).body.addresses).toEqual([]);
  expect((await site.anon.post("/api/my-tickets/email")).status).toBe(401);
  await sql`update tickets set status = 'canceled' where order_id = ${order.id}::uuid`.execute(site.db);
  expect((await guest.post("/api/my-tickets/email")).body.addresses).toEqual([]);
  expect(await resends(order.id)).toBe(0);
});

test("tickets are emailed again to the address that the order has now", async () => {
  const guest = await site.as("guest");
  const { body: order } = await site.buy(guest, [{ ticketTypeId: await site.create.ticketType(), quantity: 1 }]);
  await site.app.runJob("mail");
  const change = { email: "new@example.com", newCodes: false, reason: "A typo in the address" };
  await (await site.as("admin")).post(`/api/admin/orders/${order.id}/email`, change);
  await site.app.runJob("mail");
  expect((await guest.post("/api/my-tickets/email")).body.addresses).toEqual(["new@example.com"]);
  await site.app.runJob("mail");
  const { rows } = await sql<{ to: string; status: string }>`
    select to_address as "to", status from emails where topic ->> 'orderId' = ${order.id} and resend_of is not null`.execute(
    site.db,
  );
  expect(rows).toEqual([{ to: "new@example.com", status: "not_sent" }]);
});
