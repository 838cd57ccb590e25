import { readFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import { barriers, withDesk } from "./desk-kit.ts";

const test = withDesk();

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

test("tickets are given, seen at the desk, and taken back with a reason", async ({ desk, site }) => {
  const eventId = await site.make.event({ title: "Guest List Riddim" });
  const generalId = await site.make.ticketType({ eventId, name: "General", capacity: 5 });
  await desk.goto(`${site.baseUrl}/free-tickets`);
  await desk.getByRole("button", { name: "Give tickets" }).click();
  await expect(desk.getByText("Choose a night").last()).toBeVisible();
  await desk.getByLabel("Night", { exact: true }).first().selectOption(String(eventId));
  await desk.getByLabel("Ticket type").selectOption(String(generalId));
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

test("the outbox shows a mail as it was sent, and sends it again", async ({ desk, site }) => {
  const eventId = await site.make.event({ title: "Outbox Lime" });
  const ticketTypeId = await site.make.ticketType({ eventId });
  await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 2 }]);
  await desk.goto(`${site.baseUrl}/email-management`);
  await expect(desk.getByText("Mails are kept here and do not leave")).toBeVisible();
  await desk.getByRole("searchbox").fill("2 outbox lime ada@");
  await expect(desk).toHaveURL(/q=2\+outbox/);
  // The mail is written out by the sweep, which comes by every few seconds.
  const row = desk.getByRole("row").filter({ hasText: "Your 2 tickets for Outbox Lime" });
  await expect(row).toHaveCount(1, { timeout: 45_000 });
  await expect(desk.getByText("1–1 of 1")).toBeVisible();
  await row.getByRole("link", { name: "Ada Buyer" }).focus();
  await desk.keyboard.press("Enter");
  await expect(desk.getByRole("heading", { name: "Your 2 tickets for Outbox Lime" })).toBeVisible();
  const mail = desk.frameLocator("iframe");
  await expect(mail.getByRole("heading", { name: "You're in, Ada Buyer." })).toBeVisible();
  const picture = mail.getByAltText("QR code of ticket 1");
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100);
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
  // A mail that is still on its way is not sent again.
  const waiting = site.db.selectFrom("emails").select("id").where("status", "in", ["queued", "sending"]);
  await expect.poll(async () => (await waiting.execute()).length, { timeout: 45_000 }).toBe(0);
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
