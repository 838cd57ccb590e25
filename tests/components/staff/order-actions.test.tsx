import { waitFor } from "@testing-library/react";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { barriers } from "#tests/components/kit/barriers.ts";
import { answer } from "#tests/components/kit/browser-network.ts";
import { dialogOf, errorAt } from "#tests/components/kit/forms.ts";
import { openApp } from "#tests/components/kit/open-app.tsx";
import { pickup } from "#tests/delivery/kit.ts";
import { createSampleShop } from "#tests/orders/sample-purchasable.ts";
import { stockOf } from "#tests/shop/kit.ts";
import { createSite, type Client, type Site } from "#testing/site.ts";

const { shop, buyShipped } = createSampleShop();
let site: Site;
let admin: Client;
beforeAll(async () => {
  site = await createSite({ extraModules: [shop] });
  admin = await site.as("admin");
});
afterAll(() => site.close());

const isShut = () => waitFor(() => expect(document.querySelector("[role=dialog]")).toBeNull());

/** A paid order for two, open in the box office. */
async function openOrder() {
  const ticketTypeId = await site.create.ticketType({ eventId: await site.create.event() });
  const { body: order } = await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 2 }]);
  await site.app.runJob("mail");
  const app = await openApp(site, `/ticket-management?order=${order.id}`, { as: admin });
  const more = await app.screen.findByRole("button", { name: `More actions for order ${order.number}` });
  const pick = async (name: string) => {
    await app.user.click(more);
    await app.user.click(await app.screen.findByRole("menuitem", { name }));
  };
  return { ...app, order, more, pick };
}

test("a comp whose guest has no email offers nothing to resend", async () => {
  const eventId = await site.create.event();
  const ticketTypeId = await site.create.ticketType({ eventId });
  for (const guest of [{ name: "Miss Inez" }, { name: "Selector Duke", email: "duke@example.com" }]) {
    const given = await admin.post("/api/admin/comps", { ticketTypeId, quantity: 1, guest, reason: "Plays" });
    expect([given.status, given.text]).toEqual([201, given.text]);
  }
  const app = await openApp(site, `/admin?section=events&id=${eventId}&tab=orders`, { as: admin });
  await app.screen.findByText("Miss Inez");
  expect(app.screen.getAllByRole("button", { name: /^Resend tickets for/ })).toHaveLength(1);
});

test("staff change an order's email: a refused address shows at the field, and the focus returns to the menu", async () => {
  const app = await openOrder();
  const { screen, user, order, more, pick } = app;
  await pick("Change email");
  const dialog = await dialogOf(app, "Change email");
  expect(await barriers()).toEqual([]);
  const email = dialog.getByLabelText(/^New email/);
  await user.type(email, "ada@example.com");
  await user.type(dialog.getByLabelText(/^Reason/), "A typo");
  await user.click(dialog.getByRole("button", { name: "Change email" }));
  await waitFor(() => expect(errorAt(email)).toBe("The order already has this email"));
  await user.clear(email);
  await user.type(email, "new@example.com{Enter}");
  await isShut();
  expect(document.activeElement).toBe(more);
  await screen.findByText("new@example.com");
  const { rows } = await sql`
    select buyer_email as email, (select min(version) from tickets where order_id = o.id) as code from orders o
    where id = ${order.id}`.execute(site.db);
  expect(rows).toEqual([{ email: "new@example.com", code: 2 }]);
});

