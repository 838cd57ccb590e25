import { expect, type Page } from "@playwright/test";
import { skipSplash, test as base, watchConsole } from "./journey-kit.ts";
import sharp from "sharp";
import { createLiveSite, type LiveSite } from "#testing/live-site.ts";
import { findParts, startMailServer } from "#testing/mail-server.ts";

type Mails = Awaited<ReturnType<typeof startMailServer>>;

const test = base.extend<object, { site: LiveSite; mails: Mails }>({
  mails: [
    async ({}, use) => {
      // Sending an email can take a while on a busy machine.
      const mails = await startMailServer();
      await use(mails);
      await mails.close();
    },
    { scope: "worker" },
  ],
  site: [
    async ({ mails }, use) => {
      const site = await createLiveSite({ SMTP_URL: mails.url });
      await use(site);
      await site.close();
    },
    { scope: "worker" },
  ],
});

const password = "Carnival2026";
const newPassword = "JouvertMorning7";

async function visit(page: Page, address: string): Promise<void> {
  await skipSplash(page);
  await page.goto(address);
}

async function register(page: Page, site: LiveSite, username: string): Promise<void> {
  await visit(page, `${site.baseUrl}/my-tickets?section=account`);
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("tab", { name: "Register" }).click();
  await dialog.getByLabel("Username").fill(username);
  await dialog.getByLabel("Display name").fill("Marva Bright");
  await dialog.getByLabel("Password", { exact: true }).fill(password);
  await dialog.getByLabel("Confirm password").fill(password);
  await dialog.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByRole("heading", { name: "My Account" })).toBeVisible();
}

/** The link in the latest email to an address. */
async function linkMailedTo(mails: Mails, address: string): Promise<string> {
  const find = () => mails.taken.findLast((mail) => mail.to.includes(address));
  await expect.poll(find).toBeDefined();
  return /http:\S+=[\w-]{22}/.exec(findParts(find()!, "text/plain")[0]!.content.toString("utf8"))![0];
}

async function confirmEmail(page: Page, mails: Mails, address: string): Promise<void> {
  await page.getByRole("textbox", { name: "Email" }).fill(address);
  await page.getByLabel("Your password").fill(password);
  await page.getByRole("button", { name: "Send confirmation" }).click();
  await expect(page.getByText(`Confirm ${address}`)).toBeVisible();
  await page.goto(await linkMailedTo(mails, address));
  await page.getByRole("button", { name: "Confirm email" }).click();
  await expect(page).toHaveURL(/section=account$/);
  await expect(page.getByText("Confirmed", { exact: true })).toBeVisible();
}

