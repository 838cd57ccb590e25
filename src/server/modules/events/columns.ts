import { sql } from "kysely";
import type { Poster, Venue } from "#contract/events.ts";

/** Columns of `events e join venues v` that every view of a night reads. */
export const headColumns = sql`
  e.id, e.slug, e.title, e.starts_at as "startsAt", e.doors_at as "doorsAt", e.ends_at as "endsAt",
  e.time_zone as "timeZone", e.age_rule as "ageRule", e.poster, e.entry_opens_minutes as "entryOpensMinutes",
  e.ends_at <= clock_now() as "isOver",
  e.ends_at <= clock_now() as "isOver",
  jsonb_build_object('name', v.name, 'address', v.address, 'city', v.city, 'region', v.region, 'country', v.country,
    'latitude', v.latitude, 'longitude', v.longitude) as venue`;

export type AgeRule = "all" | "18+" | "21+";

/** The same as rows. */
export interface HeadRow {
  id: number;
  slug: string;
  title: string;
  startsAt: Date;
  doorsAt: Date | null;
  endsAt: Date;
  timeZone: string;
  ageRule: AgeRule;
  poster: Poster;
  entryOpensMinutes: number | null;
  isOver: boolean;
  venue: Venue;
}

/** How ticket type `t` of event `e` stands by the database's clock. */
export const clockStatus = `
  case when e.ends_at <= clock_now() or t.sales_end_at <= clock_now() then 'ended'
       when t.sales_start_at > clock_now() then 'scheduled' else 'on_sale' end`;
