import { expect } from "@playwright/test";
import { sql } from "kysely";
import type { LiveSite } from "#testing/live-site.ts";
import { barriers } from "./admin-kit.ts";
import { withSite } from "./journey-kit.ts";

const test = withSite();

async function upcomingEvent({ create, db }: LiveSite) {
  const id = await create.event({ title: "Soca Supper" });
  await create.ticketType({ eventId: id, name: "General", salesStartAt: new Date(Date.now() + 3_600_000) });
  await sql`
    update venues set latitude = 40.68, longitude = -73.97, address = ''
    where id = (select venue_id from events where id = ${id})`.execute(db);
  return id;
}

test("an event on sale offers no reminder, and its venue map causes no layout shift", async ({ page, site }) => {
  const id = await upcomingEvent(site);
  await sql`update ticket_types set sales_start_at = null where event_id = ${id}`.execute(site.db);
  await page.goto(`${site.baseUrl}/events/${id}`);
  await expect(page.getByRole("button", { name: /Remind me/ })).toHaveCount(0);
  const heading = page.getByRole("heading", { name: "Location" });
  const frame = heading.locator("xpath=following-sibling::div");
  const before = await frame.evaluate((box) => box.clientHeight);
  await heading.scrollIntoViewIfNeeded();
  await expect(page.getByRole("img", { name: "Map: The Yard in Brooklyn" })).toBeVisible();
  expect(await frame.evaluate((box) => box.clientHeight)).toBe(before);
  expect(await barriers(page)).toEqual([]);
});
