/** An event as a calendar entry. Instants are UTC, so no calendar can get the time zone wrong. */
type CalendarEntry = {
  uid: string;
  title: string;
  startsAt: string;
  endsAt?: string | undefined;
  location: string;
  url: string;
  madeAt: string;
};

const sixHoursMs = 6 * 60 * 60 * 1000;

/** An iCalendar file (RFC 5545). An event without an end time lasts six hours. */
export function calendarFile({ uid, title, startsAt, endsAt, location, url, madeAt }: CalendarEntry): string {
  const end = endsAt ?? new Date(Date.parse(startsAt) + sixHoursMs).toISOString();
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Savage Gentlemen//Tickets//EN",
    "BEGIN:VEVENT",
    `UID:${uid}`,
    `DTSTAMP:${stamp(madeAt)}`,
    `DTSTART:${stamp(startsAt)}`,
    `DTEND:${stamp(end)}`,
    `SUMMARY:${escapeText(title)}`,
    ...(location ? [`LOCATION:${escapeText(location)}`] : []),
    `URL:${url}`,
    "END:VEVENT",
    "END:VCALENDAR",
  ];
  return `${lines.map(fold).join("\r\n")}\r\n`;
}

const stamp = (instant: string) => new Date(instant).toISOString().replace(/[-:]|\.\d{3}/g, "");

const escapeText = (text: string) => text.replace(/[\\;,]/g, "\\$&").replace(/\r?\n/g, "\\n");

const longestLine = 75;

/** Folds lines at 75 octets; the next line starts with a space. Never splits a character. */
function fold(line: string): string {
  const parts = [""];
  for (const letter of line) {
    if (new TextEncoder().encode(parts.at(-1)! + letter).length > longestLine) parts.push(" ");
    parts.push(parts.pop()! + letter);
  }
  return parts.join("\r\n");
}
