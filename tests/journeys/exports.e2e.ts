import { readFile } from "node:fs/promises";
import { expect, type Download, type Locator, type Page } from "@playwright/test";
import { sql } from "kysely";
import { hashPassword } from "#server/modules/accounts/passwords.ts";
import type { LiveSite } from "#tests/kit/live-site.ts";
import { barriers, withDesk } from "./desk-kit.ts";

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
