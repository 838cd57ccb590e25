import type { Invariant } from "./invariant.ts";

const beforeTheFirst = "decode(repeat('00', 32), 'hex')";

/**
 * Activity log entries, of those whose id meets a condition, that don't match their hash: changed, deleted, inserted
 * later or moved in the chain.
 */
export const brokenEntries = (where: (id: string) => string) => `
  select coalesce(l.id, s.entry_id) as entry_id, s.position,
    case when l.id is null then 'the entry is missing' when s.position is null then 'it was never hashed'
      when s.position > 1 and p.hash is null then 'the previous hash is missing' else 'it does not match its hash' end as what
  from (select a.id, a as entry from audit_log a where ${where("a.id")}) l
  full join (select * from audit_hashes a where ${where("a.entry_id")}) s on s.entry_id = l.id
  left join audit_hashes p on p.position = s.position - 1
  left join audit_unhashed u on u.entry_id = l.id
  where case when l.id is null then true when s.position is null then u.entry_id is null
    else s.hash is distinct from
      audit_hash(case when s.position = 1 then ${beforeTheFirst} else p.hash end, s.position, l.entry) end`;

/** The chain ends where it should, and every entry that waits for its hash exists. */
const ends = `
  select e.entry_id, c.position, 'the end of the hash chain is missing' as what from audit_hash_chain c
  left join (select * from audit_hashes order by position desc limit 1) e on true
  where c.position is distinct from coalesce(e.position, 0) or c.hash is distinct from coalesce(e.hash, ${beforeTheFirst})
  union all
  select null, null, 'the end of the hash chain is not recorded' where not exists (select from audit_hash_chain)
  union all
  select u.entry_id, null, 'the entry is missing' from audit_unhashed u
  where not exists (select from audit_log where id = u.entry_id)`;

/** Invariants of the staff activity log. */
export const auditInvariants: Invariant[] = [
  {
    id: "I-51",
    holds:
      "The activity log is exactly as it was written: each entry matches its hash, and each hash the one before it",
    sql: `${brokenEntries(() => "true")}
      union all ${ends}`,
    // The job `audit-walk` checks the rest of a long log and stores what it finds.
    quick: `${brokenEntries((id) => `${id} > (select coalesce(max(entry_id), 0) - 500 from audit_hashes)`)}
      union all ${ends}
      union all
      select broken_entry_id, null, 'found by the last full check' from audit_walk where broken_entry_id is not null
      union all
      select entry_id, null, 'it is still waiting for its hash' from audit_unhashed
      where since < clock_timestamp() - interval '5 minutes'`,
  },
];
