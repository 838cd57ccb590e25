import type { App } from "#server/app.ts";
import { changeEvent, copyEvent, getEditedEvent, setVisibility } from "#server/modules/events/index.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import type { NightTimes } from "./calendar.ts";
import type { DemoNight } from "./night.ts";
import type { StagedNight } from "./stage.ts";

const day = 24 * 60 * 60 * 1000;

/** Another date of a night, made from it as staff do. */
export interface MoreDate {
  /** Key of the night that it is a copy of. */
  of: string;
  weeks: number;
  /** Belongs to one run with the night and its other such dates. */
  asRun: boolean;
  /** Units that people take, by the name of the ticket type. */
  sold: Record<string, number>;
  /** What becomes of it, so many days before the seeding day, and what its holders are told. */
  fate?: { what: "cancelled" | "postponed"; daysAgo: number; note: string };
  /** Stays a draft under another title, and shows itself in so many days. */
  planned?: { title: string; slug: string; inDays: number };
}

/** Dates beside those that the nights themselves have. */
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
      note: "The king tide is booked on the lawn that Sunday and will not share. Your seats are safe; we are looking for a drier one.",
    },
  },
  {
    of: "dominoes-and-rum",
    weeks: 10,
    asRun: false,
    sold: { "Come in": 14 },
    fate: {
      what: "cancelled",
      daysAgo: 2,
      note: "Fenton’s is having its floor taken up, and nobody plays dominoes standing. Nothing was paid, so there is nothing to pay back; come to the next one.",
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

/** The nights of these dates as the calendar reckons with them. */
export function asNights(nights: DemoNight[]): DemoNight[] {
  return moreDates.map(({ of, weeks, sold }) => {
    const night = nights.find(({ key }) => key === of)!;
    const ticketTypes = night.ticketTypes.map((type) => ({ ...type, sold: sold[type.name] ?? 0 }));
    return { ...night, date: { ...night.date, weeks }, ticketTypes };
  });
}

/** Copies nights to their further dates and publishes those that are not planned. */
export async function layMoreDates(
  { deps }: App,
  staff: Principal,
  staged: StagedNight[],
  times: NightTimes[],
  now: Date,
): Promise<StagedNight[]> {
  const laid: StagedNight[] = [];
  const nights = asNights(staged.map(({ night }) => night));
  for (const [index, { of, asRun, fate, planned }] of moreDates.entries()) {
    const source = staged.find(({ night }) => night.key === of)!;
    const { startsAt, doorsAt, endsAt } = times[index]!;
    const dates = [{ startsAt: startsAt.toISOString(), doorsAt: doorsAt.toISOString(), endsAt: endsAt.toISOString() }];
    const [id] = await copyEvent(deps.db, staff, source.id, { dates, asRun });
    const copy = await getEditedEvent(deps.db, id!);
    if (planned === undefined) {
      await setVisibility(deps, staff, copy.id, { visibility: "published" });
    } else {
      const { title, slug, inDays } = planned;
      await changeEvent(deps, staff, copy.id, { version: copy.version, changes: { title, slug } });
      const publishAt = new Date(now.getTime() + inDays * day).toISOString();
      await setVisibility(deps, staff, copy.id, { visibility: "published", publishAt });
    }
    const until = fate === undefined ? startsAt : new Date(now.getTime() - (fate.daysAgo + 1) * day);
    // Types behind an access code are not among those that are shown; nobody buys them here.
    const types = nights[index]!.ticketTypes.flatMap((type) => {
      const shown = copy.ticketTypes.find(({ name }) => name === type.name);
      return shown === undefined ? [] : { id: shown.id, type, from: source.types[0]!.from, until };
    });
    laid.push({ id: copy.id, night: nights[index]!, times: times[index]!, types });
  }
  return laid;
}
