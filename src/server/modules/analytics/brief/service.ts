import { figureSentences, takenBack, sourceName } from "#contract/figures.ts";
import { findEventInfo } from "#server/modules/events/index.ts";
import { getSettings } from "#server/modules/settings/index.ts";
import { inTransaction, type Database } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { formatDay, formatMoney } from "#server/platform/format.ts";
import { addDays } from "#server/platform/report-span.ts";
import { noSums, type Sums } from "../panels/rules.ts";
import { findParts, type PartSums, type Scope } from "../panels/store.ts";
import { changeOf, isolated, moversOf, type BriefNumber, type Counted } from "./rules.ts";
import * as store from "./store.ts";

/** The week of a brief in five numbers. */
export interface WeeklyBrief {
  /** `Mon, Nov 16, 2026 to Sun, Nov 22, 2026`. */
  title: string;
  numbers: BriefNumber[];
  /** The same as sentences, and the one that says what revenue is. */
  lines: string[];
}

/**
 * A week in five numbers and what moved them, against the week before, in the brand's zone and currency.
 *
 * @param monday the week's first day
 */
export async function weeklyBrief(db: Database, monday: string): Promise<WeeklyBrief> {
  const { defaultTimeZone: timeZone, defaultCurrency: currency } = await getSettings(db);
  const weekOf = (from: string): Scope => ({
    from,
    to: addDays(from, 6),
    timeZone,
    isBrandZone: true,
    currency,
    filters: {},
  });
  const [week, before] = [weekOf(monday), weekOf(addDays(monday, -7))];
  const [sources, sourcesBefore, events, eventsBefore] = await Promise.all([
    findParts(db, week, "source"),
    findParts(db, before, "source"),
    findParts(db, week, "event"),
    findParts(db, before, "event"),
  ]);
  const titles = await findEventInfo(
    db,
    [...events, ...eventsBefore].map(({ key }) => Number(key)),
  );
  const bySource = pair(sources, sourcesBefore, sourceName);
  const byEvent = pair(events, eventsBefore, (key) => titles.get(Number(key))?.title ?? "deleted events");
  const number = (label: string, of: keyof Sums, parts: Pair[], isMoney = false): BriefNumber => {
    const counted = parts.map(({ name, now, previous }): Counted => ({ name, value: now[of], before: previous[of] }));
    const all = bySource.map(({ now, previous }) => [now[of], previous[of]] as const);
    return {
      label,
      value: all.reduce((sum, [value]) => sum + value, 0),
      before: all.reduce((sum, [, then]) => sum + then, 0),
      isMoney,
      movers: moversOf(counted),
    };
  };
  const numbers = [
    number("Visitors", "visitors", bySource),
    number("Page views", "views", bySource),
    number("Orders", "orders", byEvent),
    number("Revenue", "revenueCents", byEvent, true),
    number(takenBack, "refundCents", byEvent, true),
  ];
  const day = (of: string) => formatDay(`${of}T12:00:00Z`, "UTC");
  return {
    title: `${day(week.from)} to ${day(week.to)}`,
    numbers,
    lines: [...numbers.map((each) => toLine(each, currency)), `${figureSentences.revenue} ${figureSentences.days}`],
  };
}

interface Pair {
  name: string;
  now: Sums;
  previous: Sums;
}

function pair(now: PartSums[], then: PartSums[], nameOf: (key: string) => string): Pair[] {
  const former = new Map(then.map((row) => [row.key, row]));
  const current = new Map(now.map((row) => [row.key, row]));
  return [...new Set([...current.keys(), ...former.keys()])].map((key) => ({
    name: nameOf(key),
    now: current.get(key) ?? noSums,
    previous: former.get(key) ?? noSums,
  }));
}

function toLine(number: BriefNumber, currency: string): string {
  const { label, value, movers, isMoney } = number;
  const show = (amount: number) => (isMoney ? formatMoney(amount, currency) : amount.toLocaleString("en-US"));
  const signed = (change: number) => `${change > 0 ? "+" : "−"}${show(Math.abs(change))}`;
  const moved = movers.map(({ name, change }) => `${isolated(name)} ${signed(change)}`).join(", ");
  return `${label}: ${show(value)}, ${changeOf(number)}.${moved === "" ? "" : ` Biggest changes: ${moved}.`}`;
}

/**
 * On Mondays from 8 AM in the brand's time zone, makes last week's brief due, once. A site that nobody visited gets none.
 */
export async function sendWeeklyBrief({ bus }: Pick<Deps, "bus">, db: Database): Promise<void> {
  const { defaultTimeZone } = await getSettings(db);
  await inTransaction(db, async (tx) => {
    const week = await store.claimWeek(tx, defaultTimeZone);
    if (week === undefined) return;
    if (await store.hasTraffic(tx, week)) await bus.emit(tx, "brief.due", [{ week }]);
  });
}
