import { readFile } from "node:fs/promises";
import { expect, type Download, type Locator, type Page } from "@playwright/test";
import { sql } from "kysely";
import { hashPassword } from "#server/modules/accounts/passwords.ts";
import type { LiveSite } from "#tests/kit/live-site.ts";
import { barriers, withDesk } from "./desk-kit.ts";
import { skipSplash, waitForAnswer, waitForToasts } from "./journey-kit.ts";

// A browser that was left open gives out nobody's data: files ask for a proof that is not older than five minutes.

const test = withDesk();

const password = "Carnival2026";
const question = (page: Page) => page.getByRole("dialog", { name: "Is it still you?" });
const csv = (page: Page) => page.getByRole("link", { name: "CSV" });

/** Everybody can be asked for the password, and nobody was for six minutes. */
async function ageProofs(site: LiveSite): Promise<void> {
  await sql`update users set password_hash = ${await hashPassword(password)} where role <> 'guest'`.execute(site.db);
  await sql`update sessions set confirmed_at = clock_now() - interval '6 minutes'`.execute(site.db);
}

/** All files that arrive on this page, in their order. */
function watchDownloads(page: Page): Download[] {
  const arrived: Download[] = [];
  page.on("download", (download) => arrived.push(download));
  return arrived;
}

/** How often the page asked whether the proof is fresh. */
function countAsking(page: Page): () => number {
  let count = 0;
  page.on("request", (request) => (count += request.url().endsWith("/api/me/second-factor") ? 1 : 0));
  return () => count;
}

async function openPeople(desk: Page, site: LiveSite): Promise<void> {
  await desk.goto(`${site.baseUrl}/user-management?q=calypso`);
  await expect(csv(desk)).toBeVisible();
}

test("an old proof is asked for anew and the file arrives; with a fresh one it arrives at once, all by keyboard", async ({
  desk,
  site,
}) => {
  await site.as("user", "calypso-rose");
  await ageProofs(site);
  await openPeople(desk, site);
  const arrived = watchDownloads(desk);
  const asked = countAsking(desk);

  await csv(desk).focus();
  await desk.keyboard.press("Enter");
  await expect(question(desk).getByLabel("Your password")).toBeFocused();
  expect(await barriers(desk)).toEqual([]);
  await desk.keyboard.press("Escape");
  await expect(question(desk)).toBeHidden();
  await expect(csv(desk)).toBeFocused();
  await expect(csv(desk)).not.toHaveAttribute("aria-busy");
  expect(arrived).toEqual([]);

  await desk.keyboard.press("Enter");
  await expect(question(desk).getByLabel("Your password")).toBeFocused();
  await desk.keyboard.type(password);
  const first = desk.waitForEvent("download");
  await desk.keyboard.press("Enter");
  expect((await first).suggestedFilename()).toBe("people.csv");
  expect(await readFile(await (await first).path(), "utf8")).toContain("calypso-rose");
  await expect(csv(desk)).toBeFocused();

  const second = desk.waitForEvent("download");
  await desk.keyboard.press("Enter");
  expect(await readFile(await (await second).path(), "utf8")).toContain("calypso-rose");
  await expect(question(desk)).toBeHidden();
  expect([arrived.length, asked()]).toEqual([2, 3]);
});

test("a middle click and a click with Control ask as well, and open no tab", async ({ desk, site }) => {
  await ageProofs(site);
  await openPeople(desk, site);
  await csv(desk).click({ button: "middle" });
  await question(desk).getByLabel("Your password").fill(password);
  const first = desk.waitForEvent("download");
  await desk.keyboard.press("Enter");
  expect((await first).suggestedFilename()).toBe("people.csv");
  const clicks: Parameters<Locator["click"]>[0][] = [{ button: "middle" }, { modifiers: ["ControlOrMeta"] }];
  for (const click of clicks) {
    const next = desk.waitForEvent("download");
    await csv(desk).click(click);
    expect((await next).suggestedFilename()).toBe("people.csv");
  }
  expect(desk.context().pages()).toEqual([desk]);
});

