import { expect, test } from "vitest";
import { calendarFile } from "./event-actions.tsx";

const entry = {
  uid: "order-1@savage",
  title: "Soca, Rum; and more",
  startsAt: "2026-11-29T03:00:00.000Z",
  endsAt: "2026-11-29T09:00:00.000Z",
  location: "Pier Nine, 9 Water Street, Brooklyn",
  url: "https://sg.example/events/1/soca",
  madeAt: "2026-11-01T00:00:00.000Z",
};

test("an event becomes a calendar entry in UTC with CRLF line endings", () => {
  const file = calendarFile(entry);
  expect(file.split("\r\n")).toEqual([
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Savage Gentlemen//Tickets//EN",
    "BEGIN:VEVENT",
    "UID:order-1@savage",
    "DTSTAMP:20261101T000000Z",
    "DTSTART:20261129T030000Z",
    "DTEND:20261129T090000Z",
    "SUMMARY:Soca\\, Rum\\; and more",
    "LOCATION:Pier Nine\\, 9 Water Street\\, Brooklyn",
    "URL:https://sg.example/events/1/soca",
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ]);
});

test("an event without an end lasts six hours, even across the end of daylight saving time", () => {
  const file = calendarFile({ ...entry, startsAt: "2026-11-01T04:00:00.000Z", endsAt: undefined });
  expect(file).toContain("DTEND:20261101T100000Z");
});

test("long lines are folded within 75 octets and no character is cut", () => {
  const title = "J’ouvert ".repeat(30).trim();
  const lines = calendarFile({ ...entry, title }).split("\r\n");
  expect(Math.max(...lines.map((line) => new TextEncoder().encode(line).length))).toBeLessThanOrEqual(75);
  expect(lines.join("\r\n").replace(/\r\n /g, "")).toContain(`SUMMARY:${title}`);
});

test("a title can't inject a line", () => {
  const file = calendarFile({ ...entry, title: "Night\r\nATTENDEE:mailto:x@example.com" });
  expect(file).not.toMatch(/^ATTENDEE/m);
});
