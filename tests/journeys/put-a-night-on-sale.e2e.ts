import { expect, type Locator, type Page } from "@playwright/test";
import sharp from "sharp";
import { onSite, skipSplash, test as base, waitForAnswer, watchConsole } from "./journey-kit.ts";

const test = onSite(base);
test.describe.configure({ timeout: 240_000 });

const saved = (desk: Page) => expect(desk.getByRole("status").filter({ hasText: "All saved" })).toBeVisible();

async function addPlace(desk: Page) {
  await desk.getByRole("button", { name: "Choose the place" }).click();
  await desk.getByRole("button", { name: "New place" }).click();
  const place = desk.getByRole("dialog", { name: "New place" });
  await place.getByLabel("Name").fill("The Ferry Shed");
  await place.getByLabel("Street and number").fill("4 Pier Road");
  await place.getByLabel("City").fill("Brooklyn");
  await place.getByLabel("State or region").fill("NY");
  await place.getByLabel("Country").fill("US");
  await place.getByRole("button", { name: "Add the place" }).click();
}

/** Uploads a poster from within the editor, says what it shows, and takes it. */
async function choosePoster(desk: Page) {
  const poster = await sharp({ create: { width: 1200, height: 1500, channels: 3, background: "#a0442e" } })
    .jpeg()
    .toBuffer();
  await desk.getByRole("link", { name: /A poster/ }).click();
  await desk.getByRole("button", { name: "Choose Poster" }).click();
  const picker = desk.getByRole("dialog", { name: "Choose: Poster" });
  await picker
    .getByLabel("Add a new picture")
    .last()
    .setInputFiles([{ name: "ferry.jpg", mimeType: "image/jpeg", buffer: poster }]);
  await picker.getByLabel("What does it show?").fill("A red ferry at dusk");
  await picker.getByRole("button", { name: "Save" }).click();
  await picker
    .getByRole("button", { name: /^(Use|Choose|Take)/ })
    .last()
    .click();
  await expect(picker).toBeHidden();
  await saved(desk);
}

async function addType(desk: Page, start: string, fill: (drawer: Locator) => Promise<void>) {
  await desk
    .getByRole("group", { name: "Add a ticket type" })
    .getByRole("button", { name: start, exact: true })
    .click();
  const drawer = desk.getByRole("dialog", { name: "New ticket type" });
  await fill(drawer);
  await drawer.getByRole("button", { name: "Add ticket type" }).click();
  await expect(drawer).toBeHidden();
}

test("an admin puts a night on sale from nothing, and a fan on a phone buys it with both codes", async ({
  page: desk,
  context,
  site,
  browser,
}) => {
  const errors = watchConsole(desk);
  await context.addCookies([await site.cookieOf("admin")]);
  await desk.setViewportSize({ width: 1440, height: 1000 });
  await desk.goto(`${site.baseUrl}/admin?section=events`);
  await desk.getByRole("button", { name: "New night" }).first().click();
  await desk.getByRole("dialog", { name: "New night" }).getByLabel("Name").fill("Ferry to J'ouvert");
  await addPlace(desk);
  await desk.getByRole("button", { name: "Begin" }).click();
  await expect(desk.getByRole("heading", { level: 1, name: "Ferry to J'ouvert" })).toBeVisible();
  const id = Number(new URL(desk.url()).searchParams.get("id"));
  await desk.getByLabel("In one line").fill("One boat, one band, sunrise");
  await desk.keyboard.press("Control+s");
  await saved(desk);
  await choosePoster(desk);

  await desk.getByRole("navigation", { name: "Parts of the night" }).getByRole("link", { name: "Tickets" }).click();
  await addType(desk, "Paid", async (drawer) => {
    await drawer.getByLabel("Name").fill("Deck");
    await drawer.getByLabel("Guest pays").fill("45");
    await drawer.getByLabel("For sale").fill("80");
  });
  await addType(desk, "Free", async (drawer) => {
    await drawer.getByLabel("Name").fill("Kids");
    await drawer.getByLabel("For sale").fill("20");
  });
  await addType(desk, "Paid", async (drawer) => {
    await drawer.getByLabel("Name").fill("Band members");
    await drawer.getByLabel("Guest pays").fill("30");
    await drawer.getByLabel("For sale").fill("10");
    await drawer.getByLabel("Access code").fill("SECTION7");
  });

  await desk.getByRole("navigation", { name: "Parts of the night" }).getByRole("link", { name: "Codes" }).click();
  await desk.getByRole("link", { name: "New code" }).click();
  const code = desk.getByRole("dialog", { name: "New code" });
  await code.getByLabel("Code", { exact: true }).fill("SUNRISE");
  await code.getByLabel("Percent").fill("10");
  await code.getByRole("button", { name: "Make the code" }).click();
  await expect(code).toBeHidden();

  await desk.getByRole("button", { name: "Publish", exact: true }).click();
  await desk.getByRole("dialog", { name: "Publish" }).getByRole("button", { name: "Publish now" }).click();
  await expect(desk.getByText("Published").first()).toBeVisible();
  // Playwright's own script cannot enter the preview's frame.
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
  await fan.getByText("Have a code?").tap();
  await fan.getByLabel("Access code").fill("section7");
  await fan.getByRole("button", { name: "Show tickets" }).tap();
  await fan.getByRole("button", { name: "More: Band members" }).tap();
  await fan.getByRole("button", { name: "More: Band members" }).tap();
  await fan.getByRole("button", { name: "Checkout" }).filter({ visible: true }).tap();
  await fan.getByRole("button", { name: "Continue as guest" }).tap();
  await fan.getByText("Have a promo code?").tap();
  await fan.getByLabel("Promo code").fill("sunrise");
  await fan.getByRole("button", { name: "Apply" }).tap();
  await expect(fan.getByText("$6.00 off your order")).toBeVisible();
  await fan.getByLabel("Your name").fill("Marva Bright");
  await fan.getByLabel("E-mail").fill("marva@example.com");
  await fan.getByRole("button", { name: /Pay \$54\.00/ }).tap();
  await expect(fan).toHaveURL(/\/api\/payments\/sandbox\/sbx_/);
  await fan.getByRole("button", { name: "Pay $54.00" }).tap();
  await expect(fan).toHaveURL(/\/payment-success\?order=/);
  await expect(fan.getByRole("img", { name: "QR code of ticket 1 of 2" })).toBeVisible();
  expect(fanErrors).toEqual([]);
  await phone.close();

  const admin = await site.as("admin");
  const setup = await admin.get(`/api/admin/events/${id}/ticket-types`);
  const sold = setup.body.types.map(({ name, standing }: { name: string; standing: { sold: number } }) => [
    name,
    standing.sold,
  ]);
  expect(sold).toEqual([
    ["Deck", 0],
    ["Kids", 0],
    ["Band members", 2],
  ]);
});
