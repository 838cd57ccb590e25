import { sql } from "kysely";
import type { Queryable, Tx } from "#server/platform/db/database.ts";

/** Replaces a person's recovery codes. */
export async function replaceRecoveryCodes(tx: Tx, userId: number, codeHashes: Buffer[]): Promise<void> {
  await sql`delete from recovery_codes where user_id = ${userId}`.execute(tx);
  await sql`
    insert into recovery_codes (user_id, code_hash)
    select ${userId}::bigint, hash from unnest(${codeHashes}::bytea[]) as h(hash)`.execute(tx);
}

/** Uses up a code; of many concurrent uses exactly one gets true. */
export async function takeRecoveryCode(db: Queryable, userId: number, codeHash: Buffer): Promise<boolean> {
  const { rows } = await sql`
    update recovery_codes set used_at = clock_now()
    where user_id = ${userId} and code_hash = ${codeHash} and used_at is null
    returning user_id`.execute(db);
  return rows.length === 1;
}

/** How many unused codes a person has. */
export async function countRecoveryCodes(db: Queryable, userId: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from recovery_codes where user_id = ${userId} and used_at is null`.execute(db);
  return rows[0]!.n;
}

/** Deletes the codes of a person who removed their last second factor. */
export async function deleteRecoveryCodes(tx: Tx, userId: number): Promise<void> {
  await sql`delete from recovery_codes where user_id = ${userId}`.execute(tx);
}
