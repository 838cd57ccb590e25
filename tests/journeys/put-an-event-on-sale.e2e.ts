import { expect, type Locator, type Page } from "@playwright/test";
import sharp from "sharp";
import { onSite, skipSplash, test as base, waitForAnswer, watchConsole } from "./journey-kit.ts";

const test = onSite(base);
test.describe.configure({ timeout: 240_000 });

const saved = (adminPage: Page) =>
  expect(adminPage.getByRole("status").filter({ hasText: "All changes saved" })).toBeVisible();

async function addVenue(adminPage: Page) {
  await adminPage.getByRole("button", { name: "Choose venue" }).click();
  await adminPage.getByRole("button", { name: "New venue" }).click();
  const dialog = adminPage.getByRole("dialog", { name: "New venue" });
  await dialog.getByLabel("Name").fill("The Ferry Shed");
  await dialog.getByLabel("Street address").fill("4 Pier Road");
  await dialog.getByLabel("City").fill("Brooklyn");
  await dialog.getByLabel("State").selectOption("NY");
  await dialog.getByLabel("Country").fill("US");
  await dialog.getByRole("button", { name: "Add venue" }).click();
}

/** Uploads a poster in the editor, adds alt text, and uses it. */
async function choosePoster(adminPage: Page) {
  const poster = await sharp({ create: { width: 1200, height: 1500, channels: 3, background: "#a0442e" } })
    .jpeg()
    .toBuffer();
  await adminPage.getByRole("link", { name: /^Poster/ }).click();
  await adminPage.getByRole("button", { name: "Choose Poster" }).click();
  const picker = adminPage.getByRole("dialog", { name: "Choose poster" });
  await picker
    .getByLabel("Add a new image")
    .last()
    .setInputFiles([{ name: "ferry.jpg", mimeType: "image/jpeg", buffer: poster }]);
  await picker.getByLabel("What does it show?").fill("A red ferry at dusk");
  await picker.getByRole("button", { name: "Save and use image" }).click();
  await expect(picker).toBeHidden();
  await saved(adminPage);
}

async function addType(adminPage: Page, start: string, fill: (drawer: Locator) => Promise<void>) {
  await adminPage
    .getByRole("group", { name: "Add a ticket type" })
    .getByRole("button", { name: start, exact: true })
    .click();
  const drawer = adminPage.getByRole("dialog", { name: "New ticket type" });
  await fill(drawer);
  await drawer.getByRole("button", { name: "Add ticket type" }).click();
  await expect(drawer).toBeHidden();
}

