import { sql } from "kysely";
import { expect } from "@playwright/test";
import { barriers, withAdmin } from "./admin-kit.ts";
import { skipSplash, waitForAnswer } from "./journey-kit.ts";

const test = withAdmin();

test("staff refund one ticket of an order: the dialog shows the effect first, and the order shows the refund afterward", async ({
  adminPage,
  site,
}) => {
  const ticketTypeId = await site.create.ticketType({
    eventId: await site.create.event(),
    priceCents: 3333,
    feeCents: 333,
  });
  const { body: order } = await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 3 }]);
  await adminPage.goto(`${site.baseUrl}/ticket-management?order=${order.id}`);
  await adminPage.getByRole("button", { name: "Refund", exact: true }).click();
  const dialog = adminPage.getByRole("dialog", { name: "Refund" });
  await expect(dialog.getByRole("button", { name: "Refund $99.99" })).toBeVisible();
  await dialog.getByRole("checkbox", { name: "Select all" }).uncheck();
  await dialog
    .getByRole("checkbox", { name: /Ada Buyer/ })
    .first()
    .check();
  await dialog.getByRole("checkbox", { name: "Also refund fees" }).uncheck();
  await expect(dialog.getByText("Fees not refunded")).toBeVisible();
  expect(await barriers(adminPage)).toEqual([]);
  await dialog.getByRole("button", { name: "Refund $30.00" }).click();
  await expect(dialog.getByText("Enter a reason with at least 3 characters")).toBeVisible();
  await dialog.getByRole("textbox", { name: "Reason" }).fill("Bought one ticket too many");
  await dialog.getByRole("button", { name: "Refund $30.00" }).click();
  await expect(dialog).toBeHidden();
  await expect(adminPage.getByText("Partially refunded").first()).toBeVisible();
  const tickets = adminPage.getByRole("list", { name: "Order tickets" });
  await expect(tickets.getByText("refunded")).toHaveCount(1);
  await expect(adminPage.getByRole("list", { name: "Refunds" }).getByText("$30.00")).toBeVisible();
});

test("an event is canceled, one admin proposes to refund all orders, another approves, and both see it complete", async ({
  adminPage,
  site,
  browser,
}) => {
  const eventId = await site.create.event({ title: "Steel and Strings" });
  const ticketTypeId = await site.create.ticketType({ eventId });
  for (const quantity of [1, 3, 4]) await site.buy(await site.as("guest"), [{ ticketTypeId, quantity }]);
  const address = `${site.baseUrl}/admin?section=events&id=${eventId}&tab=status`;
  await adminPage.goto(address);
  await adminPage.getByRole("button", { name: "Cancel event" }).click();
  const canceling = adminPage.getByRole("dialog", { name: "Cancel event" });
  await expect(canceling.getByText("Refunds come next")).toBeVisible();
  await canceling.getByRole("textbox", { name: "Message to ticket holders" }).fill("The storm closed the bridge.");
  await canceling.getByRole("checkbox", { name: "Permanently cancel this event" }).check();
  await canceling.getByRole("button", { name: "Cancel event" }).click();
  await adminPage.getByRole("button", { name: "Refund all orders" }).click();
  const starting = adminPage.getByRole("dialog", { name: "Refund all orders" });
  await starting.getByRole("textbox", { name: "Reason" }).fill("The storm");
  expect(await barriers(adminPage)).toEqual([]);
  await starting.getByRole("button", { name: "Propose refunds" }).click();
  await expect(adminPage.getByText("Waiting for a second admin")).toBeVisible();
  await expect(adminPage.getByRole("button", { name: "Approve refunds" })).toHaveCount(0);

  const other = await browser.newContext();
  await skipSplash(other);
  await other.addCookies([await site.cookieOf("admin")]);
  const second = await other.newPage();
  waitForAnswer(second);
  await second.goto(address);
  await second.getByRole("button", { name: "Approve refunds" }).click();
  await expect(second.getByText("All orders processed")).toBeVisible({ timeout: 45_000 });
  await expect(second.getByText("3 sent")).toBeVisible({ timeout: 45_000 });
  await expect(second.getByText("$200.00 of $200.00 refunded.")).toBeVisible();
  expect(await barriers(second)).toEqual([]);
  await other.close();
});

test("a buyer and staff watching an order see a pending refund complete without doing anything", async ({
  adminPage,
  site,
  browser,
}) => {
  const ticketTypeId = await site.create.ticketType();
  const buyer = await site.as("guest");
  const { body: order } = await site.buy(buyer, [{ ticketTypeId, quantity: 2 }]);
  await sql`update sandbox.sessions set refund_outcome = 'pending'
    where merchant_ref in (select id from payments where subject_id = ${order.id})`.execute(site.db);
  const admin = await site.as("admin");
  const asked = { withFee: true, returnsStock: true, amountCents: 5000, reason: "Asked by phone" };
  expect((await admin.post(`/api/admin/orders/${order.id}/refunds`, asked)).status).toBe(201);
  await site.app.runJob("refunds");

  const theirs = await browser.newContext();
  await theirs.addInitScript(`try { sessionStorage.setItem("hasShownSplash", "true") } catch {}`);
  await theirs.addCookies([
    { name: "sg_session", value: buyer.token!, url: site.baseUrl, httpOnly: true, sameSite: "Lax" },
  ]);
  const phone = await theirs.newPage();
  waitForAnswer(phone);
  await phone.goto(`${site.baseUrl}/payment-success?order=${order.id}`);
  await adminPage.goto(`${site.baseUrl}/ticket-management?order=${order.id}`);
  await expect(phone.getByText("Your $50.00 refund is on its way")).toBeVisible();
  const refunds = adminPage.getByRole("list", { name: "Refunds" });
  await expect(refunds.getByText("Pending")).toBeVisible();

  let ref = "";
  const isSent = async () => {
    const { rows } = await sql<{ ref: string | null }>`
      select r.provider_ref as ref from refunds r join payments p on p.id = r.payment_id
      where p.subject_id = ${order.id}`.execute(site.db);
    ref = rows[0]?.ref ?? "";
    return ref !== "";
  };
  // Another node of the site may be sending it.
  await expect.poll(isSent).toBe(true);
  await site.app.services.payments.sandbox.endRefund(ref, "done");
  await site.app.services.payments.sandbox.work();
  await expect(phone.getByText("Your $50.00 refund is with your bank")).toBeVisible({ timeout: 45_000 });
  await expect(refunds.getByText("Sent")).toBeVisible({ timeout: 45_000 });

  const asks: string[] = [];
  phone.on("request", (request) => asks.push(request.url()));
  await phone.waitForTimeout(7000);
  expect(asks.filter((url) => url.includes(`/api/orders/${order.id}`))).toEqual([]);
  await theirs.close();
});
