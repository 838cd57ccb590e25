import type { Invariant } from "./invariant.ts";

/** Invariants of the rights that staff have besides their role. */
export const grantsInvariants: Invariant[] = [
  {
    id: "I-190",
    holds: "Nobody has the same grant twice at a time",
    sql: `
      select user_id as person, kind from grants where revoked_at is null
      group by user_id, kind, event_id, host_id, promoter_id having count(*) > 1`,
  },
  {
    id: "I-191",
    holds: "No guest or deleted account has a grant",
    sql: `
      select g.id, g.user_id from grants g join users u on u.id = g.user_id
      where u.deleted_at is not null or u.role = 'guest'`,
  },
  {
    id: "I-192",
    holds: "A grant names a host or promoter if it is for one, and an event only if it isn't",
    sql: `
      select id, kind from grants
      where (kind = 'host') <> (host_id is not null) or (kind = 'promoter') <> (promoter_id is not null)
        or (event_id is not null and kind in ('host', 'promoter'))`,
  },
];
