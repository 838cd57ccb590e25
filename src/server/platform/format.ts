const money = new Map<string, Intl.NumberFormat>();
const dates = new Map<string, Intl.DateTimeFormat>();

/** Formats cents for people, `$25.00`. */
export function formatMoney(cents: number, currency: string): string {
  let format = money.get(currency);
  if (format === undefined) {
    format = new Intl.NumberFormat("en-US", { style: "currency", currency });
    money.set(currency, format);
  }
  return format.format(cents / 100);
}

/** Formats an instant in the event's time zone, `Saturday, November 28, 2026 at 10:00 PM EST`. */
export function formatDateTime(instant: string | Date, timeZone: string): string {
  let format = dates.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat("en-US", {
      weekday: "long",
      month: "long",
      day: "numeric",
      year: "numeric",
      hour: "numeric",
      minute: "2-digit",
      timeZone,
      timeZoneName: "short",
    });
    dates.set(timeZone, format);
  }
  return format.format(new Date(instant));
}

const days = new Map<string, Intl.DateTimeFormat>();

/** Formats a day in the event's time zone, short: `Sat, Nov 28, 2026`. */
export function formatDay(instant: string | Date, timeZone: string): string {
  let format = days.get(timeZone);
  if (format === undefined) {
    const short = { weekday: "short", month: "short", day: "numeric", year: "numeric" } as const;
    days.set(timeZone, (format = new Intl.DateTimeFormat("en-US", { ...short, timeZone })));
  }
  return format.format(new Date(instant));
}
