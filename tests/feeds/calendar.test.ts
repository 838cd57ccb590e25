import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { calendarFile } from "#server/modules/events/index.ts";
import { findEventInfo } from "#server/modules/events/index.ts";
import { deleteAllEvents, createEvent } from "#tests/events/make.ts";
import { createSite, type Site } from "#testing/site.ts";
import { instantOf, readCalendar } from "./calendar-reader.ts";

let site: Site;
beforeAll(async () => {
  site = await createSite({ settings: { BASE_URL: "http://events.example" } });
});
afterAll(() => site.close());
beforeEach(() => deleteAllEvents(site.db));

const read = async (path: string) => {
  const answer = await site.anon.get(path);
  expect([answer.status, answer.headers["content-type"]]).toEqual([200, "text/calendar; charset=utf-8"]);
  return readCalendar(answer.text);
};
const titles = async (path = "/feeds/events.ics") => (await read(path)).events.map(({ SUMMARY }) => SUMMARY);

test("the calendar contains published events, also running and recent ones, and no drafts or unlisted events", async () => {
  await createEvent(site.db, { title: "Next week" });
  await createEvent(site.db, { title: "Right now", inDays: -0.1 });
  await createEvent(site.db, { title: "Last month", inDays: -30 });
  await createEvent(site.db, { title: "Last year", inDays: -300 });
  await createEvent(site.db, { title: "Unannounced", visibility: "draft" });
  await createEvent(site.db, { title: "For friends", visibility: "unlisted" });
  expect(await titles()).toEqual(["Last month", "Right now", "Next week"]);
});

test("each city has its own calendar, in any letter case", async () => {
  await createEvent(site.db, { title: "Here", city: "Miami" });
  await createEvent(site.db, { title: "There", city: "Brooklyn" });
  expect(await titles("/feeds/events.ics?city=mIAMI")).toEqual(["Here"]);
  expect((await read("/feeds/events.ics?city=miami")).head["X-WR-CALNAME"]).toBe("Savage Gentlemen in Miami");
  expect(await titles("/feeds/events.ics?city=Nowhere")).toEqual([]);
});

test("each event has its own calendar file; drafts and unknown events don't", async () => {
  const friends = await createEvent(site.db, { title: "For Friends", visibility: "unlisted" });
  const draft = await createEvent(site.db, { visibility: "draft" });
  expect(await titles(`/feeds/events/${friends}.ics`)).toEqual(["For Friends"]);
  const answer = await site.anon.get(`/feeds/events/${friends}.ics`);
  expect(answer.headers["content-disposition"]).toBe('attachment; filename="for-friends.ics"');
  expect((await site.anon.get(`/feeds/events/${draft}.ics`)).status).toBe(404);
  expect((await site.anon.get("/feeds/events/999999.ics")).status).toBe(404);
});

test("the file has the doors in the event's zone, and is the one that the order's email has, also after a move", async () => {
  const startsAt = new Date("2037-10-24T02:00:00Z");
  const id = await createEvent(site.db, {
    title: "Moving Fete",
    startsAt,
    doorsAt: new Date("2037-10-24T01:00:00Z"),
    endsAt: new Date("2037-10-24T08:00:00Z"),
    timeZone: "America/New_York",
  });
  const entry = async () => (await read(`/feeds/events/${id}.ics`)).events[0]!;
  const inEmail = async () => {
    const [file] = calendarFile(site.app.deps, [...(await findEventInfo(site.db, [id])).values()]);
    return readCalendar(String(await file!.read())).events[0]!;
  };
  const before = await entry();
  expect(before.DESCRIPTION).toMatch(/^Doors 9:00 PM/);
  expect(await inEmail()).toEqual(before);
  await sql`
    update events set starts_at = starts_at + interval '1 day', doors_at = starts_at + interval '23 hours 30 minutes',
      ends_at = ends_at + interval '1 day', version = version + 1, updated_at = clock_now() + interval '1 minute'
    where id = ${id}`.execute(site.db);
  const after = await entry();
  expect(after.DESCRIPTION).toMatch(/^Doors 9:30 PM/);
  expect([after.UID, Number(after.SEQUENCE) > Number(before.SEQUENCE)]).toEqual([before.UID, true]);
  expect(await inEmail()).toEqual(after);
});

