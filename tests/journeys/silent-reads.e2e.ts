import { expect, type Page } from "@playwright/test";
import { withDesk } from "./desk-kit.ts";

const test = withDesk();

/** Lets every read of an address fail until the answer is called. */
async function breakRead(page: Page, path: string): Promise<() => Promise<void>> {
  await page.route(path, (route) => route.fulfill({ status: 500, json: { message: "Sample failure" } }));
  return () => page.unroute(path);
}

const failed = (page: Page, what: string) => page.getByRole("alert").filter({ hasText: `${what} could not be read` });

test("the papers of an order that cannot be read say so, leave the receipt, and come when asked again", async ({
  desk,
  site,
  refusals,
}) => {
  refusals.push(/status of 500/);
  const ticketTypeId = await site.make.ticketType();
  const { body: order } = await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 1 }]);
  const mend = await breakRead(desk, `**/api/orders/${order.id}/papers`);
  await desk.goto(`${site.baseUrl}/ticket-management?order=${order.id}`);
  const notice = failed(desk, "The other papers");
  await expect(notice).toContainText("The receipt opens all the same.");
  await expect(desk.getByRole("link", { name: /^Receipt/ })).toBeVisible();
  await expect(desk.getByRole("button", { name: "Make out an invoice" })).toHaveCount(0);
  await mend();
  await notice.getByRole("button", { name: "Try again" }).click();
  await expect(desk.getByRole("button", { name: "Make out an invoice" })).toBeVisible();
  await expect(notice).toHaveCount(0);
});

test("the overview that cannot tell what needs a look says so, and looks again when asked", async ({
  desk,
  site,
  refusals,
}) => {
  refusals.push(/status of 500/);
  await desk.goto(`${site.baseUrl}/admin?section=settings`);
  const mend = await breakRead(desk, "**/api/admin/trend*");
  await desk.getByRole("navigation", { name: "Staff desks" }).getByRole("link", { name: "Overview" }).click();
  await expect(failed(desk, "What needs a look")).toBeVisible();
  await mend();
  await failed(desk, "What needs a look").getByRole("button", { name: "Try again" }).click();
  await expect(failed(desk, "What needs a look")).toHaveCount(0);
});

test("a log whose seals could not be asked for does not pass for a whole one", async ({ desk, site, refusals }) => {
  refusals.push(/status of 500/);
  const mend = await breakRead(desk, "**/api/admin/audit/chain*");
  await desk.goto(`${site.baseUrl}/admin?section=audit`);
  await expect(failed(desk, "Whether the log is whole")).toBeVisible();
  await mend();
  await failed(desk, "Whether the log is whole").getByRole("button", { name: "Try again" }).click();
  await expect(failed(desk, "Whether the log is whole")).toHaveCount(0);
});

test("nights that could not be read are said to be missing where one is chosen", async ({ desk, site, refusals }) => {
  refusals.push(/status of 500/);
  await breakRead(desk, "**/api/admin/nights*");
  await desk.goto(`${site.baseUrl}/free-tickets`);
  await expect(failed(desk, "The nights")).toBeVisible();
  await desk.goto(`${site.baseUrl}/admin?section=promotions`);
  await desk
    .getByRole("button", { name: "New code" })
    .or(desk.getByRole("link", { name: "New code" }))
    .click();
  await expect(desk.getByRole("option", { name: "The nights could not be read" })).toBeDisabled();
});
