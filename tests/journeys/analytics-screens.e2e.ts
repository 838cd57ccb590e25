import { readFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import { store } from "#tests/analytics/kit.ts";
import { barriers, withAdmin } from "./admin-kit.ts";

const test = withAdmin();

test("an admin finds out where an event's visitors come from, by keyboard, and saves the rows", async ({
  adminPage,
  site,
}) => {
  const eventId = await site.create.event({ title: "Velvet Riddim" });
  const at = new Date(Date.now() - 20 * 60_000).toISOString();
  await store(
    site,
    ["instagram", "instagram", "google"].flatMap((source, index) => [
      { at, who: `v${index}`, subject: `/events/${eventId}/velvet-riddim`, source },
      { at, who: `v${index}`, kind: "event_view", subject: eventId, source },
    ]),
  );
  await site.app.runJob("traffic-roll-up");
  await adminPage.goto(`${site.baseUrl}/analytics?period=7d`);
  await adminPage.getByRole("link", { name: "Filter by Velvet Riddim" }).press("Enter");
  await expect(adminPage).toHaveURL(new RegExp(`eventId=${eventId}`));
  await expect(adminPage.getByRole("link", { name: "Remove filter: Event: Velvet Riddim" })).toBeVisible();
  await expect(adminPage.getByRole("row", { name: /Instagram 2/ })).toBeVisible();
  expect(await barriers(adminPage)).toEqual([]);

  await adminPage.getByRole("link", { name: "All sources and figures" }).press("Enter");
  await expect(adminPage.getByRole("columnheader", { name: "Conversion" })).toHaveCount(1);
  const waiting = adminPage.waitForEvent("download");
  await adminPage.getByRole("link", { name: "CSV" }).press("Enter");
  const file = await readFile(await (await waiting).path(), "utf8");
  expect(file).toMatch(/"instagram",2,/);

  await adminPage.setViewportSize({ width: 320, height: 640 });
  for (const view of ["overview", "details", "funnels", "curve", "buyers"]) {
    await adminPage.goto(`${site.baseUrl}/analytics?view=${view}`);
    await adminPage.waitForLoadState("networkidle");
    await expect(adminPage.locator("[aria-busy=true]")).toHaveCount(0);
    expect([view, await adminPage.evaluate(() => document.documentElement.scrollWidth)]).toEqual([view, 320]);
    expect([view, await barriers(adminPage)]).toEqual([view, []]);
  }
});
