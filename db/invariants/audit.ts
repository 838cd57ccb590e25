import type { Invariant } from "./invariant.ts";

const beforeTheFirst = "decode(repeat('00', 32), 'hex')";

/**
 * Entries of the audit log that are not as they were sealed, of those whose id fulfils a condition: changed, taken out,
 * put in later, or in another place of the chain.
 */
export const brokenEntries = (where: (id: string) => string) => `
  select coalesce(l.id, s.entry_id) as entry_id, s.position,
    case when l.id is null then 'the entry is gone' when s.position is null then 'it was never sealed'
      when s.position > 1 and p.hash is null then 'the seal before it is gone' else 'it is not what was sealed' end as what
  from (select a.id, a as entry from audit_log a where ${where("a.id")}) l
  full join (select * from audit_seals a where ${where("a.entry_id")}) s on s.entry_id = l.id
  left join audit_seals p on p.position = s.position - 1
  left join audit_unsealed u on u.entry_id = l.id
  where case when l.id is null then true when s.position is null then u.entry_id is null
    else s.hash is distinct from
      audit_seal(case when s.position = 1 then ${beforeTheFirst} else p.hash end, s.position, l.entry) end`;

/** The chain's end is where it was said to be, and whatever waits for a seal is there. */
const ends = `
  select e.entry_id, c.position, 'the end of the chain is gone' as what from audit_chain c
  left join (select * from audit_seals order by position desc limit 1) e on true
  where c.position is distinct from coalesce(e.position, 0) or c.hash is distinct from coalesce(e.hash, ${beforeTheFirst})
  union all
  select null, null, 'nothing says where the chain ends' where not exists (select from audit_chain)
  union all
  select u.entry_id, null, 'the entry is gone' from audit_unsealed u
  where not exists (select from audit_log where id = u.entry_id)`;

/** What must hold of the log of what staff did. */
export const auditInvariants: Invariant[] = [
  {
    id: "I-51",
    holds: "What staff did is in the log as it was written: each entry fits its seal, and each seal the one before it",
    sql: `${brokenEntries(() => "true")}
      union all ${ends}`,
    // The rest of a long log is walked along by the sweep `audit-walk`, which keeps what it finds.
    quick: `${brokenEntries((id) => `${id} > (select coalesce(max(entry_id), 0) - 500 from audit_seals)`)}
      union all ${ends}
      union all
      select broken_entry_id, null, 'found on the last walk' from audit_walk where broken_entry_id is not null
      union all
      select entry_id, null, 'it waits for its seal' from audit_unsealed
      where since < clock_timestamp() - interval '5 minutes'`,
  },
];
