import { expect } from "@playwright/test";
import { readFile } from "node:fs/promises";
import { age, loseDelivery } from "#tests/reconciliation/kit.ts";
import { barriers, withAdmin } from "./admin-kit.ts";

const test = withAdmin();

test("a payment without tickets is explained in a sentence and resolved with one click; then every cent is accounted for", async ({
  adminPage,
  site,
}) => {
  const ticketTypeId = await site.create.ticketType({ capacity: 5 });
  const { body: order } = await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 2 }]);
  await age(site, "10 minutes");
  await loseDelivery(site, order.id);
  await site.app.runJob("discrepancies");

  await adminPage.goto(`${site.baseUrl}/admin`);
  await adminPage.getByRole("link", { name: "1 payment discrepancy" }).click();
  await expect(adminPage).toHaveURL(/section=money&view=discrepancies/);
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

test("the owner sees what was earned and takes an event's settlement along as PDF and CSV", async ({
  adminPage,
  context,
  site,
}) => {
  const eventId = await site.create.event({ title: "Sound Clash" });
  const ticketTypeId = await site.create.ticketType({ eventId, name: "Rope" });
  await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 2 }]);
  await adminPage.goto(`${site.baseUrl}/admin`);
  await adminPage.getByRole("link", { name: "Money", exact: true }).click();
  await expect(adminPage.getByRole("region", { name: "What you earned" })).toContainText(
    "Net, before charges of the payment provider",
  );
  const row = adminPage.getByRole("region", { name: "By event" }).getByRole("row", { name: /Sound Clash/ });
  await expect(row).toContainText("$50.00");
  await row.getByRole("link", { name: "Sound Clash", exact: true }).click();
  await expect(adminPage.getByRole("region", { name: "What this event earned" })).toContainText("$50.00");

  const downloading = adminPage.waitForEvent("download");
  await adminPage.getByRole("link", { name: "CSV settlement of Sound Clash" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/settlement.*\.csv$/);
  expect(await readFile(await download.path(), "utf8")).toMatch(/"Rope",2,0,"USD",/);

  const pdf = adminPage.getByRole("link", { name: "PDF settlement of Sound Clash" });
  const file = await context.request.get(site.baseUrl + (await pdf.getAttribute("href"))!);
  expect([file.status(), (await file.body()).subarray(0, 5).toString()]).toEqual([200, "%PDF-"]);
  for (const width of [1280, 320]) {
    await adminPage.setViewportSize({ width, height: 800 });
    expect(await adminPage.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    expect(await barriers(adminPage)).toEqual([]);
  }
});

test("every money view is accessible on a desktop and at 320 px", async ({ adminPage, site, event }) => {
  // Checking several pages twice takes a while on a busy machine.
  test.setTimeout(180_000);
  expect(event.eventId).toBeGreaterThan(0);
  await adminPage.goto(`${site.baseUrl}/admin?section=money&view=ledger`);
  const tabs = adminPage.getByRole("navigation", { name: "Money views" });
  await expect(tabs.getByRole("link", { name: "Ledger", exact: true })).toBeVisible();
  const views = await tabs.getByRole("link").evaluateAll((links) => links.map((link) => link.getAttribute("href")!));
  expect(views.length).toBeGreaterThan(5);
  for (const view of ["/admin?section=money", ...views]) {
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
