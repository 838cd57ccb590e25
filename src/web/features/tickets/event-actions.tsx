import { CalendarPlus, Share2 } from "lucide-react";
import { useEffect, useState } from "react";
import type { EventStatus } from "#contract/events/events.ts";
import type { Things } from "#contract/orders/texts.ts";
import { saveFile } from "#web/lib/save-file.ts";
import { paths } from "#web/lib/paths.ts";
import { useSite } from "#web/lib/site.ts";
import { Button } from "#web/ui/button.tsx";
import { openAuth } from "#web/lib/auth-events.ts";

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

type SharedEvent = {
  id: number;
  status: EventStatus;
  slug: string;
  title: string;
  startsAt: string;
  endsAt?: string | undefined;
  venue?: { name: string; address: string | null; city: string } | undefined;
};

/** Actions after buying: add to calendar, share. Shares the event, never the ticket. */
export function EventActions({ event }: { event: SharedEvent }) {
  const { baseUrl } = useSite();
  const url = new URL(paths.event(event), baseUrl).href;
  const [canShare, setCanShare] = useState(false);
  useEffect(() => setCanShare("share" in navigator), []);

  function saveCalendar() {
    const { venue } = event;
    const location = venue ? [venue.name, venue.address, venue.city].filter(Boolean).join(", ") : "";
    const uid = `event-${event.id}@${new URL(baseUrl).hostname}`;
    const text = calendarFile({ ...event, uid, location, url, madeAt: new Date().toISOString() });
    saveFile(new Blob([text], { type: "text/calendar" }), `${event.slug}.ics`);
  }

  return (
    <div className="flex flex-wrap gap-3">
      {event.status === "on" && (
        <Button variant="outline" onClick={saveCalendar}>
          <CalendarPlus className="size-5" /> Add to calendar
        </Button>
      )}
      {canShare && (
        <Button
          variant="outline"
          onClick={() => void navigator.share({ title: event.title, url }).catch(() => undefined)}
        >
          <Share2 className="size-5" /> Share
        </Button>
      )}
    </div>
  );
}

/** The offer to a guest: registering keeps the same user id, so everything that they bought stays with them. */
export function KeepTickets({ things = "tickets" }: { things?: Things }) {
  const isTickets = things === "tickets";
  return (
    <aside
      aria-labelledby="keep-tickets"
      className="pinstripe flex flex-wrap items-center justify-between gap-x-8 gap-y-4 rounded-lg border border-line p-5 sm:p-6"
    >
      <div className="grow basis-64">
        <h2 id="keep-tickets" className="display text-display-sm">
          Keep your {isTickets ? "tickets" : "order"} on any device
        </h2>
        <p className="mt-1.5 max-w-[52ch] text-muted">
          You bought as a guest. {isTickets ? "They're" : "It's"} saved on this device and in your email. With an
          account, you can open {isTickets ? "them" : "it"} anywhere.
        </p>
      </div>
      <Button onClick={() => openAuth({ tab: "register" })}>Create account</Button>
    </aside>
  );
}
