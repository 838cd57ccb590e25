import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { expectInvariants } from "#testing/invariants.ts";
import { createSite, type Client, type Site } from "#testing/site.ts";
import { forgetAll, postView, rowsOf, store } from "./kit.ts";

let site: Site;
let admin: Client;
beforeAll(async () => {
  // It is 18:45 in UTC, whenever this runs.
  const now = new Date();
  const at = new Date(now);
  at.setUTCHours(18, 45, 0, 0);
  site = await createSite({ clockOffset: `${Math.round((at.getTime() - now.getTime()) / 1000)} seconds` });
  admin = await site.as("admin");
});
afterAll(() => site.close());
beforeEach(() => forgetAll(site));

const readDays = async (span: string) => {
  const { status, body } = await admin.get(`/api/admin/analytics/overview?compare=none&${span}`);
  expect(status).toBe(200);
  return body.series;
};
const useZone = async (defaultTimeZone: string) =>
  expect((await admin.post("/api/admin/settings", { defaultTimeZone })).status).toBe(200);

/** Zones, what part of a day 18:45 in UTC is there, and whether it's the next day. */
test.each([
  ["Asia/Kolkata", "00:15", 1],
  ["Asia/Kathmandu", "00:30", 1],
  ["America/New_York", "", 0],
  ["America/St_Johns", "", 0],
])("a brand in %s counts a page view and a sale at 18:45 UTC on its own day", async (zone, _clock, daysLater) => {
  await useZone(zone);
  await postView(site.anon);
  const ticketTypeId = await site.create.ticketType();
  await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 1 }]);
  const [row] = await rowsOf(site, 1);
  // Panels look for new rows only once a second.
  for (const job of ["traffic-roll-up", "sales-roll-up"] as const) await site.app.runJob(job);
  const expected = new Date(Math.floor(Date.now() / 86_400_000) * 86_400_000 + daysLater * 86_400_000);
  const day = expected.toISOString().slice(0, 10);
  const stored = row.day as Date;
  expect([stored.getFullYear(), stored.getMonth() + 1, stored.getDate()]).toEqual(day.split("-").map(Number));
  const before = new Date(expected.getTime() - 3 * 86_400_000).toISOString().slice(0, 10);
  const after = new Date(expected.getTime() + 86_400_000).toISOString().slice(0, 10);
  // By day, and by hour within two days.
  for (const timeZone of ["", `&timeZone=${zone}`]) {
    const days = await readDays(`from=${before}&to=${day}${timeZone}`);
    expect(days.filter(({ views }) => views > 0).map(({ at }) => at)).toEqual([day]);
    expect(days.filter(({ revenueCents }) => revenueCents > 0).map(({ at }) => at)).toEqual([day]);
  }
  const hours = await readDays(`from=${day}&to=${day}`);
  expect(hours.reduce((sum, { views }) => sum + views, 0)).toBe(1);
  expect(hours.reduce((sum, { revenueCents }) => sum + revenueCents, 0)).toBeGreaterThan(0);
  for (const other of [before, after]) {
    expect(
      (await readDays(`from=${other}&to=${other}`)).filter(({ views, revenueCents }) => views + revenueCents > 0),
    ).toEqual([]);
  }
  await expectInvariants(site.db);
});

test("other filters read the same days: a page view by its source, in a brand's zone of half hours", async () => {
  await useZone("Asia/Kolkata");
  await store(
    site,
    [
      { at: "2026-03-02T18:15:00Z", who: "a", source: "google" },
      { at: "2026-03-02T18:45:00Z", who: "b", source: "google" },
    ],
    "Asia/Kolkata",
  );
  await site.app.runJob("traffic-roll-up");
  const days = await readDays("from=2026-03-01&to=2026-03-04&source=google&timeZone=Asia/Kolkata");
  expect(days.map(({ at, views }) => [at, views])).toEqual([
    ["2026-03-01", 0],
    ["2026-03-02", 1],
    ["2026-03-03", 1],
    ["2026-03-04", 0],
  ]);
  const hours = await readDays("from=2026-03-02&to=2026-03-03&timeZone=Asia/Kolkata");
  expect(hours.filter(({ views }) => views > 0).map(({ at }) => at)).toEqual([
    "2026-03-02T17:30:00Z",
    "2026-03-02T18:30:00Z",
  ]);
});
