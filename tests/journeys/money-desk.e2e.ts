import { expect } from "@playwright/test";
import { sql } from "kysely";
import { age, loseDelivery } from "#tests/reconciliation/kit.ts";
import { barriers, hearSandbox, withDesk } from "./desk-kit.ts";

const test = withDesk();

test("money without its tickets is told in a sentence and settled by one click; then every cent is accounted for", async ({
  desk,
  site,
}) => {
  const ticketTypeId = await site.make.ticketType({ capacity: 5 });
  const { body: order } = await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 2 }]);
  await age(site, "10 minutes");
  await loseDelivery(site, order.id);
  await site.app.sweep("money-exceptions");

  await desk.goto(`${site.baseUrl}/admin`);
  await desk.getByRole("link", { name: "1 thing about money does not add up" }).click();
  await expect(desk).toHaveURL(/section=money/);
  await expect(desk.getByText("$50.00 came in, and the order is expired.")).toBeVisible();
  await expect(desk.getByRole("link", { name: order.number })).toHaveAttribute("href", new RegExp(order.id));
  expect(await barriers(desk)).toEqual([]);
  await desk.setViewportSize({ width: 320, height: 640 });
  expect(await desk.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  expect(await barriers(desk)).toEqual([]);
  await desk.setViewportSize({ width: 1280, height: 800 });

  await desk.getByRole("button", { name: `Settled by hand: ${order.number}` }).click();
  const dialog = desk.getByRole("dialog", { name: "Settled by hand" });
  await dialog.getByRole("button", { name: "Mark as settled" }).click();
  await expect(dialog.getByText("Say why, in three letters or more")).toBeVisible();
  expect(await barriers(desk)).toEqual([]);
  await desk.keyboard.press("Escape");
  await expect(desk.getByRole("button", { name: `Settled by hand: ${order.number}` })).toBeFocused();

  await desk.getByRole("button", { name: `Deliver the tickets: ${order.number}` }).press("Enter");
  await expect(desk.getByText("The tickets are delivered").first()).toBeVisible();
  await expect(desk.getByText("Every cent is accounted for")).toBeVisible();
  await expect(desk.getByText(/Last looked/)).toBeVisible();
  expect(await barriers(desk)).toEqual([]);

  await desk.getByLabel("State").selectOption("resolved");
  await expect(desk.getByText(/tickets delivered/)).toBeVisible();
});

test("the provider's list is compared when asked for, and a notice is read and replayed", async ({ desk, site }) => {
  const ticketTypeId = await site.make.ticketType();
  const { body: order } = await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 1 }]);
  await desk.goto(`${site.baseUrl}/admin?section=money&view=comparison`);
  await desk.getByRole("button", { name: "Compare now" }).click();
  await expect(desk.getByText(/Last compared .*0 differences/)).toBeVisible({ timeout: 20_000 });
  expect(await barriers(desk)).toEqual([]);

  await desk.getByRole("link", { name: "Notices" }).click();
  await desk.getByPlaceholder("Order number, provider's number").fill(order.number);
  await expect(desk).toHaveURL(new RegExp(`q=${order.number}`));
  await expect(desk.getByRole("row")).toHaveCount(2);
  await desk.getByRole("row").nth(1).getByRole("link").first().press("Enter");
  const sheet = desk.getByRole("dialog", { name: "Notice" });
  await expect(sheet.getByText('"type": "session.approved"')).toBeVisible();
  expect(await barriers(desk)).toEqual([]);
  await sheet.getByRole("button", { name: "Replay" }).click();
  await expect(desk.getByText("Replayed").first()).toBeVisible();
  await sheet.getByRole("button", { name: "Close" }).click();
  await expect(sheet).toBeHidden();
  await desk.setViewportSize({ width: 320, height: 640 });
  expect(await desk.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  expect(await barriers(desk)).toEqual([]);
});

test("a refund made at the provider's own desk waits for staff to say which tickets it was for", async ({
  desk,
  site,
}) => {
  const ticketTypeId = await site.make.ticketType({ eventId: await site.make.event() });
  const { body: order } = await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 3 }]);
  const { rows } = await sql<{ ref: string }>`
    select provider_ref as ref from payments where subject_id = ${order.id}`.execute(site.db);
  await site.app.payments.sandbox.refundAtDesk(rows[0]!.ref, 2500);
  await hearSandbox(site);
  await desk.goto(`${site.baseUrl}/admin?section=money`);
  await expect(
    desk.getByText("$25.00 was refunded at the provider, and nobody has said which tickets it is for."),
  ).toBeVisible();
  const choose = desk.getByRole("button", { name: `Choose the tickets: ${order.number}` });
  await choose.press("Enter");
  const dialog = desk.getByRole("dialog", { name: "Choose the tickets" });
  await expect(dialog.getByRole("button", { name: "Void 0 tickets" })).toBeDisabled();
  expect(await barriers(desk)).toEqual([]);
  await desk.keyboard.press("Escape");
  await expect(choose).toBeFocused();
  await choose.press("Enter");
  await dialog
    .getByRole("checkbox", { name: /Ada Buyer/ })
    .first()
    .check();
  await dialog.getByRole("textbox", { name: "Reason" }).fill("Refunded by telephone");
  await dialog.getByRole("button", { name: "Void 1 ticket" }).click();
  await expect(desk.getByText("The tickets are void").first()).toBeVisible();
  await expect(dialog).toBeHidden();
  await desk.goto(`${site.baseUrl}/ticket-management?order=${order.id}`);
  await expect(desk.getByText("Part refunded").first()).toBeVisible();
  await expect(desk.getByRole("list", { name: "Tickets of this order" }).getByText("refunded")).toHaveCount(1);
});
