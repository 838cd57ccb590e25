/** Formats are slow to create, so each is created once. */
const formats = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>();

function cached<Format extends Intl.NumberFormat | Intl.DateTimeFormat>(key: string, create: () => Format): Format {
  let format = formats.get(key) as Format | undefined;
  if (format === undefined) formats.set(key, (format = create()));
  return format;
}

/** Formats cents for people, `$25.00`. */
export function formatMoney(cents: number, currency: string): string {
  const format = cached(currency, () => new Intl.NumberFormat("en-US", { style: "currency", currency }));
  return format.format(cents / 100).replace("-", "−");
}

const formatDate = (
  instant: string | Date,
  timeZone: string,
  width: "long" | "short",
  options: Intl.DateTimeFormatOptions,
) =>
  cached(
    `${width} ${timeZone}`,
    () =>
      new Intl.DateTimeFormat("en-US", {
        weekday: width,
        month: width,
        day: "numeric",
        year: "numeric",
        timeZone,
        ...options,
      }),
  ).format(new Date(instant));

/** Formats an instant in the event's time zone, `Saturday, November 28, 2026 at 10:00 PM EST`. */
export const formatDateTime = (instant: string | Date, timeZone: string): string =>
  formatDate(instant, timeZone, "long", { hour: "numeric", minute: "2-digit", timeZoneName: "short" });

/** Formats a time of day in the event's time zone: `7:42 PM`, with plain spaces. */
export const formatTime = (instant: string | Date, timeZone: string): string =>
  cached(`time ${timeZone}`, () => new Intl.DateTimeFormat("en-US", { hour: "numeric", minute: "2-digit", timeZone }))
    .format(new Date(instant))
    .replace(/[\u202f\u00a0]/g, " ");

/**
 * Formats an instant in the event's time zone as every spreadsheet program reads it: `2026-11-28 22:04:10`. Empty for
 * none.
 */
export const formatSheetTime = (instant: string | Date | null, timeZone: string): string =>
  instant === null
    ? ""
    : cached(
        `sheet ${timeZone}`,
        () => new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "medium", timeZone }),
      ).format(new Date(instant));

/** Formats a day in the event's time zone, short: `Sat, Nov 28, 2026`. */
export const formatDay = (instant: string | Date, timeZone: string): string =>
  formatDate(instant, timeZone, "short", {});

/** Formats an instant in the event's time zone for a sentence: `Sat, Nov 28, 10:00 PM`, with plain spaces. */
export const formatShortDateTime = (instant: string | Date, timeZone: string): string =>
  cached(
    `day and time ${timeZone}`,
    () =>
      new Intl.DateTimeFormat("en-US", {
        weekday: "short",
        month: "short",
        day: "numeric",
        hour: "numeric",
        minute: "2-digit",
        timeZone,
      }),
  )
    .format(new Date(instant))
    .replace(/[\u202f\u00a0]/g, " ");
