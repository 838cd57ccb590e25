import { expect } from "@playwright/test";

import { withSite } from "./journey-kit.ts";

const test = withSite();

test("the poster above the fold is requested before any script", async ({ page, site }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.resourceType()));
  await site.create.event({ title: "Moonlight Mas" });
  await page.goto(`${site.baseUrl}/`);
  expect(asked).toContain("script");
  expect(asked.indexOf("image")).toBeGreaterThan(0);
  expect(asked.indexOf("image")).toBeLessThan(asked.indexOf("script"));
});

test("a button clicked before the scripts run is clicked once when the page becomes interactive", async ({
  page,
  site,
}) => {
  let letScriptsGo = () => {};
  const wait = new Promise<void>((resolve) => (letScriptsGo = resolve));
  await page.route("**/assets/*.js", async (route) => {
    await wait;
    await route.continue();
  });
  await page.goto(`${site.baseUrl}/`, { waitUntil: "commit" });
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  letScriptsGo();
  await expect(page.getByRole("dialog", { name: "Join The Community" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("an email that was typed and sent before the scripts run is sent once", async ({ page, site }) => {
  let letScriptsGo = () => {};
  const wait = new Promise<void>((resolve) => (letScriptsGo = resolve));
  await page.route("**/assets/*.js", async (route) => {
    await wait;
    await route.continue();
  });
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/api/interest")) sent.push(request.postData() ?? "");
  });
  await page.goto(`${site.baseUrl}/live`, { waitUntil: "commit" });
  await page.getByRole("textbox", { name: "Email" }).fill("marva@example.com");
  await page.keyboard.press("Enter");
  letScriptsGo();
  await expect(page.getByText("Check your email")).toBeVisible();
  expect(sent.map((body) => JSON.parse(body))).toEqual([{ topic: "live", email: "marva@example.com" }]);
});

test("a button in a part whose script hasn't loaded is clicked once when that part becomes interactive", async ({
  page,
  site,
  quiet,
}) => {
  // The server asks for the password first.
  quiet.expect(/status of 403/);
  let letPartGo = () => {};
  const wait = new Promise<void>((resolve) => (letPartGo = resolve));
  await page.route("**/assets/account-pane-*.js", async (route) => {
    await wait;
    await route.continue();
  });
  const begun: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/second-factor/totp")) begun.push(request.url());
  });
  await page.context().addCookies([await site.cookieOf("user")]);
  const me = (await (await page.context().request.get(`${site.baseUrl}/api/me`)).json()) as object;
  // The browser's stored user is out of date: the page, which came with the current one, must not re-render for it.
  await page.addInitScript((user) => localStorage.setItem("user", JSON.stringify({ status: "success", data: user })), {
    ...me,
    displayName: "From last week",
  });
  await page.goto(`${site.baseUrl}/my-tickets?section=account`);
  await page.getByRole("button", { name: "Set up" }).click();
  letPartGo();
  await expect(page.getByRole("dialog", { name: "Confirm it's you" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect(begun).toHaveLength(1);
});

test("what is typed into a part whose script hasn't loaded counts when that part becomes interactive", async ({
  page,
  site,
}) => {
  let letPartGo = () => {};
  const wait = new Promise<void>((resolve) => (letPartGo = resolve));
  await page.route("**/assets/ledger-expor-*.js", async (route) => {
    await wait;
    await route.continue();
  });
  await page.context().addCookies([await site.cookieOf("admin")]);
  await page.goto(`${site.baseUrl}/admin?section=money&view=ledger-export`);
  await page.getByLabel("Last day").fill("2020-01-01");
  letPartGo();
  await expect(page.getByText("The last day is before the first day")).toBeVisible();
  await expect(page.getByLabel("Last day")).toHaveValue("2020-01-01");
});

test("a size that was chosen before the scripts run counts before the press that adds it to the cart", async ({
  page,
  site,
}) => {
  const productId = await site.create.product({
    slug: "early-tee",
    title: "Early Tee",
    options: [{ name: "Size", values: ["M", "L"] }],
  });
  for (const size of ["M", "L"])
    await site.create.variant({ productId, options: [size], sku: `early-${size}`, priceCents: 3000, onHand: 5 });
  let letScriptsGo = () => {};
  const wait = new Promise<void>((resolve) => (letScriptsGo = resolve));
  await page.route("**/assets/*.js", async (route) => {
    await wait;
    await route.continue();
  });
  // A busy phone: the page's own timers don't run for now.
  await page.addInitScript(() => {
    const later = window.setTimeout;
    const held: (() => void)[] = [];
    window.setTimeout = ((run: () => void, ms?: number) =>
      ms === 50 ? held.push(run) : later(run, ms)) as unknown as typeof setTimeout;
    (window as any).letTimersGo = () => {
      window.setTimeout = later;
      held.forEach((run) => run());
    };
  });
  await page.goto(`${site.baseUrl}/shop?product=early-tee`, { waitUntil: "commit" });
  await page.getByRole("radio", { name: "M" }).check();
  letScriptsGo();
  const add = page.getByRole("button", { name: "Add to cart" }).filter({ visible: true }).first();
  await expect
    .poll(() => add.evaluate((button) => Object.keys(button).some((key) => key.startsWith("__reactProps"))))
    .toBe(true);
  await add.click();
  await page.evaluate(() => (window as any).letTimersGo());
  await expect(page.getByRole("dialog", { name: "Your cart" }).getByText("Early Tee")).toBeVisible();
});
