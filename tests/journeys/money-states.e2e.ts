import { expect } from "@playwright/test";
import { barriers, withDesk } from "./desk-kit.ts";

// What the money screens say when they cannot be read: at once, with a way to try again, and never old figures as new ones.

const test = withDesk();

test("tickets that could not be read anew stay in sight and say of when they are", async ({ desk, site, refusals }) => {
  refusals.push(/status of 500/);
  const ticketTypeId = await site.make.ticketType();
  const buyer = await site.as("user");
  await site.buy(buyer, [{ ticketTypeId, quantity: 1 }]);
  await desk
    .context()
    .addCookies([{ name: "sg_session", value: buyer.token!, url: site.baseUrl, httpOnly: true, sameSite: "Lax" }]);
  await desk.goto(`${site.baseUrl}/my-tickets`);
  const show = desk.getByRole("button", { name: /^Show/ }).first();
  await expect(show).toBeVisible();
  const lookAgain = () => desk.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
  await desk.route("**/api/my-tickets", (route) => route.fulfill({ status: 500, json: { message: "Broken" } }));
  // A look while the first one is still under way shares its answer, which is good.
  await expect(async () => {
    await lookAgain();
    await expect(desk.getByText(/^Your tickets as read at \d+:\d\d [AP]M$/)).toBeVisible({ timeout: 2000 });
  }).toPass();
  await expect(show).toBeVisible();
  expect(await barriers(desk)).toEqual([]);
  await desk.unroute("**/api/my-tickets");
  await desk.getByRole("button", { name: "Try again" }).press("Enter");
  await expect(desk.getByText(/^Your tickets as read/)).toBeHidden();
});

test("a refund that could not be sent says so beside the button on a phone, and goes out once when pressed again", async ({
  desk,
  site,
  refusals,
}) => {
  refusals.push(/ERR_INTERNET_DISCONNECTED/);
  const ticketTypeId = await site.make.ticketType({ priceCents: 2500 });
  const { body: order } = await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 2 }]);
  await desk.setViewportSize({ width: 390, height: 844 });
  await desk.goto(`${site.baseUrl}/ticket-management?order=${order.id}`);
  await desk.getByRole("button", { name: "Refund" }).press("Enter");
  const dialog = desk.getByRole("dialog", { name: "Refund" });
  await dialog.getByRole("textbox", { name: "Reason" }).fill("The buyer is ill");
  const send = dialog.getByRole("button", { name: "Refund $50.00" });
  await desk.context().setOffline(true);
  await send.click();
  await expect(dialog.getByText("The network is gone or the site does not answer.")).toBeInViewport();
  await expect(dialog.getByRole("textbox", { name: "Reason" })).toHaveValue("The buyer is ill");
  await desk.context().setOffline(false);
  await send.click();
  await expect(dialog).toBeHidden();
  const { body: after } = await (await site.as("admin")).get(`/api/admin/orders/${order.id}`);
  expect(after.refunds).toMatchObject([{ amountCents: 5000 }]);
});
