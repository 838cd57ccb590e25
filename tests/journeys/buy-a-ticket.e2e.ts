import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { readQrCodes } from "#testing/qr-reader.ts";
import { onSite, test as base, watchConsole } from "./journey-kit.ts";
import type { LiveSite } from "#testing/live-site.ts";

const test = onSite(base);

async function chooseTwoTickets(page: Page, site: LiveSite, title: string): Promise<void> {
  await page.goto(`${site.baseUrl}/events`);
  await page.getByRole("link", { name: title }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await expect(page).toHaveURL(/\/events\/\d+\/[a-z0-9-]+$/);
  const more = page.getByRole("button", { name: "More: General admission" });
  await more.click();
  await more.click();
  await page.getByRole("button", { name: "Check out" }).filter({ visible: true }).click();
}

async function payOnHostedPage(page: Page): Promise<void> {
  await page.getByLabel("Your name").fill("Marva Bright");
  await page.getByRole("textbox", { name: "Email" }).fill("marva@example.com");
  await page.getByRole("button", { name: /pay \$50\.00/i }).click();
  await expect(page).toHaveURL(/\/api\/payments\/sandbox\/sbx_/);
  await expect(page.getByText("no real money is charged")).toBeVisible();
  await page.getByRole("button", { name: "Pay $50.00" }).click();
  await expect(page).toHaveURL(/\/payment-success\?order=/);
}

/** Shows an image of the code at the door twice, as the scanner would read it. */
async function scanTwice(site: LiveSite, eventId: number, picture: Buffer): Promise<void> {
  const [code] = await readQrCodes(picture);
  const door = await site.as("moderator");
  const scan = async () =>
    (await door.post("/api/scans", { code, eventId, deviceId: "phone-at-gate-1", scanId: randomUUID() })).body;
  expect(await scan()).toMatchObject({ verdict: "admitted", ticket: { holderName: "Marva Bright" } });
  expect(await scan()).toMatchObject({ verdict: "already_admitted" });
}

for (const [device, viewport] of [
  ["a phone", { width: 390, height: 844 }],
  ["a desktop", { width: 1440, height: 900 }],
] as const) {
  test(`on ${device} a visitor finds an event, buys two tickets as a guest, pays, and is admitted once`, async ({
    page,
    site,
  }) => {
    await page.setViewportSize(viewport);
    const errors = watchConsole(page);
    const title = `Velvet Riddim for ${device}`;
    const eventId = await site.create.event({ title });
    await site.create.ticketType({ eventId, name: "General admission" });

    await chooseTwoTickets(page, site, title);
    const dialog = page.getByRole("dialog", { name: "Join The Community" });
    await dialog.getByRole("button", { name: "Continue as guest" }).click();
    await payOnHostedPage(page);

    const codes = page.getByRole("img", { name: /^QR code for ticket/ });
    await expect(codes).toHaveCount(2);
    await codes.first().scrollIntoViewIfNeeded();
    await page.waitForLoadState("networkidle");
    const picture = await codes.first().screenshot();

    await page.goto(`${site.baseUrl}/my-tickets`);
    await expect(page.getByText(title).first()).toBeVisible();
    await expect(page.getByText("General admission").first()).toBeVisible();
    expect(errors).toEqual([]);

    await scanTwice(site, eventId, picture);
  });
}

test("leaving the payment page leads back to the order on hold, which the buyer can pay or release", async ({
  page,
  site,
}) => {
  const title = "Last Lap";
  const eventId = await site.create.event({ title });
  await site.create.ticketType({ eventId, name: "General admission", capacity: 2 });
  await chooseTwoTickets(page, site, title);
  await page.getByRole("button", { name: "Continue as guest" }).click();
  await page.getByLabel("Your name").fill("Marva Bright");
  await page.getByRole("textbox", { name: "Email" }).fill("marva@example.com");
  await page.getByRole("button", { name: /pay \$50\.00/i }).click();
  await page.getByRole("button", { name: "Cancel and go back" }).click();
  await expect(page).toHaveURL(/\/checkout\?order=/);
  await page.getByRole("button", { name: /Pay/ }).click();
  await page.getByLabel(/Declined by the bank/).check();
  await page.getByRole("button", { name: "Pay $50.00" }).click();
  await expect(page.getByText("Your card was declined")).toBeVisible();
  await page.getByLabel(/4242/).check();
  await page.getByRole("button", { name: "Pay $50.00" }).click();
  await expect(page.getByRole("img", { name: /^QR code for ticket/ })).toHaveCount(2);
  const { body } = await site.anon.get(`/api/events/${eventId}`);
  expect(body.ticketTypes[0]!.status).toBe("sold_out");
});
