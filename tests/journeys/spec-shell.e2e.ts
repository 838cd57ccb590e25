import { expect, type Page } from "@playwright/test";
import { withSite } from "./journey-kit.ts";
import { presetStorage, visit } from "./spec-kit.ts";

const test = withSite();

const phone = { width: 390, height: 844 };

test("§2 the header is sticky and shows logo, brand name, theme switcher, search and Sign In", async ({
  page,
  site,
}) => {
  await visit(page, `${site.baseUrl}/shop`);
  const header = page.getByRole("banner");
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(200);
  expect((await header.boundingBox())?.y).toBe(0);
  const brand = header.getByRole("link", { name: "Savage Gentlemen" });
  await expect(brand.locator("svg")).toBeVisible();
  for (const name of ["Theme", "Search", "Sign In"]) await expect(header.getByRole("button", { name })).toBeVisible();
  for (const landmark of ["main", "contentinfo"] as const) await expect(page.getByRole(landmark)).toBeVisible();
});

test("§2 a phone has only the bottom navigation: its Live has a pulsing dot and the current route is highlighted", async ({
  page,
  site,
}) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await visit(page, `${site.baseUrl}/shop`);
  const main = page.getByRole("navigation", { name: "Main", exact: true });
  const bottom = page.getByRole("navigation", { name: "Bottom" });
  await expect(main).toBeVisible();
  await expect(bottom).toHaveCount(0);
  await page.setViewportSize(phone);
  await expect(bottom).toBeVisible();
  await expect(main).toHaveCount(0);

  const pulsing = await bottom.evaluate((nav) =>
    [...nav.querySelectorAll("a")]
      .filter((link) =>
        link
          .getAnimations({ subtree: true })
          .some(({ effect }) => effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY),
      )
      .map((link) => link.getAttribute("href")),
  );
  expect(pulsing).toEqual(["/live"]);

  const current = bottom.locator("[aria-current=page]");
  await expect(current).toHaveText(["Shop"]);
  await bottom.getByRole("link", { name: "Live" }).click();
  await expect(current).toHaveText(["Live"]);
  const color = (name: string) => bottom.getByRole("link", { name }).evaluate((link) => getComputedStyle(link).color);
  expect(await color("Live")).not.toBe(await color("Shop"));
});

const themeOf = (page: Page) => page.evaluate(() => document.documentElement.dataset.theme);

for (const value of ["light", "dark"] as const) {
  test(`§4 the saved preference ${value} is re-applied on load, from the first frame`, async ({ page, site }) => {
    await page.emulateMedia({ colorScheme: value === "light" ? "dark" : "light" });
    await presetStorage(page, "localStorage", "sg-theme-preference", value);
    await page.addInitScript(() => {
      const seen: unknown[] = [];
      Object.assign(window, { seen });
      const sample = () => {
        if (document.body) seen.push(document.documentElement.dataset.theme);
        if (seen.length < 60) requestAnimationFrame(sample);
      };
      requestAnimationFrame(sample);
    });
    await visit(page, `${site.baseUrl}/events`);
    const seen = await page.evaluate(() => [...new Set((window as any).seen)]);
    expect(seen).toEqual([value]);
    expect(await themeOf(page)).toBe(value);
  });
}

test("§4 the theme system follows the device, on load and later", async ({ page, site }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await presetStorage(page, "localStorage", "sg-theme-preference", "system");
  await visit(page, `${site.baseUrl}/password-reset`);
  expect(await themeOf(page)).toBe("light");
  await page.emulateMedia({ colorScheme: "dark" });
  await expect.poll(() => themeOf(page)).toBe("dark");
  await page.emulateMedia({ colorScheme: "light" });
  await expect.poll(() => themeOf(page)).toBe("light");
});

test("on the narrowest phone, 8 px are between the parts of the header, and all of it is on the screen", async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(`${site.baseUrl}/events`);
  const parts = page.locator("header > div").first().locator(":scope > :visible");
  await expect(parts).toHaveCount(5);
  const edges = await parts.evaluateAll((all) =>
    all.map((part) => {
      // The link around the name is wider than the name.
      const { left, right } = (part.matches("a") ? part.firstElementChild! : part).getBoundingClientRect();
      return { left, right };
    }),
  );
  for (const [index, { left, right }] of edges.entries()) {
    expect(right).toBeLessThanOrEqual(320 - 12);
    if (index > 0) expect(left - edges[index - 1]!.right).toBeGreaterThanOrEqual(8);
  }
});
