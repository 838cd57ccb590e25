import type { ScalePlan, Step } from "./step.ts";

const list = (name: string) => `(select items from scale_lists where name = '${name}')`;
const size = (name: string) => `(select cardinality(items) from scale_lists where name = '${name}')`;

/** Past and upcoming events at some hundred venues, their ticket types and their stock, which sales fill in later. */
export const eventSteps = (plan: ScalePlan): Step[] => [
  {
    does: "venues",
    sql: `
      insert into venues (name, address, city, region, country, latitude, longitude)
      select name, n || ' Water Street', city, region, country, 5 + 40 * random(), -110 + 50 * random()
      from (select unnest(${list("venue")}) as name, unnest(${list("city")}) as city, unnest(${list("region")}) as region,
        unnest(${list("country")}) as country, generate_series(1, ${size("venue")}) as n) drawn
      on conflict (name, city) do nothing`,
  },
  {
    does: "plan events",
    sql: `
      create temp table scale_events as
      select drawn.*, starts_at + interval '6 hours' as ends_at, base.id + n as id,
        case when n % 10 = 0 then base.stock + n end as stock_id,
        case when n % 50 = 7 then 'draft' when n % 50 = 8 then 'unlisted' else 'published' end as visibility,
        row_number() over (partition by is_hot order by sells and starts_at < clock_now() + interval '45 days' desc, random())
          as rank
      from (
        select n, n <= ${plan.hot} as is_hot, n % 50 <> 7 as sells,
          date_trunc('hour', clock_now() + case
            when n <= ${plan.hot} then interval '1 day' * (3 + n)
            when random() < 0.6 then interval '-1 day' * (1 + 1800 * random())
            else interval '1 day' * (1 + 500 * random() * random()) end) as starts_at,
          -- The first venues have more events than the last.
          1 + floor(power(random(), 1.6) * ${size("venue")})::integer as venue_index,
          1 + floor(random() * ${size("mood")})::integer as mood, 1 + floor(random() * ${size("kind")})::integer as kind,
          1 + floor(power(random(), 3) * ${size("category")})::integer as category,
          1 + floor(power(random(), 3) * ${size("category")})::integer as second_category
        from generate_series(1, ${plan.events}) n) drawn,
        (select coalesce(max(id), 0) as id, (select coalesce(max(id), 0) from stock) as stock from events) base`,
  },
  {
    does: "plan ticket types",
    sql: `
      create temp table scale_types as
      select row_number() over () + (select coalesce(max(id), 0) from ticket_types) as id,
        (select coalesce(max(id), 0) from stock) + ${plan.events} + row_number() over () as stock_id, t.*,
        round(price * 0.08)::integer as fee, count(*) over (partition by n)::integer as siblings
      from (
        select e.n, e.id as event_id, k.position, k.name, k.per_unit,
          case when e.n % 16 = 3 then 0 else k.price + 500 * (e.n % 5)::integer end as price
        from scale_events e cross join (values (0, 'General', 1, 3000), (1, 'Early Bird', 1, 2000), (2, 'Table of four', 4, 24000))
          as k(position, name, per_unit, price)
        where k.position = 0 or (k.position = 1 and e.n % 2 = 0) or (k.position = 2 and e.n % 10 = 4)
        order by e.n, k.position) t`,
  },
  {
    does: "index events and types",
    sql: `create unique index on scale_events (is_hot, rank); create unique index on scale_types (n, position);
      create unique index on scale_types (id); analyze scale_events; analyze scale_types; analyze scale_people`,
  },
];

/** Writes events, types and stock once sales are known: an event has what it sold, and some more. */
export const calendarSteps: Step[] = [
  {
    does: "stock",
    sql: `
      insert into stock (id, kind, capacity, held, sold) overriding system value
      select id, kind, case when id % 7 = 0 then greatest(sold, 1) else sold + 20 + id % 180 end, 0, sold
      from (
        select y.stock_id as id, 'ticket_type' as kind, coalesce(s.sold, 0) as sold
        from scale_types y left join scale_sold s on s.stock_id = y.stock_id
        union all
        select e.stock_id, 'event', coalesce(s.sold, 0)
        from scale_events e left join scale_sold s on s.stock_id = e.stock_id where e.stock_id is not null) stocks
      order by id`,
  },
  {
    does: "events",
    sql: `
      insert into events (id, slug, title, summary, description, starts_at, doors_at, ends_at, time_zone, venue_id, poster,
        categories, age_rule, lineup, policies, visibility, stock_id, search_text, created_at)
      overriding system value
      select e.id, replace(mood_plain || '-' || kind_slug, ' ', '-') || '-' || e.id, mood_name || ' ' || kind_name || ' ' || e.n,
        'Music and company by the water.', repeat('A night by the water, with friends and a sound system. ', 8),
        e.starts_at, e.starts_at - interval '1 hour', e.ends_at, zone, v.id, poster::jsonb,
        array(select distinct unnest(array[category_name, second_name])),
        case when e.n % 3 = 0 then '21+' else '18+' end, '[{"name":"DJ Calabash","role":"Selector"}]', '[]', e.visibility,
        e.stock_id,
        concat_ws(' ', mood_plain, kind_plain, e.n, 'music and company by the water', venue_plain, 'dj calabash', category_name,
          nullif(second_name, category_name)),
        e.starts_at - interval '90 days'
      from (
        select e.*, ${list("mood")}[mood] as mood_name, ${list("mood_plain")}[mood] as mood_plain,
          ${list("kind")}[kind] as kind_name, ${list("kind_plain")}[kind] as kind_plain,
          ${list("kind_slug")}[kind] as kind_slug, ${list("zone")}[venue_index] as zone, ${list("venue")}[venue_index] as venue_name,
          ${list("city")}[venue_index] as city_name, ${list("venue_plain")}[venue_index] as venue_plain,
          ${list("category")}[category] as category_name, ${list("category")}[second_category] as second_name,
          ${list("poster")}[1 + n % ${size("poster")}] as poster
        from scale_events e) e
      join venues v on v.name = e.venue_name and v.city = e.city_name order by e.id`,
  },
  {
    does: "ticket types",
    sql: `
      insert into ticket_types (id, event_id, stock_id, name, description, pricing, price_cents, fee_cents, tickets_per_unit,
        max_per_order, "position")
      overriding system value
      select id, event_id, stock_id, name, '', case when price = 0 then 'free' else 'fixed' end, price, fee, per_unit, 10, position
      from scale_types order by id`,
  },
];
