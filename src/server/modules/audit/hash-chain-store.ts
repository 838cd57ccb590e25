import { sql } from "kysely";
import { invariantsTables } from "#server/modules/invariants/tables.ts";
import { brokenEntries } from "#db/invariants/audit.ts";
import { integer, orNull } from "#server/platform/db/columns.ts";
import type { Queryable, Tx, RowOf } from "#server/platform/db/database.ts";
import { countRows, firstRow, firstValue, hasRows, onlyRow, run } from "#server/platform/db/rows.ts";
import type { AuditHashChain } from "#contract/audit.ts";

/** Locks the end of the chain for this transaction; false while another node is hashing. */
export function lockEnd(tx: Tx): Promise<boolean> {
  return hasRows(tx)`select from audit_hash_chain for update skip locked`;
}

/**
 * Hashes waiting entries, in the order they were written. The caller holds the lock on the chain's end.
 *
 * @returns how many were hashed
 */
export function hashEntries(tx: Tx, max: number): Promise<number> {
  return countRows(tx)`
    with recursive links as (
      select position, hash, 0::bigint as entry_id, 0 as count from audit_hash_chain
      union all
      select k.position + 1, audit_hash(k.hash, k.position + 1, n.entry), n.id, k.count + 1
      from links k cross join lateral (
        select l.id, l as entry from audit_unhashed u join audit_log l on l.id = u.entry_id
        where u.entry_id > k.entry_id order by u.entry_id limit 1) n
      where k.count < ${max}
    ), hashed as (
      insert into audit_hashes (position, entry_id, hash) select position, entry_id, hash from links where count > 0
      returning position, entry_id, hash
    ), done as (
      delete from audit_unhashed where entry_id in (select entry_id from hashed)
    ), moved as (
      update audit_hash_chain c set position = s.position, hash = s.hash, hashed_at = clock_now()
      from (select position, hash from hashed order by position desc limit 1) s
    )
    select from hashed`;
}

/** How far a pass over the log has come. */
interface Walk {
  entryId: number;
  foundEntryId: number | null;
}

/** The progress of the current pass, locked for this transaction; undefined while another node is checking. */
export function lockWalk(tx: Tx): Promise<Walk | undefined> {
  return firstRow(tx)`
    select entry_id as "entryId", found_entry_id as "foundEntryId" from audit_walk for update skip locked`;
}

/** The last entry of the part after an entry; undefined if nothing follows. */
export async function findStretchEnd(tx: Tx, after: number, length: number): Promise<number | undefined> {
  return (
    (await firstValue(tx, orNull(integer))`
    select max(id) as id from (
      select id from (
        (select id from audit_log where id > ${after} order by id limit ${length})
        union (select entry_id from audit_hashes where entry_id > ${after} order by entry_id limit ${length})) ids
      order by id limit ${length}) stretch`) ?? undefined
  );
}

/** The first entry of a part that doesn't match its hash. */
export function findFirstBroken(tx: Tx, after: number, until: number): Promise<number | undefined> {
  const query = brokenEntries((id) => `${id} > ${after} and ${id} <= ${until}`);
  return firstValue(tx)`
    select min(entry_id) as id from (${sql.raw(query)}) broken having count(*) > 0`;
}

/**
 * Stores how far the pass has come, and its first broken entry. The last pass's result stays until this one is done.
 */
export function recordStretch(tx: Tx, { entryId, foundEntryId }: Walk): Promise<void> {
  return run(tx)`
    update audit_walk set entry_id = ${entryId}, started_at = coalesce(started_at, clock_now()), found_entry_id = ${foundEntryId}::bigint,
      broken_entry_id = least(broken_entry_id, ${foundEntryId}::bigint)`;
}

/** Ends a pass: from now on only its result counts. */
export function recordRound(tx: Tx): Promise<void> {
  return run(tx)`
    update audit_walk set entry_id = 0, broken_entry_id = found_entry_id, found_entry_id = null, started_at = null,
      whole_at = case when found_entry_id is null then coalesce(started_at, clock_now()) else whole_at end`;
}

/** The state of the chain. Times in UTC. */
interface HashChainRow extends RowOf<Omit<AuditHashChain, "status">, "hashedAt" | "wholeAt" | "brokenSince"> {
  /** Whether an entry has been waiting for five minutes. */
  isLate: boolean;
}

/** Reads the state of the chain. */
export function findHashChain(db: Queryable): Promise<HashChainRow> {
  return onlyRow(db)`
    select coalesce(c.position, 0) as hashed, coalesce(encode(c.hash, 'hex'), '') as hash, c.hashed_at as "hashedAt",
      w.whole_at as "wholeAt", w.broken_entry_id as "brokenEntryId", i.broken_since as "brokenSince",
      u.count as waiting, u.late as "isLate"
    from (select count(*)::integer as count,
            coalesce(min(since) < clock_timestamp() - interval '5 minutes', false) as late from audit_unhashed) u
    left join audit_hash_chain c on true left join audit_walk w on true
    left join ${invariantsTables.invariant_checks} i on i.id = 'I-51' and i.outcome = 'broken'`;
}
