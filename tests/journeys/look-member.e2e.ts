import { expect, type Page } from "@playwright/test";
import type { LiveSite } from "#tests/kit/live-site.ts";
import { withSite } from "./journey-kit.ts";
import { look } from "./look-kit.ts";

// What a member meets between the choice of tickets and the door, and on the account page.

const test = withSite();
test.use({ viewport: { width: 390, height: 844 }, actionTimeout: 30_000 });
test.setTimeout(300_000);

const dialog = "[role=dialog]";
const password = "Carnival2026";

/** Signs somebody in and puts a night on sale for them. */
async function enter(page: Page, site: LiveSite, role: "user" | "guest" = "user") {
  const cookie = await site.cookieOf(role);
  await page.context().addCookies([cookie]);
  const eventId = await site.make.event({ title: "Velvet Riddim on the Long Pier of Fort Lauderdale" });
  const ticketTypeId = await site.make.ticketType({ eventId, name: "General admission, all night long" });
  const member = site.clientOf({ ...site.anon, id: 0, token: cookie.value });
  return { member, eventId, lines: [{ ticketTypeId, quantity: 2 }] };
}

async function open(page: Page, address: string) {
  await page.goto(address);
  await page.waitForLoadState("networkidle");
}

test("the checkout has no barrier: its choice, its faults, and without tickets", async ({ page, site }) => {
  const { eventId, lines } = await enter(page, site);
  const tickets = `${lines[0]!.ticketTypeId}:2`;
  await open(page, `${site.baseUrl}/checkout?eventId=${eventId}&title=x&amount=1&currency=USD&tickets=${tickets}`);
  expect(await look(page, "checkout")).toEqual([]);
  await page.getByLabel("E-mail").fill("marva@");
  await page.getByRole("button", { name: /pay/i }).click();
  await expect(page.getByRole("alert").first()).toBeVisible();
  expect(await look(page, "checkout with faults")).toEqual([]);
  await open(page, `${site.baseUrl}/checkout`);
  expect(await look(page, "checkout without tickets")).toEqual([]);
});

test("an order that waits, one given back and the sandbox's page have no barrier", async ({ page, site }) => {
  const { member, lines } = await enter(page, site);
  const buyer = { name: "Marva Bright", email: "marva@example.com" };
  const { body: order } = await member.post("/api/orders", { lines, buyer });
  await open(page, `${site.baseUrl}/checkout?order=${order.id}`);
  await expect(page.getByRole("heading", { name: "Your tickets wait" })).toBeVisible();
  expect(await look(page, "held order")).toEqual([]);
  await page.getByRole("button", { name: /^Pay/ }).click();
  await expect(page.getByText("no real money moves here")).toBeVisible();
  expect(await look(page, "sandbox")).toEqual([]);
  await page.getByRole("button", { name: "Cancel and go back" }).click();
  await page.getByRole("button", { name: "Cancel and give the tickets back" }).click();
  await expect(page.getByRole("heading", { name: "Your tickets wait" })).toHaveCount(0);
  expect(await look(page, "order given back")).toEqual([]);
});

test("a paid order, the tickets and the code at the door have no barrier", async ({ page, site }) => {
  const { member, lines } = await enter(page, site);
  await open(page, `${site.baseUrl}/my-tickets`);
  expect(await look(page, "my tickets, none")).toEqual([]);
  const { body: order } = await site.buy(member, lines);
  await open(page, `${site.baseUrl}/payment-success?order=${order.id}`);
  await expect(page.getByRole("img", { name: /^QR code/ }).first()).toBeVisible();
  expect(await look(page, "payment success")).toEqual([]);
  await open(page, `${site.baseUrl}/my-tickets`);
  await expect(page.getByText("Velvet Riddim").first()).toBeVisible();
  expect(await look(page, "my tickets")).toEqual([]);
  await page.getByRole("button", { name: /^Show/ }).first().click();
  await expect(page.getByRole("dialog")).toBeVisible();
  expect(await look(page, "ticket at the door", { within: dialog })).toEqual([]);
});

test("a guest's tickets have no barrier", async ({ page, site }) => {
  const { member, lines } = await enter(page, site, "guest");
  await site.buy(member, lines);
  await open(page, `${site.baseUrl}/my-tickets`);
  expect(await look(page, "a guest's tickets")).toEqual([]);
});

test("the account page and its dialogs have no barrier", async ({ page, site, quiet }) => {
  quiet.expect(/status of 4\d\d|4\d\d:/);
  const username = `marva.${Date.now().toString(36)}`;
  const answer = await page.request.post(`${site.baseUrl}/api/auth/register`, {
    data: { username, displayName: "Marva Bright", password },
  });
  expect(answer.status()).toBe(201);
  await open(page, `${site.baseUrl}/my-tickets?section=account`);
  await expect(page.getByRole("heading", { name: "Second factor" })).toBeVisible();
  expect(await look(page, "account")).toEqual([]);
  await page.getByRole("button", { name: "Change password" }).click();
  await page.getByRole("button", { name: "Change password" }).click();
  expect(await look(page, "account with a form and its faults")).toEqual([]);

  const picture = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
    "base64",
  );
  await page.getByLabel("Choose a picture").setInputFiles({ name: "me.png", mimeType: "image/png", buffer: picture });
  await expect(page.getByRole("dialog", { name: "Your picture" })).toBeVisible();
  expect(await look(page, "crop dialog", { within: dialog })).toEqual([]);
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Set up" }).click();
  await expect(page.getByRole("dialog", { name: "Authenticator app" })).toBeVisible();
  expect(await look(page, "authenticator dialog", { within: dialog })).toEqual([]);
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Delete my account" }).click();
  await expect(page.getByRole("button", { name: "Delete for good" })).toBeVisible();
  expect(await look(page, "delete dialog", { within: dialog })).toEqual([]);
  await page.keyboard.press("Escape");

  await site.db.updateTable("sessions").set({ confirmed_at: null }).execute();
  await page.getByRole("button", { name: "Set up" }).click();
  await expect(page.getByRole("dialog", { name: "Is it still you?" })).toBeVisible();
  expect(await look(page, "the question who is there", { within: dialog })).toEqual([]);
  await page.keyboard.press("Escape");

  await open(page, `${site.baseUrl}/my-tickets?confirm-email=${"a".repeat(32)}`);
  expect(await look(page, "confirm e-mail")).toEqual([]);
});
