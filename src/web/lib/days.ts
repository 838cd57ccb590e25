/** The visitor's time zone. */
export const ownZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";

/** The day some days later or earlier. Days are dates, not instants, so daylight saving time does not matter. */
export const addDays = (day: string, days: number) =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

/** True for a date that exists: "2026-02-30" does not. */
export function isDay(text: string | null): text is string {
  const ms = /^\d{4}-\d\d-\d\d$/.test(text ?? "") ? Date.parse(text!) : Number.NaN;
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text!);
}
