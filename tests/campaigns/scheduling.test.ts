import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { installMovingClock, moveClock } from "#testing/moving-clock.ts";
import { addReaders, draftOf, openCampaignSite, sendAll } from "./kit.ts";

let opened: Awaited<ReturnType<typeof openCampaignSite>>;
beforeAll(async () => {
  opened = await openCampaignSite();
  await installMovingClock(opened.site.database);
});
afterAll(() => opened.close());
beforeEach(async () => {
  const { site, server } = opened;
  await sql`truncate campaign_clicks, campaign_recipients, campaigns, consents, emails restart identity`.execute(
    site.db,
  );
  await sql`update sessions set confirmed_at = clock_now(), expires_at = clock_now() + interval '1 day'`.execute(
    site.db,
  );
  server.taken.length = 0;
  await addReaders(site, 2);
});

type Draft = Parameters<typeof draftOf>[0];
async function schedule(at: string | null, timeZone = "America/New_York", draft: Draft = {}, confirmedCount = 2) {
  const { admin } = opened;
  const { body } = await admin.post("/api/admin/campaigns", draftOf(draft));
  const when = { version: body.version, at, timeZone, confirmedCount };
  return admin.post(`/api/admin/campaigns/${body.id}/schedule`, when);
}

test.for([
  ["2099-07-01T10:00", "America/New_York", "2099-07-01T14:00:00.000Z"],
  ["2099-01-01T10:00", "America/New_York", "2099-01-01T15:00:00.000Z"],
  ["2099-07-01T10:00", "America/Port_of_Spain", "2099-07-01T14:00:00.000Z"],
  ["2099-07-01T00:30", "Asia/Kolkata", "2099-06-30T19:00:00.000Z"],
] as const)("%s in %s is %s", async ([at, timeZone, instant]) => {
  const { body } = await schedule(at, timeZone);
  expect(body).toMatchObject({ status: "scheduled", scheduledAt: instant, timeZone });
});

test.for([
  ["2020-01-01T10:00", "America/New_York"],
  ["2099-02-30T10:00", "America/New_York"],
  ["2099-07-01 10:00", "America/New_York"],
  ["2099-07-01T10:00", "Mars/Olympus"],
] as const)("%s in %s is refused, and the draft stays one", async ([at, timeZone]) => {
  expect((await schedule(at, timeZone)).status).toBe(400);
  expect((await opened.admin.get("/api/admin/campaigns?status=draft")).body.total).toBe(1);
});

test("a campaign starts at its time and not before, with who is opted in then", async () => {
  const { site, server } = opened;
  const { body } = await schedule("2099-07-01T10:00");
  await sql`update campaigns set scheduled_at = clock_now() + interval '2 hours'`.execute(site.db);
  await moveClock(site.database, 7190);
  await sendAll(site);
  expect(server.taken).toEqual([]);
  await sql`update consents set withdrawn_at = clock_now(), withdrawn_place = 'account' where email like 'reader-1@%'`.execute(
    site.db,
  );
  await moveClock(site.database, 20);
  await sendAll(site);
  expect(server.taken.map(({ to }) => to[0])).toEqual(["reader-2@example.com"]);
  expect((await opened.admin.get(`/api/admin/campaigns/${body.id}`)).body).toMatchObject({ status: "done" });
});

test("one that was made a draft again doesn't start", async () => {
  const { admin, site, server } = opened;
  const { body } = await schedule("2099-07-01T10:00");
  await sql`update campaigns set scheduled_at = clock_now() + interval '1 hour'`.execute(site.db);
  expect((await admin.post(`/api/admin/campaigns/${body.id}/unschedule`)).body).toMatchObject({
    status: "draft",
    scheduledAt: null,
  });
  await moveClock(site.database, 4000);
  await sendAll(site);
  expect(server.taken).toEqual([]);
});

test("an event gets three messages within a day, on whatever days they are", async () => {
  const { site } = opened;
  const eventId = await site.create.event();
  const ticketTypeId = await site.create.ticketType({ eventId });
  await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 1 }]);
  const message = async (at: string) => {
    const { status, body } = await schedule(at, "America/New_York", { purpose: "event_message", eventId }, 1);
    return status === 200 ? "scheduled" : body.code;
  };
  for (const hour of ["08", "12", "20"]) expect(await message(`2099-07-01T${hour}:00`)).toBe("scheduled");
  expect(await message("2099-07-01T09:00")).toBe("over_limit");
  expect(await message("2099-07-02T07:00")).toBe("over_limit");
  expect(await message("2099-07-02T21:00")).toBe("scheduled");
});

test("the postal address stays while marketing is on its way, and can be removed afterwards", async () => {
  const { admin } = opened;
  const remove = () => admin.post("/api/admin/settings", { postalAddress: null });
  const { body: campaign } = await schedule("2099-07-01T10:00");
  const refused = await remove();
  expect([refused.status, refused.body.errors]).toMatchObject([400, [{ path: "postalAddress" }]]);
  expect((await admin.post("/api/admin/settings", { postalAddress: "2 Ocean Ave\nMiami, FL 33139" })).status).toBe(200);
  await admin.post(`/api/admin/campaigns/${campaign.id}/unschedule`);
  expect((await remove()).status).toBe(200);
  await admin.post("/api/admin/settings", { postalAddress: "1 Flatbush Ave\nBrooklyn, NY 11217" });
});
