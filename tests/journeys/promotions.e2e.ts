import { expect } from "@playwright/test";
import { barriers } from "./admin-kit.ts";
import { skipSplash, test as past, watchConsole, withSite } from "./journey-kit.ts";
import type { LiveSite } from "#testing/live-site.ts";

const test = withSite(past);

/** A code and a link for their own event, created by an admin through the API. */
async function stage(site: LiveSite, codeText: string) {
  const eventId = await site.create.event({ title: `Night of ${codeText}` });
  await site.create.ticketType({ eventId, name: "General admission" });
  const admin = await site.as("admin");
  const code = { code: codeText, eventId, discount: { kind: "percent", percent: 20 }, totalLimit: 1 };
  expect((await admin.post("/api/admin/promo-codes", code)).status).toBe(201);
  const promoter = {
    name: `Promoter ${codeText}`,
    linkCode: `via-${codeText}`,
    commission: { kind: "percent", percent: 10 },
  };
  const { body } = await admin.post("/api/admin/promoters", promoter);
  const link = await admin.get(`/api/admin/promoters/${body.id}/link`);
  return { eventId, admin, secret: new URL(link.body.url).search };
}

test("a promoter link keeps its code through sign-in and checkout, and the promoter sees the sales", async ({
  page,
  site,
  browser,
}) => {
  const { eventId, secret } = await stage(site, "LINKED");
  // The address lacks the event's name: the redirect to the full address keeps the code.
  await page.goto(`${site.baseUrl}/events/${eventId}?promo=linked&via=via-linked`);
  await expect(page).toHaveURL(/\/events\/\d+\/night-of-linked\?promo=linked/);
  await expect(page.getByText("Promo code LINKED will be applied at checkout.")).toBeVisible();
  await page.getByRole("button", { name: "More: General admission" }).click();
  await page.getByRole("button", { name: "Check out" }).filter({ visible: true }).click();
  await page.getByRole("button", { name: "Continue as guest" }).click();

  await expect(page.getByRole("status").filter({ hasText: "$5.00 off your order" })).toBeVisible();
  await expect(page).toHaveURL(/promo=linked/);
  expect(await barriers(page)).toEqual([]);
  await page.getByLabel("Your name").fill("Marva Bright");
  await page.getByRole("textbox", { name: "Email" }).fill("marva@example.com");
  await page.getByRole("button", { name: /pay \$20\.00/i }).click();
  await expect(page).toHaveURL(/\/api\/payments\/sandbox\/sbx_/);
  await page.getByRole("button", { name: "Pay $20.00" }).click();
  await expect(page).toHaveURL(/\/payment-success\?order=/);

  const stranger = await browser.newContext();
  await skipSplash(stranger);
  const results = await stranger.newPage();
  const errors = watchConsole(results);
  await results.goto(`${site.baseUrl}/my-tickets${secret}`);
  await expect(results.getByRole("heading", { level: 1, name: "Promoter LINKED" })).toBeVisible();
  await expect(results.getByText("1 order", { exact: true })).toBeVisible();
  await expect(results.getByText("$20.00").first()).toBeVisible();
  expect(await barriers(results)).toEqual([]);
  expect(errors).toEqual([]);
  const forged = await results.goto(`${site.baseUrl}/my-tickets${secret.replace(/.$/, "_")}`);
  expect(forged?.status()).toBe(404);
  await expect(results.getByText("Sorry, we couldn't find the page you're looking for...")).toBeVisible();
  await stranger.close();
});

test("staff create a code for an event, find it in the list, pause it and delete it", async ({ page, site }) => {
  const { eventId } = await stage(site, "DESK");
  await page.context().addCookies([await site.cookieOf("admin")]);
  await page.goto(`${site.baseUrl}/admin?section=promotions`);
  await page.getByRole("link", { name: "New code" }).click();
  const drawer = page.getByRole("dialog", { name: "New code" });
  await drawer.getByLabel("Code", { exact: true }).fill("TWENTY");
  await drawer.getByLabel("Percent").fill("20");
  await drawer.getByLabel("Event").selectOption(String(eventId));
  await drawer.getByLabel("Total uses").fill("40");
  expect(await barriers(page)).toEqual([]);
  await drawer.getByRole("button", { name: "Create" }).click();
  await expect(drawer).toBeHidden();

  const row = page.getByRole("row").filter({ hasText: "TWENTY" });
  await expect(row).toContainText("20% off");
  await expect(row).toContainText("Night of DESK");
  await row.getByRole("button", { name: "Pause TWENTY" }).click();
  await expect(row).toContainText("Paused");
  expect(await barriers(page)).toEqual([]);

  await row.getByRole("link", { name: "TWENTY" }).click();
  const opened = page.getByRole("dialog", { name: "TWENTY" });
  await expect(opened.getByLabel("Event")).toHaveValue(String(eventId));
  await opened.getByLabel("Total uses").fill("50");
  await opened.getByRole("button", { name: "Save changes" }).click();
  await expect(opened).toBeHidden();
  await expect(row).toContainText("of 50");
  await expect(row).toContainText("Night of DESK");

  await row.getByRole("link", { name: "TWENTY" }).click();
  await opened.getByRole("button", { name: "Delete this code" }).click();
  await opened.getByRole("button", { name: "Confirm and delete" }).click();
  await expect(opened).toBeHidden();
  await expect(row).toBeHidden();
});
