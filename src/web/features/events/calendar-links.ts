import type { EventDetail } from "#contract/events.ts";
import { paths, withQuery } from "#web/lib/paths.ts";

type Night = Pick<EventDetail, "id" | "slug" | "title" | "summary" | "startsAt" | "endsAt" | "timeZone" | "venue">;

const compact = (instant: string) => new Date(instant).toISOString().replace(/[-:]|\.\d{3}/g, "");
const placeOf = ({ venue }: Night) =>
  [venue.name, venue.address, venue.city, venue.region, venue.country].filter(Boolean).join(", ");

/** Where a night is put into a calendar: a file for every program, and plain links to the two that take none. Nothing is asked of them before. */
export function calendarLinks(night: Night, baseUrl: string): { name: string; address: string; isFile: boolean }[] {
  const { title, summary, startsAt, endsAt, timeZone } = night;
  const details = `${summary}\n\n${new URL(paths.event(night.id, night.slug), baseUrl).href}`;
  const google = withQuery("https://calendar.google.com/calendar/render", {
    action: "TEMPLATE",
    text: title,
    dates: `${compact(startsAt)}/${compact(endsAt)}`,
    ctz: timeZone,
    location: placeOf(night),
    details,
  });
  const outlook = withQuery("https://outlook.live.com/calendar/0/deeplink/compose", {
    path: "/calendar/action/compose",
    rru: "addevent",
    subject: title,
    startdt: startsAt,
    enddt: endsAt,
    location: placeOf(night),
    body: details,
  });
  return [
    { name: "Calendar file (.ics)", address: paths.feeds.night(night.id), isFile: true },
    { name: "Google Calendar", address: google, isFile: false },
    { name: "Outlook.com", address: outlook, isFile: false },
  ];
}

/** A message that tells a friend of the night; who gets it is chosen in the other program. */
export function whatsAppLink({ id, slug, title }: Pick<Night, "id" | "slug" | "title">, baseUrl: string): string {
  return withQuery("https://wa.me/", { text: `${title}: ${new URL(paths.event(id, slug), baseUrl).href}` });
}
