import { expect } from "@playwright/test";
import { age, loseDelivery } from "#tests/reconciliation/kit.ts";
import { barriers, withDesk } from "./desk-kit.ts";

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

test("every view of the money stands without barriers, on a desktop and at 320 px", async ({ desk, site, night }) => {
  // Two looks at each of several pages take their time on a busy machine.
  test.setTimeout(180_000);
  expect(night.eventId).toBeGreaterThan(0);
  await desk.goto(`${site.baseUrl}/admin?section=money`);
  const tabs = desk.getByRole("navigation", { name: "Views of the money" });
  await expect(tabs.getByRole("link", { name: "Ledger" })).toBeVisible();
  const views = await tabs.getByRole("link").evaluateAll((links) => links.map((link) => link.getAttribute("href")!));
  expect(views.length).toBeGreaterThan(5);
  for (const view of views) {
    await desk.setViewportSize({ width: 1280, height: 800 });
    await desk.goto(site.baseUrl + view);
    await expect(desk.getByRole("heading", { level: 1, name: "Money" })).toBeVisible();
    await desk.waitForLoadState("networkidle");
    await expect(desk.locator("[aria-busy=true]")).toHaveCount(0);
    expect([view, await barriers(desk)]).toEqual([view, []]);
    await desk.setViewportSize({ width: 320, height: 640 });
    expect([view, await desk.evaluate(() => document.documentElement.scrollWidth)]).toEqual([view, 320]);
    expect([view, await barriers(desk)]).toEqual([view, []]);
  }
});
