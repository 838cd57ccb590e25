import { expect, test } from "vitest";
import { daysIn } from "./days.ts";

const timeZone = "America/New_York";
test.each([
  ["a party past midnight", "2027-06-05T02:00Z", "2027-06-05T08:00Z", "2027-06", ["2027-06-04"]],
  [
    "four days",
    "2027-06-04T22:00Z",
    "2027-06-08T03:00Z",
    "2027-06",
    ["2027-06-04", "2027-06-05", "2027-06-06", "2027-06-07"],
  ],
  ["days at a month's end", "2027-08-30T22:00Z", "2027-09-03T03:00Z", "2027-08", ["2027-08-30", "2027-08-31"]],
  ["days at a month's start", "2027-08-30T22:00Z", "2027-09-03T03:00Z", "2027-09", ["2027-09-01", "2027-09-02"]],
  ["a party that still runs on the first", "2027-09-01T02:00Z", "2027-09-01T08:00Z", "2027-09", ["2027-09-01"]],
])("%s is on its days of the month", (_, startsAt, endsAt, month, days) => {
  expect(daysIn(month, { startsAt, endsAt, timeZone })).toEqual(days);
});
