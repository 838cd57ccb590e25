import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { test as base, expect, type Page } from "@playwright/test";
import { createLiveSite, type LiveSite } from "#tests/kit/live-site.ts";

const axe = readFileSync("node_modules/axe-core/axe.min.js", "utf8");

const test = base.extend<{ desk: Page }, { site: LiveSite; night: { eventId: number; generalId: number } }>({
  site: [
    async ({}, use) => {
      const site = await createLiveSite();
      await use(site);
      await site.close();
    },
    { scope: "worker" },
  ],
  /** A night with two buyers, and a card for five. */
  night: [
    async ({ site }, use) => {
      const eventId = await site.make.event({ title: "Velvet Riddim" });
      const generalId = await site.make.ticketType({ eventId, name: "General", capacity: 5 });
      for (const quantity of [1, 2]) await site.buy(await site.as("guest"), [{ ticketTypeId: generalId, quantity }]);
      await use({ eventId, generalId });
    },
    { scope: "worker" },
  ],
  /** A page of an admin in which a stray error fails the journey. */
  desk: async ({ context, site }, use) => {
    await context.addInitScript(`try { sessionStorage.setItem("hasShownSplash", "true") } catch {}`);
    await context.addCookies([await site.cookieOf("admin")]);
    const page = await context.newPage();
    const errors: string[] = [];
    page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
    page.on("pageerror", (error) => errors.push(String(error)));
    await use(page);
    // Playwright's own script cannot enter the mail's frame, and one test cuts a line.
    expect(errors.filter((text) => !/Blocked script execution|net::ERR_FAILED/.test(text))).toEqual([]);
  },
});

/** What a reader of the page by machine would stumble over. */
async function barriers(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const run = (window as unknown as { axe: { run(of: Document, how: object): Promise<{ violations: any[] }> } }).axe
      .run;
    const { violations } = await run(document, { iframes: false });
    return violations.map(
      (found) => `${found.id}: ${found.nodes.map((node: { html: string }) => node.html.slice(0, 140)).join(" | ")}`,
    );
  });
}

const desks = [
  ["/admin", "Admin"],
  ["/analytics", "Analytics"],
  ["/ticket-management", "Ticket Management"],
  ["/free-tickets", "Free Tickets"],
  ["/user-management", "User Management"],
  ["/email-management", "Email Management"],
] as const;