test("while it asks a second press does nothing; without a line and signed out it says so", async ({
  desk,
  site,
  refusals,
}) => {
  refusals.push(/ERR_INTERNET_DISCONNECTED/, /status of 401/);
  await openPeople(desk, site);
  const arrived = watchDownloads(desk);
  const asked = countAsking(desk);
  const line = Promise.withResolvers<void>();
  await desk.route("**/api/me/second-factor", async (route) => {
    await line.promise;
    await route.continue();
  });
  await csv(desk).press("Enter");
  await expect(csv(desk)).toHaveAttribute("aria-busy", "true");
  await csv(desk).press("Enter");
  await csv(desk).press("Enter");
  const download = desk.waitForEvent("download");
  line.resolve();
  await download;
  await expect(csv(desk)).not.toHaveAttribute("aria-busy");
  expect([arrived.length, asked()]).toEqual([1, 1]);

  const failed = desk.getByText("The file was not fetched").first();
  await waitForToasts(desk);
  await desk.context().setOffline(true);
  await csv(desk).press("Enter");
  await expect(failed).toBeVisible();
  await expect(desk.getByText("The network is gone or the site does not answer.").first()).toBeVisible();
  await desk.context().setOffline(false);
  await desk.getByRole("button", { name: "Dismiss" }).click();
  await expect(failed).toBeHidden();

  await sql`update sessions set expires_at = clock_now()`.execute(site.db);
  await csv(desk).press("Enter");
  await expect(failed).toBeVisible();
  await expect(desk.getByText("You are signed out. Sign in again to go on.").first()).toBeVisible();
  expect(arrived).toHaveLength(1);
});

test("two files that are pressed one after the other are asked for once, and both arrive", async ({
  desk,
  site,
  night,
}) => {
  await ageProofs(site);
  await desk.goto(`${site.baseUrl}/ticket-management?event=${night.eventId}`);
  const arrived = watchDownloads(desk);
  const line = Promise.withResolvers<void>();
  await desk.route("**/api/me/second-factor", async (route) => {
    await line.promise;
    await route.continue();
  });
  await csv(desk).press("Enter");
  await desk.getByRole("link", { name: "Excel" }).press("Enter");
  line.resolve();
  await question(desk).getByLabel("Your password").fill(password);
  await desk.keyboard.press("Enter");
  await expect(question(desk)).toBeHidden();
  await expect
    .poll(() => arrived.map((download) => download.suggestedFilename()).toSorted())
    .toEqual(["attendees.csv", "attendees.xlsx"]);
  await expect(desk.locator("a[aria-busy]")).toHaveCount(0);
});

test("the list for the door opens in a tab of its own once it is proved who asks", async ({ desk, site, night }) => {
  await ageProofs(site);
  await desk.goto(`${site.baseUrl}/ticket-management?event=${night.eventId}`);
  await desk.getByRole("link", { name: /^Door list/ }).press("Enter");
  await question(desk).getByLabel("Your password").fill(password);
  const opened = desk.context().waitForEvent("page");
  await desk.keyboard.press("Enter");
  const tab = await opened;
  await expect(tab).toHaveURL(/door-list\.pdf$/);
});

test("members prove who they are for their own records; guests, who cannot, have them at once", async ({
  browser,
  site,
}) => {
  for (const role of ["user", "guest"] as const) {
    const context = await browser.newContext();
    await skipSplash(context);
    await context.addCookies([await site.cookieOf(role)]);
    await ageProofs(site);
    const page = await context.newPage();
    waitForAnswer(page);
    await page.goto(`${site.baseUrl}/my-tickets?section=account`);
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download my data" }).click();
    if (role === "user") {
      await question(page).getByLabel("Your password").fill(password);
      await page.keyboard.press("Enter");
    }
    expect((await download).suggestedFilename()).toBe("savage-gentlemen-my-data.json");
    await expect(question(page)).toBeHidden();
    await context.close();
  }
});
