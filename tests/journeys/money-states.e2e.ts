import { expect } from "@playwright/test";
import { barriers, withDesk } from "./desk-kit.ts";

// What the money screens say when they cannot be read: at once, with a way to try again, and never old figures as new ones.

const test = withDesk();

const views = ["Disputes", "Checks", "Notices", "Ledger"];

test("without a network every money list says so at once and is read when asked again", async ({
  desk,
  site,
  night,
  context,
  refusals,
}) => {
  refusals.push(/ERR_INTERNET_DISCONNECTED/);
  await desk.goto(`${site.baseUrl}/admin?section=money`);
  const tabs = desk.getByRole("navigation", { name: "Views of the money" });
  // Each is loaded once, so that only its rows are missing later.
  for (const tab of views) {
    await tabs.getByRole("link", { name: tab }).click();
    await expect(desk.getByRole("region", { name: tab }).getByRole("table")).toBeVisible();
  }
  await context.setOffline(true);
  for (const tab of views) {
    await tabs.getByRole("link", { name: tab }).click();
    const list = desk.getByRole("region", { name: tab });
    await expect(list.getByText(/could not be read|^Not up to date: read at/)).toBeVisible();
  }
  expect(await barriers(desk)).toEqual([]);
  await context.setOffline(false);
  const ledger = desk.getByRole("region", { name: "Ledger" });
  await ledger.getByRole("button", { name: "Try again" }).click();
  await expect(ledger.getByRole("button", { name: "Try again" })).toBeHidden();
  await expect(ledger.getByRole("row").nth(1)).toBeVisible();
  expect(night.eventId).toBeGreaterThan(0);
});

test("figures that could not be read anew say how old they are, until they are", async ({
  desk,
  site,
  night,
  refusals,
}) => {
  refusals.push(/status of 500/);
  let isBroken = false;
  await desk.route("**/api/admin/**", (route) =>
    isBroken
      ? route.fulfill({ status: 500, json: { message: "Something went wrong on our side", code: "internal" } })
      : route.continue(),
  );
  const { body: orders } = await (await site.as("admin")).get(`/api/admin/orders?eventId=${night.eventId}`);
  const order = orders.items[0];
  await desk.goto(`${site.baseUrl}/ticket-management?event=${night.eventId}&tab=orders`);
  await desk.getByRole("link", { name: order.number }).click();
  await expect(desk.getByRole("button", { name: "Refund" })).toBeVisible();
  isBroken = true;
  await desk.goBack();
  await expect(desk.getByText(/^Not up to date: read at \d+:\d\d [AP]M$/).first()).toBeVisible();
  await expect(desk.getByRole("link", { name: order.number })).toBeVisible();
  await desk.goForward();
  await expect(desk.getByText(/^Not up to date: read at \d+:\d\d [AP]M$/)).toBeVisible();
  expect(await barriers(desk)).toEqual([]);
  isBroken = false;
  await desk.getByRole("button", { name: "Try again" }).click();
  await expect(desk.getByText(/^Not up to date/)).toBeHidden();
  await expect(desk.getByRole("button", { name: "Refund" })).toBeVisible();
});

test("a refund whose sum could not be asked for keeps what was typed and asks again", async ({
  desk,
  site,
  refusals,
}) => {
  refusals.push(/status of 500/);
  const ticketTypeId = await site.make.ticketType({ priceCents: 2500, feeCents: 500 });
  const { body: order } = await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 2 }]);
  await desk.goto(`${site.baseUrl}/ticket-management?order=${order.id}`);
  await desk.getByRole("button", { name: "Refund" }).press("Enter");
  const dialog = desk.getByRole("dialog", { name: "Refund" });
  await expect(dialog.getByRole("button", { name: "Refund $50.00" })).toBeVisible();
  await dialog.getByRole("textbox", { name: "Reason" }).fill("The buyer is ill");
  await dialog.getByRole("textbox", { name: "To the buyer" }).fill("Get well soon");
  await desk.route("**/refund-quote", (route) => route.fulfill({ status: 500, json: { message: "Broken" } }));
  await dialog.getByRole("checkbox", { name: "Give the fees back as well" }).press("Space");
  await expect(dialog.getByText("What goes back could not be read")).toBeVisible();
  // A sum of before is not offered for what is asked now.
  await expect(dialog.getByText("$50.00")).toHaveCount(0);
  expect(await barriers(desk)).toEqual([]);
  await desk.unroute("**/refund-quote");
  await dialog.getByRole("button", { name: "Try again" }).press("Enter");
  await expect(dialog.getByRole("button", { name: "Refund $40.00" })).toBeVisible();
  await expect(dialog.getByRole("textbox", { name: "Reason" })).toHaveValue("The buyer is ill");
  await expect(dialog.getByRole("textbox", { name: "To the buyer" })).toHaveValue("Get well soon");
  await desk.keyboard.press("Escape");
  await expect(desk.getByRole("button", { name: "Refund" })).toBeFocused();
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
