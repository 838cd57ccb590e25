import type { App } from "#server/app.ts";
import { changeEvent, copyEvent, getEditedEvent, setVisibility } from "#server/modules/events/index.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { promoterTime, type EventTimes } from "./calendar.ts";
import type { DemoEvent } from "./event.ts";
import type { StagedEvent } from "./stage.ts";

const day = 24 * 60 * 60 * 1000;

/** Another date of an event, copied from it as staff do. */
export interface MoreDate {
  /** Key of the event that it copies. */
  of: string;
  weeks: number;
  /** Belongs to one series with the event and its other such dates. */
  asRun: boolean;
  /** Units sold, by ticket type name. */
  sold: Record<string, number>;
  /** What happens to it, this many days before the seeding day, and the message to ticket holders. */
  fate?: { what: "canceled" | "postponed"; daysAgo: number; note: string };
  /** Stays a draft with another title, and publishes itself in this many days. */
  planned?: { title: string; slug: string; inDays: number };
}

/** Dates besides those of the events themselves. */
export const moreDates: MoreDate[] = [
  { of: "gold-coast-brunch", weeks: 6, asRun: true, sold: { "A seat at the table": 11 } },
  {
    of: "gold-coast-brunch",
    weeks: 9,
    asRun: true,
    sold: { "A seat at the table": 9 },
    fate: {
      what: "postponed",
      daysAgo: 3,
      note: "We had to postpone this brunch: the king tide has the lawn that Sunday, and it won't share. Your tickets stay valid, and we'll email you the new date.",
    },
  },
  {
    of: "dominoes-and-rum",
    weeks: 10,
    asRun: false,
    sold: { "Come in": 14 },
    fate: {
      what: "canceled",
      daysAgo: 2,
      note: "We had to cancel: Fenton's is replacing its floor, and nobody plays dominoes standing up. Your ticket was free, so there's nothing to refund. Come to the next one.",
    },
  },
  {
    of: "soca-on-the-hudson",
    weeks: 15,
    asRun: false,
    sold: {},
    planned: { title: "Soca on the Hudson: Winter Crossing", slug: "soca-on-the-hudson-winter-crossing", inDays: 5 },
  },
];

/** The events of these dates, for the calendar. */
export function asEvents(events: DemoEvent[]): DemoEvent[] {
  return moreDates.map(({ of, weeks, sold }) => {
    const event = events.find(({ key }) => key === of)!;
    const ticketTypes = event.ticketTypes.map((type) => ({ ...type, sold: sold[type.name] ?? 0 }));
    return { ...event, date: { ...event.date, weeks }, ticketTypes };
  });
}

/** When people stopped buying such a date: the day before it was canceled or postponed. */
export const soldUntil = (fate: MoreDate["fate"], startsAt: Date, now: Date): Date =>
  fate === undefined ? startsAt : new Date(now.getTime() - (fate.daysAgo + 1) * day);

/** Copies events to their other dates and publishes those that aren't scheduled. */
export async function layMoreDates(
  { deps }: App,
  staff: Principal,
  staged: StagedEvent[],
  times: EventTimes[],
  now: Date,
): Promise<StagedEvent[]> {
  const laid: StagedEvent[] = [];
  const events = asEvents(staged.map(({ event }) => event));
  for (const [index, { of, asRun, fate, planned }] of moreDates.entries()) {
    const source = staged.find(({ event }) => event.key === of)!;
    const { startsAt, doorsAt, endsAt } = times[index]!;
    const dates = [{ startsAt: startsAt.toISOString(), doorsAt: doorsAt.toISOString(), endsAt: endsAt.toISOString() }];
    const [id] = await copyEvent(deps.db, staff, source.id, { dates, asRun });
    const copy = await getEditedEvent(deps.db, id!);
    if (planned === undefined) {
      await setVisibility(deps, staff, copy.id, { visibility: "published" });
    } else {
      const { title, slug, inDays } = planned;
      await changeEvent(deps, staff, copy.id, { version: copy.version, changes: { title, slug } });
      const publishAt = promoterTime(now, inDays, "10:00").toISOString();
      await setVisibility(deps, staff, copy.id, { visibility: "published", publishAt });
    }
    const until = soldUntil(fate, startsAt, now);
    // Types behind an access code aren't among the public ones; nobody buys them here.
    const types = events[index]!.ticketTypes.flatMap((type) => {
      const shown = copy.ticketTypes.find(({ name }) => name === type.name);
      return shown === undefined ? [] : { id: shown.id, type, from: source.types[0]!.from, until };
    });
    laid.push({ id: copy.id, event: events[index]!, times: times[index]!, types });
  }
  return laid;
}
