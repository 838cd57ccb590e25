import type { ScalePlan, Step } from "./step.ts";

/** A hash that meets the password rules, of a password nobody knows: these people never sign in. */
const noPassword = `'$argon2id$v=19$m=19456,t=2,p=1$c2NhbGVzY2FsZXNjYWxl$bm9ib2R5a25vd3N0aGlzcGFzc3dvcmRub2JvZHlrbm93cw'`;

/** A list of words by its name, and one of them by index. */
const pick = (list: string, index: string) => `(select items from scale_lists where name = '${list}')[${index}]`;
const size = (list: string) => `(select cardinality(items) from scale_lists where name = '${list}')`;

/** Everyone: accounts with and without a confirmed email address, guests, some staff, and sessions. */
export const peopleSteps = (plan: ScalePlan): Step[] => [
  {
    does: "plan people",
    sql: `
      create temp table scale_people as
      select n, (select coalesce(max(id), 0) from users) + n as id,
        ${pick("first", "f")} || ' ' || ${pick("last", "l")} as name,
        ${pick("first_plain", "f")} || '.' || ${pick("last_plain", "l")} || n || suffix as username,
        kind < 0.4 as is_account, kind < 0.3 as has_email, since
      from (
        select n, 1 + floor(random() * ${size("first")})::integer as f, 1 + floor(random() * ${size("last")})::integer as l,
          random() as kind, to_char(clock_now(), '"-"YYMMDDHH24MISS') as suffix,
          clock_now() - interval '6 years' * sqrt((n - 1)::float8 / ${plan.people}) as since
        from generate_series(1, ${plan.people}) n) drawn`,
  },
  { does: "index people by number", sql: `create unique index on scale_people (n)` },
  {
    does: "people",
    sql: `
      insert into users (id, username, display_name, role, email, password_hash, created_at, suspended_at)
      overriding system value
      select id, username, name,
        case when n <= 4 then 'moderator' when n = 5 then 'admin' when is_account then 'user' else 'guest' end,
        case when has_email then username || '@example.com' end,
        case when is_account or n <= 5 then ${noPassword} end, since,
        case when n > 5 and n % 2003 = 0 then clock_now() - interval '3 days' end
      from scale_people order by n desc`,
  },
  {
    does: "sessions",
    sql: `
      insert into sessions (token_hash, user_id, user_agent, created_at, last_seen_at, expires_at)
      select sha256(convert_to(username, 'UTF8')), id, 'Mozilla/5.0', clock_now() - interval '2 days' * random(),
        clock_now() - interval '1 hour', clock_now() + interval '27 days'
      from scale_people where n > 5 and n % 20 = 0 and n % 2003 <> 0`,
  },
];
