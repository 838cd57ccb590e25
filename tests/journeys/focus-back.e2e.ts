import { expect, type Locator, type Page } from "@playwright/test";
import { withSite } from "./journey-kit.ts";

// Closing a dialog or menu returns the focus to where it was.

const test = withSite();
test.use({ actionTimeout: 30_000 });
test.setTimeout(180_000);

/** Opens by keyboard, closes with Escape, and expects the focus back on the opener. */
async function comesBack(page: Page, opener: Locator, opened: Locator): Promise<void> {
  await opener.focus();
  await page.keyboard.press("Enter");
  await expect(opened).toBeVisible();
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest("[role=dialog], [role=menu]") !== null))
    .toBe(true);
  await page.keyboard.press("Escape");
  await expect(opened).toHaveCount(0);
  await expect(opener).toBeFocused();
}

test("the focus returns from the header's menus, search and sign-in, the first time and again", async ({
  page,
  site,
}) => {
  await page.goto(`${site.baseUrl}/password-reset`);
  await page.waitForLoadState("networkidle");
  for (const _ of ["first", "again"]) {
    await comesBack(page, page.getByRole("button", { name: "Sign In" }), page.getByRole("dialog"));
    await comesBack(page, page.getByRole("button", { name: "Search" }), page.getByRole("dialog"));
    await comesBack(page, page.getByRole("button", { name: "Theme" }), page.getByRole("menu"));
  }
  // After sign-in that button is gone, so the focus goes to the start of the page.
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.getByRole("button", { name: "Continue as guest" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.locator("main")).toBeFocused();
});

test("the focus returns from a member's menu, dialogs and tickets", async ({ page, context, site }) => {
  const cookie = await site.cookieOf("user");
  await context.addCookies([cookie]);
  const ticketTypeId = await site.create.ticketType();
  await site.buy(site.clientOf({ ...site.anon, id: 0, token: cookie.value }), [{ ticketTypeId, quantity: 2 }]);
  await page.goto(`${site.baseUrl}/my-tickets`);
  await page.waitForLoadState("networkidle");
  await comesBack(page, page.getByRole("button", { name: /^Account/ }), page.getByRole("menu"));
  await comesBack(page, page.getByRole("button", { name: "Show 2 tickets" }), page.getByRole("dialog"));
  await page.goto(`${site.baseUrl}/my-tickets?section=account`);
  await page.waitForLoadState("networkidle");
  await comesBack(page, page.getByRole("button", { name: "Delete my account" }), page.getByRole("dialog"));
});

test("the focus returns from an admin page's drawer and dialogs, even to a button whose label changed", async ({
  page,
  context,
  site,
}) => {
  await context.addCookies([await site.cookieOf("admin")]);
  const { id } = await site.as("user");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${site.baseUrl}/user-management?id=${id}`);
  await comesBack(page, page.getByRole("button", { name: /^Admin, current page/ }), page.getByRole("dialog"));
  const suspend = page.getByRole("button", { name: "Suspend" });
  await comesBack(page, suspend, page.getByRole("dialog"));
  await suspend.click();
  await page.getByRole("dialog").getByLabel("Reason").fill("Lost the phone");
  await page.getByRole("dialog").getByRole("button", { name: "Suspend" }).click();
  await expect(page.getByRole("button", { name: "Unsuspend" })).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Unsuspend" })).toBeFocused();
});
