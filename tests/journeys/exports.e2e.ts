import { readFile } from "node:fs/promises";
import { expect, type Download, type Locator, type Page } from "@playwright/test";
import { sql } from "kysely";
import { hashPassword } from "#server/modules/accounts/passwords.ts";
import type { LiveSite } from "#testing/live-site.ts";
import { browserArguments, fullChromiumPath } from "#testing/browser.ts";
import { barriers, withAdmin } from "./admin-kit.ts";

// A browser left open doesn't leak personal data: downloads require a password confirmation from the last half hour.

const test = withAdmin();
// The headless shell shows no PDF.
test.use({ launchOptions: { executablePath: fullChromiumPath, args: browserArguments } });

const password = "Carnival2026";
const question = (page: Page) => page.getByRole("dialog", { name: "Confirm it's you" });
const csv = (page: Page) => page.getByRole("link", { name: "CSV" });

/** Gives everyone a password and a last confirmation 31 minutes ago. */
async function ageProofs(site: LiveSite): Promise<void> {
  await sql`update users set password_hash = ${await hashPassword(password)} where role <> 'guest'`.execute(site.db);
  await sql`update sessions set confirmed_at = clock_now() - interval '31 minutes'`.execute(site.db);
}

/** All downloads on this page, in order. */
function watchDownloads(page: Page): Download[] {
  const arrived: Download[] = [];
  page.on("download", (download) => arrived.push(download));
  return arrived;
}

/** The number of times the page checked whether the confirmation is recent. */
function countAsking(page: Page): () => number {
  let count = 0;
  page.on("request", (request) => (count += request.url().endsWith("/api/me/second-factor") ? 1 : 0));
  return () => count;
}

async function openPeople(adminPage: Page, site: LiveSite): Promise<void> {
  await adminPage.goto(`${site.baseUrl}/user-management?q=calypso`);
  await expect(csv(adminPage)).toBeVisible();
}

test("an old confirmation is renewed before the download; with a recent one it starts at once, all by keyboard", async ({
  adminPage,
  site,
}) => {
  await site.as("user", "calypso-rose");
  await ageProofs(site);
  await openPeople(adminPage, site);
  const arrived = watchDownloads(adminPage);
  const asked = countAsking(adminPage);

  await csv(adminPage).focus();
  await adminPage.keyboard.press("Enter");
  await expect(question(adminPage).getByLabel("Your password")).toBeFocused();
  expect(await barriers(adminPage)).toEqual([]);
  await adminPage.keyboard.press("Escape");
  await expect(question(adminPage)).toBeHidden();
  await expect(csv(adminPage)).toBeFocused();
  await expect(csv(adminPage)).not.toHaveAttribute("aria-busy");
  expect(arrived).toEqual([]);

  await adminPage.keyboard.press("Enter");
  await expect(question(adminPage).getByLabel("Your password")).toBeFocused();
  await adminPage.keyboard.type(password);
  const first = adminPage.waitForEvent("download");
  await adminPage.keyboard.press("Enter");
  expect((await first).suggestedFilename()).toBe("customers.csv");
  expect(await readFile(await (await first).path(), "utf8")).toContain("calypso-rose");
  await expect(csv(adminPage)).toBeFocused();

  const second = adminPage.waitForEvent("download");
  await adminPage.keyboard.press("Enter");
  expect(await readFile(await (await second).path(), "utf8")).toContain("calypso-rose");
  await expect(question(adminPage)).toBeHidden();
  expect([arrived.length, asked()]).toEqual([2, 3]);
});

test("a middle click and a Ctrl-click also ask for the password, and open no tab", async ({ adminPage, site }) => {
  await ageProofs(site);
  await openPeople(adminPage, site);
  await csv(adminPage).click({ button: "middle" });
  await question(adminPage).getByLabel("Your password").fill(password);
  const first = adminPage.waitForEvent("download");
  await adminPage.keyboard.press("Enter");
  expect((await first).suggestedFilename()).toBe("customers.csv");
  const clicks: Parameters<Locator["click"]>[0][] = [{ button: "middle" }, { modifiers: ["ControlOrMeta"] }];
  for (const click of clicks) {
    const next = adminPage.waitForEvent("download");
    await csv(adminPage).click(click);
    expect((await next).suggestedFilename()).toBe("customers.csv");
  }
  expect(adminPage.context().pages()).toEqual([adminPage]);
});

test("the door list opens in its own tab after the password is confirmed", async ({ adminPage, site, event }) => {
  await ageProofs(site);
  await adminPage.goto(`${site.baseUrl}/admin?section=events&id=${event.eventId}&tab=door`);
  await adminPage.getByRole("link", { name: /^Door list/ }).press("Enter");
  await question(adminPage).getByLabel("Your password").fill(password);
  const opened = adminPage.context().waitForEvent("page");
  await adminPage.keyboard.press("Enter");
  const tab = await opened;
  await expect(tab).toHaveURL(/door-list\.pdf$/);
});
