import { expect, type Locator, type Page } from "@playwright/test";
import { sql } from "kysely";
import { deleteAllEvents } from "#tests/events/make.ts";
import { draft } from "#testing/site.ts";
import type { LiveSite } from "#testing/live-site.ts";
import { withSite } from "./journey-kit.ts";

const test = withSite();
test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, actionTimeout: 20_000 });
test.setTimeout(90_000);

/** The site's only upcoming event, with two ticket types. */
const onlyEvent = (site: LiveSite) =>
  site.once("event", async () => {
    await deleteAllEvents(site.db);
    const eventId = await site.create.event({ title: "Velvet Riddim" });
    await sql`update events set doors_at = starts_at - interval '1 hour' where id = ${eventId}`.execute(site.db);
    const ticketTypeId = await site.create.ticketType({ eventId, name: "General admission", capacity: 50 });
    await site.create.ticketType({ eventId, name: "Balcony", priceCents: 5000 });
    return { eventId, ticketTypeId };
  });

/** Counts every tap of the person, on every page including the payment page. A tap into a text field counts as that field. */
async function countTaps(page: Page): Promise<() => number> {
  let taps = 0;
  await page.exposeFunction("countTap", () => void taps++);
  await page.addInitScript(() => {
    const count = (e: PointerEvent) => {
      const isField = (e.target as Element).closest("input:not([type=radio], [type=checkbox]), textarea") !== null;
      if (e.isTrusted && !isField) (window as unknown as { countTap: () => void }).countTap();
    };
    addEventListener("pointerdown", count, true);
  });
  return () => taps;
}

/** Taps something that the thumb reaches without scrolling. */
async function tap(target: Locator): Promise<void> {
  await expect(target).toBeInViewport({ ratio: 0.9 });
  await target.tap();
}

const visible = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).filter({ visible: true });
const code = (page: Page) => page.getByRole("img", { name: "QR code for ticket 1 of 1" });

test("a guest gets from the home page to the QR code in five taps and two fields, with the order in view all the way", async ({
  page,
  site,
}) => {
  await onlyEvent(site);
  const taps = await countTaps(page);
  await page.goto(site.baseUrl);
  await tap(page.getByRole("link", { name: "Get tickets" }));
  await expect(page.getByRole("region", { name: "Tickets" })).toBeInViewport();
  await tap(visible(page, "Check out"));

  const dialog = page.getByRole("dialog", { name: "Join The Community" });
  const order = dialog.getByRole("region", { name: "Your order" });
  for (const text of ["Velvet Riddim", "1 × General admission", "$25.00"])
    await expect(order.getByText(text)).toBeInViewport({ ratio: 1 });
  await tap(dialog.getByRole("button", { name: "Continue as guest" }));

  // Pay is pinned where the navigation was.
  await expect(dialog).toHaveCount(0);
  const pay = visible(page, /pay \$25\.00/i);
  await expect(pay).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole("navigation", { name: "Bottom" })).toBeHidden();
  await expect(page.getByRole("complementary", { name: "Your order" })).toBeInViewport({ ratio: 1 });
  await page.getByLabel("Your name").tap();
  await page.keyboard.type("Marva Bright");
  await page.getByRole("textbox", { name: "Email" }).tap();
  await page.keyboard.type("marva@example.com");
  await tap(pay);
  await expect(page).toHaveURL(/\/api\/payments\/sandbox\/sbx_/);
  await tap(visible(page, "Pay $25.00"));

  await expect(page).toHaveURL(/\/payment-success\?order=/);
  await expect(code(page)).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole("article", { name: "Ticket 1 of 1: General admission" })).toBeFocused();
  expect(taps()).toBe(5);

  // The ticket names its event, on the card and full screen.
  const details = [/Doors \d+:\d\d [AP]M/, "The Yard, Brooklyn", "Velvet Riddim"];
  const card = page.getByRole("article", { name: /^Ticket 1/ });
  for (const text of details) await expect(card.getByText(text)).toBeVisible();
  await page.goto(`${site.baseUrl}/my-tickets`);
  await page.getByRole("button", { name: "Show ticket", exact: true }).tap();
  const viewer = page.getByRole("dialog", { name: "Velvet Riddim" });
  for (const text of details) await expect(viewer.getByText(text)).toBeInViewport({ ratio: 1 });
  await expect(viewer.locator("picture img")).toBeInViewport({ ratio: 1 });
  const box = await viewer.getByRole("img", { name: /^QR code/ }).boundingBox();
  expect(box!.width).toBeGreaterThan(380);
});

test("a member who bought before gets from the home page to the QR code in four taps and no field", async ({
  page,
  context,
  site,
}) => {
  const { ticketTypeId } = await onlyEvent(site);
  const cookie = await site.cookieOf("user");
  const member = site.clientOf({ ...site.anon, id: 0, token: cookie.value });
  const placed = await member.post("/api/orders", draft([{ ticketTypeId, quantity: 1 }]));
  await member.call("DELETE", `/api/orders/${placed.body.id}`);
  await context.addCookies([cookie]);

  const taps = await countTaps(page);
  await page.goto(site.baseUrl);
  await tap(page.getByRole("link", { name: "Get tickets" }));
  await tap(visible(page, "Check out"));
  await expect(page.getByRole("textbox", { name: "Email" })).toHaveValue("ada@example.com");
  await tap(visible(page, /pay \$25\.00/i));
  await expect(page).toHaveURL(/\/api\/payments\/sandbox\/sbx_/);
  await tap(visible(page, "Pay $25.00"));
  await expect(code(page)).toBeInViewport({ ratio: 1 });
  expect(taps()).toBe(4);
});

test("the first poster of the events page is in sight, and Get tickets shows only while the tickets are not", async ({
  page,
  site,
}) => {
  await onlyEvent(site);
  await page.goto(`${site.baseUrl}/events`);
  const navigation = await page.getByRole("navigation", { name: "Bottom" }).boundingBox();
  const poster = await page.locator("main article picture img").first().boundingBox();
  expect(poster!.y + poster!.height).toBeLessThanOrEqual(navigation!.y);

  await page.getByRole("link", { name: "Velvet Riddim" }).tap();
  const choose = page.getByRole("link", { name: "Get tickets" });
  await tap(choose);
  await expect(page.getByRole("heading", { name: "General admission" })).toBeInViewport();
  await expect(choose).toBeHidden();
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(choose).toBeVisible();
});
