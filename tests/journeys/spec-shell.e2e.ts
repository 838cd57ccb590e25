import { expect, type Page } from "@playwright/test";
import { withSite } from "./journey-kit.ts";
import { authDialog, enterAs, expectToast, keep, kept, lifeOfToast, marva, visit } from "./spec-kit.ts";

const test = withSite();

const phone = { width: 390, height: 844 };
const five = ["/", "/events", "/shop", "/live", "/community"];

/** Where the links of a navigation lead, in order. */
const linksOf = (page: Page, name: "Main" | "Bottom") =>
  page
    .getByRole("navigation", { name, exact: true })
    .getByRole("link")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href")));

const account = (page: Page) => page.getByRole("button", { name: /^Account:/ });

const people = [
  { who: "a visitor", change: undefined, header: five, bottom: five },
  { who: "a guest", change: { role: "guest", isGuest: true }, header: five, bottom: five },
  { who: "a user", change: { role: "user" }, header: [...five, "/my-tickets"], bottom: [...five, "/my-tickets"] },
  {
    who: "a moderator",
    change: { role: "moderator" },
    header: [...five, "/my-tickets"],
    bottom: [...five, "/my-tickets"],
  },
  {
    who: "an admin",
    change: { role: "admin" },
    header: [...five, "/my-tickets"],
    bottom: [...five, "/my-tickets", "/admin"],
  },
];

for (const { who, change, header, bottom } of people) {
  test(`§2 the header's links and the bottom navigation of ${who}`, async ({ page, site }) => {
    if (change) await enterAs(page, change);
    await visit(page, `${site.baseUrl}/events`);
    await expect(change ? account(page) : page.getByRole("button", { name: "Sign In" })).toBeVisible();
    await expect.poll(() => linksOf(page, "Main")).toEqual(header);
    await expect(page.getByRole("navigation", { name: "Bottom" })).toHaveCount(0);
    await page.setViewportSize(phone);
    await expect.poll(() => linksOf(page, "Bottom")).toEqual(bottom);
    await expect(page.getByRole("navigation", { name: "Main" })).toHaveCount(0);
    const names = ["Home", "Events", "Shop", "Live", "Community", "My Tickets", "Admin"].slice(0, bottom.length);
    await expect(page.getByRole("navigation", { name: "Bottom" }).getByRole("link")).toHaveText(names);
  });
}

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
  await expect(brand).toHaveAttribute("href", "/");
  await expect(brand.locator("svg")).toBeVisible();
  await expect(header.getByRole("button", { name: "Theme" })).toBeVisible();
  await expect(header.getByRole("button", { name: "Search" })).toBeVisible();
  await header.getByRole("button", { name: "Sign In" }).click();
  await expect(authDialog(page)).toBeVisible();
});

for (const [change, name, letter] of [
  [{}, "Marva Bright", "M"],
  [{ displayName: null }, "marva", "M"],
  [{ displayName: null, username: "" }, "Logged In", "U"],
  [{ role: "guest", isGuest: true, displayName: "Guest 12" }, "Guest 12 (Guest)", "G"],
  [{ role: "admin", displayName: "ade" }, "ade (Admin)", "A"],
] as const) {
  test(`§2 the avatar menu shows the name as '${name}' and the letter ${letter}`, async ({ page, site }) => {
    await enterAs(page, change);
    await visit(page, `${site.baseUrl}/password-reset`);
    await expect(account(page)).toHaveText(letter);
    await account(page).click();
    await expect(page.getByRole("menu")).toContainText(name);
    expect((await page.getByRole("menu").innerText()).split("\n")[0]).toBe(name);
  });
}

test("§2 an avatar that cannot be read falls back to the letter", async ({ page, site, quiet }) => {
  quiet.expect(/status of 404/);
  await keep(page, "localStorage", "user", JSON.stringify({ ...marva, avatar: "/media/avatars/gone.webp" }));
  await page.route("**/api/me", (route) => route.abort());
  quiet.expect(/ERR_FAILED/);
  await visit(page, `${site.baseUrl}/password-reset`);
  await expect(account(page)).toHaveText("M");
});