test("an admin puts a new event on sale from scratch, and a fan on a phone buys tickets with both codes", async ({
  page: adminPage,
  context,
  site,
  browser,
}) => {
  const errors = watchConsole(adminPage);
  await context.addCookies([await site.cookieOf("admin")]);
  await adminPage.setViewportSize({ width: 1440, height: 1000 });
  await adminPage.goto(`${site.baseUrl}/admin?section=events`);
  await adminPage.getByRole("button", { name: "New event" }).first().click();
  await adminPage.getByRole("dialog", { name: "New event" }).getByLabel("Name").fill("Ferry to J'ouvert");
  await addVenue(adminPage);
  await adminPage.getByRole("button", { name: "Create" }).click();
  await expect(adminPage.getByRole("heading", { level: 1, name: "Ferry to J'ouvert" })).toBeVisible();
  const id = Number(new URL(adminPage.url()).searchParams.get("id"));
  await adminPage.getByLabel("Tagline").fill("One boat, one band, sunrise");
  await adminPage.keyboard.press("Control+s");
  await saved(adminPage);
  await choosePoster(adminPage);

  await adminPage.getByRole("navigation", { name: "Event sections" }).getByRole("link", { name: "Tickets" }).click();
  await addType(adminPage, "Paid", async (drawer) => {
    await drawer.getByLabel("Name").fill("Deck");
    await drawer.getByLabel("Buyer pays").fill("45");
    await drawer.getByLabel("Total quantity").fill("80");
  });
  await addType(adminPage, "Free", async (drawer) => {
    await drawer.getByLabel("Name").fill("Kids");
    await drawer.getByLabel("Total quantity").fill("20");
  });
  await addType(adminPage, "Paid", async (drawer) => {
    await drawer.getByLabel("Name").fill("Band members");
    await drawer.getByLabel("Buyer pays").fill("30");
    await drawer.getByLabel("Total quantity").fill("10");
    await drawer.getByLabel("Access code").fill("SECTION7");
  });

  await adminPage
    .getByRole("navigation", { name: "Event sections" })
    .getByRole("link", { name: "Promo codes" })
    .click();
  await adminPage.getByRole("link", { name: "New code" }).click();
  const code = adminPage.getByRole("dialog", { name: "New code" });
  await code.getByLabel("Code", { exact: true }).fill("SUNRISE");
  await code.getByLabel("Percent").fill("10");
  await code.getByRole("button", { name: "Create" }).click();
  await expect(code).toBeHidden();

  await adminPage.getByRole("button", { name: "Publish", exact: true }).click();
  await adminPage.getByRole("dialog", { name: "Publish" }).getByRole("button", { name: "Publish now" }).click();
  const live = adminPage.getByRole("dialog", { name: "Your event is live" });
  await expect(live.getByRole("img", { name: /^QR code of the link/ })).toBeVisible();
  await expect(live.getByText(`${site.baseUrl}/events/${id}/`, { exact: false })).toBeVisible();
  await live.getByRole("link", { name: /^Get ready for check-in/ }).click();
  await expect(live).toBeHidden();
  await expect(adminPage.getByRole("link", { name: "Start scanning" })).toBeVisible();
  // Playwright's own script can't run in the preview's frame.
  expect(errors.filter((text) => !text.startsWith("Blocked script execution"))).toEqual([]);

  const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await skipSplash(phone);
  const fan = await phone.newPage();
  waitForAnswer(fan);
  const fanErrors = watchConsole(fan);
  await fan.goto(`${site.baseUrl}/events`);
  await fan
    .getByRole("link", { name: /Ferry to J'ouvert/ })
    .first()
    .tap();
  await expect(fan.getByRole("heading", { level: 1, name: "Ferry to J'ouvert" })).toBeVisible();
  await expect(fan.getByText("Band members")).toHaveCount(0);
  await fan.getByText("Have an access code?").tap();
  await fan.getByLabel("Access code").fill("section7");
  await fan.getByRole("button", { name: "Show tickets" }).tap();
  await fan.getByRole("button", { name: "More: Band members" }).tap();
  await fan.getByRole("button", { name: "More: Band members" }).tap();
  await fan.getByRole("button", { name: "Check out" }).filter({ visible: true }).tap();
  await fan.getByRole("button", { name: "Continue as guest" }).tap();
  await fan.getByText("Have a promo code?").tap();
  await fan.getByLabel("Promo code").fill("sunrise");
  await fan.getByRole("button", { name: "Apply" }).tap();
  await expect(fan.getByText("$6.00 off your order")).toBeVisible();
  await fan.getByLabel("Your name").fill("Marva Bright");
  await fan.getByRole("textbox", { name: "Email" }).fill("marva@example.com");
  await fan.getByRole("button", { name: /pay \$54\.00/i }).tap();
  await expect(fan).toHaveURL(/\/api\/payments\/sandbox\/sbx_/);
  await fan.getByRole("button", { name: "Pay $54.00" }).tap();
  await expect(fan).toHaveURL(/\/payment-success\?order=/);
  await expect(fan.getByRole("img", { name: "QR code for ticket 1 of 2" })).toBeVisible();
  expect(fanErrors).toEqual([]);
  await phone.close();

  const admin = await site.as("admin");
  const setup = await admin.get(`/api/admin/events/${id}/ticket-types`);
  const sold = setup.body.types.map(({ name, stock }: { name: string; stock: { sold: number } }) => [name, stock.sold]);
  expect(sold).toEqual([
    ["Deck", 0],
    ["Kids", 0],
    ["Band members", 2],
  ]);
});
