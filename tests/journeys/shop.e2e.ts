import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import type { Browser, Page } from "@playwright/test";
import { sql } from "kysely";
import { uploadProductFile } from "#server/modules/shop/index.ts";
import type { LiveSite } from "#testing/live-site.ts";
import { skipSplash, waitForAnswer } from "./journey-kit.ts";
import { expect, withDoor } from "./scanner-kit.ts";

const test = withDoor();

const slugOf = (name: string) => `${name}-${randomUUID().slice(0, 8)}`;

/** A product in two sizes that is shipped or picked up. */
async function createHoodie(site: LiveSite): Promise<string> {
  const slug = slugOf("hoodie");
  const productId = await site.create.product({
    slug,
    title: "Road Hoodie",
    options: [{ name: "Size", values: ["M", "L"] }],
    pictures: ["hoodie", "hoodie-back"],
  });
  for (const size of ["M", "L"])
    await site.create.variant({ productId, options: [size], sku: `${slug}-${size}`, priceCents: 6000, onHand: 5 });
  return slug;
}

/** An event in an hour where products can be picked up, and a rate, so that buyers have both ways to choose from. */
async function createBothWays(site: LiveSite): Promise<{ eventId: number; title: string }> {
  const title = `Velvet Riddim ${randomUUID().slice(0, 6)}`;
  const eventId = await site.create.event({ title, startsAt: new Date(Date.now() + 3_600_000) });
  await sql`
    insert into shipping_rates (name, price_cents) select 'Ground', 700
    where not exists (select from shipping_rates)`.execute(site.db);
  return { eventId, title };
}

/** A product that is downloaded, with its file. */
async function createMixtape(site: LiveSite): Promise<string> {
  const slug = slugOf("mixtape");
  const productId = await site.create.product({
    slug,
    title: "Clash Mixtape",
    kind: "digital",
    taxCategory: "digital",
    pictures: ["mixtape"],
  });
  await site.create.variant({ productId, sku: slug, priceCents: 900 });
  const body = Readable.from([Buffer.from("ID3 not much of a tune")]);
  const { id } = await uploadProductFile(site.served, { staff: null, fileName: "clash.mp3", body });
  await sql`update product_files set product_id = ${productId} where id = ${id}`.execute(site.db);
  return slug;
}

async function addProduct(page: Page, site: LiveSite, slug: string, size?: string): Promise<void> {
  await page.goto(`${site.baseUrl}/shop?product=${slug}`);
  if (size) await page.getByRole("radio", { name: size }).check();
  await page.getByRole("button", { name: "Add to cart" }).filter({ visible: true }).first().click();
  await expect(page.getByRole("dialog", { name: "Your cart" })).toBeVisible();
}

async function addTwoTickets(page: Page, site: LiveSite, eventId: number): Promise<void> {
  await page.goto(`${site.baseUrl}/events/${eventId}`);
  const more = page.getByRole("button", { name: "More: General admission" });
  await more.click();
  await more.click();
  await page.getByRole("button", { name: "Add to cart" }).filter({ visible: true }).first().click();
  await expect(page.getByRole("dialog", { name: "Your cart" })).toBeVisible();
}

/** From the cart's drawer to the page after the payment; returns the order's id. */
async function payForCart(page: Page, choose: (page: Page) => Promise<void>): Promise<string> {
  await page.getByRole("dialog", { name: "Your cart" }).getByRole("link", { name: "Check out" }).click();
  await page.getByRole("button", { name: "Continue as guest" }).click();
  await choose(page);
  await page.getByLabel("Your name").fill("Marva Bright");
  await page.getByRole("textbox", { name: "Email" }).fill("marva@example.com");
  await page.getByRole("button", { name: /pay \$/i }).click();
  await expect(page).toHaveURL(/\/api\/payments\/sandbox\/sbx_/);
  await page.getByRole("button", { name: /^Pay \$/ }).click();
  await expect(page).toHaveURL(/\/payment-success\?order=/);
  return new URL(page.url()).searchParams.get("order")!;
}

const pickUpAt = (title: string) => async (page: Page) => {
  await page.getByRole("radio", { name: "Pick it up at an event" }).check();
  await page.getByRole("radio", { name: new RegExp(title) }).check();
};

const shipToBrooklyn = async (page: Page) => {
  await page.getByRole("radio", { name: "Ship it" }).check();
  await page.getByLabel("Street address").fill("214 Rogers Avenue");
  await page.getByLabel("City").fill("Brooklyn");
  await page.getByLabel("State").selectOption("NY");
  await page.getByLabel("ZIP Code").fill("11225");
};

