import { expect } from "@playwright/test";
import { withDesk } from "./desk-kit.ts";

// What the money screens say when they cannot be read: at once, with a way to try again, and never old figures as new ones.

const test = withDesk();

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