test("tickets sent to another email are listed with the address that they went to", async () => {
  const app = await openOrder();
  const { screen, user, network, pick } = app;
  await pick("Send tickets to another email");
  const dialog = await dialogOf(app, "Send tickets to another email");
  await user.type(dialog.getByLabelText(/^Email/), "friend@example.com");
  await user.type(dialog.getByLabelText(/^Reason/), "They asked for it");
  // The first response is lost. Pressing again sends one email.
  let lost = false;
  network.on("POST", /tickets-email$/, async (_call, reach) => {
    const reply = await reach();
    if (lost) return reply;
    lost = true;
    throw new TypeError("Failed to fetch");
  });
  await user.click(dialog.getByRole("button", { name: "Send tickets" }));
  await dialog.findByText(/isn't responding/);
  await user.click(dialog.getByRole("button", { name: "Send tickets" }));
  await isShut();
  expect(await screen.findAllByText("To friend@example.com", { selector: "span" })).toHaveLength(1);
});

test("staff refund an amount up to what is left, and are told if someone else refunded meanwhile", async () => {
  const app = await openOrder();
  const { screen, user, order, pick, network } = app;
  await pick("Refund an amount");
  let dialog = await dialogOf(app, "Refund an amount");
  expect(await barriers()).toEqual([]);
  await user.type(dialog.getByLabelText(/^Amount/), "50.01");
  expect(errorAt(dialog.getByLabelText(/^Amount/))).toContain("Enter an amount up to $50.00");
  expect(dialog.getByRole("button", { name: "Refund" })).toHaveProperty("disabled", true);
  await user.clear(dialog.getByLabelText(/^Amount/));
  await user.type(dialog.getByLabelText(/^Amount/), "12,50");
  await user.type(dialog.getByLabelText(/^Reason/), "The bar ran out of ice");
  const refuse = network.on("POST", /amount-refunds$/, () =>
    answer(409, { code: "edited_meanwhile", message: "Someone refunded part of this order. Review what is left." }),
  );
  await user.click(dialog.getByRole("button", { name: "Refund $12.50" }));
  await dialog.findByText("Someone refunded part of this order. Review what is left.");
  refuse();
  await user.click(dialog.getByRole("button", { name: "Refund $12.50" }));
  await isShut();
  await screen.findByText("Partial refund; tickets stay valid");
  const { rows } = await sql`select refunded_cents as cents from orders where id = ${order.id}`.execute(site.db);
  expect(rows).toEqual([{ cents: 1250 }]);
  await pick("Refund an amount");
  dialog = await dialogOf(app, "Refund an amount");
  dialog.getByText("Up to $37.50");
});

test("staff refund one of two items and the shipping, see what comes back first, and the ticket stays", async () => {
  const { order } = await buyShipped(site, await site.as("guest"), [2, 700, 0]);
  const app = await openApp(site, `/ticket-management?order=${order.id}`, { as: admin });
  const { screen, user } = app;
  await user.click(await screen.findByRole("button", { name: "Refund" }));
  const dialog = await dialogOf(app, "Refund");
  await dialog.findByRole("button", { name: "Refund $92.00" });
  expect(await barriers()).toEqual([]);
  await user.click(dialog.getByRole("checkbox", { name: /Ada Buyer/ }));
  await user.click(dialog.getByRole("button", { name: "Fewer: Dock Tee to refund" }));
  const send = await dialog.findByRole("button", { name: "Refund $37.00" });
  await dialog.findByText("1 × Dock Tee");
  await user.type(dialog.getByLabelText(/^Reason/), "Arrived torn");
  await user.click(send);
  await isShut();
  await screen.findByText("Refund started");
  const { body } = await admin.get(`/api/orders/${order.id}`);
  expect(body).toMatchObject({
    status: "partially_refunded",
    tickets: [{ status: "valid" }],
    refunds: [{ amountCents: 3700, items: [{ name: "Dock Tee", quantity: 1 }], withShipping: true }],
  });
});

test("an order of products only is refunded by staff, and its stock is back on sale", async () => {
  const hoodie = await site.create.variant({ priceCents: 6000, onHand: 5 });
  const eventId = await site.create.event();
  const buyer = await site.as("guest");
  const { body: order } = await site.buy(buyer, [{ variantId: hoodie, quantity: 1 }], "approve", pickup(eventId));
  expect(await stockOf(site, hoodie)).toEqual({ held: 0, sold: 1 });
  const app = await openApp(site, `/ticket-management?order=${order.id}`, { as: admin });
  const { screen, user } = app;
  await user.click(await screen.findByRole("button", { name: "Refund" }));
  const dialog = await dialogOf(app, "Refund");
  const send = await dialog.findByRole("button", { name: "Refund $60.00" });
  expect(dialog.getByLabelText("Put them back on sale")).toHaveProperty("checked", true);
  await user.type(dialog.getByLabelText(/^Reason/), "Changed their mind");
  await user.click(send);
  await isShut();
  await screen.findByText("Refund started");
  await waitFor(() => expect(screen.queryByRole("button", { name: "Refund" })).toBeNull());
  expect(await stockOf(site, hoodie)).toEqual({ held: 0, sold: 0 });
  expect((await admin.get(`/api/orders/${order.id}`)).body.status).toBe("refunded");
});

test("items whose money was refunded before are canceled: buttons say so, and the stock is back on sale", async () => {
  const hoodie = await site.create.variant({ priceCents: 6000, onHand: 5 });
  const eventId = await site.create.event();
  const buyer = await site.as("guest");
  const { body: order } = await site.buy(buyer, [{ variantId: hoodie, quantity: 1 }], "approve", pickup(eventId));
  const all = { amountCents: 6000, leftCents: 6000, reason: "Goodwill" };
  expect((await admin.post(`/api/admin/orders/${order.id}/amount-refunds`, all)).status).toBe(201);
  const app = await openApp(site, `/ticket-management?order=${order.id}`, { as: admin });
  await app.user.click(await app.screen.findByRole("button", { name: "Refund" }));
  const dialog = await dialogOf(app, "Refund");
  const cancel = await dialog.findByRole("button", { name: "Cancel items" });
  await app.user.type(dialog.getByLabelText(/^Reason/), "Out of stock");
  await app.user.click(cancel);
  await isShut();
  await app.screen.findByText("Items canceled");
  expect(await stockOf(site, hoodie)).toEqual({ held: 0, sold: 0 });
});
