import { expect, test as unskipped, type Page } from "@playwright/test";
import { withSite } from "./journey-kit.ts";

const test = withSite(unskipped);
// The video plays only for people who don't reduce motion.
test.use({ contextOptions: { reducedMotion: "no-preference" } });

const splash = (page: Page) => page.getByRole("dialog", { name: "Savage Gentlemen intro" });

type Times = Partial<Record<"load" | "video" | "logo" | "over", number>>;

/** Records in the page when each phase began and when the site appeared: a check from outside would come later. */
const recordTimes = (page: Page) =>
  page.addInitScript(() => {
    const times: Times = {};
    Object.assign(window, { times });
    window.addEventListener("load", () => (times.load = performance.now()));
    new MutationObserver(() => {
      const phase = document.querySelector<HTMLElement>("[data-phase]")?.dataset["phase"];
      if (phase === "video" || phase === "logo") times[phase] ??= performance.now();
      else if (times.logo !== undefined && !("splash" in document.documentElement.dataset))
        times.over ??= performance.now();
    }).observe(document, { childList: true, subtree: true, attributes: true });
  });

/** Milliseconds from the start of one phase to the start of another, once both have happened. */
async function span(page: Page, from: keyof Times, to: keyof Times): Promise<number> {
  const times = () => page.evaluate(() => (window as unknown as { times: Times }).times);
  await expect
    .poll(async () => Object.keys(await times()), { timeout: 30_000 })
    .toEqual(expect.arrayContaining([from, to]));
  const { [from]: began = 0, [to]: ended = 0 } = await times();
  return ended - began;
}

const shows = (page: Page) => page.evaluate(() => "splash" in document.documentElement.dataset);

test("§2 the splash plays a muted video on a full black screen, then shows the logo, then the site", async ({
  page,
  site,
}) => {
  await recordTimes(page);
  // The video doesn't end before it has been checked.
  let letFilmGo = () => {};
  const wait = new Promise<void>((resolve) => (letFilmGo = resolve));
  await page.route("**/brand/intro-*", async (route) => {
    await wait;
    await route.continue();
  });
  await page.goto(`${site.baseUrl}/`);
  await expect(splash(page)).toBeVisible();
  const box = await splash(page).boundingBox();
  expect(box).toEqual({ x: 0, y: 0, ...page.viewportSize()! });
  await expect(splash(page)).toHaveCSS("background-color", "rgb(0, 0, 0)");
  const film = page.locator("video");
  await expect(film).toHaveJSProperty("muted", true);
  await expect(film).toHaveAttribute("playsinline", "");
  await expect(splash(page)).toHaveAttribute("data-phase", "video");
  letFilmGo();

  await expect(splash(page)).toHaveAttribute("data-phase", "logo");
  await expect(splash(page)).toContainText("Caribbean-American Experience");
  await expect(splash(page)).toContainText("Loading Experience...");
  await expect(splash(page).getByText("Gentlemen")).toBeVisible();
  await expect(splash(page)).toHaveCount(0);
  const logoMs = await span(page, "logo", "over");
  expect(logoMs).toBeGreaterThan(2900);
  expect(logoMs).toBeLessThan(6000);
  await expect(page.getByRole("link", { name: "Events" }).first()).toBeVisible();
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

test("a splash whose scripts never load goes away by itself", async ({ page, site, quiet }) => {
  quiet.expect(/Failed to load resource|ERR_FAILED/);
  await page.route("**/assets/*.js", (route) => route.abort());
  await page.goto(`${site.baseUrl}/`);
  const sheet = page.locator(".splash");
  await expect(sheet).toBeVisible();
  await expect(sheet).not.toBeInViewport({ timeout: 15_000 });
});