async function openAsAdmin(browser: Browser, site: LiveSite, orderId: string): Promise<Page> {
  const context = await browser.newContext({ locale: "en-US", timezoneId: "America/New_York" });
  await skipSplash(context);
  await context.addCookies([await site.cookieOf("admin")]);
  const page = await context.newPage();
  waitForAnswer(page);
  await page.goto(`${site.baseUrl}/ticket-management?order=${orderId}`);
  return page;
}

test("a guest buys a hoodie, two tickets and a mixtape in one payment, downloads the mixtape, picks the hoodie up at the event, and returns it", async ({
  page,
  site,
  browser,
  openDoor,
}) => {
  test.setTimeout(120_000);
  await skipSplash(page.context());
  const { eventId, title } = await createBothWays(site);
  await site.create.ticketType({ eventId, name: "General admission" });
  await addProduct(page, site, await createHoodie(site), "M");
  await addProduct(page, site, await createMixtape(site));
  await addTwoTickets(page, site, eventId);
  const orderId = await payForCart(page, pickUpAt(title));
  await expect(page.getByRole("img", { name: /^QR code for ticket/ })).toHaveCount(2);
  await site.expectSound();

  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: /^Download Clash Mixtape/ }).click();
  expect((await downloading).suggestedFilename()).toBe("clash.mp3");
  await expect(page.getByRole("img", { name: "QR code for your pickup" })).toBeVisible();
  await site.expectSound();

  const reply = await page.request.get(`${site.baseUrl}/api/orders/${orderId}/fulfillment`);
  const { pickup } = (await reply.json()) as { pickup: { code: string } };
  const door = await openDoor(eventId, { gate: "Merch table" });
  await door.getByLabel("Name, email, order or code").fill(pickup.code);
  const screen = door.getByRole("dialog", { name: "Pickup" });
  await expect(screen.getByRole("list", { name: "Items" })).toContainText("Road Hoodie · M");
  await screen.getByRole("button", { name: "Hand over" }).click();
  await expect(screen.getByText("Handed over")).toBeVisible();
  await screen.getByRole("button", { name: "Next" }).click();
  await site.expectSound();

  const staff = await openAsAdmin(browser, site, orderId);
  await staff.getByRole("button", { name: "Record return" }).click();
  const dialog = staff.getByRole("dialog", { name: "Record a return" });
  await dialog.getByRole("button", { name: "More: Road Hoodie · M" }).click();
  await dialog.getByRole("button", { name: /^Record and refund \$/ }).click();
  await expect(dialog).toBeHidden();
  await expect(staff.getByRole("list", { name: "Parcels, handovers and returns" })).toContainText("back on sale");
  await site.expectSound();
  await staff.context().close();
});

test("staff ship half an order, then the rest", async ({ page, site, browser }) => {
  test.setTimeout(90_000);
  await skipSplash(page.context());
  await createBothWays(site);
  const slug = await createHoodie(site);
  await addProduct(page, site, slug, "M");
  await addProduct(page, site, slug, "L");
  const orderId = await payForCart(page, shipToBrooklyn);
  await site.expectSound();

  const staff = await openAsAdmin(browser, site, orderId);
  const panel = staff.getByRole("region", { name: /^Fulfillment/ });
  await expect(panel).toContainText("To ship");
  await panel.getByRole("button", { name: "Ship", exact: true }).click();
  const dialog = staff.getByRole("dialog", { name: "Ship items" });
  await dialog.getByRole("button", { name: "Fewer: Road Hoodie · L" }).click();
  await dialog.getByLabel("Tracking number").fill("9400110200881900100081");
  await dialog.getByRole("button", { name: "Ship 1 item" }).click();
  await expect(dialog).toBeHidden();
  await expect(panel).toContainText("Partly shipped");
  await site.expectSound();

  await panel.getByRole("button", { name: "Ship", exact: true }).click();
  await dialog.getByRole("button", { name: "Ship 1 item" }).click();
  await expect(dialog).toBeHidden();
  await expect(panel).toContainText("Shipped");
  await site.expectSound();
  await staff.context().close();

  await page.reload();
  const parcels = page.getByRole("list", { name: "Parcels" }).getByRole("listitem");
  await expect(parcels).toHaveCount(2);
  await expect(parcels.filter({ hasText: "Road Hoodie · M" })).toContainText("9400110200881900100081");
});
