import { sql } from "kysely";
import { expect } from "@playwright/test";
import { barriers, withDesk } from "./desk-kit.ts";
import { skipSplash, waitForAnswer } from "./journey-kit.ts";

const test = withDesk();

test("staff give one ticket of an order back: what it does is said first, and the order says so afterwards", async ({
  desk,
  site,
}) => {
  const ticketTypeId = await site.make.ticketType({
    eventId: await site.make.event(),
    priceCents: 3333,
    feeCents: 333,
  });
  const { body: order } = await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 3 }]);
  await desk.goto(`${site.baseUrl}/ticket-management?order=${order.id}`);
  await desk.getByRole("button", { name: "Refund", exact: true }).click();
  const dialog = desk.getByRole("dialog", { name: "Refund" });
  await expect(dialog.getByRole("button", { name: "Refund $99.99" })).toBeVisible();
  await dialog.getByRole("checkbox", { name: "All of them" }).uncheck();
  await dialog
    .getByRole("checkbox", { name: /Ada Buyer/ })
    .first()
    .check();
  await dialog.getByRole("checkbox", { name: "Give the fees back as well" }).uncheck();
  await expect(dialog.getByText("Fees kept")).toBeVisible();
  expect(await barriers(desk)).toEqual([]);
  await dialog.getByRole("button", { name: "Refund $30.00" }).click();
  await expect(dialog.getByText("Say why, in three letters or more")).toBeVisible();
  await dialog.getByRole("textbox", { name: "Reason" }).fill("Bought one too many");
  await dialog.getByRole("button", { name: "Refund $30.00" }).click();
  await expect(dialog).toBeHidden();
  await expect(desk.getByText("Part refunded").first()).toBeVisible();
  const tickets = desk.getByRole("list", { name: "Tickets of this order" });
  await expect(tickets.getByText("refunded")).toHaveCount(1);
  await expect(desk.getByRole("list", { name: "Refunds" }).getByText("$30.00")).toBeVisible();
});

test("a night is called off, one administrator proposes to give its money back, another agrees, both see it arrive", async ({
  desk,
  site,
  browser,
}) => {
  const eventId = await site.make.event({ title: "Steel and Strings" });
  const ticketTypeId = await site.make.ticketType({ eventId });
  for (const quantity of [1, 3, 4]) await site.buy(await site.as("guest"), [{ ticketTypeId, quantity }]);
  const address = `${site.baseUrl}/admin?section=events&id=${eventId}&tab=standing`;
  await desk.goto(address);
  await desk.getByRole("button", { name: "Cancel the night" }).click();
  const cancelling = desk.getByRole("dialog", { name: "Cancel the night" });
  await expect(cancelling.getByText("The money is the next step")).toBeVisible();
  await cancelling.getByRole("textbox", { name: "What they read" }).fill("The storm closed the bridge.");
  await cancelling.getByRole("checkbox", { name: "Yes, this night is cancelled for good" }).check();
  await cancelling.getByRole("button", { name: "Cancel the night" }).click();
  await desk.getByRole("button", { name: "Give the money back" }).click();
  const starting = desk.getByRole("dialog", { name: "Give the money back" });
  await starting.getByRole("textbox", { name: "Reason" }).fill("The storm");
  expect(await barriers(desk)).toEqual([]);
  await starting.getByRole("button", { name: "Propose it" }).click();
  await expect(desk.getByText("Waits for a second administrator")).toBeVisible();
  await expect(desk.getByRole("button", { name: "Agree and send the money" })).toHaveCount(0);

  const other = await browser.newContext();
  await skipSplash(other);
  await other.addCookies([await site.cookieOf("admin")]);
  const second = await other.newPage();
  waitForAnswer(second);
  await second.goto(address);
  await second.getByRole("button", { name: "Agree and send the money" }).click();
  await expect(second.getByText("Every order was looked at")).toBeVisible({ timeout: 45_000 });
  await expect(second.getByText("3 sent")).toBeVisible({ timeout: 45_000 });
  await expect(second.getByText("$200.00 of $200.00 given back has left us.")).toBeVisible();
  expect(await barriers(second)).toEqual([]);
  await other.close();
});

test("buyer and staff who watch an order see money on its way arrive, without pressing anything", async ({
  desk,
  site,
  browser,
}) => {
  const ticketTypeId = await site.make.ticketType();
  const buyer = await site.as("guest");
  const { body: order } = await site.buy(buyer, [{ ticketTypeId, quantity: 2 }]);
  await sql`update sandbox.sessions set refund_outcome = 'pending'
    where merchant_ref in (select id from payments where subject_id = ${order.id})`.execute(site.db);
  const admin = await site.as("admin");
  const asked = { withFee: true, returnsStock: true, amountCents: 5000, reason: "Asked by telephone" };
  expect((await admin.post(`/api/admin/orders/${order.id}/refunds`, asked)).status).toBe(201);
  await site.app.sweep("refunds");

  const theirs = await browser.newContext();
  await theirs.addInitScript(`try { sessionStorage.setItem("hasShownSplash", "true") } catch {}`);
  await theirs.addCookies([
    { name: "sg_session", value: buyer.token!, url: site.baseUrl, httpOnly: true, sameSite: "Lax" },
  ]);
  const phone = await theirs.newPage();
  waitForAnswer(phone);
  await phone.goto(`${site.baseUrl}/payment-success?order=${order.id}`);
  await desk.goto(`${site.baseUrl}/ticket-management?order=${order.id}`);
  await expect(phone.getByText("$50.00 is on its way back to you")).toBeVisible();
  const refunds = desk.getByRole("list", { name: "Refunds" });
  await expect(refunds.getByText("On its way")).toBeVisible();

  let ref = "";
  const isSent = async () => {
    const { rows } = await sql<{ ref: string | null }>`
      select r.provider_ref as ref from refunds r join payments p on p.id = r.payment_id
      where p.subject_id = ${order.id}`.execute(site.db);
    ref = rows[0]?.ref ?? "";
    return ref !== "";
  };
  // Another node of the site may be the one that sends it.
  await expect.poll(isSent).toBe(true);
  await site.app.payments.sandbox.endRefund(ref, "done");
  await site.app.payments.sandbox.work();
  await expect(phone.getByText("$50.00 is back with your bank")).toBeVisible({ timeout: 45_000 });
  await expect(refunds.getByText("Done")).toBeVisible({ timeout: 45_000 });

  const asks: string[] = [];
  phone.on("request", (request) => asks.push(request.url()));
  await phone.waitForTimeout(7000);
  expect(asks.filter((url) => url.includes(`/api/orders/${order.id}`))).toEqual([]);
  await theirs.close();
});
