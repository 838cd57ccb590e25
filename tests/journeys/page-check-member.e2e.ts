import { expect, type Page } from "@playwright/test";
import { sql } from "kysely";
import type { LiveSite } from "#testing/live-site.ts";
import { withSite } from "./journey-kit.ts";
import { checkPage } from "./page-check-kit.ts";

// What a member sees between choosing tickets and the door, and on the account page.

const test = withSite();
test.use({ viewport: { width: 390, height: 844 }, actionTimeout: 30_000 });
test.setTimeout(300_000);

const dialog = "[role=dialog]";
const password = "Carnival2026";

/** Signs someone in and puts an event on sale for them. */
async function enter(page: Page, site: LiveSite, role: "user" | "guest" = "user") {
  const cookie = await site.cookieOf(role);
  await page.context().addCookies([cookie]);
  const eventId = await site.create.event({ title: "Velvet Riddim on the Long Pier of Fort Lauderdale" });
  const ticketTypeId = await site.create.ticketType({ eventId, name: "General admission, all night long" });
  const member = site.clientOf({ ...site.anon, id: 0, token: cookie.value });
  return { member, eventId, lines: [{ ticketTypeId, quantity: 2 }] };
}

async function open(page: Page, address: string) {
  await page.goto(address);
  await page.waitForLoadState("networkidle");
}

test("checkout has no barriers: with tickets, with errors, and without tickets", async ({ page, site }) => {
  const { eventId, lines } = await enter(page, site);
  const tickets = `${lines[0]!.ticketTypeId}:2`;
  await open(page, `${site.baseUrl}/checkout?eventId=${eventId}&title=x&amount=1&currency=USD&tickets=${tickets}`);
  expect(await checkPage(page, "checkout")).toEqual([]);
  await page.getByRole("textbox", { name: "Email" }).fill("marva@");
  await page.getByRole("button", { name: /pay/i }).click();
  await expect(page.getByRole("alert").first()).toBeVisible();
  expect(await checkPage(page, "checkout with errors")).toEqual([]);
  await open(page, `${site.baseUrl}/checkout`);
  expect(await checkPage(page, "checkout without tickets")).toEqual([]);
});

test("an order on hold, a released order and the sandbox page have no barriers", async ({ page, site }) => {
  const { member, lines } = await enter(page, site);
  const buyer = { name: "Marva Bright", email: "marva@example.com" };
  const { body: order } = await member.post("/api/orders", { lines, buyer });
  await open(page, `${site.baseUrl}/checkout?order=${order.id}`);
  await expect(page.getByRole("heading", { name: "Your tickets are on hold" })).toBeVisible();
  expect(await checkPage(page, "held order")).toEqual([]);
  await page.getByRole("button", { name: /^Pay/ }).click();
  await expect(page.getByText("no real money is charged")).toBeVisible();
  expect(await checkPage(page, "sandbox")).toEqual([]);
  await page.getByRole("button", { name: "Cancel and go back" }).click();
  await page.getByRole("button", { name: "Release tickets" }).click();
  await expect(page.getByRole("heading", { name: "Your tickets are on hold" })).toHaveCount(0);
  expect(await checkPage(page, "released order")).toEqual([]);
});

test("a paid order, the tickets and the code at the door have no barriers", async ({ page, site }) => {
  const { member, lines } = await enter(page, site);
  await open(page, `${site.baseUrl}/my-tickets`);
  expect(await checkPage(page, "my tickets, empty")).toEqual([]);
  const { body: order } = await site.buy(member, lines);
  await open(page, `${site.baseUrl}/payment-success?order=${order.id}`);
  await expect(page.getByRole("img", { name: /^QR code/ }).first()).toBeVisible();
  expect(await checkPage(page, "payment success")).toEqual([]);
  await open(page, `${site.baseUrl}/my-tickets`);
  await expect(page.getByText("Velvet Riddim").first()).toBeVisible();
  expect(await checkPage(page, "my tickets")).toEqual([]);
  await page.getByRole("button", { name: /^Show/ }).first().click();
  await expect(page.getByRole("dialog")).toBeVisible();
  expect(await checkPage(page, "ticket at the door", { within: dialog })).toEqual([]);
});

