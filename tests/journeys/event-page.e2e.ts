import { expect, type Page } from "@playwright/test";
import { sql } from "kysely";
import type { LiveSite } from "#testing/live-site.ts";
import { barriers } from "./admin-kit.ts";
import { withSite } from "./journey-kit.ts";

const test = withSite();

async function addEvent({ create, db }: LiveSite, change = sql`status = status`) {
  const id = await create.event({ title: "Soca Supper" });
  const ticketTypeId = await create.ticketType({ eventId: id, name: "General", priceCents: 2500 });
  await sql`update events set ${change} where id = ${id}`.execute(db);
  return { id, ticketTypeId };
}

const open = async (page: Page, { baseUrl }: LiveSite, id: number) => {
  await page.goto(`${baseUrl}/events/${id}`);
  await page.waitForLoadState("networkidle");
};

test("without scripts an event page shows its details, and a plain link takes the selection to checkout", async ({
  browser,
  site,
}) => {
  const { id, ticketTypeId } = await addEvent(site);
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${site.baseUrl}/events/${id}`);
  await expect(page).toHaveURL(new RegExp(`/events/${id}/soca-supper`));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Soca Supper");
  await expect(page.getByText("The Yard").first()).toBeVisible();
  await expect(page.locator("time").first()).toHaveAttribute("datetime", /^20\d\d-/);
  await expect(page.locator("body > noscript > p")).toBeVisible();
  await page.getByRole("link", { name: "Buy 1 × General, $25.00" }).click();
  const { searchParams, pathname } = new URL(page.url());
  expect([pathname, searchParams.get("tickets"), searchParams.get("amount")]).toEqual([
    "/checkout",
    `${ticketTypeId}:1`,
    "2500",
  ]);
  await context.close();
});

test("the gallery opens large, can be browsed and closed by keyboard, and returns the focus", async ({
  page,
  site,
}) => {
  const pictures = ["tropic-noir", "last-lap", "velvet-riddim"].map((key) => ({
    key,
    alt: `Picture ${key}`,
    dominant: "#101010",
    accent: "#c9a24b",
    placeholder: null,
    width: 960,
    height: 1200,
  }));
  const { id } = await addEvent(site, sql`gallery = ${JSON.stringify(pictures)}::jsonb`);
  await open(page, site, id);
  const second = page.getByRole("link", { name: /View photo 2 of 3/ });
  await second.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Photos" });
  await expect(dialog.getByRole("status")).toHaveText("2 / 3");
  expect(await barriers(page)).toEqual([]);
  await page.keyboard.press("ArrowRight");
  await expect(dialog.getByRole("status")).toHaveText("3 / 3");
  await expect(dialog.getByRole("button", { name: "Next photo" })).toBeDisabled();
  await page.keyboard.press("Home");
  await expect(dialog.getByRole("status")).toHaveText("1 / 3");
  await expect(dialog.getByRole("img", { name: "Picture tropic-noir" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(second).toBeFocused();
});
