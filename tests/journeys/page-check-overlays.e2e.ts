import { expect, test as unskipped, type Page } from "@playwright/test";
import { withSite } from "./journey-kit.ts";
import { checkPage } from "./page-check-kit.ts";

// What opens above a page for anyone: sign-in, search, menus, toasts, the splash.

const test = withSite();
test.use({ viewport: { width: 390, height: 844 }, actionTimeout: 30_000 });
test.setTimeout(300_000);

const dialog = "[role=dialog]";

/** A toast stays while the window doesn't have the focus. */
const holdToast = (page: Page) => page.evaluate(() => dispatchEvent(new Event("blur")));

async function openSignIn(page: Page, baseUrl: string, tab: "Login" | "Register" = "Login") {
  await page.goto(`${baseUrl}/password-reset`);
  await page.waitForLoadState("networkidle");
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.getByRole("dialog").getByRole("tab", { name: tab }).click();
  return page.getByRole("dialog");
}

test("the sign-in dialog has no barriers when empty, with every error and after a rejection", async ({
  page,
  site,
  quiet,
}) => {
  quiet.expect(/status of 404|404:/);
  const opened = await openSignIn(page, site.baseUrl);
  expect(await checkPage(page, "login", { within: dialog })).toEqual([]);
  await opened.getByRole("button", { name: "Login" }).click();
  await expect(opened.getByText("Password must be at least 6 characters")).toBeVisible();
  expect(await checkPage(page, "login with errors", { within: dialog })).toEqual([]);
  await opened.getByLabel("Username").fill("nobody-of-that-name");
  await opened.getByLabel("Password", { exact: true }).fill("Carnival2026");
  await opened.getByRole("button", { name: "Login" }).click();
  await expect(page.locator("li[data-state=open]")).toBeVisible();
  await holdToast(page);
  expect(await checkPage(page, "the rejection toast", { within: "li[data-state=open]" })).toEqual([]);
});

test("the register tab has no barriers when empty and with every error", async ({ page, site }) => {
  const opened = await openSignIn(page, site.baseUrl, "Register");
  expect(await checkPage(page, "register", { within: dialog })).toEqual([]);
  await opened.getByRole("button", { name: "Create account" }).click();
  await expect(opened.getByText("Display name must be at least 3 characters")).toBeVisible();
  expect(await checkPage(page, "register with errors", { within: dialog })).toEqual([]);
});

test("the two-factor step has no barriers with a code and with a recovery code", async ({ page, site, quiet }) => {
  quiet.expect(/status of 401|401:/);
  await page.route("**/api/auth/login", (route) =>
    route.fulfill({
      status: 401,
      json: {
        message: "One more step",
        code: "second_factor_required",
        ticket: "t".repeat(43),
        methods: ["totp", "passkey", "recovery_code"],
      },
    }),
  );
  const opened = await openSignIn(page, site.baseUrl);
  await opened.getByLabel("Username").fill("marva");
  await opened.getByLabel("Password", { exact: true }).fill("Carnival2026");
  await opened.getByRole("button", { name: "Login" }).click();
  await expect(page.getByRole("dialog", { name: "One more step" })).toBeVisible();
  expect(await checkPage(page, "second factor", { within: dialog })).toEqual([]);
  await page.getByRole("button", { name: "Use a recovery code" }).click();
  await page.getByLabel("Recovery code").fill("ABCD-EFGH");
  expect(await checkPage(page, "recovery code", { within: dialog })).toEqual([]);
});

test("an info sheet has no barriers, above a page and without scripts", async ({ page, site, browser }) => {
  const admin = await site.as("admin");
  const html = "<h3>Tickets</h3><p>Tell us your <strong>order number</strong>.</p><ul><li>By email</li></ul>";
  await admin.call("PUT", "/api/admin/info-sheets/contact", { version: 1, html });
  await page.goto(`${site.baseUrl}/password-reset`);
  await page.waitForLoadState("networkidle");
  const open = async () => {
    if (await page.getByRole("dialog").isVisible()) return;
    await page.getByRole("link", { name: "Contact" }).click();
    await expect(page.getByRole("dialog", { name: "Contact" })).toBeVisible();
  };
  await open();
  expect(await checkPage(page, "info sheet", { within: dialog, reopen: open })).toEqual([]);
  const plain = await browser.newPage({ javaScriptEnabled: false, viewport: { width: 320, height: 640 } });
  await plain.goto(`${site.baseUrl}/shop`);
  await plain.getByRole("link", { name: "Contact" }).click();
  await expect(plain.getByRole("region", { name: "Contact" })).toContainText("Tell us your order number.");
  await plain.getByRole("link", { name: "Close" }).click();
  await expect(plain).toHaveURL(`${site.baseUrl}/shop`);
  await plain.close();
});