for (const [who, change, items] of [
  ["a user", {}, ["My Tickets", "Admin Dashboard", "Logout"]],
  ["a guest", { role: "guest", isGuest: true }, ["Admin Dashboard", "Logout"]],
  ["an admin", { role: "admin" }, ["My Tickets", "Admin Dashboard", "Logout"]],
] as const) {
  test(`§2 the avatar menu's items of ${who}; Admin Dashboard is there for every signed-in user`, async ({
    page,
    site,
  }) => {
    await enterAs(page, change);
    await visit(page, `${site.baseUrl}/password-reset`);
    await account(page).click();
    await expect(page.getByRole("menuitem")).toHaveText([...items]);
    await expect(page.getByRole("menuitem", { name: "Admin Dashboard" })).toHaveAttribute("href", "/admin");
    if (items.length === 3)
      await expect(page.getByRole("menuitem", { name: "My Tickets" })).toHaveAttribute("href", "/my-tickets");
  });
}

test("§2 the bottom navigation's Live has a pulsing notification dot, and no other place has one", async ({
  page,
  site,
}) => {
  await page.setViewportSize(phone);
  await visit(page, `${site.baseUrl}/events`);
  const pulsing = await page
    .getByRole("navigation", { name: "Bottom" })
    .evaluate((nav) =>
      [...nav.querySelectorAll("a")]
        .filter((link) =>
          link
            .getAnimations({ subtree: true })
            .some(({ effect }) => effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY),
        )
        .map((link) => link.getAttribute("href")),
    );
  expect(pulsing).toEqual(["/live"]);
});

test("§2 the current route is highlighted in the bottom navigation", async ({ page, site }) => {
  await page.setViewportSize(phone);
  await visit(page, `${site.baseUrl}/shop`);
  const current = page.getByRole("navigation", { name: "Bottom" }).locator("[aria-current=page]");
  await expect(current).toHaveText(["Shop"]);
  await page.getByRole("navigation", { name: "Bottom" }).getByRole("link", { name: "Live" }).click();
  await expect(current).toHaveText(["Live"]);
  const colour = (name: string) =>
    page
      .getByRole("navigation", { name: "Bottom" })
      .getByRole("link", { name })
      .evaluate((link) => getComputedStyle(link).color);
  expect(await colour("Live")).not.toBe(await colour("Shop"));
});

const themeOf = (page: Page) => page.evaluate(() => document.documentElement.dataset.theme);

for (const [choice, value, text] of [
  ["Light", "light", "Light mode activated"],
  ["Dark", "dark", "Dark mode activated"],
  ["System", "system", "Using system preference for theme"],
] as const) {
  test(`§4 choosing the theme ${value} saves it, applies it and shows the toast '${text}'`, async ({ page, site }) => {
    await page.emulateMedia({ colorScheme: "light" });
    await keep(page, "localStorage", "sg-theme-preference", value === "dark" ? "light" : "dark");
    await visit(page, `${site.baseUrl}/password-reset`);
    await page.getByRole("button", { name: "Theme" }).click();
    await page.getByRole("menuitemradio", { name: choice }).click();
    await expectToast(page, "Theme Changed", text);
    expect(await kept(page, "sg-theme-preference")).toBe(value);
    expect(await themeOf(page)).toBe(value === "dark" ? "dark" : "light");
  });
}

test("§9 the toast about the theme stays for 2 seconds", async ({ page, site }) => {
  await visit(page, `${site.baseUrl}/password-reset`);
  const life = lifeOfToast(page, "Light mode activated");
  await page.getByRole("button", { name: "Theme" }).click();
  await page.getByRole("menuitemradio", { name: "Light" }).click();
  expect(await life).toBeGreaterThan(1900);
  expect(await life).toBeLessThan(4000);
});

for (const value of ["light", "dark"] as const) {
  test(`§4 the saved preference ${value} is re-applied on load, from the first frame on`, async ({ page, site }) => {
    await page.emulateMedia({ colorScheme: value === "light" ? "dark" : "light" });
    await keep(page, "localStorage", "sg-theme-preference", value);
    await page.addInitScript(() => {
      const seen: unknown[] = [];
      Object.assign(window, { seen });
      const look = () => {
        if (document.body) seen.push(document.documentElement.dataset.theme);
        if (seen.length < 60) requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    await visit(page, `${site.baseUrl}/events`);
    const seen = await page.evaluate(() => [...new Set((window as any).seen)]);
    expect(seen).toEqual([value]);
    expect(await themeOf(page)).toBe(value);
  });
}

test("§4 the theme system follows the device, on load and later", async ({ page, site }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await keep(page, "localStorage", "sg-theme-preference", "system");
  await visit(page, `${site.baseUrl}/password-reset`);
  expect(await themeOf(page)).toBe("light");
  await page.emulateMedia({ colorScheme: "dark" });
  await expect.poll(() => themeOf(page)).toBe("dark");
  await page.emulateMedia({ colorScheme: "light" });
  await expect.poll(() => themeOf(page)).toBe("light");
});