for (const [path, title] of desks) {
  test(`${path} is no page for a user, and one without barriers for an admin`, async ({
    desk,
    night,
    browser,
    site,
  }) => {
    const stranger = await browser.newContext();
    await stranger.addCookies([await site.cookieOf("user")]);
    const closed = await stranger.newPage();
    expect((await closed.goto(site.baseUrl + path))?.status()).toBe(403);
    await expect(closed.getByRole("heading", { name: "No access" })).toBeVisible();
    await stranger.close();

    expect(night.eventId).toBeGreaterThan(0);
    await desk.goto(site.baseUrl + path);
    await expect(desk.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await expect(
      desk.getByRole("navigation", { name: "Staff desks" }).getByRole("link", { name: "Overview" }),
    ).toBeVisible();
    await expect(desk.locator("[aria-busy=true]")).toHaveCount(0);
    expect(await barriers(desk)).toEqual([]);
    await desk.setViewportSize({ width: 320, height: 640 });
    expect(await desk.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    expect(await barriers(desk)).toEqual([]);
  });
}

test("tickets are given, seen at the desk, and taken back with a reason", async ({ desk, night, site }) => {
  await desk.goto(`${site.baseUrl}/free-tickets`);
  await desk.getByRole("button", { name: "Give tickets" }).click();
  await expect(desk.getByText("Choose a night").last()).toBeVisible();
  await desk.getByLabel("Night", { exact: true }).first().selectOption(String(night.eventId));
  await desk.getByLabel("Ticket type").selectOption(String(night.generalId));
  await desk.getByLabel("How many").fill("2");
  await desk.getByLabel("Guest", { exact: true }).fill("Selector Duke");
  await desk.getByLabel("E-mail").fill("duke@example.com");
  await desk.getByLabel("Reason", { exact: true }).fill("Plays the second set");
  await desk.getByRole("button", { name: "Give tickets" }).click();
  await expect(desk.getByText("2 tickets for Selector Duke").first()).toBeVisible();
  const row = desk.getByRole("row").filter({ hasText: "duke@example.com" });
  await expect(row).toContainText("2 × General");
  await expect(row).toContainText("Given");

  await row.getByRole("button", { name: "Revoke: Selector Duke" }).click();
  const dialog = desk.getByRole("dialog", { name: "Revoke this comp" });
  await dialog.getByRole("button", { name: "Revoke", exact: true }).click();
  await expect(dialog.getByText("Say why, in three letters or more")).toBeVisible();
  expect(await barriers(desk)).toEqual([]);
  await dialog.getByLabel("Reason").fill("Plays another night");
  await dialog.getByRole("button", { name: "Revoke", exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(row).toContainText("Revoked by");
  await desk.getByLabel("State").selectOption("given");
  await expect(desk).toHaveURL(/state=given/);
  await expect(desk.getByText("No comp fits this search.")).toBeVisible();
  await desk.goBack();
  await expect(row).toBeVisible();
});

test("the outbox shows a mail as it was sent, and sends it again", async ({ desk, night, site }) => {
  expect(night.generalId).toBeGreaterThan(0);
  await desk.goto(`${site.baseUrl}/email-management`);
  await expect(desk.getByText("Mails are kept here and do not leave")).toBeVisible();
  await desk.getByRole("searchbox").fill("2 tickets ada@");
  await expect(desk).toHaveURL(/q=2\+tickets/);
  // The mail is written out by the sweep, which comes by every few seconds.
  const row = desk.getByRole("row").filter({ hasText: "Your 2 tickets for Velvet Riddim" });
  await expect(row).toHaveCount(1, { timeout: 20_000 });
  await expect(desk.getByText("1–1 of 1")).toBeVisible();
  await row.getByRole("link", { name: "Ada Buyer" }).focus();
  await desk.keyboard.press("Enter");
  await expect(desk.getByRole("heading", { name: "Your 2 tickets for Velvet Riddim" })).toBeVisible();
  const mail = desk.frameLocator("iframe");
  await expect(mail.getByRole("heading", { name: "You're in, Ada Buyer." })).toBeVisible();
  const picture = mail.getByAltText("QR code of ticket 1");
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100);
  await expect(mail.locator("body")).toHaveCSS("background-color", "rgb(243, 236, 224)");
  await desk.getByRole("tab", { name: "Plain text" }).click();
  await expect(desk.getByText("You're in, Ada Buyer.")).toBeVisible();
  await desk.getByRole("button", { name: "Send again" }).click();
  await expect(desk.getByText("Written again and kept").first()).toBeVisible();
  await expect(desk.getByRole("link", { name: "The mail that this one repeats" })).toBeVisible();
  await desk.getByRole("link", { name: "All mails" }).click();
  await expect(desk).toHaveURL(/email-management\?q=2/);
});

test("a person gets a role, is kept out and let in again, each with its reason in the log", async ({ desk, site }) => {
  await site.as("user", "marva-bright");
  await desk.goto(`${site.baseUrl}/user-management?q=marva`);
  await desk.getByRole("link", { name: "marva-bright" }).click();
  await desk.getByLabel("Role").selectOption("moderator");
  await desk.getByRole("dialog").getByLabel("Reason").fill("Works the door on Friday");
  await desk.getByRole("button", { name: "Change role" }).click();
  await expect(desk.getByText("changed the role from User to Moderator")).toBeVisible();
  await desk.getByRole("button", { name: "Suspend" }).click();
  await desk.getByRole("dialog").getByLabel("Reason").fill("Lost the phone");
  await desk.getByRole("dialog").getByRole("button", { name: "Suspend" }).click();
  await expect(desk.getByText("Suspended", { exact: true }).first()).toBeVisible();
  await desk.getByRole("button", { name: "Let in again" }).click();
  await desk.getByRole("dialog").getByLabel("Reason").fill("Found the phone");
  await desk.getByRole("dialog").getByRole("button", { name: "Let in again" }).click();
  await expect(desk.getByText("let the account in again")).toBeVisible();
  await desk.getByRole("button", { name: "Make a reset link" }).click();
  await expect(desk.getByRole("dialog").getByLabel("Link")).toHaveValue(/\/password-reset\?token=/);
});

test("a night's attendees are searched, taken home as a file, and sent their tickets again", async ({
  desk,
  night,
  site,
}) => {
  await desk.goto(`${site.baseUrl}/ticket-management`);
  await desk.getByRole("link", { name: "Velvet Riddim" }).click();
  await expect(desk.getByRole("heading", { name: "Velvet Riddim" })).toBeVisible();
  await expect(desk.getByRole("list").filter({ hasText: "General" }).first()).toContainText("of 5");
  await expect(desk.getByRole("row").filter({ hasText: "ada@example.com" })).toHaveCount(3);
  const download = desk.waitForEvent("download");
  await desk.getByRole("link", { name: "CSV" }).click();
  const file = await readFile(await (await download).path(), "utf8");
  expect(file.split("\r\n").filter((line) => line.includes("ada@example.com"))).toHaveLength(3);
  await desk.getByRole("searchbox").fill("nobody at all");
  await expect(desk.getByText("No ticket fits this search.")).toBeVisible();
  await desk.getByRole("tab", { name: "Orders" }).click();
  await expect(desk).toHaveURL(new RegExp(`event=${night.eventId}&tab=orders$`));
  await desk
    .getByRole("button", { name: /^Resend tickets of/ })
    .first()
    .click();
  await expect(desk.getByText("In the outbox again").first()).toBeVisible();
});

test("Up and Down go from row to row, and a list that cannot be read says so and tries again", async ({
  desk,
  site,
}) => {
  await site.as("user", "row-one");
  await site.as("user", "row-two");
  await desk.goto(`${site.baseUrl}/user-management?q=row-&sort=username`);
  await desk.getByRole("link", { name: "row-one" }).focus();
  await desk.keyboard.press("ArrowDown");
  await expect(desk.getByRole("link", { name: "row-two" })).toBeFocused();
  await desk.keyboard.press("Home");
  await expect(desk.getByRole("link", { name: "row-one" })).toBeFocused();
  await desk.getByRole("link", { name: "Username" }).click();
  await expect(desk).toHaveURL(/sort=-username/);
  await expect(desk.getByRole("columnheader", { name: "Username" })).toHaveAttribute("aria-sort", "descending");

  await desk.route("**/api/admin/comps*", (route) => route.abort());
  await desk.getByRole("link", { name: "Free tickets" }).click();
  await expect(desk.getByText("Free tickets could not be read")).toBeVisible();
  await desk.unroute("**/api/admin/comps*");
  await desk.getByRole("button", { name: "Try again" }).click();
  await expect(desk.getByText("could not be read")).toBeHidden();
});