test("the calendar stays readable, whatever a title, venue or category contains", async () => {
  const nasty = "Ting, tang; \\ & ]]> </script>\nEND:VCALENDAR\r\nBEGIN:VEVENT 🎺" + "ü".repeat(80);
  const id = await createEvent(site.db, {
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
  expect(events[0]!.DESCRIPTION).toContain("one\ntwo\n\nhttp://events.example/events/");
  expect(events[0]!.CATEGORIES).toBe("a\\,b,c\\;d");
});

test.each([
  ["in the repeated hour, the first time", "2030-11-03T05:30:00.000Z", "2030-11-03T09:00:00.000Z"],
  ["in the repeated hour, the second time", "2030-11-03T06:30:00.000Z", "2030-11-03T09:00:00.000Z"],
  ["across the skipped hour", "2030-03-10T05:00:00.000Z", "2030-03-10T08:00:00.000Z"],
  ["over New Year", "2031-01-01T03:00:00.000Z", "2031-01-01T10:00:00.000Z"],
])("an event %s keeps its start and end to the second", async (_name, startsAt, endsAt) => {
  for (const timeZone of ["America/New_York", "America/Port_of_Spain", "Europe/London"]) {
    const id = await createEvent(site.db, {
      startsAt: new Date(startsAt),
      endsAt: new Date(endsAt),
      timeZone,
      doorsAt: null,
    });
    const { events } = await read(`/feeds/events/${id}.ics`);
    expect([instantOf(events[0]!.DTSTART), instantOf(events[0]!.DTEND)]).toEqual([startsAt, endsAt]);
  }
});

test("an event keeps its UID, and each change raises SEQUENCE and LAST-MODIFIED", async () => {
  const id = await createEvent(site.db);
  const before = (await read("/feeds/events.ics")).events[0]!;
  await sql`update events set title = 'Moved', updated_at = updated_at + interval '90 seconds' where id = ${id}`.execute(
    site.db,
  );
  const after = (await read("/feeds/events.ics")).events[0]!;
  expect(before.UID).toBe(`event-${id}@events.example`);
  expect(after.UID).toBe(before.UID);
  expect(Number(after.SEQUENCE) - Number(before.SEQUENCE)).toBe(90);
  expect(Date.parse(instantOf(after["LAST-MODIFIED"])) - Date.parse(instantOf(before["LAST-MODIFIED"]))).toBe(90_000);
});

test("an unchanged calendar isn't sent twice, a changed one is", async () => {
  const id = await createEvent(site.db);
  const { headers, text } = await site.anon.get("/feeds/events.ics");
  expect(headers["cache-control"]).toBe("public, max-age=300");
  const ask = () => site.anon.get("/feeds/events.ics", { "if-none-match": String(headers.etag) });
  expect([(await ask()).status, (await ask()).text]).toEqual([304, ""]);
  await sql`update events set title = 'Other' where id = ${id}`.execute(site.db);
  const changed = await ask();
  expect(changed.status).toBe(200);
  expect(changed.text).not.toBe(text);
});

test("a canceled event stays in the calendar as canceled; a postponed one has no date, so it's in none", async () => {
  await sql`update events set status = 'canceled' where id = ${await createEvent(site.db, { title: "Off" })}`.execute(
    site.db,
  );
  const later = await createEvent(site.db, { title: "Later", inDays: 8 });
  await sql`update events set status = 'postponed' where id = ${later}`.execute(site.db);
  const { events } = await read("/feeds/events.ics");
  expect(events.map(({ SUMMARY, STATUS }) => [SUMMARY, STATUS])).toEqual([["Canceled: Off", "CANCELLED"]]);
  expect((await site.anon.get(`/feeds/events/${later}.ics`)).status).toBe(404);
});
