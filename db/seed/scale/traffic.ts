import type { ScalePlan, Step } from "./step.ts";

/** What people viewed, what staff did and what went wrong, over each kind's retention period. */
export const trafficSteps = (plan: ScalePlan): Step[] => [
  {
    does: "page views",
    sql: `
      insert into page_views (viewed_at, path, user_id, session_id, device_type, browser, referrer_host, is_bot)
      select clock_now() - interval '399 days' * power((v.n - 1)::float8 / ${plan.pageViews}, 0.8),
        case when v.n % 3 = 0 then '/events/' || e.id else (array['/', '/events', '/shop', '/my-tickets', '/checkout'])[1 + v.n % 5] end,
        case when v.n % 11 = 0 then p.id end, 'scale-' || v.n / 4, (array['mobile', 'mobile', 'desktop', 'tablet'])[1 + v.n % 4],
        (array['Safari', 'Chrome', 'Firefox', 'Edge'])[1 + (v.n / 4) % 4],
        (array[null, 'instagram.example', 'search.example', null])[1 + (v.n / 4) % 4], v.n % 29 = 0
      from generate_series(1, ${plan.pageViews}) v(n) join scale_people p on p.n = 1 + (v.n * 31) % ${plan.people}
      join scale_events e on not e.is_hot and e.rank = 1 + (v.n * 17) % ${Math.round(plan.events / 4)}
      order by v.n desc`,
  },
  {
    does: "views and clicks",
    sql: `
      insert into interactions (occurred_at, kind, subject_id, user_id, is_bot)
      select viewed_at, case when id % 3 = 0 then 'ticket_click' else 'event_view' end, split_part(path, '/', 3)::bigint, user_id,
        is_bot
      from page_views where path like '/events/%' and session_id like 'scale-%' order by id`,
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
