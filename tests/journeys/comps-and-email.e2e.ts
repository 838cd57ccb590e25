import { expect } from "@playwright/test";
import { barriers, withAdmin } from "./admin-kit.ts";

const test = withAdmin();

test("staff issue free tickets, see them in the list, and revoke them with a reason", async ({ adminPage, site }) => {
  const eventId = await site.create.event({ title: "Guest List Riddim" });
  const generalId = await site.create.ticketType({ eventId, name: "General", capacity: 5 });
  await adminPage.goto(`${site.baseUrl}/free-tickets`);
  await adminPage.getByRole("button", { name: "Issue tickets" }).click();
  await expect(adminPage.getByText("Choose an event").last()).toBeVisible();
  await adminPage.getByLabel("Event", { exact: true }).first().selectOption(String(eventId));
  await adminPage.getByLabel("Ticket type").selectOption(String(generalId));
  await adminPage.getByLabel("Quantity").fill("2");
  await adminPage.getByLabel("Guest", { exact: true }).fill("Selector Duke");
  await adminPage.getByRole("textbox", { name: "Email" }).fill("duke@example.com");
  await adminPage.getByLabel("Reason", { exact: true }).fill("Plays the second set");
  await adminPage.getByRole("button", { name: "Issue tickets" }).click();
  await expect(adminPage.getByText("2 tickets for Selector Duke").first()).toBeVisible();
  const row = adminPage.getByRole("row").filter({ hasText: "duke@example.com" });
  await expect(row).toContainText("2 × General");
  await expect(row).toContainText("Issued");

  await row.getByRole("button", { name: "Revoke: Selector Duke" }).click();
  const dialog = adminPage.getByRole("dialog", { name: "Revoke comp" });
  await dialog.getByRole("button", { name: "Revoke", exact: true }).click();
  await expect(dialog.getByText("Enter a reason with at least 3 characters")).toBeVisible();
  expect(await barriers(adminPage)).toEqual([]);
  await dialog.getByLabel("Reason").fill("Plays another night");
  await dialog.getByRole("button", { name: "Revoke", exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(row).toContainText("Revoked by");
  await adminPage.getByLabel("Status").selectOption("given");
  await expect(adminPage).toHaveURL(/status=given/);
  await expect(adminPage.getByText("No comps match your search.")).toBeVisible();
  await adminPage.goBack();
  await expect(row).toBeVisible();
});

test("the outbox shows an email as it was sent, and resends it", async ({ adminPage, site }) => {
  const eventId = await site.create.event({ title: "Outbox Lime" });
  const ticketTypeId = await site.create.ticketType({ eventId });
  await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 2 }]);
  await adminPage.goto(`${site.baseUrl}/email-management?section=messages`);
  await expect(adminPage.getByText("No email server is connected, so nothing is being sent")).toBeVisible();
  await adminPage.getByRole("searchbox").fill("2 outbox lime ada@");
  await expect(adminPage).toHaveURL(/q=2\+outbox/);
  // A job that runs every few seconds renders the email.
  const row = adminPage.getByRole("row").filter({ hasText: "Your 2 tickets for Outbox Lime" });
  await expect(row).toHaveCount(1, { timeout: 45_000 });
  await expect(adminPage.getByText("1–1 of 1")).toBeVisible();
  await row.getByRole("link", { name: "Ada Buyer" }).focus();
  await adminPage.keyboard.press("Enter");
  await expect(adminPage.getByRole("heading", { name: "Your 2 tickets for Outbox Lime" })).toBeVisible();
  const mail = adminPage.frameLocator("iframe");
  await expect(mail.getByRole("heading", { name: "You're in, Ada Buyer." })).toBeVisible();
  const picture = mail.getByAltText("QR code for ticket 1");
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100);
  await expect(mail.locator("body")).toHaveCSS("background-color", "rgb(243, 235, 219)");
  await adminPage.getByRole("tab", { name: "Plain text" }).click();
  await expect(adminPage.getByText("You're in, Ada Buyer.")).toBeVisible();
  await adminPage.getByRole("button", { name: "Resend" }).click();
  await expect(adminPage.getByText("Email saved, not sent").first()).toBeVisible();
  await expect(adminPage.getByRole("link", { name: "Original email" })).toBeVisible();
  await adminPage.getByRole("link", { name: "All emails" }).click();
  await expect(adminPage).toHaveURL(/email-management\?section=messages&q=2/);
});
