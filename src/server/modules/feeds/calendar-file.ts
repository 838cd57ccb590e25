import type { MailAttachment } from "#server/modules/email/index.ts";
import { findShownEvent, type EventInfo } from "#server/modules/events/index.ts";
import type { Deps } from "#server/platform/deps.ts";
import { writeCalendar } from "./calendar.ts";

/** The dates of events for the reader's calendar. One that has no date yet, or no page, is left out. */
export function calendarFile(deps: Pick<Deps, "db" | "config">, events: EventInfo[]): MailAttachment[] {
  const dated = events.filter(({ status }) => status !== "postponed");
  const [first] = dated;
  if (first === undefined) return [];
  return [
    {
      filename: `${dated.length === 1 ? first.slug : "events"}.ics`,
      contentType: "text/calendar; charset=utf-8; method=PUBLISH",
      async read() {
        const found = await Promise.all(dated.map(({ id }) => findShownEvent(deps.db, id)));
        const shown = found.filter((event) => event !== undefined);
        return writeCalendar("Savage Gentlemen", shown, deps.config.baseUrl);
      },
    },
  ];
}
