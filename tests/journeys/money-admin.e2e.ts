import { expect } from "@playwright/test";
import { age, loseDelivery } from "#tests/reconciliation/kit.ts";
import { barriers, withAdmin } from "./admin-kit.ts";

const test = withAdmin();

test("a payment without tickets is explained in a sentence and resolved with one click; then every cent is accounted for", async ({
  adminPage,
  site,
}) => {
  const ticketTypeId = await site.make.ticketType({ capacity: 5 });
  const { body: order } = await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 2 }]);
  await age(site, "10 minutes");
  await loseDelivery(site, order.id);
  await site.app.runJob("discrepancies");

  await adminPage.goto(`${site.baseUrl}/admin`);
  await adminPage.getByRole("link", { name: "1 payment discrepancy" }).click();
  await expect(adminPage).toHaveURL(/section=money/);
  await expect(adminPage.getByText("$50.00 was paid, but the order is expired.")).toBeVisible();
  await expect(adminPage.getByRole("link", { name: order.number })).toHaveAttribute("href", new RegExp(order.id));
  expect(await barriers(adminPage)).toEqual([]);
  await adminPage.setViewportSize({ width: 320, height: 640 });
  expect(await adminPage.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  expect(await barriers(adminPage)).toEqual([]);
  await adminPage.setViewportSize({ width: 1280, height: 800 });

  await adminPage.getByRole("button", { name: `Resolve manually: ${order.number}` }).click();
  const dialog = adminPage.getByRole("dialog", { name: "Resolve manually" });
  await dialog.getByRole("button", { name: "Mark as resolved" }).click();
  await expect(dialog.getByText("Enter a reason with at least 3 characters")).toBeVisible();
  expect(await barriers(adminPage)).toEqual([]);
  await adminPage.keyboard.press("Escape");
  await expect(adminPage.getByRole("button", { name: `Resolve manually: ${order.number}` })).toBeFocused();

  await adminPage.getByRole("button", { name: `Complete order: ${order.number}` }).press("Enter");
  await expect(adminPage.getByText("Order completed").first()).toBeVisible();
  await expect(adminPage.getByText("Every cent is accounted for")).toBeVisible();
  await expect(adminPage.getByText(/Last checked/)).toBeVisible();
  expect(await barriers(adminPage)).toEqual([]);

  await adminPage.getByLabel("Status").selectOption("resolved");
  await expect(adminPage.getByText(/order completed/)).toBeVisible();
});

test("every money view is accessible on a desktop and at 320 px", async ({ adminPage, site, event }) => {
  // Checking several pages twice takes a while on a busy machine.
  test.setTimeout(180_000);
  expect(event.eventId).toBeGreaterThan(0);
  await adminPage.goto(`${site.baseUrl}/admin?section=money`);
  const tabs = adminPage.getByRole("navigation", { name: "Money views" });
  await expect(tabs.getByRole("link", { name: "Ledger", exact: true })).toBeVisible();
  const views = await tabs.getByRole("link").evaluateAll((links) => links.map((link) => link.getAttribute("href")!));
  expect(views.length).toBeGreaterThan(5);
  for (const view of views) {
    await adminPage.setViewportSize({ width: 1280, height: 800 });
    await adminPage.goto(site.baseUrl + view);
    await expect(adminPage.getByRole("heading", { level: 1, name: "Money" })).toBeVisible();
    await adminPage.waitForLoadState("networkidle");
    await expect(adminPage.locator("[aria-busy=true]")).toHaveCount(0);
    expect([view, await barriers(adminPage)]).toEqual([view, []]);
    await adminPage.setViewportSize({ width: 320, height: 640 });
    expect([view, await adminPage.evaluate(() => document.documentElement.scrollWidth)]).toEqual([view, 320]);
    expect([view, await barriers(adminPage)]).toEqual([view, []]);
  }
});
