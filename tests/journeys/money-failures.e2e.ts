import { expect } from "@playwright/test";
import { withAdmin } from "./admin-kit.ts";

// When data fails to load, the money screens show an error at once, offer a retry, and never show old figures as new.

const test = withAdmin();

test("a refund that failed to send says so next to the button on a phone, and is sent once on the next try", async ({
  adminPage,
  site,
  refusals,
}) => {
  refusals.push(/ERR_INTERNET_DISCONNECTED/);
  const ticketTypeId = await site.create.ticketType({ priceCents: 2500 });
  const { body: order } = await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 2 }]);
  await adminPage.setViewportSize({ width: 390, height: 844 });
  await adminPage.goto(`${site.baseUrl}/ticket-management?order=${order.id}`);
  await adminPage.getByRole("button", { name: "Refund" }).press("Enter");
  const dialog = adminPage.getByRole("dialog", { name: "Refund" });
  await dialog.getByRole("textbox", { name: "Reason" }).fill("The buyer is sick");
  const send = dialog.getByRole("button", { name: "Refund $50.00" });
  await adminPage.context().setOffline(true);
  await send.click();
  await expect(dialog.getByText("You're offline or the site isn't responding. Try again.")).toBeInViewport();
  await expect(dialog.getByRole("textbox", { name: "Reason" })).toHaveValue("The buyer is sick");
  await adminPage.context().setOffline(false);
  await send.click();
  await expect(dialog).toBeHidden();
  const { body: after } = await (await site.as("admin")).get(`/api/admin/orders/${order.id}`);
  expect(after.refunds).toMatchObject([{ amountCents: 5000 }]);
});
