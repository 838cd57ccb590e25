import { sql } from "kysely";
import { brokenEntries } from "#db/invariants/audit.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";

/** Takes the end of the chain for this transaction; false while another node seals. */
export async function takeEnd(tx: Tx): Promise<boolean> {
  const { rows } = await sql`select from audit_chain for update skip locked`.execute(tx);
  return rows.length > 0;
}

/**
 * Seals entries that wait, in the order in which they were written. The caller holds the chain's end.
 *
 * @returns how many were sealed
 */
export async function sealEntries(tx: Tx, most: number): Promise<number> {
  const { rows } = await sql`
    with recursive links as (
      select position, hash, 0::bigint as entry_id, 0 as count from audit_chain
      union all
      select k.position + 1, audit_seal(k.hash, k.position + 1, n.entry), n.id, k.count + 1
      from links k cross join lateral (
        select l.id, l as entry from audit_unsealed u join audit_log l on l.id = u.entry_id
        where u.entry_id > k.entry_id order by u.entry_id limit 1) n
      where k.count < ${most}
    ), sealed as (
      insert into audit_seals (position, entry_id, hash) select position, entry_id, hash from links where count > 0
      returning position, entry_id, hash
    ), done as (
      delete from audit_unsealed where entry_id in (select entry_id from sealed)
    ), moved as (
      update audit_chain c set position = s.position, hash = s.hash, sealed_at = clock_now()
      from (select position, hash from sealed order by position desc limit 1) s
    )
    select from sealed`.execute(tx);
  return rows.length;
}

/** How far a round along the log has come. */
export interface Walk {
  entryId: number;
  foundEntryId: number | null;
}

/** Where the walk along the log stands, taken for this transaction; undefined while another node walks. */
export async function takeWalk(tx: Tx): Promise<Walk | undefined> {
  const { rows } = await sql<Walk>`
    select entry_id as "entryId", found_entry_id as "foundEntryId" from audit_walk for update skip locked`.execute(tx);
  return rows[0];
}

/** The last entry of a stretch that begins after an entry; undefined where nothing comes after it. */
export async function findStretchEnd(tx: Tx, after: number, length: number): Promise<number | undefined> {
  const { rows } = await sql<{ id: number | null }>`
    select max(id) as id from (
      select id from (
        (select id from audit_log where id > ${after} order by id limit ${length})
        union (select entry_id from audit_seals where entry_id > ${after} order by entry_id limit ${length})) ids
      order by id limit ${length}) stretch`.execute(tx);
  return rows[0]?.id ?? undefined;
}

/** The first entry of a stretch that is not as it was sealed. */
export async function findFirstBroken(tx: Tx, after: number, until: number): Promise<number | undefined> {
  const query = brokenEntries((id) => `${id} > ${after} and ${id} <= ${until}`);
  const { rows } = await sql<{ id: number }>`
    select min(entry_id) as id from (${sql.raw(query)}) broken having count(*) > 0`.execute(tx);
  return rows[0]?.id;
}

/** Notes how far the round has come, and what it found first. What the last round found stays until this one is through. */
export async function noteStretch(tx: Tx, { entryId, foundEntryId }: Walk): Promise<void> {
  await sql`
    update audit_walk set entry_id = ${entryId}, started_at = coalesce(started_at, clock_now()), found_entry_id = ${foundEntryId}::bigint,
      broken_entry_id = least(broken_entry_id, ${foundEntryId}::bigint)`.execute(tx);
}

/** Ends a round: from now on only what it found counts. */
export async function noteRound(tx: Tx): Promise<void> {
  await sql`
    update audit_walk set entry_id = 0, broken_entry_id = found_entry_id, found_entry_id = null, started_at = null,
      whole_at = case when found_entry_id is null then coalesce(started_at, clock_now()) else whole_at end`.execute(tx);
}

/** The chain as it stands. Instants in UTC. */
export interface ChainRow {
  /** How many entries are sealed, and the last seal. */
  sealed: number;
  hash: string;
  sealedAt: Date | null;
  wholeAt: Date | null;
  brokenEntryId: number | null;
  /** When the site last found that the log is not as it was written, and still does. */
  brokenSince: Date | null;
  waiting: number;
  /** Whether one of those that wait has done so for five minutes. */
  isLate: boolean;
}

/** Reads how the chain stands. */
export async function findChain(db: Queryable): Promise<ChainRow> {
  const { rows } = await sql<ChainRow>`
    select coalesce(c.position, 0) as sealed, coalesce(encode(c.hash, 'hex'), '') as hash, c.sealed_at as "sealedAt",
      w.whole_at as "wholeAt", w.broken_entry_id as "brokenEntryId", i.broken_since as "brokenSince",
      u.count as waiting, u.late as "isLate"
    from (select count(*)::integer as count,
            coalesce(min(since) < clock_timestamp() - interval '5 minutes', false) as late from audit_unsealed) u
    left join audit_chain c on true left join audit_walk w on true
    left join invariant_checks i on i.id = 'I-51' and i.outcome = 'broken'`.execute(db);
  return rows[0]!;
}