test("a guest's tickets, strips and logout have no barriers", async ({ page, site }) => {
  const { member, lines, eventId } = await enter(page, site, "guest");
  await site.buy(member, lines);
  await member.post("/api/orders", { lines, buyer: { name: "Marva Bright", email: "marva@example.com" } });
  await open(page, `${site.baseUrl}/my-tickets`);
  expect(await checkPage(page, "a guest's tickets")).toEqual([]);
  for (const path of ["/", `/events/${eventId}`]) {
    await open(page, site.baseUrl + path);
    await expect(page.getByRole("complementary", { name: /You're going|Your next event/ })).toBeVisible();
    await expect(page.getByRole("link", { name: "Finish paying" })).toBeVisible();
    expect(await checkPage(page, `strips on ${path}`)).toEqual([]);
  }
  await page.getByRole("button", { name: /^Account/ }).click();
  await page.getByRole("menuitem", { name: "Logout" }).click();
  await expect(page.getByRole("dialog", { name: "Log out?" })).toBeVisible();
  expect(await checkPage(page, "a guest's logout", { within: dialog })).toEqual([]);
});

test("the account page and its dialogs have no barriers", async ({ page, site, quiet }) => {
  quiet.expect(/status of 4\d\d|4\d\d:/);
  const username = `marva.${Date.now().toString(36)}`;
  const answer = await page.request.post(`${site.baseUrl}/api/auth/register`, {
    data: { username, displayName: "Marva Bright", password },
  });
  expect(answer.status()).toBe(201);
  await open(page, `${site.baseUrl}/my-tickets?section=account`);
  await expect(page.getByRole("heading", { name: "Two-factor authentication" })).toBeVisible();
  expect(await checkPage(page, "account")).toEqual([]);
  await page.getByRole("button", { name: "Change password" }).click();
  await page.getByRole("button", { name: "Change password" }).click();
  expect(await checkPage(page, "account with a form and its errors")).toEqual([]);

  const picture = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
    "base64",
  );
  await page.getByLabel("Choose a picture").setInputFiles({ name: "me.png", mimeType: "image/png", buffer: picture });
  await expect(page.getByRole("dialog", { name: "Crop your picture" })).toBeVisible();
  expect(await checkPage(page, "crop dialog", { within: dialog })).toEqual([]);
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Set up" }).click();
  await expect(page.getByRole("dialog", { name: "Authenticator app" })).toBeVisible();
  expect(await checkPage(page, "authenticator dialog", { within: dialog })).toEqual([]);
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Delete my account" }).click();
  await expect(page.getByRole("button", { name: "Delete account" })).toBeVisible();
  expect(await checkPage(page, "delete dialog", { within: dialog })).toEqual([]);
  await page.keyboard.press("Escape");

  await site.db.updateTable("sessions").set({ confirmed_at: null }).execute();
  await page.getByRole("button", { name: "Set up" }).click();
  await expect(page.getByRole("dialog", { name: "Confirm it's you" })).toBeVisible();
  expect(await checkPage(page, "the password confirmation", { within: dialog })).toEqual([]);
  await page.keyboard.press("Escape");

  await sql`
    insert into totp_secrets (user_id, encrypted_secret, confirmed_at)
    select id, decode('00', 'hex'), clock_now() from users
    on conflict (user_id) do update set confirmed_at = clock_now()`.execute(site.db);
  await sql`insert into recovery_codes (user_id, code_hash) select id, sha256('unused') from users`.execute(site.db);
  await page.reload();
  await page.getByRole("button", { name: "Turn off" }).click();
  await expect(page.getByRole("dialog", { name: "Confirm it's you" }).getByLabel("Code")).toBeFocused();
  expect(await checkPage(page, "the two-factor confirmation", { within: dialog })).toEqual([]);
  await page.keyboard.press("Escape");

  await open(page, `${site.baseUrl}/my-tickets?confirm-email=${"a".repeat(32)}`);
  expect(await checkPage(page, "confirm email")).toEqual([]);
});
