import { expect, test } from "vitest";
import { eventOptions } from "./admin-events.ts";

const event = (id: number, title: string, startsAt: string, city = "Brooklyn") => ({
  id,
  title,
  startsAt,
  timeZone: "America/New_York",
  venue: { city },
});

test("events of one name are told apart, by as much as it takes", () => {
  const names = eventOptions([
    event(1, "Soca Brunch", "2026-12-05T17:00:00Z"),
    event(2, "Soca Brunch", "2026-12-06T17:00:00Z"),
    event(3, "Boat Ride", "2026-12-05T18:00:00Z"),
    event(4, "Boat Ride", "2026-12-05T23:00:00Z"),
    event(5, "Last Lap", "2026-12-05T23:00:00Z", "Miami"),
    event(6, "Last Lap", "2026-12-05T23:00:00Z", "Atlanta"),
    // December 5 is a Saturday again.
    event(7, "Boat Ride", "2037-12-05T23:00:00Z"),
  ]);
  expect(names).toEqual([
    [1, "Sat, Dec 5 · Soca Brunch"],
    [2, "Sun, Dec 6 · Soca Brunch"],
    [3, "Sat, Dec 5, 2026, 1:00 PM · Boat Ride · Brooklyn"],
    [4, "Sat, Dec 5, 2026, 6:00 PM · Boat Ride · Brooklyn"],
    [5, "Sat, Dec 5, 2026, 6:00 PM · Last Lap · Miami"],
    [6, "Sat, Dec 5, 2026, 6:00 PM · Last Lap · Atlanta"],
    [7, "Sat, Dec 5, 2037, 6:00 PM · Boat Ride · Brooklyn"],
  ]);
});
