import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { reserve } from "#server/modules/email/pace-store.ts";
import { addReaders, launch, openCampaignSite, sendAll } from "#tests/campaigns/kit.ts";
import { installMovingClock, moveClock } from "#testing/moving-clock.ts";
import { createSite, type Site } from "#testing/site.ts";

let opened: Awaited<ReturnType<typeof openCampaignSite>>;
let twin: Site;
beforeAll(async () => {
  opened = await openCampaignSite();
  const { database } = opened.site;
  // Waits are read from the clock that stands still: none of it depends on how fast the test runs.
  await installMovingClock(database, { isFrozen: true });
  twin = await createSite({ database, settings: { SMTP_URL: opened.server.hastyUrl } });
});
afterAll(async () => {
  await twin.close();
  await opened.close();
});
beforeEach(() => sql`truncate mail_rates`.execute(opened.site.db));

const reservedSeconds = async () => {
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from free_at - clock_now())::float8 as seconds from mail_rates`.execute(opened.site.db);
  return rows.map(({ seconds }) => seconds);
};

test("emails of all nodes get one place after another, and time that passes frees places", async () => {
  const nodes = [opened.site, twin];
  const waits = await Promise.all(Array.from({ length: 20 }, (_, index) => reserve(nodes[index % 2]!.db, "smtp", 0.5)));
  expect(waits.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index / 2));
  await moveClock(opened.site.database, 8);
  expect(await reserve(twin.db, "smtp", 0.5)).toBe(2);
  await moveClock(opened.site.database, 60);
  expect(await reserve(opened.site.db, "smtp", 0.5)).toBe(0);
  // Another provider has a rate of its own.
  expect(await reserve(opened.site.db, "other", 0.5)).toBe(0);
});

test("receipts and campaigns of both nodes use up one rate; without a limit none is kept", async () => {
  const { admin, server, site } = opened;
  const ticketTypeId = await site.create.ticketType();
  const buy = async () => site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 1 }]);
  await buy();
  await site.app.runJob("mail");
  expect([server.taken.length, await reservedSeconds()]).toEqual([1, []]);
  await admin.post("/api/admin/settings", { mailsPerSecond: 100 });
  for (let count = 0; count < 4; count++) await buy();
  await addReaders(site, 6);
  await launch(admin);
  await site.app.runJob("campaigns");
  await Promise.all([site, twin].map(({ app }) => app.runJob("mail")));
  await Promise.all([site, twin].map((node) => sendAll(node)));
  expect(server.taken).toHaveLength(11);
  expect(await reservedSeconds()).toEqual([0.1]);
});
