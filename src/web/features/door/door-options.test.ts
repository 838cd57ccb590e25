import { expect, test } from "vitest";
import { doorOptions } from "./door-events.ts";

const now = Date.parse("2026-12-05T20:00:00Z");
const event = (id: number, title: string, startsAt: string, venueName = "Pier 36") => ({
  id,
  title,
  startsAt,
  venueName,
  timeZone: "America/New_York",
});

test("two rides of one name on one night are told apart by their times, and by their piers", () => {
  expect(
    doorOptions(
      [
        event(1, "Boat Ride", "2026-12-05T21:00:00Z"),
        event(2, "Boat Ride", "2026-12-06T02:00:00Z"),
        event(3, "Soca Brunch", "2026-12-05T22:00:00Z"),
        event(4, "Last Lap", "2026-12-12T22:00:00Z"),
        event(5, "Last Lap", "2026-12-12T22:00:00Z", "Pier 40"),
      ],
      now,
    ),
  ).toEqual([
    [1, "Tonight, 4:00 PM · Boat Ride · Pier 36"],
    [2, "Tonight, 9:00 PM · Boat Ride · Pier 36"],
    [3, "Tonight · Soca Brunch"],
    [4, "Sat, Dec 12, 5:00 PM · Last Lap · Pier 36"],
    [5, "Sat, Dec 12, 5:00 PM · Last Lap · Pier 40"],
  ]);
});
