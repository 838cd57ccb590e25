import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pickup, rate, setDelivery, ship } from "#tests/delivery/kit.ts";
import { openDispute, readFulfillment } from "#tests/fulfillment/kit.ts";
import { createSite, type OrderLines, type Site } from "#testing/site.ts";

let site: Site;
let variantId: number;
beforeAll(async () => {
  site = await createSite();
  await setDelivery(await site.as("admin"), [rate()]);
  variantId = await site.create.variant({ priceCents: 3000, onHand: 100 });
});
afterAll(() => site.close());

/** Buys, and returns the order with its confirmation as it is written now. */
async function confirmationOf(lines: OrderLines, delivery: object, before?: (orderId: string) => Promise<void>) {
  const buyer = await site.as("user");
  const { body: order } = await site.buy(buyer, lines, "approve", delivery);
  await before?.(order.id);
  await site.app.runJob("mail");
  const { rows } = await sql<{ subject: string; html: string; text: string }>`
    select subject, html, body_text as text from emails
    where kind = 'order_confirmation' and topic ->> 'orderId' = ${order.id}`.execute(site.db);
  return { order, buyer, mail: rows[0]! };
}

test("the confirmation of a shipped order says where it goes, what shipping costs, and nothing of a door", async () => {
  const { mail } = await confirmationOf([{ variantId, quantity: 1 }], ship({ line2: "Apt 4B" }));
  expect(mail.text).toContain("Ships to:\nAda Buyer\n1 Shore Road Apt 4B\nBrooklyn, NY 11231\n");
  expect(mail.html).toContain(
    "<strong>Ships to</strong><br />Ada Buyer<br />1 Shore Road Apt 4B<br />Brooklyn, NY 11231",
  );
  expect(mail.text).toContain("Shipping: $7.00\nTotal: $37.00");
  expect(mail.html).toContain("Shipping");
  expect(mail.html + mail.text).not.toMatch(/at the door|ticket/i);
});

test("an address carries no message to a stranger", async () => {
  const evil = {
    name: "Win at evil.example",
    line1: "Call 18005551234",
    line2: "http://evil.example",
    city: "evil.example",
  };
  const { mail } = await confirmationOf([{ variantId, quantity: 1 }], ship(evil));
  expect(mail.html + mail.text).not.toMatch(/evil|1800/);
  expect(mail.text).toContain("Ships to:\nWin at\nCall\nNY 11231\n");
});

test("the confirmation of a pickup has its event and code; a disputed one says that it's on hold", async () => {
  const eventId = await site.create.event({ title: "Velvet Riddim" });
  const { order, buyer, mail } = await confirmationOf([{ variantId, quantity: 1 }], pickup(eventId));
  const code = (await readFulfillment(buyer, order.id)).pickup!.code!;
  expect(mail.text).toMatch(new RegExp(`Pick up your items at Velvet Riddim, .*Show this code: ${code}`));
  const held = await confirmationOf([{ variantId, quantity: 1 }], pickup(eventId), (id) => openDispute(site, id));
  expect(held.mail.text).toContain("Your items for pickup at Velvet Riddim are on hold until your bank decides.");
  expect(held.mail.text).not.toContain("Show this code");
});

test("an order of tickets and items is an order in its confirmation", async () => {
  const eventId = await site.create.event({ title: "Velvet Riddim" });
  const ticketTypeId = await site.create.ticketType({ eventId });
  const { mail } = await confirmationOf(
    [
      { ticketTypeId, quantity: 2 },
      { variantId, quantity: 1 },
    ],
    ship(),
  );
  expect(mail.subject).toBe("Your order for Velvet Riddim");
  expect(mail.text).toMatch(/^Your order: http/m);
  expect(mail.text).toContain("Ticket 2 of 2");
  expect(mail.html).toContain("Show each code at the door.");
});

test("staff resend the confirmation of an order without tickets, until all of it is refunded", async () => {
  const admin = await site.as("admin");
  const { order } = await confirmationOf([{ variantId, quantity: 1 }], ship());
  const resend = async () =>
    (await admin.post(`/api/admin/orders/${order.id}/confirmation`, {}, { "idempotency-key": randomUUID() })).status;
  expect(await resend()).toBe(201);
  const wish = { withFee: true, returnsStock: true, amountCents: order.totalCents, reason: "Asked for it by phone" };
  expect((await admin.post(`/api/admin/orders/${order.id}/refunds`, wish)).status).toBe(201);
  expect(await resend()).toBe(409);
});
