const days = new Map<string, Intl.DateTimeFormat>();

/** `2026-11-28` on the calendar of `timeZone`. */
export function dayOf(instant: Date, timeZone: string): string {
  let format = days.get(timeZone);
  if (format === undefined) days.set(timeZone, (format = new Intl.DateTimeFormat("sv-SE", { timeZone })));
  return format.format(instant);
}
