import { expect, type Page } from "@playwright/test";
import { sql } from "kysely";
import { deleteAllEvents } from "#tests/events/make.ts";
import type { LiveSite } from "#testing/live-site.ts";
import { withSite } from "./journey-kit.ts";

const test = withSite();

const at = (instant: string) => ({ startsAt: new Date(instant), endsAt: new Date(Date.parse(instant) + 18_000_000) });

/** Four events: two on one day in one city, one far south, one a month later. */
async function addEvents({ db, create }: LiveSite) {
  await deleteAllEvents(db);
  const setVenue = async (id: number, name: string, city: string, latitude: number, longitude: number) => {
    const { rows } = await sql<{ id: number }>`
      insert into venues (name, city, region, country, latitude, longitude)
      values (${name}, ${city}, 'X', 'US', ${latitude}, ${longitude}) returning id`.execute(db);
    await sql`update events set venue_id = ${rows[0]!.id} where id = ${id}`.execute(db);
  };
  const add = async (title: string, startsAt: string) => create.event({ title, ...at(startsAt), categories: ["Soca"] });
  await setVenue(await add("Early Lime", "2035-06-09T23:00:00Z"), "Yard One", "Brooklyn", 40.65, -73.95);
  await setVenue(await add("Late Lime", "2035-06-10T02:00:00Z"), "Barn Two", "Brooklyn", 40.66, -73.94);
  await setVenue(await add("Panorama", "2035-06-20T23:00:00Z"), "Savannah", "Port of Spain", 10.66, -61.51);
  await setVenue(await add("July Fete", "2035-07-04T23:00:00Z"), "Pier", "Miami", 25.77, -80.13);
}

const open = async (page: Page, site: LiveSite, query: string) => {
  await page.goto(`${site.baseUrl}/events?${query}`);
  await page.waitForLoadState("networkidle");
};

test.beforeEach(({ site }) => addEvents(site));

test("the map has a pin for each city, and by keyboard each pin leads to its events next to the map", async ({
  page,
  site,
}) => {
  await open(page, site, "view=map");
  const map = page.getByRole("group", { name: "Map of events" });
  await expect(map.getByRole("link")).toHaveCount(3);
  await map.getByRole("link", { name: "Brooklyn: 2 events" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Brooklyn 2 events" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: /Early Lime/ })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/events\/\d+\/early-lime$/);
  await page.goBack();
  await expect(page).toHaveURL(/view=map/);
  await page.getByRole("link", { name: "Only Port of Spain" }).click();
  await expect(page).toHaveURL(/city=Port\+of\+Spain/);
  await expect(map.getByRole("link")).toHaveCount(1);
});

test("arrow keys move through the calendar's days and across months, and keys open and leave a day", async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await open(page, site, "view=calendar&month=2035-06");
  const grid = page.getByRole("grid", { name: "June 2035" });
  const day = (name: RegExp) => page.getByRole("gridcell", { name });
  await expect(grid.locator("[data-day][tabindex='0']")).toHaveCount(1);
  await day(/Friday, June 1,/).focus();
  for (const key of ["ArrowDown", "ArrowRight"]) await page.keyboard.press(key);
  await expect(day(/Saturday, June 9, 2 events: Early Lime.*Late Lime/)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("link", { name: /Early Lime/ }).filter({ visible: true })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(day(/June 9,/)).toBeFocused();
  await page.keyboard.press("End");
  await page.keyboard.press("Home");
  await expect(day(/Sunday, June 3,/)).toBeFocused();
  await page.keyboard.press("PageDown");
  await expect(page.getByRole("heading", { name: "July 2035" })).toBeVisible();
  await expect(day(/Tuesday, July 3,/)).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/july-fete$/);
});

test("on a phone the calendar is an agenda of the days with events, and an empty month links to the next", async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, site, "view=calendar&month=2035-06");
  await expect(page.getByRole("grid")).toBeHidden();
  await expect(page.getByRole("heading", { name: "Saturday, June 9" })).toBeVisible();
  await page.getByRole("link", { name: "Next month: July 2035" }).click();
  await expect(page.getByRole("heading", { name: "Wednesday, July 4" })).toBeVisible();
  await page.getByRole("link", { name: "Next month: August 2035" }).click();
  await page.getByRole("link", { name: "Back to July 2035" }).click();
  await expect(page.getByRole("link", { name: /July Fete/ }).filter({ visible: true })).toBeVisible();
});

test("map and calendar are in the server's HTML, and their links work without scripts", async ({ browser, site }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${site.baseUrl}/events?view=map`);
  await expect(page.getByRole("group", { name: "Map of events" }).getByRole("link")).toHaveCount(3);
  await page.getByRole("link", { name: "Calendar", exact: true }).click();
  await expect(page).toHaveURL(/view=calendar/);
  await page.goto(`${site.baseUrl}/events?view=calendar&month=2035-06`);
  await page
    .getByRole("link", { name: /Panorama/ })
    .filter({ visible: true })
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Panorama");
  await context.close();
});
