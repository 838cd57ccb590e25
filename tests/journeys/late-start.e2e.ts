import { expect } from "@playwright/test";

import { withSite } from "./journey-kit.ts";

const test = withSite();

test("the poster above the fold is asked for, and there, before any script", async ({ page, site }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.resourceType()));
  await site.make.event({ title: "Moonlight Mas" });
  await page.goto(`${site.baseUrl}/`);
  expect(asked).toContain("script");
  expect(asked.indexOf("image")).toBeGreaterThan(0);
  expect(asked.indexOf("image")).toBeLessThan(asked.indexOf("script"));
});

test("a button pressed before the scripts run is pressed when the page answers, once", async ({ page, site }) => {
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

test("a button in a part whose script is still to come is pressed when that part answers, once", async ({
  page,
  site,
  quiet,
}) => {
  // The server wants to know first who is there.
  quiet.expect(/status of 403/);
  let letPartGo = () => {};
  const wait = new Promise<void>((resolve) => (letPartGo = resolve));
  await page.route("**/assets/account-panel-*.js", async (route) => {
    await wait;
    await route.continue();
  });
  const begun: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/second-factor/totp")) begun.push(request.url());
  });
  await page.context().addCookies([await site.cookieOf("user")]);
  const me = (await (await page.context().request.get(`${site.baseUrl}/api/me`)).json()) as object;
  // What the browser kept is of last week: the page, which came with today's, is not drawn anew for it.
  await page.addInitScript((user) => localStorage.setItem("user", JSON.stringify({ status: "success", data: user })), {
    ...me,
    displayName: "Of last week",
  });
  await page.goto(`${site.baseUrl}/my-tickets?section=account`);
  await page.getByRole("button", { name: "Set up" }).click();
  letPartGo();
  await expect(page.getByRole("dialog", { name: "Is it still you?" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect(begun).toHaveLength(1);
});

test("what is written into a part whose script is still to come counts when that part answers", async ({
  page,
  site,
}) => {
  let letPartGo = () => {};
  const wait = new Promise<void>((resolve) => (letPartGo = resolve));
  await page.route("**/assets/journal-view-*.js", async (route) => {
    await wait;
    await route.continue();
  });
  await page.context().addCookies([await site.cookieOf("admin")]);
  await page.goto(`${site.baseUrl}/admin?section=money&view=journal`);
  await page.getByLabel("Last day").fill("2020-01-01");
  letPartGo();
  await expect(page.getByText("The last day comes before the first")).toBeVisible();
  await expect(page.getByLabel("Last day")).toHaveValue("2020-01-01");
});