test("the sign-in dialog at checkout has no barriers, nor has the order behind it", async ({ page, site }) => {
  const eventId = await site.create.event({ title: "Moonlight Mas over the Long Pier of Fort Lauderdale" });
  const ids = [];
  for (const name of ["General admission with early entry", "Captain's table for six on the upper deck"])
    ids.push(await site.create.ticketType({ eventId, name }));
  await page.goto(`${site.baseUrl}/checkout?eventId=${eventId}&tickets=${ids.map((id) => `${id}:2`).join(",")}`);
  await expect(page.getByRole("dialog").getByRole("region", { name: "Your order" })).toBeVisible();
  expect(await checkPage(page, "sign-in at checkout", { within: dialog })).toEqual([]);
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect(await checkPage(page, "checkout before sign-in")).toEqual([]);
});

test("the filters of events have no barriers in their sheet", async ({ page, site }) => {
  await site.create.event({ categories: ["Soca", "Calypso"] });
  await page.goto(`${site.baseUrl}/events?category=Soca`);
  await page.getByRole("button", { name: "Filters 1 on" }).click();
  const sheet = page.getByRole("dialog", { name: "Filters" });
  await sheet.getByText("Choose dates").click();
  expect(await checkPage(page, "filters", { within: dialog })).toEqual([]);
});

test("the search has no barriers when empty, with results and without", async ({ page, site }) => {
  await site.create.event({ title: "Moonlight Mas over the Long Pier of Fort Lauderdale" });
  await page.goto(`${site.baseUrl}/password-reset`);
  await page.waitForLoadState("networkidle");
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page.getByRole("combobox")).toBeVisible();
  expect(await checkPage(page, "search", { within: dialog })).toEqual([]);
  await page.getByRole("combobox").fill("moonlight");
  await expect(page.getByRole("option").first()).toBeVisible();
  await page.keyboard.press("ArrowDown");
  expect(await checkPage(page, "search with results", { within: dialog })).toEqual([]);
  await page.getByRole("combobox").fill("zzzzz");
  await expect(page.getByText("No results for")).toBeVisible();
  expect(await checkPage(page, "search without results", { within: dialog })).toEqual([]);
});

test("the theme menu and its toast have no barriers", async ({ page, site }) => {
  await page.goto(`${site.baseUrl}/password-reset`);
  await page.waitForLoadState("networkidle");
  const open = async () => {
    if (await page.getByRole("menu").isHidden()) await page.getByRole("button", { name: "Theme" }).click();
    await expect(page.getByRole("menu")).toBeVisible();
  };
  await open();
  expect(await checkPage(page, "theme menu", { within: "[role=menu]", reopen: open })).toEqual([]);
  await open();
  await page.getByRole("menuitemradio", { name: "Dark" }).click();
  await expect(page.getByText("Dark mode activated").first()).toBeVisible();
  await holdToast(page);
  expect(await checkPage(page, "theme toast", { within: "li[data-state=open]" })).toEqual([]);
});

test("the menus of a guest, a user and an admin have no barriers", async ({ page, context, site }) => {
  for (const role of ["guest", "user", "admin"] as const) {
    await context.addCookies([await site.cookieOf(role)]);
    await page.goto(`${site.baseUrl}/password-reset`);
    await page.waitForLoadState("networkidle");
    const open = async () => {
      if (await page.getByRole("menu").isHidden()) await page.getByRole("button", { name: /^Account/ }).click();
      await expect(page.getByRole("menu")).toBeVisible();
    };
    await open();
    expect.soft(await checkPage(page, `menu of a ${role}`, { within: "[role=menu]", reopen: open })).toEqual([]);
  }
});

for (const [phase, reducedMotion] of [
  ["video", "no-preference"],
  ["logo", "reduce"],
] as const)
  withSite(unskipped)(`the splash has no barriers in its ${phase} phase`, async ({ page, site }) => {
    await page.emulateMedia({ reducedMotion });
    await page.route("**/brand/intro-*", () => undefined);
    // Keep the phase until it has been checked.
    await page.addInitScript(() => {
      const wait = window.setTimeout;
      Object.assign(window, { setTimeout: (work: () => void, ms = 0) => wait(work, ms >= 3000 ? ms * 100 : ms) });
    });
    await page.goto(`${site.baseUrl}/password-reset`, { waitUntil: "commit" });
    const within = `[data-phase=${phase}]`;
    await expect(page.locator(within)).toBeVisible();
    expect(await checkPage(page, `splash, ${phase}`, { within })).toEqual([]);
  });
