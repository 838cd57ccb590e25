import type { ScalePlan, Step } from "./step.ts";

/** What people viewed, what staff did and what went wrong, over each kind's retention period. */
export const trafficSteps = (plan: ScalePlan): Step[] => [
  {
    // Raw rows are kept for eight weeks; the site rolls them up when it starts.
    does: "page views and clicks",
    sql: `
      with given as (
        select clock_now() - interval '55 days' * power((v.n - 1)::float8 / ${plan.pageViews}, 0.8) as at, v.n,
          (array['mobile', 'mobile', 'desktop', 'tablet'])[1 + v.n % 4] as device,
          (array['Safari', 'Chrome', 'Firefox', 'Edge'])[1 + (v.n / 4) % 4] as browser,
          (array['', 'instagram', 'google', ''])[1 + (v.n / 4) % 4] as source,
          case when v.n % 3 = 0 then e.id::text end as event,
          (array['/', '/events', '/shop', '/my-tickets', '/checkout'])[1 + v.n % 5] as path
        from generate_series(1, ${plan.pageViews}) v(n)
        join scale_events e on not e.is_hot and e.rank = 1 + (v.n * 17) % ${Math.round(plan.events / 4)}
        order by v.n desc),
      acts as (
        select g.*, (at at time zone 'America/New_York')::date as day, a.kind, a.subject from given g
        cross join lateral (
          select 'page_view' as kind, coalesce('/events/' || event, path) as subject
          union all select case when n % 9 = 0 then 'ticket_click' else 'event_view' end, event where event is not null) a),
      written as (
        insert into interactions (occurred_at, day, slot, kind, subject, visitor, is_bot, source, device, browser)
        select at, day, ((day - date '2000-01-03') / 7) % 10, kind, subject, hashtextextended((n / 4)::text || day, 0),
          n % 29 = 0, source, device, browser from acts returning day)
      insert into rolled_days as d (day) select distinct day from written
      on conflict (day) do update set version = d.version + 1`,
  },
  {
    does: "activity log",
    sql: `
      insert into audit_log (at, staff_id, staff_name, action, target_kind, target_id, after, reason)
      select clock_now() - interval '5 years' * (1 - v.n::float8 / ${plan.auditEntries}), p.id, p.name,
        (array['comp.issued', 'mail.resent', 'mail.resent', 'person.role_changed'])[1 + v.n % 4],
        (array['order', 'mail', 'mail', 'person'])[1 + v.n % 4], (1 + (v.n * 7) % 5000)::text, '{}', 'Customer request'
      from generate_series(1, ${plan.auditEntries}) v(n) join scale_people p on p.n = 1 + v.n % 5 order by v.n`,
  },
  {
    does: "error reports",
    sql: `
      insert into error_reports (fingerprint, source, message, stack, route, agent, first_release, last_release, occurrences,
        first_seen_at, last_seen_at, resolved_at)
      select md5('scale' || n), case when n % 5 = 0 then 'server' else 'browser' end, 'Something number ' || n || ' is undefined', '',
        '/events/:id', case when n % 5 = 0 then null else 'Safari' end, '1.0', '1.0', 1 + n % 40,
        clock_now() - interval '100 days', clock_now() - interval '90 days' * random(),
        case when n % 3 = 0 then clock_now() - interval '1 day' end
      from generate_series(1, ${plan.errorReports}) n on conflict (fingerprint) do nothing`,
  },
];
