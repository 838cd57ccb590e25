import { sql } from "kysely";

/** How a code `c` stands by the database's clock, whatever is left of it. */
export const clockStatus = sql`
  case when c.state <> 'active' then c.state
    when c.starts_at > clock_now() then 'scheduled'
    when c.ends_at <= clock_now() then 'expired'
    else 'active' end`;

/** What a code `c` takes off. */
export const discountJson = sql`
  case c.kind when 'percent' then json_build_object('kind', c.kind, 'percent', c.percent)
    else json_build_object('kind', c.kind, 'amountCents', c.amount_cents) end`;

/** What a promoter `p` earns. */
export const commissionJson = sql`
  case p.commission_kind when 'percent' then json_build_object('kind', 'percent', 'percent', p.commission_percent)
    when 'per_ticket' then json_build_object('kind', 'per_ticket', 'amountCents', p.commission_cents)
    else json_build_object('kind', 'none') end`;

/** Uses `u` of codes and links, each with its order `o`: what was given back of that was not brought in the end. */
export const usesWithOrders = sql`promotion_uses u join orders o on o.id = u.order_id`;

/** What of a use's commission is owed: the share of its order that was not given back. */
export const owedCommission = sql`
  case when o.total_cents = 0 then u.commission_cents
    else round(u.commission_cents::numeric * (o.total_cents - o.given_back_cents) / o.total_cents)::integer end`;

/** The night `e` that a code or link is for; null where it is for all. */
export const nightJson = sql`
  case when e.id is null then null else json_build_object('id', e.id, 'title', e.title, 'slug', e.slug,
    'startsAt', to_char(e.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'timeZone', e.time_zone) end`;
