const formatters = new Map<string, Intl.DateTimeFormat>();

/** "2026-11-28T22:00:00-05:00": the local time with its UTC offset, the format search engines need for an event's start. */
export function zonedIso(instant: string, timeZone: string): string {
  let formatter = formatters.get(timeZone);
  if (!formatter) {
    const digits = { year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit" } as const;
    formatter = new Intl.DateTimeFormat("en-US", {
      ...digits,
      second: "2-digit",
      hourCycle: "h23",
      timeZone,
      timeZoneName: "longOffset",
    });
    formatters.set(timeZone, formatter);
  }
  const parts = formatter.formatToParts(new Date(instant));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((each) => each.type === type)?.value ?? "";
  const offset = part("timeZoneName").replace("GMT", "") || "+00:00";
  return `${part("year")}-${part("month")}-${part("day")}T${part("hour")}:${part("minute")}:${part("second")}${offset}`;
}
