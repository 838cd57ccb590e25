const hour = 60 * 60 * 1000;
const day = 24 * hour;
const from = (start: string, step: number, count: number): string[] =>
  Array.from({ length: count }, (_, index) => new Date(Date.parse(start) + index * step).toISOString());

/**
 * Instants at which tests plan the demo: sixty days in a row, every hour of a day, and the minutes around everything
 * that a calendar does unevenly. Day by day, the hour changes too.
 */
export const instants: string[] = [
  ...from("2026-11-20T00:40:00Z", day + hour, 60),
  ...from("2026-12-05T00:20:00Z", hour, 24),
  // Clocks change in New York at 2:00 AM: an hour is skipped, and one repeats.
  ...from("2027-03-13T06:59:30Z", 12 * hour, 5),
  ...from("2027-03-14T06:59:59Z", hour, 2),
  ...from("2027-11-06T05:30:00Z", 12 * hour, 5),
  ...from("2027-11-07T05:30:00Z", hour, 2),
  // The ends of a short month, of a year and of a leap day, in UTC and in New York.
  ...from("2027-02-28T23:59:59Z", 5 * hour, 2),
  ...from("2026-12-31T23:59:59Z", 5 * hour, 2),
  ...from("2028-02-29T00:00:00Z", 4.5 * hour, 7),
];