test("a member changes name, picture, email and password, and signs out a lost phone", async ({
  page,
  browser,
  site,
  mails,
}) => {
  test.setTimeout(120_000);
  await page.setViewportSize({ width: 390, height: 844 });
  const errors = watchConsole(page);
  await register(page, site, "marva-bright");

  await page.getByLabel("Display name").fill("Auntie Marva");
  await page.getByRole("button", { name: "Save name" }).click();
  await expect(page.getByText("Your name is now Auntie Marva.").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Account: Auntie Marva" })).toBeVisible();

  const photo = await sharp({ create: { width: 800, height: 600, channels: 3, background: "#b0413e" } })
    .jpeg()
    .toBuffer();
  await page.getByLabel("Choose a picture").setInputFiles({ name: "me.jpg", mimeType: "image/jpeg", buffer: photo });
  const crop = page.getByRole("dialog", { name: "Crop your picture" });
  await crop.getByLabel("Zoom").press("ArrowRight");
  await crop.getByLabel("Horizontal").press("End");
  await crop.getByRole("button", { name: "Use this picture" }).click();
  await expect(page.getByText("Picture saved").first()).toBeVisible();
  const face = page.locator('header img[src^="/media/avatars/"]');
  await expect(face).toBeVisible();
  const stored = await page.request.get(site.baseUrl + (await face.getAttribute("src")));
  const { channels } = await sharp(await stored.body()).stats();
  expect(channels.map(({ mean }) => Math.round(mean / 16))).toEqual([11, 4, 4]);

  await confirmEmail(page, mails, "marva@example.com");

  const phone = await browser.newContext({
    userAgent:
      "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1",
  });

  await skipSplash(phone);
  const answer = await phone.request.post(`${site.baseUrl}/api/auth/login`, {
    data: { username: "marva-bright", password },
  });
  expect(answer.status()).toBe(200);
  await page.reload();
  await page.getByRole("button", { name: "Sign out Safari on iOS" }).click();
  await expect(page.getByText("Safari on iOS is signed out.").first()).toBeVisible();
  expect((await phone.request.get(`${site.baseUrl}/api/me`)).status()).toBe(401);
  await phone.close();

  await page.getByRole("button", { name: "Change password" }).click();
  await page.getByLabel("Current password").fill(password);
  await page.getByLabel("New password", { exact: true }).fill("short");
  await page.getByLabel("Confirm new password").fill("shorter");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Password must be at least 8 characters")).toBeVisible();
  await expect(page.getByText("Passwords do not match")).toBeVisible();
  await page.getByLabel("New password", { exact: true }).fill(newPassword);
  await page.getByLabel("Confirm new password").fill(newPassword);
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("You're signed out of every other browser.").first()).toBeVisible();

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download my data" }).click();
  expect((await download).suggestedFilename()).toBe("savage-gentlemen-my-data.json");
  expect(errors).toEqual([]);
});

test("a forgotten password is reset by email, and the link works once", async ({ page, site, mails }) => {
  test.setTimeout(120_000);
  await register(page, site, "desmond");
  await confirmEmail(page, mails, "desmond@example.com");
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await page.goto(`${site.baseUrl}/password-reset`);
  // Only now: the page before it may still have asked for something of the account.
  const errors = watchConsole(page);
  await page.getByLabel("Username or email").fill("nobody-of-that-name");
  await page.getByRole("button", { name: "Send me a link" }).click();
  await expect(page.getByText("Check your email")).toBeVisible();
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByLabel("Username or email").fill("desmond");
  await page.getByRole("button", { name: "Send me a link" }).click();
  await expect(page.getByText("Check your email")).toBeVisible();

  await expect
    .poll(() => mails.taken.some((mail) => mail.headers["subject"]?.startsWith("Reset your password")))
    .toBe(true);
  const link = await linkMailedTo(mails, "desmond@example.com");
  expect(link).toContain(`${site.baseUrl}/password-reset?token=`);
  const answer = await page.goto(link);
  expect(answer!.headers()["referrer-policy"]).toBe("no-referrer");
  await page.reload();
  await expect(page.getByText("Set a new password for desmond")).toBeVisible();
  await page.getByLabel("New password", { exact: true }).fill("alllowercase");
  await page.getByLabel("Confirm new password").fill("alllowercase");
  await page.getByRole("button", { name: "Set new password" }).click();
  await expect(page.getByText("Password must contain at least one uppercase letter")).toBeVisible();
  await page.getByLabel("New password", { exact: true }).fill(newPassword);
  await page.getByLabel("Confirm new password").fill(newPassword);
  await page.getByRole("button", { name: "Set new password" }).click();
  await expect(page.getByText("Your password has been changed")).toBeVisible();
  expect(errors).toEqual([]);

  await page.getByRole("button", { name: "Log in", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Username").fill("desmond");
  await dialog.getByLabel("Password", { exact: true }).fill(newPassword);
  await dialog.getByRole("button", { name: "Login" }).click();
  await expect(page.getByRole("heading", { name: "My Tickets" })).toBeVisible();

  await page.goto(link);
  await expect(page.getByText("This link has expired")).toBeVisible();
});
