import type { EventDetail } from "#contract/events.ts";
import { paths, withQuery } from "#web/lib/paths.ts";

type CalendarEvent = Pick<
  EventDetail,
  "id" | "slug" | "title" | "summary" | "startsAt" | "endsAt" | "timeZone" | "venue"
>;

const compact = (instant: string) => new Date(instant).toISOString().replace(/[-:]|\.\d{3}/g, "");
const placeOf = ({ venue }: CalendarEvent) =>
  [venue.name, venue.address, venue.city, venue.region, venue.country].filter(Boolean).join(", ");

/** Ways to add an event to a calendar: a file for any program, and plain links to two web calendars. */
export function calendarLinks(
  event: CalendarEvent,
  baseUrl: string,
): { name: string; address: string; isFile: boolean }[] {
  const { title, summary, startsAt, endsAt, timeZone } = event;
  const details = `${summary}\n\n${new URL(paths.event(event.id, event.slug), baseUrl).href}`;
  const google = withQuery("https://calendar.google.com/calendar/render", {
    action: "TEMPLATE",
    text: title,
    dates: `${compact(startsAt)}/${compact(endsAt)}`,
    ctz: timeZone,
    location: placeOf(event),
    details,
  });
  const outlook = withQuery("https://outlook.live.com/calendar/0/deeplink/compose", {
    path: "/calendar/action/compose",
    rru: "addevent",
    subject: title,
    startdt: startsAt,
    enddt: endsAt,
    location: placeOf(event),
    body: details,
  });
  return [
    { name: "Calendar file (.ics)", address: paths.feeds.event(event.id), isFile: true },
    { name: "Google Calendar", address: google, isFile: false },
    { name: "Outlook.com", address: outlook, isFile: false },
  ];
}

/** A WhatsApp message about the event; the user picks the recipient in WhatsApp. */
export function whatsAppLink(
  { id, slug, title }: Pick<CalendarEvent, "id" | "slug" | "title">,
  baseUrl: string,
): string {
  return withQuery("https://wa.me/", { text: `${title}: ${new URL(paths.event(id, slug), baseUrl).href}` });
}
