import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Order } from "#contract/orders/orders.ts";
import { createSite, type Client, type Site } from "#testing/site.ts";

let site: Site;
let admin: Client;
beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin");
});
afterAll(() => site.close());

const freeze = ({ id }: Order, max: number) =>
  sql`update tickets set frozen_since = clock_now() where order_id = ${id} and position <= ${max}`.execute(site.db);

async function buy(quantity: number) {
  const eventId = await site.create.event({ title: "Contested Carnival" });
  const ticketTypeId = await site.create.ticketType({ eventId });
  const { body: order } = await site.buy(await site.as("user"), [{ ticketTypeId, quantity }]);
  return { eventId, order };
}

/** The newest mail about an order, after it is rendered. */
async function newestMail({ id }: Order) {
  await site.app.runJob("mail");
  const { rows } = await sql<{ subject: string; html: string; text: string; codes: unknown[] }>`
    select subject, html, body_text as text, codes from emails where topic ->> 'orderId' = ${id}
    order by id desc limit 1`.execute(site.db);
  return rows[0]!;
}

test("the confirmation of an order on hold says so and shows no codes", async () => {
  const { order } = await buy(2);
  await freeze(order, 2);
  const mail = await newestMail(order);
  expect(mail.subject).toBe(`Your order ${order.number} for Contested Carnival`);
  expect(mail.codes).toEqual([]);
  for (const said of [mail.text, mail.html]) {
    expect(said).toContain("Your tickets are on hold, Ada Buyer.");
    expect(said).toMatch(/Until the bank decides, they can('|&#39;)t be used for entry\./);
    expect(said).not.toContain("You're in");
    for (const { code } of order.tickets) expect(said).not.toContain(code);
  }
});

test("if one of three tickets isn't on hold, the mail shows that one and says why the others are missing", async () => {
  const { order } = await buy(3);
  await freeze(order, 2);
  const mail = await newestMail(order);
  expect(mail.subject).toBe("Your ticket for Contested Carnival");
  expect(mail.codes).toHaveLength(1);
  expect(mail.text).toContain("You're in, Ada Buyer.");
  expect(mail.text).toContain("2 more tickets are on hold: your bank is disputing the payment for them.");
});

test("the mail about a renamed ticket on hold shows no code for entry", async () => {
  const { order } = await buy(1);
  await newestMail(order);
  await freeze(order, 1);
  const ticket = order.tickets[0]!;
  await admin.post(`/api/admin/tickets/${ticket.id}/rename`, {
    holderName: "Someone Else",
    newCode: false,
    mail: true,
    reason: "By phone",
  });
  const mail = await newestMail(order);
  expect(mail.subject).toBe("New name on your ticket for Contested Carnival");
  expect(mail.codes).toEqual([]);
  expect(mail.text).toContain("It can't be used for entry until the bank decides.");
  expect(mail.text).not.toContain("no longer works");
});

test("a postponement mail says that tickets on hold are on hold, not that they stay valid", async () => {
  const { order, eventId } = await buy(2);
  await newestMail(order);
  await freeze(order, 2);
  const { body: event } = await admin.get(`/api/admin/events/${eventId}`);
  const answer = await admin.post(`/api/admin/events/${eventId}/postpone`, {
    note: "The weather",
    version: event.version,
  });
  expect(answer.status).toBe(200);
  const mail = await newestMail(order);
  expect(mail.subject).toBe("Postponed: Contested Carnival");
  expect(mail.text).toContain("Your tickets are on hold until your bank decides.");
  expect(mail.text).not.toContain("stay valid");
});

test("a resent confirmation shows no codes for a canceled event", async () => {
  const { order, eventId } = await buy(2);
  await newestMail(order);
  const { body: event } = await admin.get(`/api/admin/events/${eventId}`);
  await admin.post(`/api/admin/events/${eventId}/cancel`, { note: "The weather", version: event.version });
  await newestMail(order);
  const again = await admin.post(`/api/admin/orders/${order.id}/confirmation`, {});
  expect(again.status).toBe(201);
  const mail = await newestMail(order);
  expect(mail.codes).toEqual([]);
  expect(mail.text).toContain("Contested Carnival was canceled, so tickets for it are no longer valid.");
  expect(mail.text).not.toContain("You're in");
});
