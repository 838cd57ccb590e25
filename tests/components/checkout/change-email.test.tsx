import { waitFor, within } from "@testing-library/react";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Order } from "#contract/orders/orders.ts";
import { findEmailCode, findStopToken } from "#server/modules/orders/buyer-email/own-change.ts";
import { barriers } from "#tests/components/kit/barriers.ts";
import { openApp, type OpenApp } from "#tests/components/kit/open-app.tsx";
import { createSite, draft, type Client, type Site } from "#testing/site.ts";

let site: Site;
beforeAll(async () => {
  site = await createSite();
});
afterAll(() => site.close());

const emailOf = async (orderId: string) => {
  const { rows } = await sql<{
    email: string;
  }>`select buyer_email as email from orders where id = ${orderId}::uuid`.execute(site.db);
  return rows[0]!.email;
};

async function placed(buyer: Client, eventId?: number): Promise<Order> {
  const ticketTypeId = await site.create.ticketType(eventId === undefined ? {} : { eventId, capacity: 2 });
  return (await buyer.post("/api/orders", draft([{ ticketTypeId, quantity: 1 }]))).body;
}

async function openDialog(app: OpenApp) {
  await app.user.click(await app.screen.findByRole("button", { name: "Change email" }));
  return within(await app.screen.findByRole("dialog", { name: "Change email" }));
}

test("on hold, the buyer corrects the email in place; a mistyped domain is asked about here too", async () => {
  const buyer = await site.as("guest");
  const order = await placed(buyer);
  const app = await openApp(site, `/checkout?order=${order.id}`, { as: buyer });
  const dialog = await openDialog(app);
  await app.user.click(dialog.getByRole("button", { name: "Change email" }));
  await dialog.findByText("Enter the new email");
  await app.user.type(dialog.getByRole("textbox", { name: /New email/ }), "ada@gmial.com");
  await app.user.click(await dialog.findByRole("button", { name: "ada@gmail.com" }));
  expect(await barriers()).toEqual([]);
  await app.user.click(dialog.getByRole("button", { name: "Change email" }));
  await app.screen.findByText("We'll email your tickets to ada@gmail.com");
  await app.user.click(app.screen.getByRole("button", { name: "Done" }));
  await app.screen.findByText("ada@gmail.com");
  expect(await emailOf(order.id)).toBe("ada@gmail.com");
});

test("after payment the session that bought changes it, and the old address stops the change by its link", async () => {
  const buyer = await site.as("guest");
  const { body: order } = await site.buy(buyer, [{ ticketTypeId: await site.create.ticketType(), quantity: 1 }]);
  const app = await openApp(site, `/payment-success?order=${order.id}`, { as: buyer });
  const dialog = await openDialog(app);
  await app.user.type(dialog.getByRole("textbox", { name: /New email/ }), "new@example.com");
  app.network.cut();
  await app.user.click(dialog.getByRole("button", { name: "Change email" }));
  await dialog.findByText("No connection. Nothing was changed. Check your internet and try again.");
  app.network.restore();
  await app.user.click(dialog.getByRole("button", { name: "Change email" }));
  await app.screen.findByText("We emailed your tickets to new@example.com");
  app.close();

  const token = await findStopToken(site.app.deps, order.id, 1);
  const stop = await openApp(site, `/my-tickets?stop-email=${token}`);
  await stop.screen.findByRole("heading", { level: 1, name: "Stop this change?" });
  expect(await emailOf(order.id)).toBe("new@example.com");
  await stop.user.click(stop.screen.getByRole("button", { name: "Stop the change" }));
  await stop.screen.findByText(`Order ${order.number} belongs to ada@example.com again`);
  expect(await barriers()).toEqual([]);
  expect(await emailOf(order.id)).toBe("ada@example.com");
  stop.close();
  const again = await openApp(site, `/my-tickets?stop-email=${token}`);
  await again.user.click(await again.screen.findByRole("button", { name: "Stop the change" }));
  await again.screen.findByText("This link isn't valid anymore");
});

test("with the emailed link alone, a code from the old inbox is asked for", async () => {
  const { body: order } = await site.buy(await site.as("guest"), [
    { ticketTypeId: await site.create.ticketType(), quantity: 1 },
  ]);
  const { orderLinkKey } = await import("#server/modules/orders/index.ts");
  const key = orderLinkKey({ id: order.id, linkVersion: 0 }, site.app.deps.keys["order-links"]);
  const app = await openApp(site, `/payment-success?order=${order.id}&key=${key}`, { as: await site.as("guest") });
  const dialog = await openDialog(app);
  await app.user.type(dialog.getByRole("textbox", { name: /New email/ }), "new@example.com");
  await app.user.click(dialog.getByRole("button", { name: "Change email" }));
  const code = await dialog.findByRole("textbox", { name: /Code/ });
  await app.user.type(code, "00000000");
  await app.user.click(dialog.getByRole("button", { name: "Change email" }));
  await dialog.findByText("That code isn't right, or it has expired");
  const { rows } = await sql<{ slot: number }>`
    select (topic ->> 'slot')::integer as slot from emails where kind = 'order_email_code'`.execute(site.db);
  await app.user.clear(code);
  await app.user.type(code, (await findEmailCode(site.app.deps, order.id, 0, rows[0]!.slot))!);
  await app.user.click(dialog.getByRole("button", { name: "Change email" }));
  await app.screen.findByText("We emailed your tickets to new@example.com");
  expect(await emailOf(order.id)).toBe("new@example.com");
});

test("Release asks once when others wait for the tickets, and at once otherwise", async () => {
  const buyer = await site.as("guest");
  const eventId = await site.create.event();
  const scarce = await placed(buyer, eventId);
  await sql`update stock set capacity = 1 where id = (select stock_id from ticket_types where event_id = ${eventId})`.execute(
    site.db,
  );
  const app = await openApp(site, `/checkout?order=${scarce.id}`, { as: buyer });
  await app.user.click(await app.screen.findByRole("button", { name: "Release tickets" }));
  let dialog = within(await app.screen.findByRole("dialog", { name: "Release your tickets?" }));
  await app.user.click(dialog.getByRole("button", { name: "Keep my tickets" }));
  await waitFor(() => expect(app.screen.queryByRole("dialog")).toBeNull());
  app.screen.getByRole("timer", { name: "Time left" });
  await app.user.click(app.screen.getByRole("button", { name: "Release tickets" }));
  dialog = within(await app.screen.findByRole("dialog", { name: "Release your tickets?" }));
  await app.user.click(dialog.getByRole("button", { name: "Release tickets" }));
  await app.screen.findByText("The tickets are back on sale");
  app.close();

  const plenty = await placed(buyer);
  const other = await openApp(site, `/checkout?order=${plenty.id}`, { as: buyer });
  await other.screen.findByText(/The Yard/);
  await other.user.click(await other.screen.findByRole("button", { name: "Release tickets" }));
  await other.screen.findByText("The tickets are back on sale");
});
