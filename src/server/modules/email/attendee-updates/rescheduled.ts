import { scheduleDifferences, type EventSchedule } from "#server/modules/events/index.ts";
import { formatDateTime } from "#server/platform/format.ts";
import type { MailTemplate } from "../event-mails.ts";

interface Rescheduled {
  title: string;
  before: EventSchedule;
  after: EventSchedule;
  /** How many tickets the reader has. */
  tickets: number;
  /** What readers can do who would rather not come. */
  choice: string[];
}

/** Tells holders that an event has new times or a new venue: each detail as it is now and as it was. */
export function rescheduledTemplate({ title, before, after, tickets, choice }: Rescheduled): MailTemplate {
  const differences = scheduleDifferences(before, after);
  const hasNewVenue = differences.includes("venue");
  const isAtOtherTimes = differences.some((what) => what !== "venue");
  const what = hasNewVenue && isAtOtherTimes ? "a new time and venue" : hasNewVenue ? "a new venue" : "new times";
  const nowAt = (instant: string) => formatDateTime(instant, after.timeZone);
  const wasAt = (instant: string) => formatDateTime(instant, before.timeZone);
  const lines: Record<(typeof differences)[number], string> = {
    start: `It now starts on ${nowAt(after.startsAt)}. It was scheduled for ${wasAt(before.startsAt)}.`,
    doors:
      after.doorsAt === null
        ? "Doors open when it starts."
        : `Doors now open on ${nowAt(after.doorsAt)}.${before.doorsAt === null ? "" : ` They were going to open on ${wasAt(before.doorsAt)}.`}`,
    end: `It now ends on ${nowAt(after.endsAt)}. It was going to end on ${wasAt(before.endsAt)}.`,
    venue: `It's now at ${after.venue}. It was going to be at ${before.venue}.`,
  };
  const stay = tickets === 1 ? "Your ticket stays valid" : "Your tickets stay valid";
  return {
    subject: `${what.charAt(0).toUpperCase()}${what.slice(1)} for ${title}`,
    title: `${title} has ${what}.`,
    lines: differences.map((difference) => lines[difference]),
    after: [`${stay}, so you don't need to do anything.`, ...choice],
  };
}
