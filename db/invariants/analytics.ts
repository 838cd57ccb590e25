import type { Invariant } from "./invariant.ts";

const sumsOf = (table: string) => `
  select day, audience, kind, subject, source, campaign, device, browser, sum(total) as total, sum(visitors) as visitors,
    sum(visits) as visits, sum(exits) as exits, sum(bounces) as bounces, sum(seconds) as seconds
  from ${table} where {days} group by day, audience, kind, subject, source, campaign, device, browser`;

const daysDiffer = (days: string) => {
  const [hours, whole] = ["traffic_hours", "traffic_days"].map((table) => sumsOf(table).replace("{days}", days));
  const merged = `
    select day, audience, kind, subject, sum(total) as total, sum(visitors) as visitors, sum(visits) as visits
    from traffic_days where ${days} group by day, audience, kind, subject`;
  const totals = `
    select day, audience, kind, subject, total, visitors, visits from traffic_totals where ${days}`;
  return `
    select 'hour' as what, day, kind, subject from ((${hours} except ${whole}) union all (${whole} except ${hours})) d
    union all
    select 'total', day, kind, subject from ((${merged} except ${totals}) union all (${totals} except ${merged})) d`;
};

/** Invariants of analytics. */
export const analyticsInvariants: Invariant[] = [
  {
    id: "I-160",
    holds: "Every raw interaction's day is known to the roll-ups, and no other visitor than of its day",
    sql: `
      select distinct i.day, i.occurred_at::date as at from interactions i left join rolled_days d on d.day = i.day
      where d.day is null or abs(i.occurred_at::date - i.day) > 2`,
    quick: `
      select distinct i.day, i.occurred_at::date as at from interactions i left join rolled_days d on d.day = i.day
      where i.occurred_at > clock_now() - interval '10 minutes' and (d.day is null or abs(i.occurred_at::date - i.day) > 2)`,
  },
  {
    id: "I-161",
    holds: "The roll-ups by day are the sums of the roll-ups by hour, and the totals are the sums of those",
    sql: daysDiffer("true"),
    quick: daysDiffer("day > (clock_now() - interval '2 days')::date"),
  },
  {
    id: "I-162",
    holds: "Nobody is counted more often than they came: visitors and visits never exceed the views",
    sql: `
      select day, kind, subject, total, visitors, visits from traffic_days
      where visitors > total or visits > total or exits > total or bounces > visits`,
    quick: `
      select day, kind, subject, total, visitors, visits from traffic_days
      where day > (clock_now() - interval '2 days')::date
        and (visitors > total or visits > total or exits > total or bounces > visits)`,
  },
  {
    id: "I-163",
    holds: "What events and products sold is part of what orders brought in the same hour",
    sql: `
      select hour, currency, sum(gross_cents) filter (where scope = 'order') as orders,
        sum(gross_cents) filter (where scope <> 'order') as parts
      from sales_hours group by hour, currency
      having coalesce(sum(gross_cents) filter (where scope <> 'order'), 0)
        > coalesce(sum(gross_cents) filter (where scope = 'order'), 0)`,
  },
  {
    id: "I-164",
    holds: "Each weekly summary that was emailed is noted, so that no week is summed up twice",
    sql: `
      select e.id as email, e.topic ->> 'week' as week from emails e
      where e.kind = 'staff_weekly_brief'
        and not exists (select from weekly_briefs b where b.week = (e.topic ->> 'week')::date)`,
  },
  {
    id: "I-165",
    holds: "The sales have one mark of how far they are counted, and visitors' salts are of days that began",
    sql: `
      select 'marks' as what, count(*)::text as found from roll_up_progress where name = 'sales' having count(*) <> 1
      union all
      select 'salt', day::text from visitor_salts where day > (clock_now() + interval '1 day')::date`,
  },
];
