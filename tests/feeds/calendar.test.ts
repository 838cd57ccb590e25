import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { forgetNights, makeNight } from "#tests/events/make.ts";
import { createSite, type Site } from "#tests/kit/site.ts";
import { instantOf, readCalendar } from "./calendar-reader.ts";

let site: Site;
beforeAll(async () => {
  site = await createSite({ settings: { BASE_URL: "http://nights.example" } });
});
afterAll(() => site.close());
beforeEach(() => forgetNights(site.db));

const read = async (path: string) => {
  const answer = await site.anon.get(path);
  expect([answer.status, answer.headers["content-type"]]).toEqual([200, "text/calendar; charset=utf-8"]);
  return readCalendar(answer.text);
};
const titles = async (path = "/feeds/events.ics") => (await read(path)).events.map(({ SUMMARY }) => SUMMARY);

test("the calendar holds published nights, running and lately gone ones too, and no draft or unlisted night", async () => {
  await makeNight(site.db, { title: "Next week" });
  await makeNight(site.db, { title: "Right now", inDays: -0.1 });
  await makeNight(site.db, { title: "Last month", inDays: -30 });
  await makeNight(site.db, { title: "Last year", inDays: -300 });
  await makeNight(site.db, { title: "Not told", visibility: "draft" });
  await makeNight(site.db, { title: "For friends", visibility: "unlisted" });
  expect(await titles()).toEqual(["Last month", "Right now", "Next week"]);
});

test("a city has a calendar of its own, however it is spelled", async () => {
  await makeNight(site.db, { title: "Here", city: "Miami" });
  await makeNight(site.db, { title: "There", city: "Brooklyn" });
  expect(await titles("/feeds/events.ics?city=mIAMI")).toEqual(["Here"]);
  expect((await read("/feeds/events.ics?city=miami")).head["X-WR-CALNAME"]).toBe("Savage Gentlemen in Miami");
  expect(await titles("/feeds/events.ics?city=Nowhere")).toEqual([]);
});

test("one night is a file; a draft and an unknown night are not there", async () => {
  const friends = await makeNight(site.db, { title: "For Friends", visibility: "unlisted" });
  const draft = await makeNight(site.db, { visibility: "draft" });
  expect(await titles(`/feeds/events/${friends}.ics`)).toEqual(["For Friends"]);
  const answer = await site.anon.get(`/feeds/events/${friends}.ics`);
  expect(answer.headers["content-disposition"]).toBe('attachment; filename="for-friends.ics"');
  expect((await site.anon.get(`/feeds/events/${draft}.ics`)).status).toBe(404);
  expect((await site.anon.get("/feeds/events/999999.ics")).status).toBe(404);
});

test("whatever a title, a place or a category says, the calendar stays one that can be read", async () => {
  const nasty = "Ting, tang; \\ & ]]> </script>\nEND:VCALENDAR\r\nBEGIN:VEVENT 🎺" + "ü".repeat(80);
  const id = await makeNight(site.db, {
    title: nasty,
    venue: "A; B, C\\",
    summary: "one\r\ntwo",
    categories: ["a,b", "c;d"],
  });
  const { head, events } = await read(`/feeds/events/${id}.ics`);
  expect(events).toHaveLength(1);
  expect(events[0]!.SUMMARY).toBe(nasty.replace("\r\n", "\n"));
  expect(head.NAME).toBe(nasty.replace("\r\n", "\n"));
  expect(events[0]!.LOCATION).toContain("A; B, C\\");
  expect(events[0]!.DESCRIPTION).toContain("one\ntwo\n\nhttp://nights.example/events/");
  expect(events[0]!.CATEGORIES).toBe("a\\,b,c\\;d");
});

test.each([
  ["in the hour that comes twice, the first time", "2030-11-03T05:30:00.000Z", "2030-11-03T09:00:00.000Z"],
  ["in the hour that comes twice, the second time", "2030-11-03T06:30:00.000Z", "2030-11-03T09:00:00.000Z"],
  ["across the hour that is left out", "2030-03-10T05:00:00.000Z", "2030-03-10T08:00:00.000Z"],
  ["over New Year", "2031-01-01T03:00:00.000Z", "2031-01-01T10:00:00.000Z"],
])("a night %s keeps its instants to the second", async (_name, startsAt, endsAt) => {
  for (const timeZone of ["America/New_York", "America/Port_of_Spain", "Europe/London"]) {
    const id = await makeNight(site.db, {
      startsAt: new Date(startsAt),
      endsAt: new Date(endsAt),
      timeZone,
      doorsAt: null,
    });
    const { events } = await read(`/feeds/events/${id}.ics`);
    expect([instantOf(events[0]!.DTSTART), instantOf(events[0]!.DTEND)]).toEqual([startsAt, endsAt]);
  }
});

test("a night keeps its UID, and each change raises SEQUENCE and LAST-MODIFIED", async () => {
  const id = await makeNight(site.db);
  const before = (await read("/feeds/events.ics")).events[0]!;
  await sql`update events set title = 'Moved', updated_at = updated_at + interval '90 seconds' where id = ${id}`.execute(
    site.db,
  );
  const after = (await read("/feeds/events.ics")).events[0]!;
  expect(before.UID).toBe(`event-${id}@nights.example`);
  expect(after.UID).toBe(before.UID);
  expect(Number(after.SEQUENCE) - Number(before.SEQUENCE)).toBe(90);
  expect(Date.parse(instantOf(after["LAST-MODIFIED"])) - Date.parse(instantOf(before["LAST-MODIFIED"]))).toBe(90_000);
});

test("an unchanged calendar is not sent twice, a changed one is", async () => {
  const id = await makeNight(site.db);
  const { headers, text } = await site.anon.get("/feeds/events.ics");
  expect(headers["cache-control"]).toBe("public, max-age=300");
  const ask = () => site.anon.get("/feeds/events.ics", { "if-none-match": String(headers.etag) });
  expect([(await ask()).status, (await ask()).text]).toEqual([304, ""]);
  await sql`update events set title = 'Other' where id = ${id}`.execute(site.db);
  const changed = await ask();
  expect(changed.status).toBe(200);
  expect(changed.text).not.toBe(text);
});

test("a night that is called off stays in the calendar and says so; one that is put off is uncertain", async () => {
  await sql`update events set state = 'cancelled' where id = ${await makeNight(site.db, { title: "Off" })}`.execute(
    site.db,
  );
  await sql`update events set state = 'postponed' where id = ${await makeNight(site.db, { title: "Later", inDays: 8 })}`.execute(
    site.db,
  );
  const { events } = await read("/feeds/events.ics");
  expect(events.map(({ SUMMARY, STATUS }) => [SUMMARY, STATUS])).toEqual([
    ["Cancelled: Off", "CANCELLED"],
    ["Postponed: Later", "TENTATIVE"],
  ]);
});
