import { expect, test as unskipped, type Page } from "@playwright/test";
import { withSite } from "./journey-kit.ts";

const test = withSite(unskipped);

const splash = (page: Page) => page.getByRole("dialog", { name: "Savage Gentlemen intro" });
const shows = (page: Page) => page.evaluate(() => "splash" in document.documentElement.dataset);

test("§2 the splash plays a muted video on a full black screen, then shows the logo, then the site", async ({
  page,
  site,
}) => {
  await page.goto(`${site.baseUrl}/`);
  await expect(splash(page)).toBeVisible();
  const box = await splash(page).boundingBox();
  expect(box).toEqual({ x: 0, y: 0, ...page.viewportSize()! });
  await expect(splash(page)).toHaveCSS("background-color", "rgb(0, 0, 0)");
  const film = page.locator("video");
  await expect(film).toHaveJSProperty("muted", true);
  await expect(film).toHaveAttribute("playsinline", "");
  await expect(splash(page)).toHaveAttribute("data-phase", "video");

  await expect(splash(page)).toHaveAttribute("data-phase", "logo", { timeout: 8000 });
  const logoAt = Date.now();
  await expect(splash(page)).toContainText("Caribbean-American Experience");
  await expect(splash(page)).toContainText("Loading Experience...");
  await expect(splash(page).getByText("Gentlemen")).toBeVisible();
  await expect(splash(page)).toHaveCount(0);
  expect(Date.now() - logoAt).toBeGreaterThan(2500);
  expect(Date.now() - logoAt).toBeLessThan(6000);
  await expect(page.getByRole("link", { name: "Events" }).first()).toBeVisible();
});

test("§9 a video that does not come to its end gives way to the logo after 7 seconds", async ({ page, site }) => {
  await page.route("**/brand/intro-*", () => undefined);
  await page.goto(`${site.baseUrl}/`, { waitUntil: "commit" });
  await expect(splash(page)).toBeVisible();
  const startedAt = Date.now();
  await expect(splash(page)).toHaveAttribute("data-phase", "logo", { timeout: 9000 });
  expect(Date.now() - startedAt).toBeGreaterThan(6000);
});

test("§2 a video that fails gives way to the logo at once", async ({ page, site, quiet }) => {
  quiet.expect(/Failed to load resource/);
  await page.route("**/brand/intro-*", (route) => route.fulfill({ status: 404 }));
  await page.goto(`${site.baseUrl}/`);
  await expect(splash(page)).toHaveAttribute("data-phase", "logo", { timeout: 3000 });
});

test("§4 the splash shows once per session, and any value of hasShownSplash counts", async ({
  page,
  context,
  site,
}) => {
  await page.goto(`${site.baseUrl}/`);
  await expect(splash(page)).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem("hasShownSplash"))).toBe("true");
  await page.reload();
  expect(await shows(page)).toBe(false);
  const other = await context.newPage();
  await other.addInitScript(() => sessionStorage.setItem("hasShownSplash", "yes"));
  await other.goto(`${site.baseUrl}/events`);
  expect(await shows(other)).toBe(false);
});

test("the splash can be skipped by its button and by Escape, and gives the page back whole", async ({
  page,
  context,
  site,
}) => {
  await page.goto(`${site.baseUrl}/`);
  await expect(splash(page)).toBeFocused();
  expect(await page.locator("#main").evaluate((main) => (main as HTMLElement).inert)).toBe(true);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Skip" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(splash(page)).toHaveCount(0);
  expect(await page.locator("[inert]").count()).toBe(0);
  await page.getByRole("link", { name: "Events" }).first().click();
  await expect(page).toHaveURL(/\/events$/);

  const other = await context.newPage();
  await other.goto(`${site.baseUrl}/events`);
  await expect(splash(other)).toBeVisible();
  await other.keyboard.press("Escape");
  await expect(splash(other)).toHaveCount(0);
});

test("who asks for less motion gets the logo alone", async ({ page, site }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(`${site.baseUrl}/`);
  await expect(splash(page)).toHaveAttribute("data-phase", "logo");
  await expect(page.locator("video")).toHaveCount(0);
});

test("the page beneath loads meanwhile, and a guarded page's dialog waits for the end of the splash", async ({
  page,
  site,
}) => {
  await page.goto(`${site.baseUrl}/my-tickets`);
  await expect(splash(page)).toBeVisible();
  await expect(page.getByRole("dialog", { name: "Join The Community" })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog", { name: "Join The Community" })).toBeVisible();
});

test("a splash whose scripts never arrive goes by itself", async ({ page, site, quiet }) => {
  quiet.expect(/Failed to load resource|ERR_FAILED/);
  await page.route("**/assets/*.js", (route) => route.abort());
  await page.goto(`${site.baseUrl}/`);
  const sheet = page.locator(".splash");
  await expect(sheet).toBeVisible();
  await expect(sheet).not.toBeInViewport({ timeout: 15_000 });
});
