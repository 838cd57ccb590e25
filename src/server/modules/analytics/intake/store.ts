import { sql } from "kysely";
import { bool } from "#server/platform/db/columns.ts";
import type { Queryable } from "#server/platform/db/database.ts";
import { allRows, onlyValue, onlyRow, run } from "#server/platform/db/rows.ts";

/** A day on which rows may still arrive. */
export interface OpenDay {
  day: string;
  startsAt: Date;
  salt: Buffer | null;
}

/** The database's clock, and today and yesterday in a zone, the latest first. */
export async function findOpenDays(db: Queryable, timeZone: string): Promise<{ now: Date; days: OpenDay[] }> {
  const days = await allRows(db)<OpenDay & { now: Date }>`
    with today as (select clock_now() as now, (clock_now() at time zone ${timeZone})::date as day)
    select now, d.day::text as day, d.day::timestamp at time zone ${timeZone} as "startsAt", s.salt
    from today cross join lateral (values (today.day), (today.day - 1)) d(day)
    left join visitor_salts s on s.day = d.day order by d.day desc`;
  return { now: days[0]!.now, days };
}

/** Makes the salts of days that have none, unless another node just did. */
export function insertSalts(db: Queryable, salts: { day: string; salt: Buffer }[]): Promise<void> {
  const rows = salts.map(({ day, salt }) => ({ day, salt: salt.toString("hex") }));
  return run(db)`
    insert into visitor_salts (day, salt)
    select s.day, decode(s.salt, 'hex') from json_to_recordset(${JSON.stringify(rows)}::json) as s(day date, salt text)
    on conflict do nothing`;
}

/** A row as it is stored. */
interface InteractionRow {
  day: string;
  ageMs: number;
  kind: string;
  subject: string;
  visitor: string;
  isBot: boolean;
  /** Beyond what its network may bring at a time. */
  isBurst: boolean;
  source: string;
  campaign: string;
  device: string;
  browser: string;
}

/** Writes interactions and notes that their days have to be rolled up, in one statement. */
export function insertInteractions(db: Queryable, rows: InteractionRow[]): Promise<void> {
  return run(db)`
    with written as (
      insert into interactions (occurred_at, day, slot, kind, subject, visitor, is_bot, is_burst, source, campaign, device, browser)
      select clock_now() - make_interval(secs => r."ageMs" / 1000.0), r.day, ((r.day - date '2000-01-03') / 7) % 10,
        r.kind, r.subject, r.visitor, r."isBot", r."isBurst", r.source, r.campaign, r.device, r.browser
      from json_to_recordset(${JSON.stringify(rows)}::json) as r(day date, "ageMs" bigint, kind text, subject text,
        visitor bigint, "isBot" boolean, "isBurst" boolean, source text, campaign text, device text, browser text)
      returning day)
    insert into rolled_days as d (day) select distinct day from written order by day
    on conflict (day) do update set version = d.version + 1`;
}

/** People on the site in the last five minutes, and the pages that they saw last. */
export function findVisitorsNow(db: Queryable): Promise<{ people: number; pages: { path: string; people: number }[] }> {
  return onlyRow(db)`
    with latest as (
      select distinct on (visitor) visitor, subject from interactions
      where occurred_at > (select clock_now() - interval '5 minutes') and kind = 'page_view' and not is_bot and not is_burst
      order by visitor, occurred_at desc, id desc),
    pages as (select subject as path, count(*)::integer as people from latest group by 1 order by 2 desc, 1 limit 20)
    select (select count(*)::integer from latest) as people,
      (select coalesce(json_agg(p order by p.people desc, p.path), '[]') from pages p) as pages`;
}

const parts = 10;

/**
 * Deletes salts after two days, and raw rows after eight weeks: a part is emptied at once when all of its rows are old and
 * rolled up.
 */
export async function purgeOld(db: Queryable): Promise<void> {
  await run(db)`delete from visitor_salts where day < (clock_now() at time zone 'UTC')::date - 2`;
  for (let slot = 0; slot < parts; slot++) {
    const isOld = await onlyValue(db, bool)`
      select coalesce(max(day) < (clock_now() at time zone 'UTC')::date - 56, false)
        and not exists (select from rolled_days d where rolled_version < version
          and ((d.day - date '2000-01-03') / 7) % 10 = ${slot})
      from interactions where slot = ${slot}`;
    if (!isOld) continue;
    await run(db)`delete from rolled_days d where ((d.day - date '2000-01-03') / 7) % 10 = ${slot}
      and day < (clock_now() at time zone 'UTC')::date - 56`;
    await truncateSlot(db, slot);
  }
}

/** Empties one part. Its name can't be a parameter, and nothing but the numbers above gets here. */
const truncateSlot = (db: Queryable, slot: number) => run(db)`truncate ${sql.table(`interactions_${slot}`)}`;
