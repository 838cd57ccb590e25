import { expect, test } from "vitest";
import { rescheduledTemplate } from "./emails.ts";

const brooklyn = {
  startsAt: "2036-05-09T00:00:00.000Z",
  doorsAt: null,
  endsAt: "2036-05-09T06:00:00.000Z",
  timeZone: "America/New_York",
  venue: "The Hall, 1 Shore Road, Brooklyn",
  status: "on" as const,
  isOver: false,
};

test("an event that moves to another time zone is told in the zone of its former place and in that of its new one", () => {
  const after = {
    ...brooklyn,
    startsAt: "2036-05-09T04:00:00.000Z",
    timeZone: "America/Los_Angeles",
    venue: "The Pier, Los Angeles",
  };
  const { lines } = rescheduledTemplate({ title: "Harbor Fete", before: brooklyn, after, tickets: 1, choice: [] });
  expect(lines[0]).toMatch(/^It now starts on .*May 8.*9:00 PM PDT\. It was scheduled for .*May 8.*8:00 PM EDT\.$/);
});
