import type { Invariant } from "./invariant.ts";

/** Invariants of what keeps people out. */
export const restrictionsInvariants: Invariant[] = [
  {
    id: "I-135",
    holds: "A person has one restriction at most in a place that wasn't lifted, and one replaces another in its place",
    sql: `
      select user_id as person, scope, room_id as room from restrictions
      where lifted_at is null group by 1, 2, 3 having count(*) > 1
      union all
      select r.user_id, r.scope, r.room_id from restrictions r join restrictions o on o.id = r.replaced_id
      where (o.user_id, o.scope) <> (r.user_id, r.scope) or o.room_id is distinct from r.room_id`,
  },
  {
    id: "I-136",
    holds: "No restriction is about a deleted account, and one that waits for its owner is",
    sql: `
      select r.id, r.user_id from restrictions r join users u on u.id = r.user_id where u.deleted_at is not null
      union all
      select f.id, f.former_user_id from former_restrictions f join users u on u.id = f.former_user_id
      where u.deleted_at is null`,
  },
  {
    id: "I-137",
    holds: "Suspended accounts, mutes and chat bans are those of the restrictions",
    sql: `
      select 'account' as what, coalesce(u.id, r.user_id) as person
      from (select id from users where suspended_at is not null and deleted_at is null) u
      full join (select user_id from restrictions where scope = 'account' and lifted_at is null) r on r.user_id = u.id
      where u.id is null or r.user_id is null
      union all
      select 'mute', coalesce(m.user_id, r.user_id)
      from (select user_id, muted_until, muted_reason from community_members where muted_until is not null) m
      full join (select user_id, coalesce(ends_at, 'infinity') as ends_at, reason from restrictions
        where scope = 'community' and lifted_at is null) r on r.user_id = m.user_id
      where (m.muted_until, m.muted_reason) is distinct from (r.ends_at, r.reason)
      union all
      select 'ban', coalesce(b.user_id, r.user_id)
      from chat_bans b full join (select * from restrictions where scope = 'chat') r on r.id = b.id
      where (b.user_id, b.room_id, b.until, b.lifted_at) is distinct from (r.user_id, r.room_id, r.ends_at, r.lifted_at)`,
  },
];
