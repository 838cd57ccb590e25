import type { Database, Queryable, Tx } from "#server/platform/db/database.ts";
import { text } from "#server/platform/db/columns.ts";
import { allRows, firstRow, hasRows, run } from "#server/platform/db/rows.ts";
import type { ProofBond, SolvedProof } from "./challenges.ts";

/** For how long someone who proved something isn't asked again. Longer than a challenge is valid, or one could be solved twice. */
const keptMinutes = 60;

/** Records a solution. @returns false if it was recorded before */
export function insertProof(db: Database, visitor: string, { nonce, purpose, subject }: SolvedProof): Promise<boolean> {
  return hasRows(db)`
    insert into proofs (nonce, visitor, purpose, subject, expires_at)
    values (${nonce}, ${visitor}, ${purpose}, ${subject}, clock_now() + make_interval(mins => ${keptMinutes}))
    on conflict (nonce) do nothing
    returning nonce`;
}

/** True if a visitor has proven anything lately. */
export function hasProof(db: Queryable, visitor: string): Promise<boolean> {
  return hasRows(db)`select from proofs where visitor = ${visitor} and expires_at > clock_now() limit 1`;
}

/** How often something can be tried with one proof. */
const maxTries = 10;

/** Counts a try of a visitor for one of their proofs that has any left, on all nodes. @returns the proof's nonce; undefined if none has */
export async function consumeTry(db: Database, visitor: string): Promise<string | undefined> {
  const proof = await firstRow(db, { nonce: text })`
    update proofs set tries = tries + 1
    where nonce = (
      select nonce from proofs where visitor = ${visitor} and expires_at > clock_now() and tries < ${maxTries}
      order by expires_at, nonce limit 1 for update)
    returning nonce`;
  return proof?.nonce;
}

/** Undoes `consumeTry`. */
export function restoreTry(db: Database, nonce: string): Promise<void> {
  return run(db)`update proofs set tries = tries - 1 where nonce = ${nonce}`;
}

/** Finds proofs that nobody has used yet, and locks them. */
export function lockUnusedProofs(tx: Tx, bonds: ProofBond[]): Promise<(ProofBond & { nonce: string })[]> {
  return allRows(tx)`
    select p.nonce, p.visitor, p.purpose, p.subject from proofs p
    join (select distinct * from unnest(${bonds.map(({ visitor }) => visitor)}::text[],
      ${bonds.map(({ purpose }) => purpose)}::text[], ${bonds.map(({ subject }) => subject)}::text[])
      as w(visitor, purpose, subject)) w using (visitor, purpose, subject)
    where p.used_by is null and p.expires_at > clock_now()
    order by p.nonce for update of p`;
}

/** Records what proofs were used for: each lets one thing through. */
export function markProofsUsed(tx: Tx, used: { nonce: string; usedBy: string }[]): Promise<void> {
  return run(tx)`
    update proofs set used_by = u.used_by
    from unnest(${used.map(({ nonce }) => nonce)}::text[], ${used.map(({ usedBy }) => usedBy)}::uuid[]) as u(nonce, used_by)
    where proofs.nonce = u.nonce`;
}

/** Deletes proofs that don't count anymore. */
export function purgeProofs(db: Database): Promise<void> {
  return run(db)`delete from proofs where expires_at < clock_now()`;
}
