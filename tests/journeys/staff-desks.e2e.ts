import { expect } from "@playwright/test";
import { barriers, withDesk } from "./desk-kit.ts";

const test = withDesk();

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
