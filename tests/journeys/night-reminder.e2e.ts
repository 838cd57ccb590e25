import { expect } from "@playwright/test";
import { sql } from "kysely";
import type { LiveSite } from "#tests/kit/live-site.ts";
import { barriers } from "./desk-kit.ts";
import { withSite } from "./journey-kit.ts";

const test = withSite();

async function nightToCome({ make, db }: LiveSite) {
  const id = await make.event({ title: "Soca Supper" });
  await make.ticketType({ eventId: id, name: "General", salesStartAt: new Date(Date.now() + 3_600_000) });
  await sql`
    update venues set latitude = 40.68, longitude = -73.97
    where id = (select venue_id from events where id = ${id})`.execute(db);
  return id;
}

test("a fan asks by keys to be told when sales open, and the mailed link puts them on the list", async ({
  page,
  site,
  quiet,
}) => {
  quiet.expect(/400|404|503|ERR_FAILED/);
  const id = await nightToCome(site);
  await page.goto(`${site.baseUrl}/events/${id}`);
  await page.getByRole("button", { name: "Remind me when sales open" }).press("Enter");
  const field = page.getByRole("textbox", { name: "E-mail" });
  await expect(field).toBeFocused();
  await field.press("Enter");
  await expect(page.getByText("Please enter an e-mail address, as name@example.com")).toBeVisible();
  expect(await barriers(page)).toEqual([]);

  await page.route("**/reminder", (route) => route.abort());
  await field.fill("marva@example.com");
  await field.press("Enter");
  await expect(page.getByText(/^Network connection error/)).toBeVisible();
  await page.unroute("**/reminder");
  await field.press("Enter");
  const told = page.getByRole("status").filter({ hasText: "Look into your mail" });
  await expect(told).toBeFocused();
  expect(await barriers(page)).toEqual([]);

  const text = async () =>
    (
      await sql<{ body: string | null }>`
        select body_text as body from emails where kind = 'interest_confirmation' and to_address = 'marva@example.com'`.execute(
        site.db,
      )
    ).rows[0]?.body ?? "";
  await expect.poll(text, { timeout: 20_000 }).toContain("Yes, tell me: ");
  const link = new URL(/Yes, tell me: (\S+)/.exec(await text())![1]!);
  await page.goto(site.baseUrl + link.pathname + link.search);
  await page.getByRole("button", { name: "Yes, tell me" }).click();
  await expect(page.getByText("You are on the list")).toBeVisible();
  const { rows } = await sql`select status from interests`.execute(site.db);
  expect(rows).toEqual([{ status: "confirmed" }]);
  expect(await barriers(page)).toEqual([]);
});

test("a night that is on sale offers no reminder, and its venue is on a map that moves nothing", async ({
  page,
  site,
}) => {
  const id = await nightToCome(site);
  await sql`update ticket_types set sales_start_at = null where event_id = ${id}`.execute(site.db);
  await page.goto(`${site.baseUrl}/events/${id}`);
  await expect(page.getByRole("button", { name: /Remind me/ })).toHaveCount(0);
  const heading = page.getByRole("heading", { name: "Where it is" });
  const frame = heading.locator("xpath=following-sibling::div");
  const before = await frame.evaluate((box) => box.clientHeight);
  await heading.scrollIntoViewIfNeeded();
  await expect(page.getByRole("img", { name: "Map: The Yard in Brooklyn" })).toBeVisible();
  expect(await frame.evaluate((box) => box.clientHeight)).toBe(before);
  expect(await barriers(page)).toEqual([]);
});

test("a venue without a place on the map has none", async ({ page, site }) => {
  const id = await site.make.event();
  await page.goto(`${site.baseUrl}/events/${id}`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Where it is" })).toHaveCount(0);
});
