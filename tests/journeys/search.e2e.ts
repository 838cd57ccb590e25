import { expect, type Page } from "@playwright/test";
import { withSite } from "./journey-kit.ts";

const test = withSite();

test.beforeEach(async ({ page, site }) => {
  await site.create.event({ title: "Moonlight Mas" });
  await site.create.event({ title: "Moonlight Brunch" });
  await page.goto(`${site.baseUrl}/`);
  await page.waitForLoadState("networkidle");
});

const field = (page: Page) => page.getByRole("combobox", { name: "Search events, products and posts" });

test("arrow keys select, Enter opens, and recent searches are offered again", async ({ page }) => {
  await page.keyboard.press("/");
  await field(page).fill("moonlight mas");
  const first = page.getByRole("option").first();
  await expect(first).toBeVisible();
  await field(page).press("ArrowDown");
  await expect(first).toHaveAttribute("aria-selected", "true");
  await expect(field(page)).toHaveAttribute("aria-activedescendant", (await first.getAttribute("id"))!);
  await field(page).press("Enter");
  await expect(page).toHaveURL(/\/events\/\d+\/moonlight-mas$/);
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await page.keyboard.press("/");
  await field(page).press("ArrowDown");
  await expect(page.getByRole("group", { name: "Recent searches" }).getByRole("option")).toHaveText("moonlight mas");
  await field(page).press("Enter");
  await expect(field(page)).toHaveValue("moonlight mas");
  await field(page).fill("");
  await page.getByRole("button", { name: "Clear recent searches" }).click();
  await expect(page.getByRole("option")).toHaveCount(0);
});
