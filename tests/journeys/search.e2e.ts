import { expect, type Page } from "@playwright/test";
import { withSite } from "./journey-kit.ts";

const test = withSite();

test.beforeEach(async ({ page, site }) => {
  await site.make.event({ title: "Moonlight Mas" });
  await site.make.event({ title: "Moonlight Brunch" });
  await page.goto(`${site.baseUrl}/`);
  await page.waitForLoadState("networkidle");
});

const field = (page: Page) => page.getByRole("combobox", { name: "Search nights, products and posts" });

test("§2 the search-like icon button opens a search over the whole site", async ({ page }) => {
  await page.getByRole("button", { name: "Search" }).click();
  const dialog = page.getByRole("dialog", { name: "Search" });
  await expect(dialog).toBeVisible();
  await expect(field(page)).toBeFocused();
  await field(page).fill("moonlight");
  await expect(dialog.getByRole("group", { name: "Nights" }).getByRole("option")).not.toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Search" })).toBeFocused();
});

test("the search opens with / and with Ctrl-K, and not while somebody types elsewhere", async ({ page, site }) => {
  await page.keyboard.press("/");
  await expect(field(page)).toBeFocused();
  await expect(field(page)).toHaveValue("");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  await expect(field(page)).toBeFocused();
  await page.keyboard.press("Escape");
  await page.goto(`${site.baseUrl}/shop`);
  await page.getByLabel("E-mail").fill("a");
  await page.getByLabel("E-mail").press("/");
  await expect(page.getByLabel("E-mail")).toHaveValue("a/");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("arrows choose, Enter opens, and what was looked for is offered again", async ({ page }) => {
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
  await expect(page.getByRole("group", { name: "You looked for" }).getByRole("option")).toHaveText("moonlight mas");
  await field(page).press("Enter");
  await expect(field(page)).toHaveValue("moonlight mas");
  await field(page).fill("");
  await page.getByRole("button", { name: "Forget these" }).click();
  await expect(page.getByRole("option")).toHaveCount(0);
});

test("Enter without a choice leads to all nights with these words", async ({ page }) => {
  await page.keyboard.press("/");
  await field(page).fill("moonlight");
  await field(page).press("Enter");
  await expect(page).toHaveURL(/\/events\?q=moonlight$/);
});

test("nothing found, offline and a failing server each say so, and offer to try again", async ({
  page,
  context,
  quiet,
}) => {
  quiet.expect(/Failed to load resource|ERR_INTERNET_DISCONNECTED/);
  await page.keyboard.press("/");
  await field(page).fill("zzzzz");
  await expect(page.getByText("Nothing for “zzzzz”")).toBeVisible();
  await context.setOffline(true);
  await field(page).fill("brunch");
  await expect(page.getByText("You are offline")).toBeVisible();
  await context.setOffline(false);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("option").first()).toContainText("Moonlight Brunch");
  await page.route("**/api/search?**", (route) => route.fulfill({ status: 500, body: "{}" }));
  await field(page).fill("mas");
  await expect(page.getByText("Search does not answer")).toBeVisible();
});
