import { test as base, expect, type BrowserContext, type CDPSession, type Page } from "@playwright/test";
import { generateSync } from "otplib/functional";
import { onSite, skipSplash } from "./journey-kit.ts";
import type { LiveSite } from "#testing/live-site.ts";

const test = onSite(base);

// Two sign-ins and a manual setup take a while on a busy machine.
test.setTimeout(120_000);

const password = "Cocoa-tea-1";
const codeOf = (secret: string, shiftSeconds = 0) =>
  generateSync({ strategy: "totp", secret, epoch: Math.floor(Date.now() / 1000) + shiftSeconds });

/** Six digits that are not a valid code for this secret, now or soon. */
const wrongCodeOf = (secret: string) => {
  const good = [-30, 0, 30, 60, 90].map((shift) => codeOf(secret, shift));
  return ["000000", "111111", "222222", "333333", "444444", "555555"].find((code) => !good.includes(code))!;
};

/** Collects console errors, which fail the test, except the statuses of rejections that a test causes. */
function watchConsole(page: Page): string[] {
  const errors: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" && !/status of 401|status of 403/.test(message.text())) errors.push(message.text());
  });
  page.on("pageerror", (error) => errors.push(String(error)));
  return errors;
}

/** Chromium's virtual authenticator, which replaces a finger on a sensor. */
async function addAuthenticator(context: BrowserContext, page: Page): Promise<CDPSession> {
  const session = await context.newCDPSession(page);
  await session.send("WebAuthn.enable");
  await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return session;
}

let count = 0;

/** Registers a new person and opens their account page. */
async function openAccount(page: Page, site: LiveSite): Promise<string> {
  const username = `marva_${++count}_${Date.now() % 100_000}`;
  await skipSplash(page);
  await page.goto(site.baseUrl);
  await page.getByRole("button", { name: "Sign In" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Join The Community" });
  await dialog.getByRole("tab", { name: "Register" }).click();
  await dialog.getByLabel("Username").fill(username);
  await dialog.getByLabel("Display name").fill("Marva Bright");
  await dialog.getByLabel("Password", { exact: true }).fill(password);
  await dialog.getByLabel("Confirm password").fill(password);
  await dialog.getByRole("button", { name: "Create account" }).click();
  await expect(dialog).toBeHidden();
  await page.goto(`${site.baseUrl}/my-tickets?section=account`);
  await expect(page.getByRole("heading", { name: "Two-factor authentication" })).toBeVisible();
  return username;
}

async function logIn(page: Page, site: LiveSite, username: string) {
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await page.goto(site.baseUrl);
  await page.getByRole("button", { name: "Sign In" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Username").fill(username);
  await dialog.getByLabel("Password", { exact: true }).fill(password);
  await dialog.getByRole("button", { name: "Login" }).click();
  const step = page.getByRole("dialog", { name: "One more step" });
  await expect(step).toBeVisible();
  return step;
}

const isSignedIn = (page: Page) => expect(page.getByText("Welcome back, Marva Bright!", { exact: true })).toBeVisible();

test("an authenticator app is set up with its QR code's key and required at the next sign-in", async ({
  page,
  site,
}) => {
  const errors = watchConsole(page);
  const username = await openAccount(page, site);
  await page.getByRole("button", { name: "Set up" }).click();
  const setUp = page.getByRole("dialog", { name: "Authenticator app" });
  await expect(setUp.getByRole("img", { name: "QR code for your authenticator app" })).toBeVisible();
  const secret = (await setUp.locator("[data-secret]").getAttribute("data-secret"))!;
  await setUp.getByLabel("Code", { exact: true }).fill(wrongCodeOf(secret));
  await setUp.getByRole("button", { name: "Turn on" }).click();
  await expect(setUp.getByText("That code is wrong")).toBeVisible();
  const used = codeOf(secret);
  await setUp.getByLabel("Code", { exact: true }).fill(used);
  await setUp.getByRole("button", { name: "Turn on" }).click();

  const shown = page.getByRole("dialog", { name: "Recovery codes" });
  await expect(shown.getByRole("listitem")).toHaveCount(10);
  const codes = await shown.getByRole("listitem").allTextContents();
  const download = page.waitForEvent("download");
  await shown.getByRole("button", { name: "Download" }).click();
  expect((await download).suggestedFilename()).toBe("savage-gentlemen-recovery-codes.txt");
  await shown.getByRole("button", { name: "I saved them" }).click();
  await expect(page.getByText("10 left")).toBeVisible();

  const step = await logIn(page, site, username);
  const field = step.getByLabel("Code", { exact: true });
  await expect(field).toHaveAttribute("autocomplete", "one-time-code");
  await expect(field).toBeFocused();
  await field.fill(used);
  await step.getByRole("button", { name: "Continue" }).click();
  // The setup used up that code: the next one works.
  await expect(step.getByText("was already used")).toBeVisible();
  await field.fill(codeOf(secret, 30));
  await step.getByRole("button", { name: "Continue" }).click();
  await isSignedIn(page);

  const again = await logIn(page, site, username);
  await again.getByRole("button", { name: "Use a recovery code" }).click();
  await again.getByLabel("Recovery code").fill(codes[0]!.toLowerCase());
  await again.getByRole("button", { name: "Continue" }).click();
  await isSignedIn(page);
  expect(errors).toEqual([]);
});

test("a passkey is added on the device, completes a sign-in, and is renamed and removed", async ({
  page,
  context,
  site,
}) => {
  const errors = watchConsole(page);
  await addAuthenticator(context, page);
  const username = await openAccount(page, site);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByRole("dialog", { name: "Recovery codes" }).getByRole("button", { name: "I saved them" }).click();
  const list = page.getByRole("list", { name: "Your passkeys" });
  await expect(list.getByRole("listitem")).toHaveCount(1);

  const step = await logIn(page, site, username);
  await step.getByRole("button", { name: "Use your passkey" }).click();
  await isSignedIn(page);

  await page.goto(`${site.baseUrl}/my-tickets?section=account`);
  await expect(list.getByText("Last used")).toBeVisible();
  await list.getByRole("button", { name: /^Rename/ }).click();
  await list.getByRole("textbox", { name: "Name" }).fill("The red phone");
  await list.getByRole("button", { name: "Save" }).click();
  await expect(list.getByText("The red phone")).toBeVisible();
  await list.getByRole("button", { name: "Remove The red phone" }).click();
  await expect(list).toBeHidden();
  expect(errors).toEqual([]);
});
